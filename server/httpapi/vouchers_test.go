package httpapi

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	battlecalls "jadebox/server/rooms/battle"
	wishcalls "jadebox/server/rooms/wish"
	"jadebox/store"
	"jadebox/store/storetest"
)

// voucher gives a player one of a kind, as the house does.
func (c *client) voucher(key string, kind prize.Kind) call.ID {
	c.Helper()
	op := &store.Op{Key: "card " + key + c.name, Kind: "test.give", At: clockAhead()}
	if err := prize.Standard().Give(op, store.PlayerID(c.playerID()), prize.Prize{Kind: kind, Num: 1}); err != nil {
		c.Fatal(err)
	}
	rec, err := c.engine.Commit(c.Context(), op)
	if err != nil {
		c.Fatal(err)
	}
	return call.ID(rec.ItemID(0))
}

func (c *client) use(voucher call.ID, target string) reply {
	body := map[string]any{}
	if target != "" {
		body["target"] = target
	}
	return c.post("/api/user/cards/"+itoa(int64(voucher))+"/use", body)
}

func TestADiscountVoucherLowersThePrice(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		p.open()
		voucher, second := p.voucher("a", prize.OpenBox), p.voucher("b", prize.OpenBox)
		list := func(query string) voucherPage {
			return into[voucherPage](w, p.get("/api/user/cards"+query))
		}
		if l := list(""); l.Total != 2 || l.Records[0].RewardTypeEnum != "OpenBox" || l.Records[0].Percent != 2 ||
			l.Records[0].Hours != 24 || l.Records[0].State != "held" {
			t.Fatalf("%+v", l)
		}
		p.unchanged(func() { // a voucher is no item
			p.post("/api/bag/sell", map[string]any{"items": []any{voucher}}).want(w, protocol.CodeItemForeign)
			q.use(voucher, "").want(w, protocol.CodeVoucherGone)
			w.visitor().use(voucher, "").want(w, protocol.CodeTokenInvalid)
			p.use(voucher, "wish:open").want(w, protocol.CodeVoucherTarget)
			p.use(999_999, "").want(w, protocol.CodeVoucherGone)
		})
		bag := p.worth().BagCount
		if l := into[bagPage](w, p.get("/api/personal/center/back/pack")); l.Total != 1 {
			t.Errorf("the backpack has %+v", l)
		}
		// Twenty at once, each under a key of its own: one of them has an effect.
		var done sync.WaitGroup
		codes := make([]protocol.Code, 20)
		for i := range codes {
			done.Go(func() {
				codes[i] = p.keyed("/api/user/cards/"+itoa(int64(voucher))+"/use", "at-once-"+itoa(int64(i)),
					map[string]any{}).Code
			})
		}
		done.Wait()
		synctest.Wait()
		good := 0
		for _, code := range codes {
			if code == protocol.OK {
				good++
			} else if code != protocol.CodeVoucherUsed {
				t.Errorf("answered %d", code)
			}
		}
		if good != 1 || p.worth().BagCount != bag {
			t.Errorf("%d uses, %d items in the backpack", good, p.worth().BagCount)
		}
		p.unchanged(func() { p.use(second, "").want(w, protocol.CodeVoucherActive) })
		if l, all := list(""), list("?state=all"); l.Total != 1 || all.Total != 2 || all.Records[1].State != "used" {
			t.Errorf("held %+v of %+v", l, all)
		}
		now := into[activityTime](w, p.get("/api/activity/time"))
		if left := time.Duration(now.EndsAtMS-now.SysTime) * time.Millisecond; now.Discount != 2 ||
			left <= 23*time.Hour || left > 24*time.Hour || now.ChartAtMS != 0 {
			t.Errorf("in force: %+v", now)
		}
		if v := into[activityTime](w, q.get("/api/activity/time")); v.Discount != 0 || v.EndsAtMS != 0 {
			t.Errorf("somebody else's: %+v", v)
		}
		const less = (priceCents*98 + 99) / 100
		asked := func(c *client) boxPrice { return into[boxPrice](w, c.get("/api/box/1/price")) }
		if v := asked(p); v.PriceCents != less || v.FullCents != priceCents || v.Discount != 2 ||
			v.EndsAtMS != now.EndsAtMS {
			t.Errorf("the server's price is %+v", v)
		}
		for _, c := range []*client{q, w.visitor()} {
			if v := asked(c); v.PriceCents != priceCents || v.Discount != 0 || v.EndsAtMS != 0 {
				t.Errorf("the price of somebody without a discount: %+v", v)
			}
		}
		open := func(price int64) reply {
			return p.post("/api/box/1/open", map[string]any{"count": 2, "priceCents": price})
		}
		p.unchanged(func() {
			open(priceCents).want(w, protocol.CodePriceChanged)
			open(less-1).want(w, protocol.CodePriceChanged)
		})
		// It is a discount on openings (docs/rules.md, "Boxes"): an entry is the sum of the boxes' prices, for every
		// seat the same.
		entry := func(cents int64) reply {
			return p.post("/api/battle/create", map[string]any{"boxes": []int{openID}, "seats": 2, "mode": "normal",
				"priceCents": cents})
		}
		p.unchanged(func() { entry(less).want(w, protocol.CodePriceChanged) })
		held := p.worth().GemsCents
		entry(priceCents).want(w, protocol.OK)
		if paid := held - p.worth().GemsCents; paid != priceCents {
			t.Errorf("paid %d for a seat", paid)
		}
		before := p.worth().GemsCents
		open(less).want(w, protocol.OK)
		if paid := before - p.worth().GemsCents; paid != 2*less {
			t.Errorf("paid %d for two", paid)
		}
		time.Sleep(25 * time.Hour)
		p.unchanged(func() { open(less).want(w, protocol.CodePriceChanged) })
		open(priceCents).want(w, protocol.OK)
		p.use(second, "").want(w, protocol.OK)
		open(less).want(w, protocol.OK)

		late := p.voucher("c", prize.TrendChart)
		time.Sleep(31 * 24 * time.Hour)
		p.token = into[token](w, w.visitor().post("/api/user/login", map[string]any{"phone": p.name,
			"password": pass})).Token
		p.unchanged(func() { p.use(late, "").want(w, protocol.CodeVoucherUsed) })
		if l := list(""); l.Records[0].State != "expired" {
			t.Errorf("%+v", l)
		}
	})
}

