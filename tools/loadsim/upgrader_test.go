package loadsim

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/measure"
)

const shopCents, shopBag = 10_000, 6

// shop is a server that upgrades, trades and turns cards for one player; lies says how it goes wrong.
func shop(t *testing.T, lies string) *httptest.Server {
	t.Helper()
	var mu sync.Mutex
	cents, bag, made := int64(shopCents), shopBag, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		answer := func(code protocol.Code, data any) {
			_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "errCode": code, "data": data})
		}
		made++
		lie := func(what string) int64 {
			if lies == what {
				return 1
			}
			return 0
		}
		if lies == "refuses" {
			answer(protocol.CodeItemForeign, nil)
			return
		}
		switch r.URL.Path {
		case client.PathUpgrade:
			var in client.PlayUpgrade
			_ = json.Unmarshal(body, &in)
			u := client.Upgraded{Won: made%2 == 0, RateE8: in.RateE8 + lie("rate")}
			cents, bag = cents-in.GemsCents, bag-len(in.Items)
			if u.Won {
				bag++
				u.ItemID = fmt.Sprint("won", made)
			}
			u.Result.StartSection = float64(in.StartE8) / certainE8
			if bag += int(lie("keeps")) * -1; lies == "item" {
				u.ItemID = "none of it"
				u.Won = false
			}
			u.BalanceCents, u.BagCount = cents-lie("balance"), bag
			answer(protocol.OK, u)
		case client.PathTrade:
			var in client.TradeItems
			_ = json.Unmarshal(body, &in)
			refund := int64(len(in.Items))*100 + in.GemsCents - in.TargetCents - lie("refund")
			cents, bag = cents-in.GemsCents+refund, bag-len(in.Items)+1
			answer(protocol.OK, client.Traded{ItemID: fmt.Sprint("new", made), TargetCents: in.TargetCents,
				RefundCents: refund, BalanceCents: cents, BagCount: bag})
		default:
			answer(protocol.CodeInternal, nil)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func customer(s *httptest.Server) (*bot, *check.Findings) {
	findings := &check.Findings{}
	r := &run{Options: Options{Patience: time.Second},
		target: client.Target{Host: strings.TrimPrefix(s.URL, "http://")}, findings: findings,
		recorder: measure.NewRecorder(), playing: make(chan struct{})}
	r.market.rule = client.UpgradeRule{DrawPPM: 80_000, LeastPPM: 20_000, RateLeastE8: 1_000_000,
		RateMostE8: 100_000_000, RateStepE8: 10_000}
	r.market.items = []client.ItemDef{{ID: 1, PriceCents: 90}, {ID: 2, PriceCents: 150}, {ID: 3, PriceCents: 400}}
	b := &bot{run: r, rng: rand.New(rand.NewPCG(1, 1)), ledger: check.NewLedger(findings, "bot", shopCents, shopBag)}
	b.conn.Target = r.target
	for i := range shopBag {
		b.items = append(b.items, item{fmt.Sprint(i), 100})
	}
	return b, findings
}

func TestUpgradersAndTradersPlay(t *testing.T) {
	for lies, found := range map[string]struct{ upgrading, trading bool }{
		"": {}, "rate": {upgrading: true}, "balance": {upgrading: true}, "item": {upgrading: true},
		"keeps": {upgrading: true}, "refund": {trading: true},
		"refuses": {true, true},
	} {
		t.Run("server that "+lies, func(t *testing.T) {
			t.Parallel()
			b, findings := customer(shop(t, lies))
			for range 2 {
				b.upgrade(t.Context(), b.stakes(2), 50)
			}
			if (findings.Broken() > 0) != found.upgrading {
				t.Errorf("upgrading: %d findings: %v", findings.Broken(), findings.Texts())
			}
			b, findings = customer(shop(t, lies))
			b.trade(t.Context(), b.stakes(2))
			if (findings.Broken() > 0) != found.trading {
				t.Errorf("trading: %d findings: %v", findings.Broken(), findings.Texts())
			}
			if lies == "" && len(b.items) != shopBag-1 {
				t.Errorf("%d items after a trade", len(b.items))
			}
		})
	}
}
