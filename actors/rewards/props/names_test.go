package props_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/props"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// rename changes a player's name to JadeFox, with the event that tells it or without.
func rename(r *rig.Rig, p store.PlayerID, tells bool) {
	r.Helper()
	rec, err := r.Engine.LoadPlayer(r.Context(), p)
	if err != nil {
		r.Fatal(err)
	}
	change, op, err := player.Rename(&rec, "name", "JadeFox", time.Now())
	if !tells {
		op.Events = nil
	}
	if err == nil {
		_, err = r.Engine.SetName(r.Context(), change, op)
	}
	if err != nil {
		r.Fatal(err)
	}
	r.Dir.Post(player.Kind, player.ID(p), player.Changed{}, nil)
	r.Settle()
}

// spentToday is what the day's steps are told for a name.
func spentToday(r *rig.Rig, account string) int64 {
	r.Helper()
	return rig.Do[props.Progress](r, props.Kind, props.ID, props.Today{Account: account}).SpentCents
}

// What was spent before a change of name counts after it, also across a restart, and also when it is told late: the
// steps are given once each.
func TestAChangeOfNameTakesNothingOfADayAway(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		t.Run(fmt.Sprint("restarts ", restarts), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				setSteps(r, steps)
				p := r.Player(10_000)
				register(r)
				is := func(cents int64, gifts int) {
					t.Helper()
					time.Sleep(20 * time.Second)
					if restarts {
						r.Crash()
						register(r)
						time.Sleep(20 * time.Second)
					}
					if spent, given := spentToday(r, name(r, p)), len(got(r, p)); spent != cents || given != gifts {
						t.Errorf("%d spent and %d gifts, want %d and %d", spent, given, cents, gifts)
					}
				}
				was := name(r, p)
				open(r, p, "a", 2)
				is(200, 0)
				rename(r, p, true)
				is(200, 0)
				open(r, p, "b", 1)
				is(300, 1)
				late := publish.OutboxEvent(protocol.Drop{PlayerName: was, BoxID: 1, Def: 1, ValueCents: 10,
					Source: uint8(store.FromBox)})
				if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "late", Kind: "test.draw", At: time.Now(),
					Events: []store.NewEvent{late, late}}); err != nil {
					t.Fatal(err)
				}
				is(500, 2)
				if cents := spentToday(r, was); cents != 500 {
					t.Errorf("by the name of before, which an actor may still hold, %d are spent", cents)
				}
				rows, err := r.Engine.KeptRows(r.Context(), "props.position.rows")
				if err != nil || len(rows) != 1 {
					t.Errorf("%d rows of one player's day: %v, %v", len(rows), rows, err)
				}
				for row := range rows {
					if !strings.HasSuffix(row, "/JadeFox") {
						t.Errorf("row %s is kept", row)
					}
				}
			})
		})
	}
}

// What another server tells under the name of now may be read before the change: both amounts count together from then
// on, and a step that one of them reached alone is not given again.
func TestAChangeOfNameThatIsReadLateCountsBothNames(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		p, q := r.Player(10_000), r.Player(10_000)
		register(r)
		was := name(r, p)
		open(r, p, "a", 2)
		open(r, q, "b", 1)
		time.Sleep(20 * time.Second)
		rename(r, p, false)
		open(r, p, "c", 3)
		time.Sleep(20 * time.Second)
		if n := len(got(r, p)); n != 1 {
			t.Fatalf("%d gifts for 300 spent under one name", n)
		}
		// A step that is set in the day is for a player who reaches it from then on.
		setSteps(r, []props.Step{{SpentCents: 250, ValueCents: 60}, steps[0], steps[1]})
		told, err := publish.RenamedEvent(publish.Renamed{Was: was, Is: "JadeFox"})
		if err == nil {
			_, err = r.Engine.Commit(r.Context(), &store.Op{Key: "told", Kind: "test.name", At: time.Now(),
				Events: []store.NewEvent{told}})
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		if cents, n := spentToday(r, "JadeFox"), len(got(r, p)); cents != 500 || n != 2 ||
			len(r.Ops(props.KindGive)) != 2 {
			t.Errorf("%d spent and %d gifts in %d ops", cents, n, len(r.Ops(props.KindGive)))
		}
		if cents := spentToday(r, name(r, q)); cents != 100 {
			t.Errorf("somebody else has spent %d", cents)
		}
	})
}

// A change to the same name, which the API lets through, and one that cannot be read change nothing.
func TestAChangeToTheSameNameChangesNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		p := r.Player(10_000)
		register(r)
		open(r, p, "a", 2)
		same, err := publish.RenamedEvent(publish.Renamed{Was: name(r, p), Is: name(r, p)})
		if err != nil {
			t.Fatal(err)
		}
		damaged := store.NewEvent{Type: publish.OutboxName, Body: []byte("{")}
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "same", Kind: "test.name", At: time.Now(),
			Events: []store.NewEvent{same, damaged}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		if cents := spentToday(r, name(r, p)); cents != 200 || len(got(r, p)) != 0 {
			t.Errorf("%d spent and %d gifts", cents, len(got(r, p)))
		}
		open(r, p, "b", 1)
		time.Sleep(20 * time.Second)
		if cents := spentToday(r, name(r, p)); cents != 300 || len(got(r, p)) != 1 {
			t.Errorf("%d spent and %d gifts", cents, len(got(r, p)))
		}
	})
}
