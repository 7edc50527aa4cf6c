package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"jadebox/actors/player"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/mall"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// verified is a player with a real name.
func (w *world) verified(name string) *client {
	w.Helper()
	c := w.newPlayer(name)
	id := store.PlayerID(c.playerID())
	if err := w.engine.SetRealName(w.Context(), id, store.SealedName{Sealed: []byte("x"), Index: [32]byte{byte(id)},
		At: clockAhead()}); err != nil {
		w.Fatal(err)
	}
	return c
}

// Prices of the world's items with 3 % on top.
const bowCents, bladeCents = 309, 4_120

func buyAt(cents int64) map[string]any { return map[string]any{"priceCents": cents} }

func TestMallListsWhatIsSold(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		names := func(query string) string {
			var s []string
			for _, it := range into[mallPage](w, c.get("/api/mall/items?"+query)).Records {
				s = append(s, fmt.Sprint(it.ID, ":", it.PriceCents))
			}
			return strings.Join(s, " ")
		}
		for query, want := range map[string]string{
			"":                               "1:4120 2:309 3:103",
			"type=skin&sort=price_asc":       "3:103 2:309 1:4120",
			"q=jade":                         "1:4120",
			"q=%E8%8A%A6%E8%8B%87":           "2:309",
			"minCents=103&maxCents=309":      "2:309 3:103",
			"size=1&current=2":               "2:309",
			"category=knife":                 "1:4120",
			"q=nothing":                      "",
			"current=9":                      "",
			"sort=rarity":                    "1:4120 2:309 3:103",
			"q=" + strings.Repeat("%20", 60): "1:4120 2:309 3:103",
		} {
			if got := names(query); got != want {
				t.Errorf("%s: %q, not %q", query, got, want)
			}
		}
		for _, bad := range []string{"type=box", "sort=luck", "minCents=-1", "size=51", "current=0x1", "q=" +
			strings.Repeat("a", 300)} {
			c.get("/api/mall/items?"+bad).want(w, protocol.CodeBadRequest)
		}
		w.visitor().get("/api/mall/items").want(w, protocol.CodeTokenInvalid)
		if d := into[mallDetail](w, c.get("/api/mall/item/2")); d.PriceCents != bowCents || d.ValueCents != 300 {
			t.Errorf("%+v", d)
		}
		c.get("/api/mall/item/99").want(w, protocol.CodeMallGone)
	})
}

func TestWhatTheMallSellsIsPaidFor(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.unchanged(func() {
			c.post("/api/mall/item/2/buy", buyAt(bowCents)).want(w, protocol.CodeRealName)
			c.post("/api/mall/item/99/buy", buyAt(1)).want(w, protocol.CodeMallGone)
		})
		id := store.PlayerID(c.playerID())
		if err := w.engine.SetRealName(w.Context(), id, store.SealedName{Sealed: []byte("x"), Index: [32]byte{1},
			At: clockAhead()}); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() {
			for _, stale := range []int64{bowCents - 1, bowCents + 1, 1, 300} {
				c.post("/api/mall/item/2/buy", buyAt(stale)).want(w, protocol.CodePriceChanged)
			}
			for _, extra := range []string{`{"priceCents":309,"valueCents":999999}`, `{"priceCents":309,"source":1}`} {
				c.post("/api/mall/item/2/buy", extra).want(w, protocol.CodeBadRequest)
			}
		})
		a := c.keyed("/api/mall/item/2/buy", "once", buyAt(bowCents))
		a.want(w, protocol.OK)
		b := into[boughtItem](w, a)
		if b.BalanceCents != welcomeCents-bowCents || b.BagCount != 1 || b.Def != 2 {
			t.Errorf("%+v", b)
		}
		if again := into[boughtItem](w, c.keyed("/api/mall/item/2/buy", "once",
			buyAt(bowCents))); again.ItemID != b.ItemID {
			t.Errorf("%+v after %+v", again, b)
		}
		c.keyed("/api/mall/item/1/buy", "once", buyAt(bladeCents)).want(w, protocol.CodeKeyReused)
		bag := into[bagPage](w, c.get("/api/personal/center/back/pack"))
		if bag.Total != 1 || bag.Records[0].ID != b.ItemID || bag.Records[0].Source != store.FromMall ||
			bag.Records[0].ValueCents != 300 {
			t.Errorf("%+v", bag)
		}
		orders := into[mallOrders](w, c.get("/api/mall/order/record"))
		if orders.Total != 1 || orders.Records[0].State != store.ItemInBackpack ||
			orders.Records[0].PriceCents != bowCents || orders.Records[0].Elsewhere {
			t.Errorf("%+v", orders)
		}
		c.post("/api/bag/sell", map[string]any{"items": []call.ID{b.ItemID}}).want(w, protocol.OK)
		if orders = into[mallOrders](w, c.get("/api/mall/order/record")); orders.Records[0].State != store.ItemSold {
			t.Errorf("%+v", orders)
		}
		if got := c.gems(); got != welcomeCents-bowCents+300 {
			t.Errorf("%d gems", got)
		}
		if other := into[mallOrders](w, w.newPlayer("bobby02").get("/api/mall/order/record")); other.Total != 0 {
			t.Errorf("another player sees %+v", other)
		}
	})
}

