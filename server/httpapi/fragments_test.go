package httpapi

import (
	"sync"
	"testing"
	"testing/synctest"

	"jadebox/protocol"
	"jadebox/store"
)

// fragments gives a player some.
func (c *client) fragments(key string, n int64) {
	c.Helper()
	if _, err := c.engine.Commit(c.Context(), &store.Op{Player: store.PlayerID(c.playerID()), Key: key,
		Kind: "test.give", At: clockAhead(),
		Postings: []store.Posting{{Debit: store.HouseFragments,
			Credit: store.PlayerFragments(store.PlayerID(c.playerID())), AmountCents: n}}}); err != nil {
		c.Fatal(err)
	}
}

func TestFragmentsAreExchangedForAnItem(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		list := into[exchangeList](w, w.visitor().get("/api/exchange/list?size=2"))
		if len(list.Records) != 2 || list.Total < 3 || list.Fragments != 0 ||
			list.Records[0].PriceCents > list.Records[1].PriceCents {
			t.Fatalf("%+v", list)
		}
		cheap := list.Records[0]
		if want := (cheap.PriceCents*5 + 3) / 4; cheap.DebrisPrice != want {
			t.Errorf("%d cents cost %d fragments, want %d", cheap.PriceCents, cheap.DebrisPrice, want)
		}
		body := func(def store.DefID, price int64) map[string]any {
			return map[string]any{"def": def, "debrisPrice": price}
		}
		p.unchanged(func() {
			p.post("/api/exchange", body(cheap.Def, cheap.DebrisPrice)).want(w, protocol.CodeFragments)
		})
		p.fragments("a", 2*cheap.DebrisPrice-1)
		p.unchanged(func() {
			p.post("/api/exchange", body(cheap.Def, cheap.DebrisPrice-1)).want(w, protocol.CodePriceChanged)
			p.post("/api/exchange", body(9999, 1)).want(w, protocol.CodeFragmentTarget)
			w.visitor().post("/api/exchange", body(cheap.Def, cheap.DebrisPrice)).want(w, protocol.CodeTokenInvalid)
			q.post("/api/exchange", body(cheap.Def, cheap.DebrisPrice)).want(w, protocol.CodeFragments)
		})
		before := p.worth()
		// Twenty at once, each under a key of its own: there is enough for one.
		var done sync.WaitGroup
		codes := make([]protocol.Code, 20)
		for i := range codes {
			done.Go(func() {
				codes[i] = p.keyed("/api/exchange", "at-once-"+itoa(int64(i)), body(cheap.Def, cheap.DebrisPrice)).Code
			})
		}
		done.Wait()
		synctest.Wait()
		good := 0
		for _, code := range codes {
			switch code {
			case protocol.OK:
				good++
			case protocol.CodeFragments:
			default:
				t.Errorf("answered %d", code)
			}
		}
		after := p.worth()
		if good != 1 || after.Fragments != cheap.DebrisPrice-1 || after.BagCount != before.BagCount+1 ||
			after.GemsCents != before.GemsCents {
			t.Errorf("%d exchanges; had %+v and has %+v", good, before, after)
		}
		if l := into[exchangeList](w,
			p.get("/api/exchange/list?most="+itoa(after.Fragments))); l.Fragments != after.Fragments || l.Total != 0 {
			t.Errorf("what can be had for %d: %+v", after.Fragments, l)
		}
		records := func(query string) exchangePage {
			return into[exchangePage](w, p.get("/api/exchange/record"+query))
		}
		all := records("")
		if all.Total != 1 || all.Records[0].Def != cheap.Def || all.Records[0].Fragments != cheap.DebrisPrice ||
			all.Records[0].Status != store.ItemInBackpack {
			t.Fatalf("%+v", all)
		}
		p.post("/api/bag/sell", map[string]any{"items": []any{all.Records[0].ID}}).want(w, protocol.OK)
		// What is gone stays in the history, in its time.
		at := all.Records[0].AtMS
		if now := records("?since=" + itoa(at) + "&until=" + itoa(at+1)); now.Total != 1 ||
			now.Records[0].Status != store.ItemSold || now.Records[0].Elsewhere {
			t.Errorf("%+v", now)
		}
		if later := records("?since=" + itoa(at+1)); later.Total != 0 || later.Records == nil {
			t.Errorf("%+v", later)
		}
		if theirs := into[exchangePage](w, q.get("/api/exchange/record")); theirs.Total != 0 {
			t.Errorf("somebody else's: %+v", theirs)
		}
		w.visitor().get("/api/exchange/record").want(w, protocol.CodeTokenInvalid)
	})
}
