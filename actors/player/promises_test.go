package player_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// setBy sets a limit in one of several processes, as a client does: what is busy is asked again under the same key.
func setBy(t *testing.T, d directory.Directory, p store.PlayerID, key string, set limits.Set) error {
	for {
		_, err := directory.Ask[player.LimitsSet](t.Context(), d, player.Kind, player.ID(p),
			player.SetLimits{Key: key, Change: limits.Change{Limits: []limits.Set{set}}})
		if apierr.Code(err) != protocol.CodeBusy {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// Two processes that set first limits at the same time get one lock and both promises.
func TestTwoProcessesKeepBothFirstPromises(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		first := r.Dir
		r.Start()
		second := r.Dir
		defer first.Drain(t.Context())
		day1(r, p)
		for _, d := range []directory.Directory{first, second} { // both have read that there is nothing
			if _, err := directory.Ask[protocol.Wallet](t.Context(), d, player.Kind, id, player.Wallet{}); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i, d := range []directory.Directory{first, second, first, second, first, second} {
			wg.Go(func() {
				set := limits.Set{Kind: limits.Kinds[i%3], Span: limits.Spans[i/2], Cents: int64(1_000 - i)}
				if err := setBy(t, d, p, fmt.Sprint("set ", i), set); err != nil {
					t.Errorf("promise %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		held, err := limits.Read(t.Context(), r.Engine, p)
		if err != nil || len(held.State.Limits) != 6 || len(r.Ops(limits.KindBegin)) != 1 ||
			len(r.Ops(limits.KindSet)) != 6 {
			t.Fatalf("%+v, %v; %d locks begun", held.State, err, len(r.Ops(limits.KindBegin)))
		}
		for i := range 6 {
			if l := held.State.Of(limits.Kinds[i%3], limits.Spans[i/2]); l.Cents != int64(1_000-i) {
				t.Errorf("promise %d is lost: %+v", i, l)
			}
		}
	})
}

// Of two first promises about the same the stricter one holds, whichever comes first.
func TestTheStricterOfTwoFirstPromisesHolds(t *testing.T) {
	for turn := range 2 {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(10_000)
			dirs := []directory.Directory{r.Dir, nil}
			defer r.Dir.Drain(t.Context())
			r.Start()
			dirs[1] = r.Dir
			var wg sync.WaitGroup
			for i, d := range dirs {
				wg.Go(func() {
					set := limits.Set{Kind: limits.Spend, Span: limits.Day, Cents: []int64{500, 300}[(i+turn)%2]}
					if err := setBy(t, d, p, fmt.Sprint("set ", i), set); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if held, err := limits.Read(t.Context(), r.Engine, p); err != nil ||
				held.State.Of(limits.Spend, limits.Day).Cents != 300 {
				t.Errorf("%+v, %v", held.State, err)
			}
		})
	}
}

// An activation that has read that nothing is promised looks again before long: another process may have taken the
// first promise.
func TestAFirstPromiseElsewhereIsHeardOf(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		day1(r, p)
		stale := r.Dir
		defer stale.Drain(t.Context())
		r.Start()
		play := func(key string) protocol.Code {
			_, err := directory.Ask[player.Opened](t.Context(), stale, player.Kind, id, open(key, 1))
			return apierr.Code(err)
		}
		if code := play("before"); code != protocol.OK {
			t.Fatal(code)
		}
		promise(r, p, "limit", limits.Spend, limits.Day, 0)
		time.Sleep(time.Minute)
		for i := range 3 {
			if code := play(fmt.Sprint("after ", i)); code != protocol.CodeOwnSpend {
				t.Errorf("opening %d: %d", i, code)
			}
		}
		if n := len(r.Ops(player.KindOpen)); n != 1 {
			t.Errorf("%d openings", n)
		}
	})
}