// Other settings hold at once: a request with the old price is stale, and what is hidden is gone.
func TestSettingsOfTheMallHoldAtOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.verified("alice01")
		set := func(text string) {
			if err := settingstest.Put(w.Context(), w.engine, mall.Setting, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		set(`{"markupPpm":500000}`)
		c.unchanged(func() { c.post("/api/mall/item/2/buy", buyAt(bowCents)).want(w, protocol.CodePriceChanged) })
		set(`{"own":{"2":{"hidden":true}}}`)
		c.unchanged(func() { c.post("/api/mall/item/2/buy", buyAt(bowCents)).want(w, protocol.CodeMallGone) })
		set(`{"own":{"2":{"priceCents":5}}}`) // below its value: sold at that
		c.post("/api/mall/item/2/buy", buyAt(300)).want(w, protocol.OK)
	})
}

// 200 identical purchases are one; of 200 with keys of their own, as many as there are gems for.
func TestParallelPurchasesPayOnceAKey(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.verified("alice01")
		parallel := func(path string, cents int64, key func(int) string) (done int) {
			codes := make([]protocol.Code, 200)
			var all sync.WaitGroup
			for i := range codes {
				all.Go(func() {
					codes[i] = c.do(http.MethodPost, path, buyAt(cents), http.Header{"Idempotency-Key": {key(i)}}).Code
				})
			}
			all.Wait()
			for _, code := range codes {
				switch code {
				case protocol.OK:
					done++
				case protocol.CodeFunds, protocol.CodeBusy:
				default:
					t.Errorf("code %d", code)
				}
			}
			return done
		}
		if n := parallel("/api/mall/item/2/buy", bowCents, func(int) string { return "same" }); n < 1 {
			t.Errorf("%d answered", n)
		}
		if got := c.gems(); got != welcomeCents-bowCents || len(w.opsOf(player.KindBuy, c)) != 1 {
			t.Errorf("%d gems, %d purchases", got, len(w.opsOf(player.KindBuy, c)))
		}
		most := int((welcomeCents - bowCents) / bladeCents)
		n := parallel("/api/mall/item/1/buy", bladeCents, func(i int) string { return fmt.Sprint("own-", i) })
		synctest.Wait()
		if got := c.gems(); n > most || len(w.opsOf(player.KindBuy, c)) != 1+n ||
			got != welcomeCents-bowCents-int64(n)*bladeCents || got < 0 {
			t.Errorf("%d bought of at most %d: %d gems, %d ops", n, most, got, len(w.opsOf(player.KindBuy, c)))
		}
	})
}

func (w *world) opsOf(kind string, c *client) []store.OpRecord {
	w.Helper()
	ops, _, err := w.engine.Ops(w.Context(), store.OpQuery{Player: store.PlayerID(c.playerID()), Kinds: []string{kind},
		Page: store.Page{Limit: 500}})
	if err != nil {
		w.Fatal(err)
	}
	return ops
}
