package playthrough_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/settings"
	"jadebox/store"
)

// What an operator asks a player to play less is what its op says, in the operator's name, and nothing else.
func TestAWaiverIsReadOnlyWhereItsOpSaysAllOfIt(t *testing.T) {
	inWorld(t, func(w world) {
		w.give("one", 250)
		waived, err := playthrough.Waive(w.Context(), w.Engine, w.who, 100, settings.Who{Author: "ana", Note: "why",
			At: time.Now()})
		if err != nil || waived.Cents != 100 {
			t.Fatalf("%+v, %v", waived, err)
		}
		w.left(150)
		for name, by := range map[string]settings.Who{"nobody": {Note: "why"}, "no reason": {Author: "ana"}} {
			by.At = time.Now().Add(time.Second)
			if _, err := playthrough.Waive(w.Context(), w.Engine, w.who, 1, by); err == nil {
				t.Errorf("%s waives", name)
			}
		}
		for _, cents := range []int64{-1, 0, 151} {
			if _, err := playthrough.Waive(w.Context(), w.Engine, w.who, cents, settings.Who{Author: "ana", Note: "why",
				At: time.Now().Add(time.Minute)}); err == nil {
				t.Errorf("%d of 150 are waived", cents)
			}
		}
		w.left(150)
		all, err := playthrough.Waive(w.Context(), w.Engine, w.who, 150, settings.Who{Author: "ana", Note: "the rest",
			At: time.Now().Add(time.Hour)})
		if err != nil || all.Cents != 150 {
			t.Errorf("%+v, %v", all, err)
		}
		w.left(0)

		op := w.Ops(playthrough.KindWaive)[0].Op
		if got, err := playthrough.ReadWaived(&op); err != nil || got != waived {
			t.Fatalf("%+v, %v, want %+v", got, err, waived)
		}
		as := func(change func(*playthrough.Waived)) func(*store.Op) {
			return func(op *store.Op) {
				said := waived
				change(&said)
				op.Result, err = json.Marshal(said)
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		for name, change := range map[string]func(*store.Op){
			"no result":       func(op *store.Op) { op.Result = nil },
			"another player":  func(op *store.Op) { op.Player++ },
			"another key":     func(op *store.Op) { op.Key += "0" },
			"no entry":        func(op *store.Op) { op.Play = nil },
			"two entries":     func(op *store.Op) { op.Play = append(op.Play, op.Play[0]) },
			"another's entry": func(op *store.Op) { op.Play = []store.Posting{store.LessToPlay(w.who+1, 100)} },
			"another amount":  func(op *store.Op) { op.Play = []store.Posting{store.LessToPlay(w.who, 101)} },
			"the other way":   func(op *store.Op) { op.Play = []store.Posting{store.MoreToPlay(w.who, 100)} },
			"nobody's":        as(func(said *playthrough.Waived) { said.Author = "" }),
			"without a why":   as(func(said *playthrough.Waived) { said.Note = "" }),
			"of nothing": func(op *store.Op) {
				as(func(said *playthrough.Waived) { said.Cents = 0 })(op)
				op.Play = []store.Posting{store.LessToPlay(w.who, 0)}
			},
		} {
			wrong := op
			if change(&wrong); wrong.Key == op.Key && len(wrong.Result) == len(op.Result) &&
				wrong.Player == op.Player &&
				len(wrong.Play) == 1 && wrong.Play[0] == op.Play[0] {
				t.Errorf("%s changes nothing", name)
			}
			if got, err := playthrough.ReadWaived(&wrong); err == nil {
				t.Errorf("%s: read as %+v", name, got)
			}
		}
	})
}
