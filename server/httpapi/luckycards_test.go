package httpapi

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/fairness"
	"jadebox/protocol"
	luckycalls "jadebox/server/rooms/luckycard"
)

// shuffled waits until the lobby's decks are open and lists them, the smallest first.
func (w *world) shuffled() []protocol.LuckycardSummary {
	w.Helper()
	w.visitor().get("/api/luckycard/rooms").want(w, protocol.OK) // starts the lobby
	time.Sleep(20 * time.Second)
	synctest.Wait()
	list := into[[]protocol.LuckycardSummary](w, w.visitor().get("/api/luckycard/rooms"))
	slices.SortFunc(list, func(a, b protocol.LuckycardSummary) int { return int(a.Cards - b.Cards) })
	if len(list) == 0 ||
		slices.ContainsFunc(list,
			func(c protocol.LuckycardSummary) bool { return c.Status != protocol.LuckycardOpen }) {
		w.Fatalf("decks %+v", list)
	}
	return list
}

// turned turns the second card of a deck that goes on after it, and says how much it was.
func (c *client) turned(decks []protocol.LuckycardSummary) (protocol.LuckycardSummary, luckycalls.FlippedLuckycard) {
	c.Helper()
	for _, deck := range slices.Backward(decks) { // the top prize of a hundred hardly lies there
		before := c.worth()
		a := c.keyed("/api/luckycard/room/"+deck.ID+"/flip", "first"+deck.ID,
			map[string]any{"place": 1, "priceCents": deck.PriceCents})
		a.want(c.world, protocol.OK)
		if after := c.worth(); after.GemsCents != before.GemsCents-deck.PriceCents || after.BagCount != before.BagCount+
			1 || after.Ops != before.Ops+1 {
			c.Fatalf("a flip for %d made %+v of %+v", deck.PriceCents, after, before)
		}
		if got := into[luckycalls.FlippedLuckycard](c.world, a); !got.Over {
			return deck, got
		}
	}
	c.Fatal("the top prize lay at the second place of every deck")
	return protocol.LuckycardSummary{}, luckycalls.FlippedLuckycard{}
}

func (c *client) luckycard(id string) protocol.LuckycardSnapshot {
	c.Helper()
	a := c.get("/api/luckycard/room/" + id)
	a.want(c.world, protocol.OK)
	return into[protocol.LuckycardSnapshot](c.world, a)
}

func TestFlipsThatAreRefusedChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		deck, got := p.turned(w.shuffled())
		path := "/api/luckycard/room/" + deck.ID + "/flip"
		turn := func(place int) map[string]any { return map[string]any{"place": place, "priceCents": deck.PriceCents} }
		with := func(name string, v any) map[string]any {
			m := turn(2)
			m[name] = v
			return m
		}
		p.unchanged(func() {
			if again := into[luckycalls.FlippedLuckycard](w, p.keyed(path, "first"+deck.ID,
				turn(1))); again.Flip != got.Flip || again.ItemID != got.ItemID {
				t.Errorf("the same click: %+v and %+v", got, again)
			}
			p.keyed(path, "first"+deck.ID, turn(2)).want(w, protocol.CodeKeyReused)
			p.post(path, turn(1)).want(w, protocol.CodeLuckycardTaken)
		})
		q.unchanged(func() {
			q.keyed(path, "first"+deck.ID, turn(1)).want(w, protocol.CodeLuckycardTaken) // a key is a player's own
			q.post(path, turn(-1)).want(w, protocol.CodeLuckycardPlace)
			q.post(path, turn(int(deck.Cards))).want(w, protocol.CodeLuckycardPlace)
			q.post(path, turn(1<<40)).want(w, protocol.CodeLuckycardPlace)
			q.post(path, with("priceCents", 0)).want(w, protocol.CodeLuckycardPrice)
			q.post(path, with("priceCents", -deck.PriceCents)).want(w, protocol.CodeLuckycardPrice)
			q.post(path, with("card", 1)).want(w, protocol.CodeBadRequest) // the card is not the client's to choose
			q.post(path, with("oddsPpm", 1_000_000)).want(w, protocol.CodeBadRequest)
			q.post("/api/luckycard/room/99999/flip", turn(2)).want(w, protocol.CodeLuckycardGone)
			q.do("POST", path, turn(2), nil).want(w, protocol.CodeKeyMissing)
		})
		w.visitor().post(path, turn(2)).want(w, protocol.CodeTokenInvalid)
		if v := q.luckycard(deck.ID); len(v.Flips) != 1 || v.Summary.Left != deck.Cards-1 || v.Key != "" {
			t.Errorf("%+v", v)
		}
		bundle, err := fairness.ParseBundle(w.visitor().get("/api/fair/result/" + got.Flip.ResultID).Data)
		if err != nil || !fairness.Verify(bundle).OK {
			t.Errorf("bundle: %v", err)
		}
	})
}

// After the top prize a room takes no more gems, and the lobby has another one.
func TestADeckThatIsOverTakesNoGems(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		deck := w.shuffled()[0]
		path := "/api/luckycard/room/" + deck.ID + "/flip"
		place := 0
		for ; ; place++ {
			a := p.post(path, map[string]any{"place": place, "priceCents": p.luckycard(deck.ID).Summary.PriceCents})
			a.want(w, protocol.OK)
			if into[luckycalls.FlippedLuckycard](w, a).Over {
				break
			}
		}
		p.unchanged(func() {
			for other := range int(deck.Cards) {
				p.post(path, map[string]any{"place": other, "priceCents": deck.PriceCents}).want(w,
					protocol.CodeLuckycardOver)
			}
		})
		if v := p.luckycard(deck.ID); v.Summary.Status != protocol.LuckycardOver || v.Key == "" ||
			len(v.Flips) != place+
				1 {
			t.Errorf("%+v", v)
		}
		if next := w.shuffled()[0]; next.ID == deck.ID || next.Deck != deck.Deck {
			t.Errorf("after %+v comes %+v", deck, next)
		}
		page := into[luckycalls.LuckycardPage](w, p.get("/api/luckycard/ended"))
		if page.Total != 1 || page.Records[0].Card.ID != deck.ID {
			t.Errorf("%+v", page)
		}
		mine := into[luckycalls.LuckycardPage](w, p.get("/api/luckycard/records"))
		if mine.Total != 1 || len(mine.Records[0].Flips) != place+1 {
			t.Errorf("records of the player %+v", mine)
		}
		if theirs := into[luckycalls.LuckycardPage](w,
			w.newPlayer("bobby02").get("/api/luckycard/records")); theirs.Total != 0 {
			t.Errorf("records of another %+v", theirs)
		}
	})
}
