package playthrough_test

import (
	"errors"
	"testing"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
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
