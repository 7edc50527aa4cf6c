package rain

import (
	"testing"

	"jadebox/fairness"
)

// A pool is split into all that those who watch may claim and a quarter more, for 25 players at least, and never into
// so many that a packet is empty.
func TestAPoolIsSplitForThoseWhoWatch(t *testing.T) {
	const most = 100_000
	for _, c := range []struct {
		name      string
		poolCents int64
		watching  int
		want      int
	}{
		{"nobody", 1_000_000_00, 0, 8 * headsMin},
		{"as many as are reckoned with at least", 1_000_000_00, 20, 8 * headsMin},
		{"a hundred", 1_000_000_00, 100, 8 * 125},
		{"a small pool", 30 * leastCents, 100, 30},
		{"more than a rain may have", 1_000_000_00, 1_000_000, most},
	} {
		if got := standardEach.packets(c.poolCents, c.watching, most); got != c.want {
			t.Errorf("%s: %d packets, want %d", c.name, got, c.want)
		}
	}
}

// What a player may get is ten packets of the average size at least: of few packets one in thirty rains would have one
// that no player may take.
func TestNoPacketIsExpectedAboveWhatAPlayerMayGet(t *testing.T) {
	for _, c := range []struct {
		each EachRules
		want int
	}{
		{standardEach, 200},
		{EachRules{Claims: 1, CapPPM: 50_000}, 200},
		{EachRules{Claims: 1, CapPPM: 400_000}, headsMin},
		{EachRules{Claims: 2, CapPPM: 3_000}, 3_334},
		{EachRules{Claims: 2, CapPPM: 1}, fairness.RainPacketsMax},
	} {
		if got := c.each.packets(2_000_00, 0, fairness.RainPacketsMax); got != c.want {
			t.Errorf("%+v: %d packets, want %d", c.each, got, c.want)
		}
	}
}
