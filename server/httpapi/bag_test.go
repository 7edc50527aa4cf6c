package httpapi

import (
	"fmt"
	"testing"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func TestWhatIsInTheBackpackIsSoldOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		for range 2 {
			c.post("/api/box/1/open", map[string]any{"count": 4, "priceCents": priceCents}).want(w, protocol.OK)
		}
		p := into[bagPage](w, c.get("/api/personal/center/back/pack?current=1&size=6&type=1"))
		if p.Total != 8 || len(p.Records) != 6 || p.Current != 1 {
			t.Fatalf("total %d, %d records", p.Total, len(p.Records))
		}
		second := into[bagPage](w, c.get("/api/personal/center/back/pack?current=2&size=6"))
		if len(second.Records) != 2 || second.Current != 2 {
			t.Errorf("second page: %+v", second)
		}
		first := p.Records[0]
		if first.Name == "" || first.SkinsRarity == "" || first.Status != 0 || first.Source != 1 ||
			int64(first.SalePrice) != first.ValueCents {
			t.Errorf("%+v", first)
		}
		before := c.worth()
		a := c.keyed("/api/bag/sell", "sale", map[string]any{"items": []call.ID{first.ID, p.Records[1].ID}})
		a.want(w, protocol.OK)
		s := into[sold](w, a)
		want := first.ValueCents + p.Records[1].ValueCents
		if s.SoldCents != want || s.Count != 2 || s.BalanceCents != before.GemsCents+want || s.BagCount != 6 {
			t.Errorf("%+v, want %d", s, want)
		}
		c.unchanged(func() {
			c.keyed("/api/bag/sell", "sale", map[string]any{"items": []call.ID{first.ID, p.Records[1].ID}}).want(w,
				protocol.OK)
			c.keyed("/api/bag/sell", "sale", map[string]any{"items": []call.ID{first.ID}}).want(w,
				protocol.CodeKeyReused)
			c.post("/api/bag/sell", map[string]any{"items": []call.ID{first.ID}}).want(w, protocol.CodeItemState)
			// One sold item among good ones refuses all of them.
			c.post("/api/bag/sell", map[string]any{"items": []call.ID{p.Records[2].ID, first.ID}}).want(w,
				protocol.CodeItemState)
		})
		if all := into[bagPage](w, c.get("/api/personal/center/back/pack?type=2&size=50")); all.Total != 8 {
			t.Errorf("%d items of every status, want 8", all.Total)
		}
		rest := c.post("/api/bag/sell/all", map[string]any{})
		rest.want(w, protocol.OK)
		if s := into[sold](w, rest); s.Count != 6 || s.BagCount != 0 {
			t.Errorf("%+v", s)
		}
		c.unchanged(func() { c.post("/api/bag/sell/all", nil).want(w, protocol.CodeEmptyBag) })
	})
}

func TestSalesThatAreRefusedChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, thief := w.newPlayer("alice01"), w.newPlayer("mallory1")
		thief.open()
		mine := c.open().Results[0].ItemID
		tooMany := make([]call.ID, 51)
		for i := range tooMany {
			tooMany[i] = call.ID(i + 1)
		}
		refused := func(by *client, items any, want protocol.Code) {
			t.Helper()
			for _, p := range []*client{c, thief} {
				p.unchanged(func() { by.post("/api/bag/sell", map[string]any{"items": items}).want(w, want) })
			}
		}
		refused(thief, []call.ID{mine}, protocol.CodeItemForeign)
		refused(c, []call.ID{9_007_199_254_740_993}, protocol.CodeItemForeign) // an unknown item reads the same
		refused(c, []call.ID{}, protocol.CodeItemCount)
		refused(c, nil, protocol.CodeItemCount)
		refused(c, tooMany, protocol.CodeItemCount)
		refused(c, []call.ID{mine, mine}, protocol.CodeItemCount)
		refused(c, []string{"0"}, protocol.CodeBadRequest)
		refused(c, []string{"-5"}, protocol.CodeBadRequest)
		refused(c, []string{"1e3"}, protocol.CodeBadRequest)
		refused(c, []string{"9223372036854775808"}, protocol.CodeBadRequest)
		refused(c, []int64{int64(mine)}, protocol.CodeBadRequest) // ids are strings
		refused(c, fmt.Sprint(mine), protocol.CodeBadRequest)
	})
}

func TestPagesAreBounded(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		for _, path := range []string{"/api/personal/center/back/pack", "/api/box/history", "/api/battle/mine",
			"/api/battle/list"} {
			for _, bad := range []string{"size=51", "size=-1", "current=-1", "current=999999999",
				"current=9223372036854775807", "size=1e1", "current=01"} {
				if a := c.get(path + "?" + bad); a.Code != protocol.CodeBadRequest {
					t.Errorf("%s?%s: %d", path, bad, a.Code)
				}
			}
			c.get(path+"?current=1&size=50").want(w, protocol.OK)
		}
	})
}

func TestAKeyIsOfTheItemsItCameWith(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		ids := p.give("two", 3, 3)
		sell := func(id call.ID) reply {
			return p.keyed("/api/bag/sell", "one-key", map[string]any{"items": []call.ID{id}})
		}
		sell(ids[0]).want(w, protocol.OK)
		p.unchanged(func() {
			sell(ids[0]).want(w, protocol.OK)
			sell(ids[1]).want(w, protocol.CodeKeyReused)
		})
	})
}
