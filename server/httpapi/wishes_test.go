package httpapi

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
	wishcalls "jadebox/server/rooms/wish"
	"jadebox/store"
)

const bottleCents = 200

// openWish opens a room of the house with four bottles, one for each player, and gives its id.
func (w *world) openWish(s wish.Setup) string {
	w.Helper()
	s.Name, s.Def, s.PrizeCents, s.Bottles, s.Life = "dew", 2, 300, 4, time.Hour
	made, err := wish.Open(w.Context(), w.engine, w.directory, s)
	if err != nil {
		w.Fatal(err)
	}
	return room.ID(made.ID)
}

func (w *world) gemWish() string          { return w.openWish(wish.Setup{BottleCents: bottleCents}) }
func (w *world) wishForWishCards() string { return w.openWish(wish.Setup{CardNum: 2}) }

// wishFor takes bottles of a gemWish.
func wishFor(bottles ...int) map[string]any {
	return map[string]any{"bottles": bottles, "pay": "gems", "cardNum": 0, "bottleCents": bottleCents}
}

func with(body, change map[string]any) map[string]any {
	body = maps.Clone(body)
	maps.Copy(body, change)
	return body
}

// wishCards gives wish cards, as the house does.
func (c *client) wishCards(n int64) {
	c.Helper()
	p := store.PlayerID(c.playerID())
	_, err := c.engine.Commit(c.Context(), &store.Op{Player: p, Key: fmt.Sprint("cards-", c.world.keys.Add(1)),
		Kind: "test.cards", At: clockAhead(),
		Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(p), AmountCents: n}}})
	if err != nil {
		c.Fatal(err)
	}
}

func (c *client) wish(id string) protocol.WishSnapshot {
	c.Helper()
	a := c.get("/api/wish/" + id)
	a.want(c.world, protocol.OK)
	return into[protocol.WishSnapshot](c.world, a)
}

