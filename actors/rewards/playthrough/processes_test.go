package playthrough_test

import (
	"errors"
	"testing"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func inTwoProcesses(t *testing.T, f func(w world, first, second directory.Directory)) {
	inWorld(t, func(w world) {
		w.open("a")
		first := w.Dir
		w.Start()
		defer first.Drain(w.Context())
		f(w, first, w.Dir)
	})
}

func (w world) wake(dirs ...directory.Directory) {
	w.Helper()
	for _, d := range dirs {
		if _, err := directory.Ask[protocol.Wallet](w.Context(), d, player.Kind, player.ID(w.who),
			player.Wallet{}); err != nil {
			w.Fatal(err)
		}
	}
}

func (w world) giveBy(d directory.Directory, key string, cents int64) {
	w.Helper()
	if _, err := directory.Ask[player.Granted](w.Context(), d, player.Kind, player.ID(w.who),
		player.Grant{Kind: sign.KindClaim, Key: "sign:" + key, Request: key,
			Prizes: []prize.Prize{{Kind: prize.Diamond, Num: cents}}}); err != nil {
		w.Fatal(err)
	}
}

func TestNothingLeavesTheHouseByTheMemoryOfAnotherProcess(t *testing.T) {
	inTwoProcesses(t, func(w world, first, second directory.Directory) {
		w.wake(first, second)
		w.giveBy(first, "1", 100)
		if err := w.retrieve(second, "r", w.item()); !errors.Is(err, player.ErrToPlay) {
			t.Errorf("retrieved with 100 to be played: %v", err)
		}
	})
}

// Another process gives something between the last look of this one and its op: the store refuses the op, and what is
// then looked at again refuses it with the amount.
func TestNothingLeavesTheHouseThatAnotherProcessHasJustGivenToPlay(t *testing.T) {
	inTwoProcesses(t, func(w world, _, second directory.Directory) {
		w.wake(second)
		item, given := w.item(), false
		w.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind != "retrieve.request" || given {
				return
			}
			given = true
			if _, err := w.Engine.Commit(w.Context(), &store.Op{Key: "gift", Kind: "test.give", At: op.At,
				Play: []store.Posting{store.MoreToPlay(w.who, 70)}}); err != nil {
				t.Error(err)
			}
		})
		err := w.retrieve(second, "r", item)
		if e, ok := errors.AsType[*apierr.Error](err); !given || !ok || e.Code != protocol.CodeToPlay || e.Now == nil ||
			*e.Now != 70 {
			t.Errorf("retrieved with 70 to be played: %v", err)
		}
		now, err := w.Engine.ItemsByID(w.Context(), []store.ItemID{item})
		if err != nil || now[0].Status != store.ItemInBackpack {
			t.Errorf("the item is %v, %v", now, err)
		}
	})
}

func TestAStakeIsMadeAlthoughAnotherProcessHasLoweredWhatWasLeft(t *testing.T) {
	inTwoProcesses(t, func(w world, first, second directory.Directory) {
		w.giveBy(first, "1", 100)
		if _, err := first.Request(w.Context(), player.Kind, player.ID(w.who), player.Changed{}); err != nil {
			t.Fatal(err)
		}
		w.wake(first, second)
		setup := battle.Setup{Boxes: []store.BoxID{1}, Seats: 2, Mode: protocol.ModeNormal}
		for key, d := range map[string]directory.Directory{"c1": first, "c2": second} {
			if _, err := battle.Open(w.Context(), w.Engine, d, battle.Create{Key: key, Host: w.who, Setup: setup,
				PriceCents: rig.BoxCents}); err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
		w.left(0)
	})
}
