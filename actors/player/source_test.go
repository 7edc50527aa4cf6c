package player_test

import (
	"errors"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
)

type source = beacon.Source

// away is a beacon whose values cannot be had for a while.
type away struct {
	source
	err func() error // why; nil func: no answer
}

func (a away) Beacon(round uint64) (fairness.Beacon, error) {
	b, err := a.source.Beacon(round)
	switch {
	case err != nil:
	case a.err == nil:
		err = beacon.ErrWait
	default:
		err = a.err()
	}
	return b, err
}

// other is the same beacon under another name.
type other struct{ source }

func (other) Source() string { return fairness.BeaconDrand }

func TestAnEpochThatDrewIsNotClosedWhileItsValueIsNotAtHand(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("first", 1))
		time.Sleep(time.Hour)
		var gone error = beacon.ErrWait
		r.Through = func(s beacon.Source) beacon.Source { return away{s, func() error { return gone }} }
		r.Crash()
		if _, err := rig.Ask[player.Opened](r, player.Kind, id, open("second", 1)); !errors.Is(err,
			player.ErrBeaconWait) {
			t.Fatalf("without a value: %v", err)
		}
		gone = nil
		rig.Do[player.Opened](r, player.Kind, id, open("third", 1))
		if s := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}); s.Epoch != 1 || s.Nonce != 2 {
			t.Errorf("epoch %d, nonce %d", s.Epoch, s.Nonce)
		}
	})
}

// A seed that drew nothing is closed when its value does not come, and not while it is only being looked for.
func TestAnEpochThatDrewNothingIsClosedOnlyWhenItsValueWasLookedFor(t *testing.T) {
	for _, c := range []struct {
		why   error
		epoch uint32
	}{{beacon.ErrLooking, 1}, {beacon.ErrWait, 2}} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(10_000)
			id := player.ID(p)
			rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
			time.Sleep(time.Hour)
			r.Through = func(s beacon.Source) beacon.Source { return away{s, func() error { return c.why }} }
			r.Crash()
			if _, err := rig.Ask[player.Opened](r, player.Kind, id, open("open", 1)); !errors.Is(err,
				player.ErrBeaconWait) {
				t.Fatalf("without a value: %v", err)
			}
			if s := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}); uint32(s.Epoch) != c.epoch {
				t.Errorf("%v: epoch %d, want %d", c.why, s.Epoch, c.epoch)
			}
		})
	}
}

func TestAnotherBeaconClosesEveryEpochThatWasCommittedToTheOneBefore(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000_000)
		id := player.ID(p)
		for i := range 182 { // so many that the next epoch is committed ahead
			rig.Do[player.Opened](r, player.Kind, id, open(string(rune('a'+i%26))+string(rune('a'+i/26)), 5))
		}
		r.Through = func(s beacon.Source) beacon.Source { return other{s} }
		r.Crash()
		s := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		if s.BeaconSource != fairness.BeaconDrand || s.Epoch != 3 || s.Nonce != 0 {
			t.Errorf("%+v", s)
		}
		if n := len(r.Ops("seed.reveal")); n != 2 {
			t.Errorf("%d keys are revealed", n)
		}
	})
}

func TestNoNumberIsGivenWhoseSeedsWaitForABeaconThatIsNoLongerAsked(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		ports := numbersOf(r)
		n, err := player.OpenNumbers(r.Context(), ports)
		if err == nil {
			err = n.Refill(r.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		ports.Beacon = other{r.Beacon}
		if n, err = player.OpenNumbers(r.Context(), ports); err != nil || n.Take() != 0 {
			t.Errorf("a number is given, %v", err)
		}
	})
}
