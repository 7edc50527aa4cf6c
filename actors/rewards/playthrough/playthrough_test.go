package playthrough_test

import (
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

type world struct {
	*rig.Rig
	who store.PlayerID
}

func (w world) open(key string) player.Opened {
	w.Helper()
	return rig.Do[player.Opened](w.Rig, player.Kind, player.ID(w.who), player.Open{Key: key, Box: 1, Count: 1,
		PriceCents: rig.BoxCents})
}

func (w world) give(key string, cents int64) {
	w.Helper()
	rig.Do[player.Granted](w.Rig, player.Kind, player.ID(w.who), player.Grant{Kind: sign.KindClaim, Key: "sign:" + key,
		Request: key, Prizes: []prize.Prize{{Kind: prize.Diamond, Num: cents}}})
}

func (w world) left(want int64) {
	w.Helper()
	synctest.Wait()
	p, err := w.Engine.LoadPlayer(w.Context(), w.who)
	if err != nil || p.ToPlayCents != want {
		w.Errorf("%d are to be played, want %d, %v", p.ToPlayCents, want, err)
	}
}

func inWorld(t *testing.T, f func(w world)) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) { f(world{r, r.Player(10_000)}) })
}

func TestAGiftIsToBePlayedAndAStakeLowersIt(t *testing.T) {
	inWorld(t, func(w world) {
		w.give("one", 250)
		w.left(250)
		w.open("a")
		w.left(150)
		w.open("a") // the same opening again
		w.left(150)
		w.open("b")
		w.open("c")
		w.left(0)
		w.open("d") // more than is left counts for nothing that is given later
		w.give("two", 30)
		w.left(30)
	})
}

func TestNothingLeavesTheHouseBeforeGiftsArePlayed(t *testing.T) {
	inWorld(t, func(w world) {
		w.open("a")
		w.give("one", 40)
		items, _, err := w.Engine.Items(w.Context(), store.ItemQuery{Owner: w.who, Page: store.Page{Limit: 1}})
		if err != nil || len(items) != 1 {
			w.Fatal(items, err)
		}
		retrieve := func(key string) error {
			_, err := directory.Ask[store.Receipt](w.Context(), w.Dir, player.Kind, player.ID(w.who), player.Escrow{
				Op: &store.Op{Player: w.who, Key: key, Kind: "retrieve.request", At: time.Now(),
					Moves: []store.ItemMove{{Item: items[0].ID, From: store.ItemPlace{Owner: w.who},
						To: store.ItemPlace{Owner: w.who, Status: store.ItemAwaitingDelivery}}}}})
			return err
		}
		err = retrieve("r1")
		if e, ok := errors.AsType[*apierr.Error](err); !ok || e.Code != protocol.CodeToPlay || e.Now == nil ||
			*e.Now != 40 {
			w.Errorf("retrieved with 40 to be played: %v", err)
		}
		now, _ := w.Engine.ItemsByID(w.Context(), []store.ItemID{items[0].ID})
		if now[0].Status != store.ItemInBackpack {
			w.Errorf("a refused retrieval has left the item %v", now[0].Status)
		}
		w.open("b")
		if err := retrieve("r2"); err != nil {
			w.Errorf("refused with nothing left: %v", err)
		}
	})
}

func TestAStakeThatComesBackIsToBePlayedAgain(t *testing.T) {
	setup := battle.Setup{Boxes: []store.BoxID{1}, Seats: 2, Mode: protocol.ModeNormal}
	for name, c := range map[string]struct{ given, staked, back int64 }{
		"all of the entry counted":  {150, 50, 150},
		"a part of the entry did":   {30, 0, 30},
		"nothing was to be played":  {0, 0, 0},
		"all that was to be played": {rig.BoxCents, 0, rig.BoxCents},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w world) {
				if c.given > 0 {
					w.give("one", c.given)
				}
				room, err := battle.Open(w.Context(), w.Engine, w.Dir, battle.Create{Key: "c", Host: w.who,
					Setup: setup, PriceCents: rig.BoxCents})
				if err != nil {
					w.Fatal(err)
				}
				w.left(c.staked)
				rig.Do[protocol.BattleSnapshot](w.Rig, battle.Kind, strconv.FormatInt(int64(room.ID), 10),
					battle.Leave{Key: "l", Player: w.who})
				w.left(c.back)
				if _, err = battle.Open(w.Context(), w.Engine, w.Dir, battle.Create{Key: "again", Host: w.who,
					Setup: setup, PriceCents: rig.BoxCents}); err != nil {
					w.Fatal(err)
				}
				w.left(c.staked)
				time.Sleep(battle.WaitMax + time.Minute) // no other player joins
				w.left(c.back)
			})
		})
	}
}

func TestOnlyGiftsAskToBePlayed(t *testing.T) {
	paid := []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(7), AmountCents: 100}}
	for kind, want := range map[string]int64{sign.KindClaim: 150, "pay.credit": 150, "promotion.pay": 150,
		"upgrade.play": 150, "player.welcome": 0, "demo.purse": 0, "battle.settle": 0, player.KindSell: 0} {
		op := &store.Op{Player: 7, Kind: kind, Postings: paid, NewItems: []store.NewItem{{Owner: 7, Def: 1,
			ValueCents: 11}}}
		if kind == sign.KindClaim {
			want = 167 // 111 and a half, rounded up
		}
		var sum int64
		for _, p := range (playthrough.Settings{MultiplePPM: 1_500_000}).Raise(kinds.All, op) {
			sum += p.AmountCents
			if p.Debit != store.HouseToPlay || p.Credit != store.PlayerToPlay(7) {
				t.Errorf("%s: %+v", kind, p)
			}
		}
		if sum != want {
			t.Errorf("%s asks for %d, want %d", kind, sum, want)
		}
	}
}
