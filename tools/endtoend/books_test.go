package endtoend

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/props"
	"jadebox/tools/statistics"
)

type voucherPage struct {
	Total   int
	Records []struct {
		ID   string
		Kind prize.Kind `json:"rewardTypeEnum"`
	}
}

// voucher waits until a player has a voucher of a kind.
func (p *person) voucher(kind prize.Kind) string {
	p.Helper()
	for give := time.Now().Add(20 * time.Second); time.Now().Before(give); time.Sleep(200 * time.Millisecond) {
		for _, c := range get[voucherPage](p, "/api/user/cards").Records {
			if c.Kind == kind {
				return c.ID
			}
		}
	}
	p.Fatalf("%s never had a %s", p.name, kind)
	return ""
}

type order struct {
	ID, State, Text       string
	GemsCents, BonusCents int64
}

// order has an order of gems paid in the sandbox.
func (p *person) order(gems int64) order {
	p.Helper()
	quote := get[struct{ PriceCents, BonusCents int64 }](p, "/api/pay/quote?gemsCents="+strconv.FormatInt(gems, 10))
	o := ask[order](p, "/api/pay/order", map[string]any{"type": payment.ChannelDesktop, "gemsCents": gems,
		"priceCents": quote.PriceCents, "bonusCents": quote.BonusCents})
	p.act(o, "pay", "paid")
	return o
}

// act presses a button of the sandbox's page and waits for what the order becomes.
func (p *person) act(o order, button, state string) {
	p.Helper()
	page, err := url.Parse(o.Text)
	if err != nil {
		p.Fatal(err)
	}
	a, err := http.PostForm("http://"+p.Addr()+page.Path, url.Values{"act": {button}})
	if err != nil {
		p.Fatal(err)
	}
	_ = a.Body.Close()
	for give := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		now := get[order](p, "/api/pay/order/"+o.ID).State
		if now == state {
			return
		}
		if time.Now().After(give) {
			p.Fatalf("order %s is %s, not %s", o.ID, now, state)
		}
	}
}

func (p *person) gems() int64 {
	p.Helper()
	return int64(get[client.User](p, client.PathInfo).Balance)
}

// What is given, taken back and held beside the play: a sign-in, a reset voucher and a second claim, a battle entered
// with a voucher, a recharge whose money went back after it was played away. The auditor, who ends every story, has
// nothing against any of it, while the battle is open as well.
func TestGiftsVouchersAndDebtsAddUp(t *testing.T) {
	if testing.Short() {
		t.Skip("a battle takes half a minute")
	}
	s := fresh(t)
	host, p := s.register("bookshost"), s.register("booksguest")
	if said, err := operatortest.Run(t.Context(), &props.Command{}, nil, time.Now(), "", "give", "--database-url",
		s.dsn, p.name, "--voucher", "battle,reset"); err != nil {
		t.Fatal(said, err)
	}
	entry, reset := p.voucher(prize.Competition), p.voucher(prize.Reset)

	boxes := get[client.BoxList](p, client.PathBoxes+"?sort=price_asc").Boxes
	box := boxes[slices.IndexFunc(boxes, func(b client.Box) bool { return b.PriceCents > 300 })]
	p.order(1_00) // a player who is given something for nothing is known, and has played for 20 gems
	for range 2 {
		ask[client.Opened](p, client.PathOpen(boxes[0].ID), client.OpenBox{Count: 5, PriceCents: boxes[0].PriceCents})
	}
	claim := func() { ask[any](p, "/api/wish/tree/claim", map[string]any{"task": "open"}) }
	claim()
	ask[any](p, "/api/user/cards/"+reset+"/use", map[string]any{"target": "wish:open"})
	claim()
	ask[any](p, "/api/newActivity/handlerActivity/claim", map[string]any{"activityBaseIdent": "Sign",
		"activityType": "every", "conditionNum": 1})

	created := ask[client.CreatedBattle](host, client.PathCreate, client.CreateBattle{Boxes: []int{box.ID}, Seats: 2,
		Mode: protocol.ModeNormal, PriceCents: box.PriceCents})
	room := host.listen(protocol.BattleTopic(created.BattleID))
	before := p.gems()
	ask[any](p, client.PathBattle(created.BattleID, "join"), map[string]any{"seat": -1, "priceCents": box.PriceCents,
		"card": entry})
	if paid := before - p.gems(); paid >= box.PriceCents {
		t.Errorf("with a card an entry of %d costs %d", box.PriceCents, paid)
	}
	s.sound()

	o := p.order(100_00)
	for left := p.gems(); left >= o.GemsCents; left = p.gems() { // played away, the dearest boxes first
		for _, dear := range slices.Backward(boxes) {
			if dear.PriceCents <= left {
				ask[client.Opened](p, client.PathOpen(dear.ID), client.OpenBox{Count: 1, PriceCents: dear.PriceCents})
				break
			}
		}
	}
	p.act(o, "decline", "reversed")
	debt := func() int64 { return get[struct{ DebtCents int64 }](p, "/api/pay/record").DebtCents }
	if owed := debt(); owed <= 0 || p.gems() != 0 {
		t.Errorf("%d owed, %d gems", owed, p.gems())
	}
	s.sound()
	p.order(100_00)
	if owed := debt(); owed != 0 {
		t.Errorf("%d owed after another recharge", owed)
	}
	room.until("the result", func() bool { return room.saw(protocol.EventBattleSettled) == 1 })
}

// The public export of a server that was played on is what the auditor's statistics read.
func TestStatisticsReadTheExport(t *testing.T) {
	s := fresh(t)
	p := s.register("exported1")
	box := cheapest(p)
	o := ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 2, PriceCents: box.PriceCents})
	for _, r := range o.Results {
		verified(p, r.ResultID)
	}
	rule := get[client.UpgradeRule](p, client.PathRule)
	play := client.PlayUpgrade{Items: []string{o.Results[0].ItemID}}
	for _, item := range get[client.ItemList](p, "/api/catalog/items").Items {
		rate, err := rule.RateE8(o.Results[0].ValueCents, item.PriceCents)
		if err == nil && rate >= rule.RateLeastE8 && rate <= rule.RateMostE8 {
			play.Target, play.TargetCents, play.RateE8 = item.ID, item.PriceCents, rate
			break
		}
	}
	verified(p, ask[client.Upgraded](p, client.PathUpgrade, play).Result.ResultID)

	a, err := http.Get("http://" + s.Addr() + "/api/fair/export")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	file := filepath.Join(t.TempDir(), "export.ndjson")
	to, err := os.Create(file)
	if err == nil {
		_, err = to.ReadFrom(a.Body)
	}
	if err != nil || to.Close() != nil {
		t.Fatal(err)
	}
	page, err := operatortest.Run(t.Context(), &statistics.Command{}, nil, time.Now(), "", file)
	if err != nil || !strings.Contains(page, " and 1 upgrades by") {
		t.Errorf("%v\n%s", err, page)
	}
}