// The newest thirty numbers of hash boxes, however many classic ones were opened since.
func TestTheTrendChartOfHashBoxesShowsThirtyNumbers(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		p.use(p.voucher("a", prize.TrendChart), "").want(w, protocol.OK)
		numbers := func() []Trend {
			return into[[]Trend](w, p.get("/api/activity/trend/chart?type=1"))
		}
		hash := func(count int) opened {
			return into[opened](w,
				p.post("/api/box/3/open", map[string]any{"count": count, "priceCents": 3 * priceCents}))
		}
		first := hash(1).Results[0]
		for range 55 {
			p.open()
		}
		if rows := numbers(); len(rows) != 1 || rows[0].UserKey != first.UserSeed ||
			uint32(rows[0].Rate*0xffffff+0.5) != first.V {
			t.Errorf("behind classic boxes: %+v of %+v", rows, first)
		}
		var last opened
		for range 7 {
			last = hash(5)
		}
		rows := numbers()
		if len(rows) != 30 || uint32(rows[0].Rate*0xffffff+0.5) != last.Results[4].V ||
			uint32(rows[4].Rate*0xffffff+0.5) != last.Results[0].V {
			t.Errorf("%d numbers: %+v", len(rows), rows)
		}
	})
}

func TestTheTrendChartShowsTheNewestDraws(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		p.post("/api/upgrade/play", upgradeOf(p.give("u", 3)[0])).want(w, protocol.OK)
		played := into[upgradePage](w, p.get("/api/upgrade/order/record")).Records[0]
		p.get("/api/activity/trend/chart?type=2").want(w, protocol.CodeChartLocked)
		w.visitor().get("/api/activity/trend/chart?type=2").want(w, protocol.CodeTokenInvalid)
		p.use(p.voucher("a", prize.TrendChart), "").want(w, protocol.OK)
		rows := into[[]Trend](w, p.get("/api/activity/trend/chart?type=2"))
		if len(rows) != 1 || rows[0].UserKey != played.UpgradeResult.UserSeed || rows[0].Rate < 0 || rows[0].Rate > 1 ||
			uint32(rows[0].Rate*0xffffff+0.5) != played.V {
			t.Errorf("%+v of %+v", rows, played)
		}
		for _, kind := range []string{"1", "3"} {
			if a := p.get("/api/activity/trend/chart?type=" + kind); a.Code != protocol.OK ||
				strings.Contains(string(a.Data), "null") {
				t.Errorf("type %s: %d %s", kind, a.Code, a.Data)
			}
		}
		p.get("/api/activity/trend/chart?type=4").want(w, protocol.CodeBadRequest)
		q.get("/api/activity/trend/chart?type=2").want(w, protocol.CodeChartLocked)
		time.Sleep(24 * time.Hour)
		p.get("/api/activity/trend/chart?type=2").want(w, protocol.CodeChartLocked)
	})
}

