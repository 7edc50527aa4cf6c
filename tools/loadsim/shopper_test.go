package loadsim

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gobwas/ws"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/measure"
)

// kiosk is a server that sells, takes payments and gives prizes to one player; lies says how it goes wrong.
func kiosk(t *testing.T, lies string) *httptest.Server {
	t.Helper()
	var mu sync.Mutex
	cents, bag, claimed := int64(shopCents), shopBag, false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		answer := func(code protocol.Code, data any) {
			_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "errCode": code, "data": data})
		}
		switch r.URL.Path {
		case client.PathInfo:
			answer(protocol.OK, map[string]any{"id": "1", "balance": protocol.Gems(cents), "bagNum": bag})
		case client.PathMall:
			answer(protocol.OK, map[string]any{"records": []any{map[string]any{"id": 3, "priceCents": 120}}})
		case client.PathBuy(3):
			if cents, bag = cents-120, bag+1; lies == "overcharges" {
				cents--
			}
			answer(protocol.OK, client.BoughtItem{ItemID: "9", PriceCents: 120, BalanceCents: cents, BagCount: bag})
		case client.PathQuote:
			answer(protocol.OK, client.Quote{PriceCents: 500, BonusCents: 30})
		case client.PathOrder:
			var in client.MakeOrder
			_ = json.Unmarshal(body, &in)
			if lies == "limits" {
				answer(protocol.CodeRateLimited, nil)
				return
			}
			if lies == "gives no bonus" {
				in.BonusCents = 0
			}
			answer(protocol.OK, client.Order{ID: "5", GemsCents: in.GemsCents, BonusCents: in.BonusCents,
				URL: "/pay/5"})
		case "/pay/5":
			if string(body) != "act=pay" {
				w.WriteHeader(http.StatusBadRequest)
			} else if lies != "credits nothing" {
				cents += 1030
			}
		case client.PathTasks:
			answer(protocol.OK, []client.TaskBox{{ID: 1, BoxType: 2}, {ID: 2, BoxType: 5, Claimable: !claimed}})
		case client.PathProp:
			if claimed = true; lies != "keeps the prize" {
				cents += 40
			}
			answer(protocol.OK, []client.TaskGiven{{Type: "diamond", Num: 40}})
		case client.PathOpen(1):
			cents, bag = cents-100, bag+1
			answer(protocol.OK, map[string]any{"results": []any{map[string]any{"itemId": "8", "valueCents": 90}},
				"balanceCents": cents, "bagCount": bag})
		default:
			answer(protocol.CodeInternal, nil)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestShoppersPayersAndTaskersPlay(t *testing.T) {
	for lies, found := range map[string]struct{ buying, paying, claiming bool }{
		"": {}, "limits": {}, "overcharges": {buying: true}, "gives no bonus": {paying: true},
		"credits nothing": {paying: true}, "keeps the prize": {claiming: true},
	} {
		t.Run("server that "+lies, func(t *testing.T) {
			t.Parallel()
			visit := func(play func(*bot) bool) (bool, int64, int) {
				b, findings := customer(kiosk(t, lies))
				b.account.Name, b.part, b.Credit = "bot", &filePart{Cheapest: 5, GemsCents: 1000}, 50*time.Millisecond
				if goesOn := play(b); !goesOn && !b.gone || b.gone && lies == "limits" {
					t.Errorf("the bot can play no more: gone %v", b.gone)
				}
				cents, bag := b.ledger.Now()
				return findings.Broken() > 0, cents, bag
			}
			broken, cents, bag := visit(func(b *bot) bool { return b.playMall(t.Context()) })
			if broken != found.buying || lies == "" && (cents != shopCents-120 || bag != shopBag+1) {
				t.Errorf("buying: findings %v, %d cents, %d items", broken, cents, bag)
			}
			broken, cents, _ = visit(func(b *bot) bool { return b.playPay(t.Context()) })
			if broken != found.paying || lies == "" && cents != shopCents+1030 ||
				lies == "limits" && cents != shopCents {
				t.Errorf("paying: findings %v, %d cents", broken, cents)
			}
			broken, cents, _ = visit(func(b *bot) bool {
				b.claim(t.Context(), client.TaskBox{ID: 2, BoxType: 5})
				return true
			})
			if broken != found.claiming || lies == "" && cents != shopCents+40 {
				t.Errorf("claiming: findings %v, %d cents", broken, cents)
			}
		})
	}
}

// channels is a socket server of JSON channels; lies says how it goes wrong.
func channels(t *testing.T, lies string) *httptest.Server {
	t.Helper()
	up := ws.HTTPUpgrader{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, _, err := up.Upgrade(r, w)
		if err != nil {
			return
		}
		go speak(c, r.URL.Path, lies)
	}))
	t.Cleanup(s.Close)
	return s
}

func speak(c net.Conn, path, lies string) {
	defer c.Close()
	say := func(text string) { ws.WriteFrame(c, ws.NewTextFrame([]byte(text))) }
	hear := func() string {
		f, err := ws.ReadFrame(c)
		if err != nil || f.Header.OpCode != ws.OpText {
			return ""
		}
		return string(ws.UnmaskFrame(f).Payload)
	}
	if strings.HasPrefix(path, "/ws/drop/") && (path != "/ws/drop/me" || hear() != `{"lang":"","token":"secret"}`) {
		say(`{"msgType":"error","errCode":1001}`)
		return
	}
	if lies != "does not welcome" {
		say(`{"msgType":"welcome","serverTimeMs":1}`)
	}
	switch lies {
	case "speaks in binary":
		ws.WriteFrame(c, ws.NewBinaryFrame([]byte(`{"msgType":0}`)))
	case "speaks no JSON":
		say("drop!")
	case "answers nobody":
		say("heart check")
		say("heart check")
	default:
		say(`{"msgType":0,"userName":"x"}`)
	}
	for text := hear(); text != ""; text = hear() {
		say(text)
	}
}

func heartsOf(s measure.Summary) int64 {
	i := slices.IndexFunc(s.Operations, func(o measure.Operation) bool { return o.Op == "channel.heart" })
	if i < 0 {
		return 0
	}
	return s.Operations[i].OK
}

func TestListenersOfJSONChannelsAreServed(t *testing.T) {
	for lies, found := range map[string]bool{"": false, "does not welcome": true, "speaks in binary": true,
		"speaks no JSON": true, "answers nobody": true} {
		t.Run("server that "+lies, func(t *testing.T) {
			t.Parallel()
			b, findings := customer(channels(t, lies))
			b.part = &filePart{Channels: channelNames}
			b.account.Player, b.account.Token = "me", "secret"
			go func() { // until something is found, or all is heard; ten seconds at most
				defer close(b.playing)
				for range 1000 {
					if s := b.recorder.Summary(); findings.Broken() > 0 || s.Deliveries == 4 && heartsOf(s) == 4 {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
			b.playChannels(t.Context())
			s := b.recorder.Summary()
			if (findings.Broken() > 0) != found {
				t.Errorf("%d findings: %v", findings.Broken(), findings.Texts())
			}
			heard := map[string]int64{}
			for _, o := range s.Operations {
				heard[o.Op] = o.OK
			}
			want := map[string]int64{"channel.drop": 1, "channel.upgrade": 1, "channel.luckycard": 1, "channel.wish": 1,
				"channel.heart": 4}
			if lies == "" && (fmt.Sprint(heard) != fmt.Sprint(want) || s.Deliveries != 4 || len(s.Errors) > 0) {
				t.Errorf("heard %v, %d deliveries, errors %v", heard, s.Deliveries, s.Errors)
			}
		})
	}
}
