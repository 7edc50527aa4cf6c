package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// linked gives a player a trade link whose token says what the sandbox does.
func (c *client) linked(token string) *client {
	c.Helper()
	url := "https://steamcommunity.com/tradeoffer/new/?partner=1&token=" + token
	if err := c.engine.SetContact(c.Context(), store.PlayerID(c.playerID()),
		store.ContactChange{TradeURL: &url}); err != nil {
		c.Fatal(err)
	}
	c.directory.Post(delivery.WorkerKind, delivery.WorkerID, directory.Wake{}, nil) // no other actor needs the worker
	return c
}

func itemsBody(ids ...call.ID) map[string]any { return map[string]any{"items": ids} }

// statuses asks for ids as the client's polling does: "id:status …".
func (c *client) statuses(ids ...string) string {
	c.Helper()
	a := c.get("/finance/assets/status?ids=" + strings.Join(ids, ","))
	a.want(c.world, protocol.OK)
	var s []string
	for _, it := range into[[]assetStatus](c.world, a) {
		s = append(s, fmt.Sprint(it.ID, ":", it.Status))
	}
	return strings.Join(s, " ")
}

func TestRetrievalsAsTheSandboxEndsThem(t *testing.T) {
	for token, want := range map[string]struct {
		status  int
		item    store.ItemStatus
		outcome string
	}{"shipabcd": {2, store.ItemRetrieved, "shipped"}, "failabcd": {0, store.ItemRetrievalFailed, "failed"},
		"denyabcd": {6, store.ItemRejected, "declined"}} {
		t.Run(token, func(t *testing.T) {
			inWorld(t, options{}, func(w *world) {
				c, other := w.newPlayer("alice01").linked(token), w.newPlayer("bobby02")
				id := c.give("retrieval", 2)[0]
				a := c.post("/api/retrieve/request", itemsBody(id))
				a.want(w, protocol.OK)
				if r := into[retrieving](w, a); r.BagCount != 0 || len(r.Items) != 1 || r.Items[0] != id {
					t.Errorf("%+v", r)
				}
				text := itoa(int64(id))
				if got := c.statuses(text, "999"); got != text+":1" {
					t.Error(got)
				}
				if got := other.statuses(text); got != "" {
					t.Errorf("another player hears %q", got)
				}
				page := into[retrievePage](w, c.get("/api/retrieve/record"))
				if page.Total != 1 || page.Records[0].Status != 1 || page.Records[0].Items[0].ID != id ||
					page.Records[0].Outcome != "" {
					t.Errorf("%+v", page)
				}
				time.Sleep(20 * time.Second)
				if got := c.statuses(text); got != fmt.Sprint(text, ":", want.status) {
					t.Error(got)
				}
				for state, total := range map[string]int{"all": 1, "shipped": bit(want.status == 2),
					"failed": bit(want.status != 2)} {
					page = into[retrievePage](w, c.get("/api/retrieve/record?state="+state))
					if page.Total != total || total == 1 && (page.Records[0].Status != want.status ||
						page.Records[0].Outcome != want.outcome) {
						t.Errorf("%s: %+v", state, page)
					}
				}
				bag := into[bagPage](w, c.get("/api/personal/center/back/pack?type=2"))
				if bag.Records[0].Status != want.item {
					t.Errorf("%+v", bag)
				}
				if came := into[bagPage](w,
					c.get("/api/personal/center/back/pack?type=3")); came.Total != bit(want.status != 2) {
					t.Errorf("%+v", came)
				}
				if theirs := into[retrievePage](w, other.get("/api/retrieve/record")); theirs.Total != 0 {
					t.Errorf("%+v", theirs)
				}
				if file := string(c.do(http.MethodGet, "/api/user/records/export?of=retrievals", nil,
					nil).raw); strings.Count(file, "\r\n") != 2 || !strings.Contains(file, "Bow|Reed") {
					t.Errorf("the file says %q", file)
				}
				c.get("/api/retrieve/record?state=mine").want(w, protocol.CodeBadRequest)
			})
		})
	}
}

