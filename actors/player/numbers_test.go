package player_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/store"
	"jadebox/store/memory"
)

func numbersOf(r *rig.Rig) player.NumbersPorts {
	return player.NumbersPorts{Store: r.Engine, Beacon: r.Beacon, Now: time.Now, Rand: rand.Reader, Log: zerolog.Nop()}
}

func filled(r *rig.Rig) *player.Numbers {
	r.Helper()
	n, err := player.OpenNumbers(r.Context(), numbersOf(r))
	if err == nil {
		err = n.Refill(r.Context())
	}
	if err != nil {
		r.Fatal(err)
	}
	return n
}

// registered is a player under a number, with cents.
func registered(r *rig.Rig, id store.PlayerID, name string) store.Player {
	r.Helper()
	p, err := r.Engine.Register(r.Context(), store.NewPlayer{ID: id, Name: name, UserSeed: "seed", At: time.Now()},
		&store.Op{Key: "welcome", Kind: "player.welcome", At: time.Now(),
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1000}}})
	if err != nil {
		r.Fatal(err)
	}
	return p
}

// The commitment of a number was public before its beacon, once, and a player under the number draws from it at once.
func TestSeedsThatWereKeptReadyAreDrawnFromAtOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		n := filled(r)
		made := time.Now()
		time.Sleep(fairness.BeaconDelayMS*time.Millisecond + time.Second)
		p := registered(r, n.Take(), "first")
		began := time.Now()
		o := rig.Do[player.Opened](r, player.Kind, player.ID(p.ID), open("k1", 2))
		if waited := time.Since(began); waited > 300*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
		ops, _, err := r.Engine.Ops(r.Context(), store.OpQuery{Player: p.ID, Kinds: []string{"seed.open"},
			Page: store.Page{Limit: 10}})
		if err != nil || len(ops) != 1 {
			t.Fatalf("%d commitments, %v", len(ops), err)
		}
		if due := time.UnixMilli(r.Beacon.DueMS(p.Seed.BeaconRound)); ops[0].At.After(made) ||
			due.Sub(ops[0].At) < fairness.BeaconDelayMS*time.Millisecond {
			t.Errorf("committed at %v, the round came at %v", ops[0].At, due)
		}
		verify(r, o)
	})
}

// Numbers are given in their order, each to one; what was not used, or was kept before a restart, comes first.
func TestNumbersAreGivenInTheirOrder(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		n := filled(r)
		first, second := n.Take(), n.Take()
		registered(r, first, "first")
		n.Back(second)
		if third := n.Take(); first == 0 || second != first+1 || third != second {
			t.Errorf("numbers %d, %d and, after that came back, %d", first, second, third)
		}
		again := filled(r)
		taken := map[store.PlayerID]bool{first: true}
		last := first
		for id := again.Take(); id != 0; id = again.Take() {
			if taken[id] || id < last {
				t.Fatalf("number %d after %d", id, last)
			}
			taken[id], last = true, id
		}
		if !taken[second] || len(taken) < 100 {
			t.Errorf("%d numbers, %d among them: %v", len(taken), second, taken[second])
		}
	})
}

// Two processes on one store have the same numbers ready. Those that the other has given each drops with the first that
// is refused; a number that was refused for another reason is the next again.
func TestTwoProcessesGiveEachNumberOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		both := []*player.Numbers{filled(r), filled(r)}
		registers := func(n *player.Numbers, name string) {
			for range 2 {
				id := n.Take()
				_, err := r.Engine.Register(t.Context(), store.NewPlayer{ID: id, Name: name, UserSeed: "seed",
					SpreadCode: name, At: time.Now()}, nil)
				if err == nil {
					return
				}
				if given, e := n.Taken(t.Context(), id); !errors.Is(err, store.ErrConflict) || e != nil || !given {
					t.Fatalf("%s as %d: %v; given by the other: %t, %v", name, id, err, given, e)
				}
			}
			t.Fatalf("%s is refused twice", name)
		}
		for i := range 100 {
			registers(both[0], fmt.Sprint("first", i))
		}
		for i := range 80 {
			registers(both[i%2], fmt.Sprint("either", i))
		}
		id := both[1].Take()
		_, err := r.Engine.Register(t.Context(), store.NewPlayer{ID: id, Name: "another", SpreadCode: "first0"}, nil)
		given, e := both[1].Taken(t.Context(), id)
		if next := both[1].Take(); !errors.Is(err, store.ErrConflict) || e != nil || given || next != id {
			t.Errorf("with a code that is taken: %v; %d is given: %t, %v, and %d is next", err, id, given, e, next)
		}
	})
}

// silent is a store that does not answer which numbers are ready, once.
type silent struct {
	*memory.Engine
	left *int
}

func (s silent) ReadySeeds(ctx context.Context) ([]store.ReadySeed, error) {
	if *s.left--; *s.left == 0 {
		return nil, store.ErrAway
	}
	return s.Engine.ReadySeeds(ctx)
}

// A number without a known owner was lost to a process whose store did not answer, until it started again.
func TestANumberOfWhichTheStoreSaysNothingIsTheNextAgain(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		left := 2
		ports := numbersOf(r)
		ports.Store = silent{r.Engine, &left}
		n, err := player.OpenNumbers(r.Context(), ports)
		if err == nil {
			err = n.Refill(r.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		id := n.Take()
		given, err := n.Taken(r.Context(), id)
		if next := n.Take(); !errors.Is(err, store.ErrAway) || given || next != id {
			t.Errorf("%d is given: %t, %v, and %d is next", id, given, err, next)
		}
	})
}

// slow is a store whose commits take longer than a beacon round is ahead.
type slow struct {
	*memory.Engine
	takes time.Duration
}

func (s slow) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	time.Sleep(s.takes)
	return s.Engine.Commit(ctx, op)
}

// A commitment that was durable only when the value of its round could be known commits to nothing.
func TestACommitmentThatCameAfterItsRoundIsNotGiven(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		ports := numbersOf(r)
		ports.Store, ports.Beacon = slow{r.Engine, 3 * time.Second}, away{source: r.Beacon}
		n, err := player.OpenNumbers(r.Context(), ports)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Refill(r.Context()); err == nil {
			t.Error("the round was out, and nobody says so")
		}
		kept, err := r.Engine.ReadySeeds(r.Context())
		if id := n.Take(); id != 0 || len(kept) != 0 || err != nil {
			t.Errorf("number %d is given, %d are kept, %v", id, len(kept), err)
		}
	})
}

// cut is a store that loses what it is told to keep.
type cut struct{ *memory.Engine }

var errCut = errors.New("cut")

func (cut) KeepReady(context.Context, []store.ReadySeed) error { return errCut }

// A crash between the commitments and the keeping of their keys costs numbers, never a player's seeds.
func TestAKeyThatWasNotKeptIsNobodys(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		ports := numbersOf(r)
		ports.Store = cut{r.Engine}
		n, err := player.OpenNumbers(r.Context(), ports)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Refill(r.Context()); !errors.Is(err, errCut) || n.Take() != 0 {
			t.Errorf("given although it was not kept: %v", err)
		}
		after := filled(r)
		var lost []store.PlayerID
		for _, op := range r.Ops("seed.open") {
			lost = append(lost, op.Player)
		}
		if id := after.Take(); id == 0 || slices.Index(lost, id) < 64 {
			t.Errorf("number %d is given, whose key was lost", id)
		}
	})
}
