package player_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// What an auditor is told of a gift that went back: one entry each, of its own player, of a cent at least.
func TestAGiftThatWentBackIsOneOfItsOwnPlayer(t *testing.T) {
	right := func() (*store.Op, *player.GivenBack) {
		return &store.Op{Player: 2, Kind: player.KindGiveBack,
			Postings: []store.Posting{{Debit: store.PlayerGems(2), Credit: store.Bonus, AmountCents: 1}},
			Play: []store.Posting{{Debit: store.PlayerToPlay(2), Credit: store.HouseToPlay,
				AmountCents: 1}}}, &player.GivenBack{ToPlayCents: 1, GemsCents: 1}
	}
	for name, c := range map[string]struct {
		change func(*store.Op, *player.GivenBack)
		right  bool
	}{
		"a cent": {func(*store.Op, *player.GivenBack) {}, true},
		"of no player": {func(op *store.Op, _ *player.GivenBack) {
			op.Player, op.Postings[0].Debit, op.Play[0].Debit = 0, store.PlayerGems(0), store.PlayerToPlay(0)
		}, false},
		"of another player": {func(op *store.Op, _ *player.GivenBack) { op.Player = 3 }, false},
		"of no gems": {func(op *store.Op, g *player.GivenBack) {
			op.Postings[0].AmountCents, g.GemsCents = 0, 0
		}, false},
		"of nothing to be played": {func(op *store.Op, g *player.GivenBack) {
			op.Play[0].AmountCents, g.ToPlayCents = 0, 0
		}, false},
		"of fewer gems than taken": {func(op *store.Op, _ *player.GivenBack) { op.Postings[0].AmountCents = 2 }, false},
		"of less to be played":     {func(op *store.Op, _ *player.GivenBack) { op.Play[0].AmountCents = 2 }, false},
		"of no entry":              {func(op *store.Op, _ *player.GivenBack) { op.Postings = nil }, false},
		"of two entries": {func(op *store.Op, _ *player.GivenBack) {
			op.Postings = append(op.Postings, op.Postings[0])
		}, false},
		"of nothing played": {func(op *store.Op, _ *player.GivenBack) { op.Play = nil }, false},
		"of two plays": {func(op *store.Op, _ *player.GivenBack) {
			op.Play = append(slices.Clone(op.Play), op.Play[0])
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			op, g := right()
			c.change(op, g)
			var err error
			if op.Result, err = json.Marshal(g); err != nil {
				t.Fatal(err)
			}
			if got, err := player.RightGivenBack(op); (err == nil) != c.right || got != *g {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestTheChanceOfAnUpgradeIsItsRate(t *testing.T) {
	result, err := json.Marshal(player.Upgraded{Target: 3, TargetCents: 400, RateE8: 25_000_000})
	if err != nil {
		t.Fatal(err)
	}
	rec := store.OpRecord{ID: 7, Op: store.Op{Kind: player.KindUpgrade, Result: result}}
	shared, err := player.SharedOf(rec, 0)
	if want := (player.Shared{Def: 3, ValueCents: 400, Chance: .25}); err != nil || shared != want {
		t.Errorf("%+v, %v", shared, err)
	}
	if _, err := player.SharedOf(rec, 1); err == nil {
		t.Error("an upgrade has a second result")
	}
}

// A gift of another process raises what is to be played without a word to the actor.
func TestWhatIsGivenBackIsReadAnew(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{})
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: "gift", Kind: "test.gift", At: time.Now(),
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 70}},
			Play:     []store.Posting{store.MoreToPlay(p, 70)}}); err != nil {
			t.Fatal(err)
		}
		back := rig.Do[player.GivenBack](r, player.Kind, player.ID(p), player.GiveBack{Key: "back", GemsCents: 70,
			MultiplePPM: 1_000_000})
		if back.GemsCents != 70 || back.ToPlayCents != 70 || r.Balance(p) != 1_000 {
			t.Errorf("%+v, %d cents are left", back, r.Balance(p))
		}
	})
}