func TestAWishRoomGoesFromTheFirstBottleToTheProof(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		id := w.gemWish()
		list := into[wishcalls.WishRooms](w, w.visitor().get("/api/wish/list?status=open&size=50"))
		listed := false
		for _, summary := range list.Rooms {
			listed = listed || summary.ID == id && summary.Status == protocol.WishOpen &&
				summary.BottleCents == bottleCents && summary.Most == 1
		}
		if !listed || list.Total != len(list.Rooms) {
			t.Errorf("list %+v", list)
		}
		var players []*client
		for i := range 4 {
			p := w.newPlayer(fmt.Sprintf("player%d", i))
			players = append(players, p)
			number := 4
			for taken := p.wish(id).Bottles; slices.ContainsFunc(taken,
				func(b protocol.WishBottle) bool { return int(b.Number) == number }); {
				number-- // what chance gave another player
			}
			body := wishFor(number)
			if i%2 == 1 { // by chance, among what is left
				body = with(wishFor(), map[string]any{"count": 1})
			}
			if i == 0 {
				w.visitor().get("/api/fair/result/wish-"+id).want(w, protocol.CodeWishGone)
			}
			a := p.post("/api/wish/"+id+"/take", body)
			a.want(w, protocol.OK)
			got := into[wishcalls.TakenWish](w, a)
			if len(got.Bottles) != 1 || got.Bottles[0].Name != p.name || len(got.Bottles[0].Letter) != 1 ||
				int(got.Room.Summary.Taken) != i+1 ||
				got.BalanceCents != welcomeCents-bottleCents || got.WishCards != 0 || i == 0 &&
				got.Bottles[0].Number != 4 {
				t.Errorf("player %d: %+v", i, got)
			}
			if i < 3 {
				if rest := p.wish(id); len(rest.Bottles) != i+1 || rest.Drawn != nil || rest.BeaconRound != 0 ||
					rest.ContextHash != "" {
					t.Errorf("after bottle %d: %+v", i, rest)
				}
			}
			if i == 1 { // an outsider is asked to take what chance gave another player: no
				taken := int(got.Bottles[0].Number)
				outsider := w.newPlayer("outsider")
				outsider.unchanged(func() {
					outsider.post("/api/wish/"+id+"/take", wishFor(taken)).want(w,
						protocol.CodeWishTaken)
				})
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		over := w.visitor()
		end := over.wish(id)
		if end.Summary.Status != protocol.WishOver || end.Drawn == nil || end.Drawn.ResultID != "wish-"+id ||
			end.Summary.WinnerName != end.Drawn.Bottle.Name {
			t.Fatalf("end %+v", end)
		}
		winners := 0
		for _, p := range players {
			won := p.name == end.Summary.WinnerName
			bag := into[bagPage](w, p.get("/api/personal/center/back/pack?type=1"))
			if won {
				winners++
				if len(bag.Records) != 1 || bag.Records[0].Source != store.FromWish || bag.Records[0].Def != 2 ||
					bag.Records[0].ValueCents != 300 {
					t.Errorf("the winner's backpack: %+v", bag)
				}
			} else if bag.Total != 0 {
				t.Errorf("%s has %+v", p.name, bag)
			}
			mine := into[wishcalls.WishPage](w, p.get("/api/wish/mine"))
			if mine.Total != 1 || mine.Records[0].Won != won || mine.Records[0].Refunded ||
				mine.Records[0].SpentCents != bottleCents || mine.Records[0].SpentWishCards != 0 ||
				len(mine.Records[0].Bottles) != 1 || mine.Records[0].ResultID != "wish-"+id ||
				mine.Records[0].AtMS == 0 {
				t.Errorf("record of %s: %+v", p.name, mine)
			}
			if p.worth().GemsCents != welcomeCents-bottleCents {
				t.Errorf("%s has %+v", p.name, p.worth())
			}
			p.unchanged(func() { p.post("/api/wish/"+id+"/take", wishFor(1)).want(w, protocol.CodeWishClosed) })
		}
		if winners != 1 {
			t.Errorf("%d winners", winners)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		b, err := fairness.ParseBundle(over.get("/api/fair/result/wish-" + id).Data)
		if err != nil {
			t.Fatal(err)
		}
		if report := fairness.Verify(b); !report.OK || b.Log == nil || b.Key == "" {
			t.Errorf("proof %+v", report)
		}
		final := into[wishcalls.WishRooms](w, over.get("/api/wish/list?status=final"))
		if final.Total != 1 || final.Rooms[0].ID != id {
			t.Errorf("final %+v", final)
		}
		over.get("/api/wish/list?status=other").want(w, protocol.CodeBadRequest)
	})
}

// Each refusal has its number, and nothing has changed: not for the player, not in the room.
func TestRefusedWishesChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		a, b := w.newPlayer("alice01"), w.newPlayer("bobby02")
		gems, forWishCards := w.gemWish(), w.wishForWishCards()
		b.post("/api/wish/"+gems+"/take", wishFor(2)).want(w, protocol.OK)
		a.wishCards(1) // one too few
		inWishCards := map[string]any{"bottles": []int{1}, "pay": "cards", "cardNum": 2, "bottleCents": 0}
		for name, c := range map[string]struct {
			room string
			body map[string]any
			want protocol.Code
		}{
			"somebody else's bottle": {gems, wishFor(2), protocol.CodeWishTaken},
			"bottle 0":               {gems, wishFor(0), protocol.CodeWishBottles},
			"a bottle below":         {gems, wishFor(-1), protocol.CodeWishBottles},
			"a bottle beyond":        {gems, wishFor(5), protocol.CodeWishBottles},
			"one bottle twice":       {gems, wishFor(1, 1), protocol.CodeWishBottles},
			"no bottle":              {gems, wishFor(), protocol.CodeWishBottles},
			"a count below": {gems, with(wishFor(), map[string]any{"count": -3}),
				protocol.CodeWishBottles},
			"more than 30 %":           {gems, wishFor(1, 3), protocol.CodeWishCap},
			"more than 30 % by chance": {gems, with(wishFor(), map[string]any{"count": 2}), protocol.CodeWishCap},
			"more than there can be": {gems, with(wishFor(), map[string]any{"count": 1 << 40}),
				protocol.CodeWishCap},
			"a price of yesterday": {gems, with(wishFor(1), map[string]any{"bottleCents": bottleCents - 1}),
				protocol.CodePriceChanged},
			"a price in cards as well": {gems, with(wishFor(1), map[string]any{"cardNum": 1}),
				protocol.CodePriceChanged},
			"cards for a room of gems": {gems, with(inWishCards, nil), protocol.CodeWishPay},
			"gems for a room of cards": {forWishCards, wishFor(1), protocol.CodeWishPay},
			"fewer cards than yesterday": {forWishCards, with(inWishCards, map[string]any{"cardNum": 1}),
				protocol.CodePriceChanged},
			"too few cards": {forWishCards, inWishCards, protocol.CodeWishCards},
			"another way to pay": {gems, with(wishFor(1), map[string]any{"pay": "shells"}),
				protocol.CodeBadRequest},
			"an unknown field": {gems, with(wishFor(1), map[string]any{"free": true}),
				protocol.CodeBadRequest},
			"a room that is not there": {"99999", wishFor(1), protocol.CodeWishGone},
			"a room without a number":  {"next", wishFor(1), protocol.CodeBadRequest},
		} {
			gemsBefore, wishCardsBefore := a.wish(gems), a.wish(forWishCards)
			a.unchanged(func() {
				if got := a.post("/api/wish/"+c.room+"/take", c.body); got.Code != c.want {
					t.Errorf("%s: %d %s, want %d", name, got.Code, got.ErrMsg, c.want)
				}
				w.visitor().post("/api/wish/"+c.room+"/take", c.body).want(w, protocol.CodeTokenInvalid)
			})
			if g, k := a.wish(gems), a.wish(forWishCards); len(g.Bottles) != len(gemsBefore.Bottles) ||
				len(k.Bottles) != len(wishCardsBefore.Bottles) {
				t.Errorf("%s: %+v, %+v", name, g, k)
			}
		}
		// One key is one taking, whatever chance would have picked the second time; with another body it is refused.
		quick := with(wishFor(), map[string]any{"count": 1})
		first := a.keyed("/api/wish/"+gems+"/take", "same", quick)
		first.want(w, protocol.OK)
		a.unchanged(func() {
			again := a.keyed("/api/wish/"+gems+"/take", "same", quick)
			again.want(w, protocol.OK)
			if x, y := into[wishcalls.TakenWish](w, first),
				into[wishcalls.TakenWish](w, again); x.Bottles[0] != y.Bottles[0] {
				t.Errorf("one key took %+v and %+v", x.Bottles, y.Bottles)
			}
			a.keyed("/api/wish/"+gems+"/take", "same", wishFor(1)).want(w, protocol.CodeKeyReused)
			a.do("POST", "/api/wish/"+gems+"/take", quick, nil).want(w, protocol.CodeKeyMissing)
		})
		poor := w.newPlayer("poorpal")
		open := w.openWish(wish.Setup{BottleCents: welcomeCents + 1})
		poor.unchanged(func() {
			poor.post("/api/wish/"+open+"/take", map[string]any{"bottles": []int{1}, "pay": "gems",
				"bottleCents": welcomeCents + 1, "cardNum": 0}).want(w, protocol.CodeFunds)
		})
		// A wish card more, and the bottle is there.
		a.wishCards(1)
		got := a.post("/api/wish/"+forWishCards+"/take", inWishCards)
		got.want(w, protocol.OK)
		if left := into[wishcalls.TakenWish](w, got); left.WishCards != 0 || a.worth().WishCards != 0 {
			t.Errorf("cards left %+v", left)
		}
		// No other player joins within the hour: what was paid comes back, once.
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		for _, id := range []string{gems, forWishCards} {
			if end := a.wish(id); end.Summary.Status != protocol.WishVoided || end.VoidReason != "expired" {
				t.Errorf("room %s: %+v", id, end)
			}
		}
		if x, y := a.worth(), b.worth(); x.GemsCents != welcomeCents || x.WishCards != 2 ||
			y.GemsCents != welcomeCents || x.BagCount+y.BagCount != 0 {
			t.Errorf("after the refund: %+v, %+v", x, y)
		}
		for _, r := range into[wishcalls.WishPage](w, a.get("/api/wish/mine")).Records {
			if !r.Refunded || r.Won || r.ResultID != "" {
				t.Errorf("record %+v", r)
			}
		}
		a.unchanged(func() { a.post("/api/wish/"+gems+"/take", wishFor(1)).want(w, protocol.CodeWishClosed) })
	})
}

