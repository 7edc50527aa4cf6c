package playthrough_test

import (
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

func TestAPrizePaidWithWishCardsIsToBePlayed(t *testing.T) {
	inWorld(t, func(w world) {
		setup := wish.Setup{Name: "test", Def: 3, PrizeCents: 400, Bottles: 10, CardNum: 2, Life: time.Hour}
		c, err := wish.Open(w.Context(), w.Engine, w.Dir, setup)
		if err != nil {
			t.Fatal(err)
		}
		bottles := map[store.PlayerID]int{w.who: 3, w.Player(1): 3, w.Player(1): 3, w.Player(1): 1}
		for who, n := range bottles {
			if _, err := w.Engine.Commit(w.Context(), &store.Op{Player: who, Key: "wish:tree:x", Kind: "wish.claim",
				At: time.Now(), Postings: []store.Posting{{Debit: store.HouseWishCards,
					Credit: store.PlayerWishCards(who), AmountCents: 6}}}); err != nil {
				t.Fatal(err)
			}
			rig.Do[wish.Taken](w.Rig, wish.Kind, room.ID(c.ID), wish.Take{Key: "t", Player: who, Count: n,
				Pay: wish.PayWishCards, CardNum: 2})
		}
		time.Sleep(time.Minute)
		for who := range bottles {
			items, _, err := w.Engine.Items(w.Context(), store.ItemQuery{Owner: who, Page: store.Page{Limit: 1}})
			if err != nil {
				t.Fatal(err)
			}
			w.who = who
			w.left(400 * int64(len(items)))
			delete(bottles, who)
			if len(items) > 0 {
				return
			}
		}
		t.Error("nobody has the prize")
	})
}

func TestAPrizePaidWithGemsIsThePlayersOwn(t *testing.T) {
	op := &store.Op{Kind: "wish.draw", Room: &store.RoomWrite{Room: 9, Kind: wish.Kind},
		Postings: []store.Posting{{Debit: store.RoomEscrow(9), Credit: store.House, AmountCents: 10}},
		NewItems: []store.NewItem{{Owner: 7, Def: 1, ValueCents: 600}}}
	if given := playthrough.Given(kinds.All, op); len(given) > 0 {
		t.Errorf("a prize that gems have paid for asks for %+v", given)
	}
}