func TestAResetVoucherResetsABox(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		claim := func() { p.post("/api/wish/tree/claim", map[string]any{"task": "open"}).want(w, protocol.OK) }
		one, two, pays := p.voucher("a", prize.Reset), p.voucher("b", prize.Reset), p.voucher("c", prize.Competition)
		p.open()
		p.unchanged(func() {
			p.use(one, "wish:open").want(w, protocol.CodeVoucherTarget) // nothing was taken yet
			p.use(one, "wish:none").want(w, protocol.CodeVoucherTarget)
			p.use(one, "").want(w, protocol.CodeVoucherTarget)
			p.use(pays, "").want(w, protocol.CodeVoucherTarget)
		})
		claim()
		claim()
		p.use(one, "wish:open").want(w, protocol.OK)
		if v := into[wishcalls.WishTree](w, p.get("/api/wish/tree")); v.WishCards != 1 || v.Tasks[0].Claimed ||
			!v.Tasks[0].Done {
			t.Errorf("after a reset: %+v", v)
		}
		claim()
		claim()
		synctest.Wait()
		if v := p.worth().WishCards; v != 2 {
			t.Errorf("%d wish cards", v)
		}
		p.unchanged(func() { p.use(two, "wish:open").want(w, protocol.CodeVoucherTarget) }) // once a day
		// the same again is the same
		p.unchanged(func() { p.use(one, "wish:open").want(w, protocol.OK) })
		storetest.Sound(w, w.engine)
	})
}

func TestUpgradesOfADayBringPrizes(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		held := `{"upgrades":[{"count":2,"kind":"debris","num":7},{"count":2,"kind":"diamond","num":3},{"count":2,"kind":"diamond","num":4},{"count":3,"kind":"TrendChart","num":2}],"upgradeLeastCents":2000}`
		if err := settingstest.Put(w.Context(), w.engine, prize.Setting, []byte(held)); err != nil {
			t.Fatal(err)
		}
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		if v := into[upgradeActivity](w, w.visitor().get("/api/activity/upgrades")); len(v.Steps) != 4 ||
			v.Steps[3].RewardNum != 2 || v.LeastCents != 2000 {
			t.Errorf("%+v", v)
		}
		p := w.newPlayer("alice01")
		n := 0
		play := func(body func(call.ID) map[string]any) (upgraded, worth, worth) {
			t.Helper()
			n++
			item := p.give("u"+itoa(int64(n)), 3)[0]
			p.get("/api/user/info")
			before := p.worth()
			a := p.keyed("/api/upgrade/play", "up"+itoa(int64(n)), body(item))
			a.want(w, protocol.OK)
			u := into[upgraded](w, a)
			again := into[upgraded](w, p.keyed("/api/upgrade/play", "up"+itoa(int64(n)), body(item)))
			if len(again.Rewards) != len(u.Rewards) {
				t.Errorf("the repetition tells of %+v", again.Rewards)
			}
			return u, before, p.worth()
		}
		small := func(item call.ID) map[string]any { // below the least stake: it does not count
			return map[string]any{"items": []call.ID{item}, "gemsCents": 0, "target": 2, "targetCents": 300,
				"rateE8": 30_670_000, "startE8": 0}
		}
		if u, _, _ := play(upgradeOf); len(u.Rewards) != 0 {
			t.Errorf("the first brings %+v", u.Rewards)
		}
		if u, _, _ := play(small); len(u.Rewards) != 0 {
			t.Errorf("a small one brings %+v", u.Rewards)
		}
		u, before, after := play(upgradeOf)
		if len(u.Rewards) != 3 || u.Rewards[0] != (TaskReward{RewardTypeEnum: "debris", RewardNum: 7}) ||
			u.Rewards[2].RewardNum != 4 {
			t.Errorf("the second brings %+v", u.Rewards)
		}
		if after.Fragments != before.Fragments+7 || after.GemsCents != before.GemsCents-1900+7 ||
			u.BalanceCents != after.GemsCents {
			t.Errorf("%+v became %+v", before, after)
		}
		if u, _, _ = play(upgradeOf); len(u.Rewards) != 1 {
			t.Errorf("the third brings %+v", u)
		}
		if l := into[voucherPage](w, p.get("/api/user/cards")); l.Total != 2 ||
			l.Records[0].RewardTypeEnum != "TrendChart" {
			t.Errorf("%+v", l)
		}
		if u, _, _ = play(upgradeOf); len(u.Rewards) != 0 {
			t.Errorf("the fourth brings %+v", u.Rewards)
		}
		time.Sleep(24 * time.Hour) // also: another activation, which counts from the journal
		if u, _, _ = play(upgradeOf); len(u.Rewards) != 0 {
			t.Errorf("the first of the next day brings %+v", u.Rewards)
		}
		time.Sleep(10 * time.Minute)
		if u, _, _ = play(upgradeOf); len(u.Rewards) != 3 {
			t.Errorf("the second of the next day brings %+v", u.Rewards)
		}
	})
}

