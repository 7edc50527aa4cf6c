package fairness

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// Any bytes: no panic, and whatever is accepted encodes to an equal bundle.
func FuzzParseBundle(f *testing.F) {
	for _, b := range goldenBundles() {
		f.Add(must(b.Encode()))
	}
	f.Add([]byte(`{"format":"BOX1","kind":"box","results":[{}]}`))
	f.Add([]byte(`{"format":"BOX1","kind":"battle","battle":{"seats":4,"rounds":15},"results":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBundle(data)
		if err != nil {
			return
		}
		first := Verify(b)
		again, err := ParseBundle(must(b.Encode()))
		if err != nil {
			t.Fatalf("an accepted bundle does not read back: %v", err)
		}
		if second := Verify(again); !slices.Equal(first.Checks, second.Checks) {
			t.Fatalf("reports differ: %v and %v", first, second)
		}
	})
}

// Any weights: a refused table, or sections that cover 0 … MaxV without a gap.
func FuzzOdds(f *testing.F) {
	f.Add([]byte{0x00, 0xe1, 0xf5, 0x05})
	f.Add([]byte{0x80, 0xf0, 0xfa, 0x02, 0x80, 0xf0, 0xfa, 0x02})
	f.Add([]byte{0xe7, 0x03, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var entries []OddsEntry
		var sum uint64
		for i := 0; i+4 <= len(data); i += 4 {
			w := binary.LittleEndian.Uint32(data[i:])
			sum += uint64(w)
			entries = append(entries, OddsEntry{Item: int64(i + 1), Weight: w, ValueCents: 1})
		}
		// Half of the runs are completed to the sum that is demanded.
		if sum < WeightUnit && len(data)%2 == 0 {
			entries = append(entries, OddsEntry{Item: int64(len(data) + 5), Weight: uint32(WeightUnit - sum),
				ValueCents: 1})
			sum = WeightUnit
		}
		o, err := NewOdds(1, 1, entries)
		if err != nil {
			small := slices.ContainsFunc(entries, func(e OddsEntry) bool { return e.Weight < WeightMin })
			if sum == WeightUnit && len(entries) > 0 && len(entries) <= oddsEntriesMax && !small {
				t.Fatalf("a good table is refused: %v", err)
			}
			return
		}
		if sum != WeightUnit {
			t.Fatalf("weights that sum to %d pass", sum)
		}
		var next uint32
		for i := range o.Len() {
			lo, hi := o.Bounds(i)
			if lo != next || hi < lo {
				t.Fatalf("entry %d owns %d–%d after %d", i, lo, hi, next)
			}
			if o.Pick(lo) != i || o.Pick(hi) != i {
				t.Fatalf("entry %d does not own its bounds", i)
			}
			next = hi + 1
		}
		if next != TicketUnit {
			t.Fatalf("the last section ends at %d", next)
		}
	})
}

// Any size: inside the range, and the same stream gives the same values.
func FuzzStream(f *testing.F) {
	f.Add("tie", uint64(1))
	f.Add("rain", uint64(1)<<63+1)
	f.Add("", uint64(3))
	f.Fuzz(func(t *testing.T, label string, n uint64) {
		make2 := func() (*Stream, error) {
			return NewStream(testKey(1), label, "roll:r1", ServerHash("b"), ServerHash("c"))
		}
		a, err := make2()
		if err != nil || n == 0 {
			return
		}
		b := must(make2())
		for range 9 {
			x, y := a.Uniform(n), b.Uniform(n)
			if x >= n || x != y {
				t.Fatalf("uniform(%d) gives %d and %d", n, x, y)
			}
		}
	})
}

// Any pool: refused, or n packets of at least the minimum that sum to the pool.
func FuzzRedPacket(f *testing.F) {
	f.Add(int64(10_000), 8, int64(1), uint8(1))
	f.Add(int64(8), 8, int64(1), uint8(2))
	f.Add(int64(1)<<53-1, 3, int64(1), uint8(3))
	f.Add(int64(-1), 1, int64(1), uint8(4))
	f.Fuzz(func(t *testing.T, pool int64, n int, least int64, key uint8) {
		if n > 5_000 {
			n %= 5_000
		}
		s := must(NewStream(testKey(key|1), LabelRain, "rain:9", ServerHash("b"), ServerHash("c")))
		amounts, err := RedPacket(s, pool, n, least)
		if err != nil {
			if n >= 1 && least >= 1 && pool < 1<<53 && pool/int64(n) >= least {
				t.Fatalf("a good pool is refused: %v", err)
			}
			return
		}
		var sum int64
		for _, a := range amounts {
			if a < least {
				t.Fatalf("a packet of %d below %d", a, least)
			}
			sum += a
		}
		if sum != pool || len(amounts) != n {
			t.Fatalf("%d packets sum to %d, not %d packets and %d", len(amounts), sum, n, pool)
		}
	})
}

// Any text: a context leaf that is accepted is the one that would be written.
func FuzzContextLeaf(f *testing.F) {
	k := testKey(1)
	f.Add(must(soloContext(k).Leaf()))
	f.Add(must(battleContext(k, 4, ModeNormal, []*Odds{testOdds()}).Leaf()))
	f.Fuzz(func(t *testing.T, leaf []byte) {
		if c, err := ParseSoloContext(string(leaf)); err == nil && !bytes.Equal(must(c.Leaf()), leaf) {
			t.Fatalf("solo leaf %q has a second spelling", leaf)
		}
		if c, err := ParseBattleContext(string(leaf)); err == nil && !bytes.Equal(must(c.Leaf()), leaf) {
			t.Fatalf("roster leaf %q has a second spelling", leaf)
		}
	})
}
