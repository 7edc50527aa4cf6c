package rain

import (
	"testing"
	"time"
)

// A rain that comes again and again has one key each time, whenever it is asked for.
func TestARainThatComesAgainHasOneKeyEachTime(t *testing.T) {
	start := time.Date(2026, 1, 1, 12, 3, 0, 0, time.UTC)
	e := Every{start, 20 * time.Minute}
	for _, c := range []struct {
		from, to time.Duration // from the first one on
		want     []time.Duration
	}{
		{-time.Hour, 0, nil},
		{-time.Minute, time.Second, []time.Duration{0}},
		{0, time.Second, []time.Duration{0}},
		{time.Second, 20 * time.Minute, nil},
		{time.Second, 41 * time.Minute, []time.Duration{20 * time.Minute, 40 * time.Minute}},
		{1000*time.Hour - time.Second, 1000*time.Hour + time.Second, []time.Duration{1000 * time.Hour}},
	} {
		got := e.dues(start.Add(c.from), start.Add(c.to))
		if len(got) != len(c.want) {
			t.Errorf("%v to %v: %+v", c.from, c.to, got)
			continue
		}
		for i, d := range got {
			if !d.at.Equal(start.Add(c.want[i])) || d.key != "rain:every:"+d.at.Format(time.RFC3339) ||
				d.poolCents != 0 {
				t.Errorf("%v to %v: %+v", c.from, c.to, d)
			}
		}
	}
	if got := (Every{First: start}).dues(start.Add(-time.Hour), start.Add(time.Hour)); got != nil {
		t.Errorf("none: %+v", got)
	}
	if got := e.dues(start, start.AddDate(10, 0, 0)); len(got) > ordersMax {
		t.Errorf("%d rains ahead", len(got))
	}
}