func TestAVoucherPaysABattleEntry(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, p, q := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.newPlayer("carol03")
		const entry = 4 * priceCents
		worth := prize.Standard().Vouchers[2].WorthCents
		if worth >= entry {
			t.Fatal("the entry is to be dearer than the card")
		}
		voucher, spare, chart := p.voucher("a", prize.Competition), p.voucher("b", prize.Competition),
			p.voucher("c", prize.TrendChart)
		join := func(b battlecalls.NewBattle, who *client, voucher call.ID) reply {
			body := map[string]any{"seat": -1, "priceCents": entry}
			if voucher != 0 {
				body["card"] = voucher
			}
			return who.post("/api/battle/"+itoa(int64(b.BattleID))+"/join", body)
		}
		held := func() int {
			synctest.Wait()
			return into[voucherPage](w, p.get("/api/user/cards")).Total
		}
		room := host.create(setup(2))
		p.unchanged(func() {
			join(room, p, 99_999).want(w, protocol.CodeVoucherGone)
			join(room, p, chart).want(w, protocol.CodeVoucherTarget)
			q.unchanged(func() { join(room, q, voucher).want(w, protocol.CodeVoucherGone) })
		})
		three := host.create(setup(3))
		bag := p.worth().BagCount
		join(three, p, voucher).want(w, protocol.OK)
		if v := p.worth(); v.GemsCents != welcomeCents-(entry-worth) || v.BagCount != bag || held() != 2 {
			t.Errorf("joined with a card: %+v, %d held", v, held())
		}
		p.unchanged(func() { join(room, p, voucher).want(w, protocol.CodeVoucherGone) }) // another room holds it
		// A player who leaves gets the own part and the voucher back.
		p.post("/api/battle/"+itoa(int64(three.BattleID))+"/leave", map[string]any{}).want(w, protocol.OK)
		if v := p.worth(); v.GemsCents != welcomeCents || held() != 3 {
			t.Errorf("after leaving: %+v, %d held", v, held())
		}
		// A room that is not filled is refunded.
		join(three, p, voucher).want(w, protocol.OK)
		time.Sleep(2 * time.Hour)
		if v := p.worth(); v.GemsCents != welcomeCents || held() != 3 {
			t.Errorf("after the time-out: %+v, %d held", v, held())
		}
		// A battle that is played uses it up.
		room = host.create(setup(2))
		join(room, p, voucher).want(w, protocol.OK)
		time.Sleep(2 * time.Minute)
		if s := host.view(room.BattleID); s.Summary.Status != protocol.BattleFinished {
			t.Fatalf("%+v", s.Summary)
		}
		all := into[voucherPage](w, p.get("/api/user/cards?state=all"))
		if held() != 2 || all.Records[2].State != "used" {
			t.Errorf("after the battle: %d held of %+v", held(), all)
		}
		room = host.create(setup(2))
		p.unchanged(func() { join(room, p, voucher).want(w, protocol.CodeVoucherUsed) })
		mine := setup(2)
		mine["card"] = spare
		before := p.worth().GemsCents
		p.create(mine)
		if paid := before - p.worth().GemsCents; paid != entry-worth || held() != 1 {
			t.Errorf("a host with a card paid %d", paid)
		}
		storetest.Sound(w, w.engine)
	})
}

// A card that is used is given, and what it leaves is no item that was got: no record would take it away again.
func TestACardThatIsUsedIsGivenAndNothingIsGot(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		p.use(p.voucher("a", prize.OpenBox), "").want(w, protocol.OK)
		used := into[ownRecords](w, p.get("/api/user/records?size=50")).Records[0]
		if used.Got != 0 || used.Gave != 1 {
			t.Errorf("one card was used: %+v", used)
		}
	})
}
