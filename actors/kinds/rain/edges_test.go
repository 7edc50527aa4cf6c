package rain

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// A packet is claimed from the moment at which it opens to the last one of the grace behind the round, and not at the
// end of that.
func TestAPacketIsClaimedWithinItsTimeOnly(t *testing.T) {
	seed, won := uint64(0), 0
	for ; won < 5; seed++ {
		r := byChance(t, rand.New(rand.NewPCG(seed, 1)))
		end := time.UnixMilli(r.endsMS() + graceMS)
		opens := time.UnixMilli(r.opensMS(0))
		ask := func(at time.Time) error {
			t.Helper()
			s, err := r.Apply(claims{{Key: "x", Player: 1, Packet: r.packetID(1, 0)}}, at)
			if err != nil {
				t.Fatal(err)
			}
			return s.Replies[0].Err
		}
		if err := ask(opens.Add(-time.Millisecond)); !errors.Is(err, ErrEarly) {
			t.Fatalf("before it opens: %v", err)
		}
		if err := ask(end); !errors.Is(err, ErrOver) {
			t.Fatalf("at the end of its time: %v", err)
		}
		if errors.Is(ask(opens), ErrCap) { // the settings of this seed give one player less than a packet
			continue
		}
		won++
		for _, at := range []time.Time{opens, end.Add(-time.Millisecond)} {
			if err := ask(at); err != nil {
				t.Fatalf("%v before its end: %v", end.Sub(at), err)
			}
		}
	}
}