func TestWishTreeGivesAWishCardATaskAndDay(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		tree := func() wishcalls.WishTree { return into[wishcalls.WishTree](w, p.get("/api/wish/tree")) }
		w.visitor().get("/api/wish/tree").want(w, protocol.CodeTokenInvalid)
		w.visitor().post("/api/wish/tree/claim", map[string]any{"task": "open"}).want(w, protocol.CodeTokenInvalid)
		now := clockAhead()
		if v := tree(); v.WishCards != 0 || len(v.Tasks) != 3 ||
			v.ResetsAtMS != now.UTC().Truncate(24*time.Hour).Add(24*time.Hour).UnixMilli() {
			t.Errorf("tree %+v", v)
		}
		p.unchanged(func() {
			for _, task := range []string{"open", "battle", "upgrade"} {
				p.post("/api/wish/tree/claim", map[string]any{"task": task}).want(w, protocol.CodeWishTask)
			}
			p.post("/api/wish/tree/claim", map[string]any{"task": "sell"}).want(w, protocol.CodeBadRequest)
		})
		p.open()
		if v := tree(); !v.Tasks[0].Done || v.Tasks[0].Claimed || v.Tasks[1].Done || v.Tasks[2].Done {
			t.Errorf("after a box: %+v", v)
		}
		a := p.post("/api/wish/tree/claim", map[string]any{"task": "open"})
		a.want(w, protocol.OK)
		if v := into[wishcalls.WishTree](w, a); v.WishCards != 1 || !v.Tasks[0].Claimed {
			t.Errorf("claimed: %+v", v)
		}
		synctest.Wait()
		p.unchanged(func() {
			for range 3 {
				p.post("/api/wish/tree/claim", map[string]any{"task": "open"}).want(w, protocol.OK)
			}
			p.post("/api/wish/tree/claim", map[string]any{"task": "upgrade"}).want(w, protocol.CodeWishTask)
		})
		item := p.give("tree", 3)[0]
		p.post("/api/upgrade/play", upgradeOf(item)).want(w, protocol.OK)
		a = p.post("/api/wish/tree/claim", map[string]any{"task": "upgrade"})
		a.want(w, protocol.OK)
		if v := into[wishcalls.WishTree](w, a); v.WishCards != 2 || !v.Tasks[2].Done || !v.Tasks[2].Claimed {
			t.Errorf("after an upgrade: %+v", v)
		}
		if other.worth().WishCards != 0 {
			t.Error("another player has cards")
		}
		// The next day begins with nothing done and nothing claimed; yesterday's cards stay.
		time.Sleep(time.UnixMilli(tree().ResetsAtMS).Sub(clockAhead()) + time.Second)
		if v := tree(); v.WishCards != 2 || v.Tasks[0].Done || v.Tasks[0].Claimed || v.Tasks[2].Done {
			t.Errorf("the next day: %+v", v)
		}
		p.unchanged(func() {
			p.post("/api/wish/tree/claim", map[string]any{"task": "open"}).want(w,
				protocol.CodeWishTask)
		})
		p.open()
		p.post("/api/wish/tree/claim", map[string]any{"task": "open"}).want(w, protocol.OK)
		if v := tree(); v.WishCards != 3 {
			t.Errorf("the second day's card: %+v", v)
		}
	})
}
