package demo_test

import (
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/demo"
)

// Product-spec §9: 150 to 249 at the start, at most 10 up or down every 10 s and never below 150; about 10,000 in all,
// and 1 to 5 more every 30 s. They are added to what is true, and say that they are of a demo.
func TestCountersOfADemoStayInTheirBounds(t *testing.T) {
	for range 50 {
		now := time.Unix(1_800_000_000, 0)
		count := demo.Counters(func() time.Time { return now })
		start := count(protocol.Counters{Online: 3, Total: 7})
		if start.Online < 3+150 || start.Online > 3+249 || start.Total != 7+10_000 || !start.Demo {
			t.Fatalf("begins with %+v", start)
		}
		now = now.Add(9 * time.Second)
		if c := count(protocol.Counters{Online: 3, Total: 7}); c != start {
			t.Fatalf("after 9 s %+v, began with %+v", c, start)
		}
		before := start
		for step := range 90 {
			now = time.Unix(1_800_000_000, 0).Add(time.Duration(step+1) * 10 * time.Second)
			c := count(protocol.Counters{Online: 3, Total: 7})
			if d := c.Online - before.Online; d < -10 || d > 10 || c.Online < 153 {
				t.Fatalf("step %d: online from %d to %d", step, before.Online, c.Online)
			}
			if d := c.Total - before.Total; (step+1)%3 == 0 && (d < 1 || d > 5) || (step+1)%3 != 0 && d != 0 {
				t.Fatalf("step %d: total from %d to %d", step, before.Total, c.Total)
			}
			before = c
		}
	}
}