// A player takes back what waits for its review; the list says so, and no other player can.
func TestAPlayerCancelsARetrieval(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.setDelivery(`{"autoCents":0}`)
		c, other := w.newPlayer("alice01").linked("shipabcd"), w.newPlayer("bobby02")
		id := c.give("cancel", 2)[0]
		a := c.post("/api/retrieve/request", itemsBody(id))
		a.want(w, protocol.OK)
		order := into[retrieving](w, a)
		path := "/api/retrieve/" + itoa(int64(order.OrderID)) + "/cancel"
		other.post(path, map[string]any{}).want(w, protocol.CodeRetrieveGone)
		c.post("/api/retrieve/999999/cancel", map[string]any{}).want(w, protocol.CodeRetrieveGone)
		w.visitor().post(path, map[string]any{}).want(w, protocol.CodeTokenInvalid)
		a = c.keyed(path, "back", map[string]any{})
		a.want(w, protocol.OK)
		if got := into[retrieving](w, a); got.BagCount != 1 || len(got.Items) != 1 || got.Items[0] != id {
			t.Errorf("%+v", got)
		}
		c.keyed(path, "back", map[string]any{}).want(w, protocol.OK)
		c.post(path, map[string]any{}).want(w, protocol.CodeRetrieveStep)
		for state, total := range map[string]int{"all": 1, "cancelled": 1, "failed": 0, "shipped": 0} {
			page := into[retrievePage](w, c.get("/api/retrieve/record?state="+state))
			if page.Total != total || total == 1 && (page.Records[0].Step != "cancelled" ||
				page.Records[0].Outcome != "cancelled") {
				t.Errorf("%s: %+v", state, page)
			}
		}
		if got := c.statuses(itoa(int64(id))); got != "" {
			t.Error(got)
		}
		c.post("/api/bag/sell", itemsBody(id)).want(w, protocol.OK)
	})
}

func (w *world) setDelivery(text string) {
	w.Helper()
	if err := settingstest.Put(w.Context(), w.engine, delivery.Setting, []byte(text)); err != nil {
		w.Fatal(err)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestRetrievalNeedsALinkAndAVisibleInventory(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		id := c.give("retrieval", 2)[0]
		c.unchanged(func() {
			c.post("/api/retrieve/request", itemsBody(id)).want(w, protocol.CodeTradeLink)
			c.linked("private1").post("/api/retrieve/request", itemsBody(id)).want(w, protocol.CodePrivate)
			c.post("/api/retrieve/request", itemsBody()).want(w, protocol.CodeItemCount)
			c.post("/api/retrieve/request", `{"items":["`+itoa(int64(id))+`"],"status":5}`).want(w,
				protocol.CodeBadRequest)
		})
		if got := c.statuses(itoa(int64(id))); got != "" {
			t.Error(got)
		}
		c.linked("shipabcd").post("/api/retrieve/request", itemsBody(id)).want(w, protocol.OK)
	})
}

func TestStatusesAreAskedOfAtMostFiftyIDs(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		ids := strings.Repeat("1,", 50) + "2"
		c.get("/finance/assets/status?ids="+ids).want(w, protocol.CodeItemCount)
		for _, bad := range []string{"x", "r", "-1", "1,,2", "01", "r1x"} {
			c.get("/finance/assets/status?ids="+bad).want(w, protocol.CodeBadRequest)
		}
		if got := c.statuses("1", "r1"); got != "" {
			t.Error(got)
		}
		w.visitor().get("/finance/assets/status?ids=1").want(w, protocol.CodeTokenInvalid)
	})
}

// 200 identical requests are one order; of 200 with keys of their own one has the item. Nothing is sold and retrieved
// at once.
func TestParallelRetrievalsTakeAnItemOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01").linked("slowabcd")
		for name, key := range map[string]func(int) string{"identical": func(int) string { return "same" },
			"distinct": func(i int) string { return fmt.Sprint("own-", i) }} {
			id := c.give("parallel "+name, 2)[0]
			before := len(w.opsOf(delivery.KindRequest, c))
			done := map[string]int{}
			var mu sync.Mutex
			var all sync.WaitGroup
			for i := range 200 {
				path := "/api/retrieve/request"
				if name == "distinct" && i%2 == 1 {
					path = "/api/bag/sell"
				}
				all.Go(func() {
					code := c.do(http.MethodPost, path, itemsBody(id), http.Header{"Idempotency-Key": {key(i)}}).Code
					mu.Lock()
					defer mu.Unlock()
					switch code {
					case protocol.OK:
						done[path]++
					case protocol.CodeItemState, protocol.CodeBusy:
					default:
						t.Errorf("%s: code %d", name, code)
					}
				})
			}
			all.Wait()
			synctest.Wait()
			orders := len(w.opsOf(delivery.KindRequest, c)) - before
			sum := done["/api/retrieve/request"] + done["/api/bag/sell"]
			if name == "identical" && (orders != 1 || sum < 1) || name == "distinct" &&
				(sum != 1 || orders != done["/api/retrieve/request"]) {
				t.Errorf("%s: %v answered, %d orders", name, done, orders)
			}
		}
	})
}
