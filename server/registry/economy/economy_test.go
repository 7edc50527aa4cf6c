package economy_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/room"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// catalogue has one box of 2 gems that is worth 1.84, and an item of 10 gems.
type catalogue struct{}

func (catalogue) Boxes(context.Context) ([]store.Box, error) {
	return []store.Box{
		{ID: 1, PriceCents: 200, Enabled: true, Entries: []store.BoxEntry{{Def: 1, Weight: 9_030_100},
			{Def: 2, Weight: 90_969_900}}},
		{ID: 2, PriceCents: 0, Enabled: true, Entries: []store.BoxEntry{{Def: 1, Weight: 100_000_000}}},
	}, nil
}

func (catalogue) ItemDefs(context.Context) ([]store.ItemDef, error) {
	return []store.ItemDef{{ID: 1, PriceCents: 1000}, {ID: 2, PriceCents: 103}}, nil
}

func goods(t *testing.T) *economy.Goods {
	t.Helper()
	g, err := economy.ReadGoods(t.Context(), catalogue{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func with(name, text string) *store.SettingsNow {
	return (&store.SettingsNow{}).With(store.SettingVersion{Name: name, Version: 1, Value: []byte(text)})
}

func of(t *testing.T, now *store.SettingsNow) *economy.Economy {
	t.Helper()
	e, err := economy.Of(now, goods(t))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func line(t *testing.T, e *economy.Economy, source string) [len(economy.Players)]float64 {
	t.Helper()
	for _, l := range e.Lines {
		if l.Source == source {
			return l.Cents
		}
	}
	t.Fatalf("no line %q", source)
	return [len(economy.Players)]float64{}
}

// What the package says of the standard is what a diary of 420 days says, kept by the rules that give the gifts: 420
// days are whole rows of seven, whole weeks and whole months of 30.
func TestADayCostsWhatTheRulesGive(t *testing.T) {
	const days = 420
	e := of(t, &store.SettingsNow{})
	prizes, signs, weeks, boxes, levels, held := prize.Standard(), sign.Standard(), benefit.Standard(),
		taskbox.Standard(), vip.Standard(), payment.Standard()
	asks := eligibility.Standard().SpentCents
	for i, spent := range economy.Players {
		third := spent / 3
		plays := third / 200 // upgrades, boxes and battles of a day
		value := func(p prize.Prize) float64 {
			c, _ := prizes.Of(p)
			switch p.Kind {
			case prize.Diamond:
				return float64(p.Num)
			case prize.Debris:
				return float64(p.Num) / 1.25
			case prize.OpenBox:
				return float64(third) * 0.02
			case prize.Competition:
				return float64(c.WorthCents)
			case prize.Reset: // the most valuable task box that is reached: 10 fragments, or the discount
				return map[int64]float64{0: 0, 20_00: 0, 1000_00: 0.02 * float64(third)}[spent]
			}
			return 0
		}
		var signIn, week, tasks, upgrades, share, bonus float64
		for day := range days {
			done := sign.Done{Upgrades: plays, Opens: plays, SpentCents: spent, ObtainedCents: third * 92 / 100}
			c := signs.Days[day%7]
			if spent >= asks && c.Limit.Met(done) {
				if c.Reward.Kind == sign.Skins {
					signIn += 0.09*1000 + 0.91*103
				} else {
					signIn += value(c.Reward.Prize)
				}
			}
			if m, ok := signs.Milestone(day%30 + 1); ok && spent >= asks && m.Limit.Met(done) {
				signIn += value(m.Reward.Prize)
			}
			if day%7 == 6 {
				step, _ := weeks.Reached(7 * spent)
				week += float64(step.RewardCents)
			}
			for n := 1; n <= int(plays); n++ {
				for _, p := range prizes.Reached(n) {
					upgrades += value(p)
				}
			}
			recharge := spent * 8 / 100
			share += float64(levels.Of(levels.Reached(30*recharge)).RatePPM) / 1e6 * float64(recharge)
			if q, err := held.Quote(max(recharge, held.LeastCents), 0); err == nil && recharge > 0 {
				bonus += float64(q.BonusCents)
			}
			for _, b := range boxes.Boxes {
				span := map[taskbox.Kind]int{taskbox.Daily: 1, taskbox.Weekly: 7, taskbox.Monthly: 30}[b.Kind()]
				amount := map[int32]int64{0: third, 3: plays, 6: spent}[b.Task] * int64(span)
				if day%span == span-1 && amount >= b.Target {
					tasks += value(*b.Prize)
				}
			}
		}
		sums := map[string]float64{"sign-in": signIn, "weekly benefit": week, "task boxes": tasks,
			"upgrades of a day": upgrades, "VIP share": share, "recharge bonus": bonus}
		if kept := slices.Sorted(maps.Keys(sums)); !slices.Equal(kept, diary) {
			t.Errorf("the diary has %q, want %q", kept, diary)
		}
		for source, sum := range sums {
			// Reference players play thirds that no cent divides, and a discount is a share of one.
			if got := line(t, e, source)[i]; math.Abs(got-sum/days) > 0.2+0.001*sum/days {
				t.Errorf("%s of a player who plays with %d: %.3f cents, the diary says %.3f", source, spent, got,
					sum/days)
			}
		}
	}
}

// none are settings that give nothing and ask for nothing, so that one value decides.
func none() *store.SettingsNow {
	now := &store.SettingsNow{}
	for name, text := range map[string]string{"vip": level(0), "playthrough": `{"multiplePpm":0}`,
		"promotion": share(0), "pay": `{"tiers":[]}`, "props": `{"steps":[]}`, "benefit": `{"steps":[]}`,
		"tasks": `{"boxes":[]}`, "prizes": `{"upgrades":[]}`, "eligibility": spent(0), "sign": row(``),
		"rates": `{"awardsCents":[]}`} {
		now = now.With(store.SettingVersion{Name: name, Version: 1, Value: []byte(text)})
	}
	return now
}

func level(rate int) string {
	return fmt.Sprintf(`{"levels":[{"needCents":1000000,"ratePpm":%d,"bonusCents":1}]}`, rate)
}

func share(ppm int) string { return fmt.Sprintf(`{"sharePpm":%d}`, ppm) }

func spent(cents int) string { return fmt.Sprintf(`{"identity":false,"spentCents":%d}`, cents) }

// row is seven days of sign-ins; without a reward no player signs in.
func row(day string) string {
	if day == "" {
		return `{"closed":true,` + row(diamond(1))[1:]
	}
	return `{"days":[` + strings.TrimSuffix(strings.Repeat(day+",", 7), ",") + `],"months":[]}`
}

func vouchers(percent int) string {
	return fmt.Sprintf(`{"upgrades":[{"count":1,"kind":"OpenBox","num":1}],"cards":[{"number":1,"kind":"OpenBox","percent":%d,"hours":24,"days":30}]}`, percent)
}

func welcome(box int) string {
	return fmt.Sprintf(`{"boxes":[],"welcome":{"free":[{"id":1,"name":{"zh":"a","en":"b","pt":"c"},"box":%d}]}}`, box)
}

const (
	dear = `{"markupPpm":900000}` // no player buys in this mall
	// ten upgrades of a gem bring 4 %, as battles do
	upgradesBack = `{"upgrades":[{"count":10,"kind":"diamond","num":40}]}`
)

// Every way to play is closed below a value of a setting and open above it, found by name, and refused; what
// contributes to it is told. The first box, battle and upgrade of a day bring a wish card beside it, worth 2 cents.
func TestProfitableLoopsAreRefused(t *testing.T) {
	with := map[string]map[string]string{ // what holds before, beside none
		"recharge, and open boxes":                      {"mall": dear, "prizes": vouchers(5)},
		"recharge, and upgrade":                         {"mall": dear, "prizes": upgradesBack},
		"recharge, and play battles":                    {"mall": dear, "tasks": box(2, 10_000, 400)},
		"recharge, and play a little of everything":     {"mall": dear, "tasks": box(6, 10_000, 400)},
		"recharge, and play what a day's sign-in":       {"mall": dear, "sign": signed(6)},
		"recharge, and flip lucky cards":                {"mall": dear, "tasks": box(12, 10, 50)},
		"recharge, and take bottles of wish":            {"mall": dear, "tasks": box(11, 10, 1)},
		"join with one more account":                    {"tasks": welcome(2), "eligibility": spent(200_00)},
		"flip lucky cards when the best":                {},
		"one player a day":                              {},
		"one player a week":                             {},
		"a person with 100 accounts a day":              {},
		"a person with 10 accounts at joining":          {"eligibility": spent(200_00)},
		"play, and claim every rain":                    {},
		"recharge, and trade in with gems":              {},
		"recharge, and buy items in the mall":           {},
		"play a little of everything":                   {},
		"buy in the mall and sell":                      {},
		"open boxes under a discount and sell what is ": {},
	}
	found := map[string]bool{}
	for _, c := range []struct{ loop, setting, below, above string }{
		{"open boxes under a discount", "prizes", vouchers(6), vouchers(8)},
		{"open boxes under a discount", "benefit", `{"steps":[{"spentCents":10000,"rewardCents":700}]}`,
			`{"steps":[{"spentCents":10000,"rewardCents":810}]}`},
		{"open boxes under a discount", "props", `{"steps":[{"spentCents":10000,"valueCents":790}]}`,
			`{"steps":[{"spentCents":10000,"valueCents":801}]}`},
		{"open boxes under a discount", "tasks", box(6, 10_000, 750), box(6, 10_000, 810)},
		{"open boxes under a discount", "tasks", weekly(7, 3, 41), weekly(7, 3, 43)},
		{"upgrade at the least stake", "prizes", `{"upgrades":[{"count":10,"kind":"diamond","num":76}]}`,
			`{"upgrades":[{"count":10,"kind":"diamond","num":81}]}`},
		{"upgrade at the least stake", "tasks", box(1, 10, 76), box(1, 10, 81)},
		{"upgrade at the least stake", "activity", upgrades(101, 5), upgrades(101, 7)},
		// of all but 100 %, each for a gem, that keeps 8 cents
		{"upgrade at the least stake", "tasks", box(10, 10, 76), box(10, 10, 81)},
		// 100 gems into battles, and all that they bring is sold: 37.5 cents of lost battles, and two gifts of one play
		{"play battles", "tasks", sold(2_00, 5_10), sold(2_60, 5_10)},
		// a gem of boxes is asked, and 100 gems of sales are had of the mall for 3
		{"play what a day's sign-in asks for", "sign", obtained(2_90), obtained(3_10)},
		{"play battles", "tasks", box(2, 10_000, 740), box(2, 10_000, 780)},
		{"play battles", "activity", battles(13), battles(15)},
		{"play battles", "activity", running(0, 7, 3, 43), running(0, 7, 3, 48)}, // a run of three, all shared
		{"upgrade at the least stake", "activity", running(200, 4, 1, 5), running(200, 4, 1, 7)},
		{"take bottles of wish rooms for gems", "activity", running(200, 4, 4, 60), running(200, 4, 4, 66)},
		{"play a little of everything", "tasks", box(6, 10_000, 750), box(6, 10_000, 810)},
		{"play what a day's sign-in asks for", "sign", signed(13), signed(15)},
		{"open boxes under a discount", "rates", ranked(500_00, 18_90), ranked(500_00, 20_10)},
		{"upgrade at the least stake", "rates", ranked(500_00, 18_90), ranked(500_00, 20_10)},
		{"play battles", "rates", ranked(500_00, 18_90), ranked(500_00, 20_10)},
		{"one player a day", "rates", ranked(500_00, 18_90), ranked(500_00, 21_00)},
		{"a person with 10 accounts a day", "rates", ranked(500_00, 18_90), ranked(0, 1)},
		{"play, and claim every rain", "rain", rains(79_000, 0), rains(81_000, 0)},
		// for its value, and sold again for it: that alone brings nothing
		{"recharge, and buy items in the mall", "mall", `{"own":{"1":{"priceCents":1001}}}`,
			`{"own":{"1":{"priceCents":1000}}}`},
		{"buy in the mall and sell", "tasks", box(5, 10_000, 299), box(5, 10_000, 301)},
		{"recharge, and buy items in the mall", "promotion", share(29_000), share(31_000)},
		{"recharge, and buy items in the mall", "pay", `{"tiers":[{"keyCents":1000,"share":true,"valuePpm":29000}]}`,
			`{"tiers":[{"keyCents":1000,"share":true,"valuePpm":31000}]}`},
		{"recharge, and buy items in the mall", "vip", level(29_000), level(31_000)},
		{"recharge, and buy items in the mall", "vip", `{"levels":[{"needCents":1000,"ratePpm":0,"bonusCents":29}]}`,
			`{"levels":[{"needCents":1000,"ratePpm":0,"bonusCents":31}]}`},
		{"recharge, and buy items in the mall", "tasks", box(9, 1000, 29), box(9, 1000, 31)},
		{"recharge, and open boxes", "promotion", share(21_000), share(23_000)},
		{"recharge, and upgrade", "promotion", share(38_000), share(41_000)},
		{"recharge, and play battles", "promotion", share(36_000), share(42_500)},
		{"recharge, and play a little of everything", "promotion", share(36_000), share(42_500)},
		{"recharge, and play what a day's sign-in", "promotion", share(40_000), share(44_000)},
		{"recharge, and flip lucky cards", "promotion", share(20_000), share(90_000)},
		{"recharge, and take bottles of wish", "promotion", share(20_000), share(90_000)},
		{"join with one more account", "eligibility", spent(150_00), spent(100_00)},
		{"flip lucky cards when the best", "tasks", box(12, 10, 97), box(12, 10, 102)},
		{"take bottles of wish rooms for gems", "tasks", box(11, 1000, 1), box(11, 1, 20)},
		{"recharge, and trade in with gems", "promotion", share(29_000), share(31_000)},
		{"one player a day", "sign", row(``), row(diamond(1))},
		{"one player a week", "sign", row(``), row(diamond(1))},
		{"one player a day", "rain", rains(1000, 0), rains(1000, 20_00)},
		{"a person with 100 accounts a day", "sign", row(``), row(diamond(1))},
		{"one player a day", "activity", running(0, 2, 1, 1),
			strings.Replace(running(0, 2, 1, 1), `"tokens":0,"dayMax":0`, `"tokens":1,"dayMax":3`, 1)},
		{"a person with 10 accounts at joining", "tasks", `{"boxes":[]}`, welcome(2)},
	} {
		now := none()
		for name, text := range with[c.loop] {
			now = now.With(store.SettingVersion{Name: name, Version: 1, Value: []byte(text)})
		}
		if c.loop == "a person with 10 accounts at joining" {
			now = now.With(store.SettingVersion{Name: "eligibility", Version: 2, Value: []byte(spent(0))})
		}
		before := of(t, now)
		if open := before.Open(); len(open) > 0 {
			t.Errorf("before any change of %s: %s", c.setting, open)
		}
		after := func(text string) *economy.Economy {
			return of(t, now.With(store.SettingVersion{Name: c.setting, Version: 2, Value: []byte(text)}))
		}
		below, above := after(c.below), after(c.above)
		if err := economy.Refuse(below, before); err != nil || len(below.Open()) > 0 {
			t.Errorf("%s %s: %v, %s", c.setting, c.below, err, below.Open())
		}
		i := slices.IndexFunc(above.Open(), func(s string) bool { return strings.Contains(s, c.loop) })
		if err := economy.Refuse(above, before); !errors.Is(err, economy.ErrLoop) || i < 0 {
			t.Errorf("%s %s: %v, want the loop %q among %s", c.setting, c.above, err, c.loop, above.Open())
			continue
		}
		if told := above.Open()[i]; !strings.Contains(told, "; of it by ") {
			t.Errorf("%s %s: %s says not what contributes to it", c.setting, c.above, told)
		}
		found[c.loop] = true
	}
	e := of(t, none())
	for _, l := range e.Loops {
		ofRooms := slices.ContainsFunc(kinds.All, func(s room.Spec) bool { // TestASettingThatMakesAnyKindOfRoomPay…
			return s.Return.Play != nil && strings.Contains(l.Name, s.Return.Play.Name)
		})
		if l.Name == tradedIn { // TestATradeInBringsBackWhatItCosts…
			continue
		}
		if !ofRooms && !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(name string) bool {
			return strings.HasPrefix(l.Name, name)
		}) {
			t.Errorf("no setting was planted that opens %q", l.Name)
		}
	}
}

const tradedIn = "trade items in and sell"

// What is over in a trade-in comes back in gems, and what it made counts for no task when it is sold: a round costs
// nothing, and a task box for sales adds nothing to it, however dear the mall is.
func TestATradeInBringsBackWhatItCostsAndNoMore(t *testing.T) {
	now := none().With(store.SettingVersion{Name: "mall", Version: 1, Value: []byte(dear)})
	for _, text := range []string{`{"boxes":[]}`, box(5, 10_000, 320)} {
		e := of(t, now.With(store.SettingVersion{Name: "tasks", Version: 2, Value: []byte(text)}))
		i := slices.IndexFunc(e.Loops, func(l economy.Loop) bool { return l.Name == tradedIn })
		if l := e.Loops[i]; l.NetReturn != 0 || l.Open() || len(e.Open()) > 0 {
			t.Errorf("%s: %s, open: %s", text, l, e.Open())
		}
	}
}

// What a day of one kind of play does not pay for, a day of two may: five battles and ten upgrades of a gem, each with
// a gift of 60 cents, are the 20 gems that a sign-in asks for and cost 1.60 gems; with two wish cards and four cents of
// battles that are lost, a sign-in of 40 cents pays for them and one of 30 does not.
func TestADayThatIsSpreadOverSeveralKindsOfPlayIsRefused(t *testing.T) {
	now := none()
	for name, text := range map[string]string{"mall": dear, "eligibility": spent(20_00), "tasks": box(3, 5, 60),
		"prizes": `{"upgrades":[{"count":10,"kind":"diamond","num":60}]}`} {
		now = now.With(store.SettingVersion{Name: name, Version: 2, Value: []byte(text)})
	}
	for cents, want := range map[int]bool{30: false, 40: true} {
		e := of(t, now.With(store.SettingVersion{Name: "sign", Version: 2, Value: []byte(row(diamond(cents)))}))
		for _, l := range e.Loops {
			spread := l.Name == "play a little of everything" || l.Name == "play what a day's sign-in asks for"
			if !strings.HasPrefix(l.Name, "recharge, ") && l.Open() != (spread && want) {
				t.Errorf("with a sign-in of %d cents: %s", cents, l)
			}
		}
	}
}

// No second voucher is used while one holds: sign-ins and upgrades that both bring 6 % off a day's boxes take 6 % off
// them, which with the wish cards is less than a box keeps, and not 12 %.
func TestTwoDiscountsOfADayCountAsOne(t *testing.T) {
	now := none()
	for name, text := range map[string]string{"mall": dear, "eligibility": spent(20_00), "prizes": vouchers(6),
		"sign": row(`{"reward":{"kind":"OpenBox","num":1}}`)} {
		now = now.With(store.SettingVersion{Name: name, Version: 2, Value: []byte(text)})
	}
	if open := of(t, now).Open(); len(open) > 0 {
		t.Errorf("open: %s", open)
	}
}

// The standard leaves nothing open, with a catalogue and without one, and a demo's settings neither
// (server/demo.TestTheDemoLeavesNoLoopOpen).
func TestTheStandardLeavesNoLoopOpen(t *testing.T) {
	loops := 13 // that are no kind's
	for _, s := range kinds.All {
		if s.Return.Play != nil {
			loops += 2 // also after a recharge
		}
		if s.Return.Gifts != nil {
			loops++
		}
	}
	for _, g := range []*economy.Goods{goods(t), {}} {
		e, err := economy.Of(&store.SettingsNow{}, g)
		if err != nil || len(e.Loops) != loops || len(e.Open()) > 0 {
			t.Errorf("%v, %d loops, open: %s", err, len(e.Loops), strings.Join(e.Open(), "\n"))
		}
	}
}

func diamond(cents int) string { return fmt.Sprintf(`{"reward":{"kind":"diamond","num":%d}}`, cents) }

// battles is a season of the free box, which is worth 10 gems, for 1,000 tokens: so many for a battle of 2 gems.
func battles(tokens int) string { return running(0, 2, 1, tokens) }

// upgrades asks for an upgrade of so many cents at least.
func upgrades(least, tokens int) string { return running(least, 3, 1, tokens) }

func running(least, goal, count, tokens int) string {
	return fmt.Sprintf(`{"season":"s","page":"moonbox","name":{"zh":"a","en":"b","pt":"c"},"from":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z",
		"leastCents":%d,"assist":{"tokens":0,"dayMax":0},"goals":[{"type":%d,"steps":[{"count":%d,"tokens":%d}]}],"boxes":[{"box":2,"tokens":1000}]}`, max(least, 1), goal, count, tokens)
}

// A rain a day of 10 gems at least pays for no way to play as long as its packets ask for the play of the day; one that
// asks for nothing is a gain for a player who only logs in, and the more accounts, the more.
func TestARainThatAsksForNothingPaysWhoOnlyComes(t *testing.T) {
	now := func(asks bool) *store.SettingsNow {
		return with("rain", fmt.Sprintf(`{"daily":["20:00"],"asks":%t,
			"pool":{"sharePpm":5000,"leastCents":1000,"mostCents":200000}}`, asks))
	}
	if open := of(t, now(true)).Open(); len(open) > 0 {
		t.Errorf("open although it asks: %s", open)
	}
	open := strings.Join(of(t, now(false)).Open(), "\n")
	for _, span := range []string{"one player a day", "a person with 100 accounts a day"} {
		if !strings.Contains(open, span) {
			t.Errorf("%q is not open where nothing is asked: %s", span, open)
		}
	}
}

// cheap has a box of so many cents that gives back 92 % of them.
type cheap struct{ cents int64 }

func (c cheap) Boxes(context.Context) ([]store.Box, error) {
	won := uint32(92_000 * c.cents)
	return []store.Box{{ID: 1, PriceCents: c.cents, Enabled: true,
		Entries: []store.BoxEntry{{Def: 1, Weight: won}, {Def: 2, Weight: 100_000_000 - won}}}}, nil
}

func (cheap) ItemDefs(context.Context) ([]store.ItemDef, error) {
	return []store.ItemDef{{ID: 1, PriceCents: 1000}, {ID: 2}}, nil
}

func (c cheap) goods(t *testing.T) *economy.Goods {
	t.Helper()
	g, err := economy.ReadGoods(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A cent for each player that loses is three quarters of one for each entry of a battle of four accounts: with an entry
// of 5 cents more than the house keeps, and no such box comes on sale.
func TestABoxSoCheapThatALostBattlePaysIsRefused(t *testing.T) {
	for cents, refused := range map[int64]bool{5: true, 2_00: false} {
		err := registry.AcceptGoods(&store.SettingsNow{}, goods(t), cheap{cents: cents}.goods(t))
		if errors.Is(err, economy.ErrLoop) != refused || refused && !strings.Contains(err.Error(), "play battles") {
			t.Errorf("a box of %d cents: %v", cents, err)
		}
	}
}

// A box for less than a gem counts for a task as a dear one does: fifty openings at 20 cents keep 80 cents.
func TestATaskOfCheapBoxesIsReckonedAtTheirPrice(t *testing.T) {
	before := none().With(store.SettingVersion{Name: "eligibility", Version: 2, Value: []byte(spent(20_00))})
	for _, task := range []int32{protocol.TaskClassicOpens, protocol.TaskHashOpens, protocol.TaskBattleCount} {
		for cents, want := range map[int]bool{30: false, 90: true} {
			e, err := economy.Of(before.With(store.SettingVersion{Name: "tasks", Version: 2,
				Value: []byte(box(int(task), 50, cents))}), cheap{cents: 20}.goods(t))
			if err != nil || len(e.Open()) > 0 != want {
				t.Errorf("%d cents for 50 of task %d at 20 cents: %v, open: %s", cents, task, err, e.Open())
			}
		}
	}
}

// Bottles that wish cards pay count for the task of bottles: a box, an upgrade and a battle of a gem or two bring three
// cards, and cost 40 cents. Paid for with gems they keep more than a gem.
func TestBottlesThatWishCardsPayCountForTheirTask(t *testing.T) {
	now := none().With(store.SettingVersion{Name: "mall", Version: 2, Value: []byte(dear)})
	specs := slices.Clone(kinds.All)
	for i, s := range specs {
		if s.Return.Play == nil {
			continue
		}
		if _, counts := s.Return.Play.Counts(protocol.TaskWishBottles); counts {
			play := *s.Return.Play
			play.Rate = func(*store.SettingsNow, []store.ItemDef) (room.Rate, error) {
				return room.Rate{StakeCents: 4_35, WishCardCents: 2,
					Back: func(gift float64) float64 { return .92 + gift/4_35 }}, nil
			}
			specs[i].Return.Play = &play
		}
	}
	for cents, want := range map[int]bool{25: false, 60: true} {
		e, err := economy.Of(now.With(store.SettingVersion{Name: "tasks", Version: 2,
			Value: []byte(box(int(protocol.TaskWishBottles), 3, cents))}), goods(t).With(specs))
		if err != nil || len(e.Open()) > 0 != want {
			t.Errorf("%d cents for three bottles: %v, open: %s", cents, err, e.Open())
		}
	}
}

// signed asks for an opening of 2 gems on every day.
func signed(cents int) string {
	return row(fmt.Sprintf(`{"reward":{"kind":"diamond","num":%d},"limit":{"type":1,"least":1}}`, cents))
}

// ranked is a ranking of one place.
func ranked(spent, cents int) string {
	return fmt.Sprintf(`{"awardsCents":[%d],"awardSpentCents":%d}`, cents, spent)
}

func rains(share, least int) string {
	return fmt.Sprintf(`{"daily":["20:00"],"pool":{"sharePpm":%d,"leastCents":%d,"mostCents":100000}}`, share, least)
}

// sold gives for sales of 92 gems and for battles of 100.
func sold(sales, battles int) string {
	return strings.TrimSuffix(box(2, 10_000, battles), "]}") + "," +
		strings.Replace(strings.TrimPrefix(box(5, 9_200, sales), `{"boxes":[`), `"id":1`, `"id":2`, 1)
}

// obtained asks for 100 gems of sales on every day.
func obtained(cents int) string {
	return row(fmt.Sprintf(`{"reward":{"kind":"diamond","num":%d},"limit":{"type":3,"least":10000}}`, cents))
}

func weekly(task, target, cents int) string {
	return strings.Replace(box(task, target, cents), `"type":4`, `"type":5`, 1)
}

func box(task, target, cents int) string {
	return fmt.Sprintf(`{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":%d,"target":%d,"prize":{"kind":"diamond","num":%d}}]}`, task, target, cents)
}

// What was written past the registry and is open may be narrowed, and brought back to the standard, but not widened.
func TestAnOpenLoopIsNotWidened(t *testing.T) {
	set := func(now *store.SettingsNow, text string) error {
		s, err := registry.Find("promotion")
		if err != nil {
			t.Fatal(err)
		}
		var raw []byte
		if text != "" {
			raw = []byte(text)
		}
		_, err = registry.Accept(s, raw, now, goods(t))
		return err
	}
	if err := set(&store.SettingsNow{}, share(40_000)); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("a loop beside the standard: %v", err)
	}
	if err := set(&store.SettingsNow{}, share(9_000)); err != nil {
		t.Errorf("less than the standard: %v", err)
	}
	wide := with("promotion", share(90_000))
	for _, text := range []string{share(80_000), ""} {
		if err := set(wide, text); err != nil {
			t.Errorf("the way back, %q: %v", text, err)
		}
	}
	if err := set(wide, share(100_000)); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("wider still: %v", err)
	}
}

// Whatever a task box counts, one that gives more than its task costs is found: none is of a task that no loop sees.
func TestATaskBoxOfAnyTaskThatPaysForItselfIsRefused(t *testing.T) {
	s, err := registry.Find("tasks")
	if err != nil {
		t.Fatal(err)
	}
	now := none().With(store.SettingVersion{Name: "mall", Version: 1, Value: []byte(dear)})
	for task := range int(protocol.TaskMax) + 1 {
		for _, text := range []string{box(task, 1, 1_000_00), weekly(task, 1, 1_000_00)} {
			if _, err := registry.Accept(s, []byte(text), now, goods(t)); !errors.Is(err, economy.ErrLoop) {
				t.Errorf("a thousand gems for one of task %d: %v", task, err)
			}
		}
	}
	for _, task := range []int32{protocol.TaskTrades, protocol.TaskRollJoins, protocol.TaskAssists} {
		_, err := registry.Accept(s, []byte(box(int(task), 20, 5)), now, goods(t))
		if !errors.Is(err, economy.ErrLoop) {
			t.Errorf("five cents for 20 of task %d, which cost nothing: %v", task, err)
		}
	}
}

// generous has a box that is worth ten times its price: with it the standard sign-in pays for itself.
type generous struct{ catalogue }

func (generous) Boxes(context.Context) ([]store.Box, error) {
	return []store.Box{{ID: 1, PriceCents: 100, Enabled: true,
		Entries: []store.BoxEntry{{Def: 1, Weight: 100_000_000}}}}, nil
}

// What the standard itself leaves open with a catalogue, and what is open already, does not keep a setting from its own
// standard, also when other settings give a little more by now. What only the others open does, and what is closed.
func TestASettingGoesBackToItsStandardWhateverThatLeavesOpenThatIsOpen(t *testing.T) {
	g, err := economy.ReadGoods(t.Context(), generous{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := economy.Of(&store.SettingsNow{}, g)
	if err != nil || len(e.Open()) == 0 {
		t.Fatalf("the standard leaves nothing open with this catalogue: %v", err)
	}
	s, err := registry.Find("sign")
	if err != nil {
		t.Fatal(err)
	}
	for day, refused := range map[string]bool{diamond(1): false, "": true} { // the sign-in is open, and closed
		more := with("sign", row(day)).With(store.SettingVersion{Name: "benefit", Version: 1,
			Value: []byte(`{"steps":[{"spentCents":10000,"rewardCents":700}]}`)})
		if _, err := registry.Accept(s, nil, more, g); errors.Is(err, economy.ErrLoop) != refused ||
			!refused && err != nil {
			t.Errorf("the standard of sign, from %q: %v", day, err)
		}
	}
	if s, err = registry.Find("promotion"); err != nil {
		t.Fatal(err)
	}
	loose := none().With(store.SettingVersion{Name: "benefit", Version: 1,
		Value: []byte(`{"steps":[{"spentCents":10000,"rewardCents":700}]}`)})
	loose = loose.With(store.SettingVersion{Name: "mall", Version: 1, Value: []byte(dear)})
	if open := of(t, loose).Open(); len(open) > 0 {
		t.Fatalf("before: %s", open)
	}
	if _, err := registry.Accept(s, nil, loose, goods(t)); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("beside what another setting gives, the standard of promotion: %v", err)
	}
}

// The share that an upgrade gives back is the one that the loop takes it for, at any rate that the fee's share rules.
func TestUpgradesGiveBackWhatTheLoopSays(t *testing.T) {
	fee := rates.Standard().Upgrade
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		target := 1_000 + r.Int64N(1_000_000)
		stake := 1 + r.Int64N(target)
		rate, err := fee.RateE8(stake, target)
		if errors.Is(err, fairness.ErrInput) {
			continue // below the least rate there is no upgrade
		}
		if err != nil {
			t.Fatal(err)
		}
		if back := float64(rate) / 1e8 * float64(target) / float64(stake); back > 1-float64(fee.DrawPPM)/1e6+0.01 {
			t.Errorf("%d for %d: %.4f of the stake comes back", stake, target, back)
		}
	}
}
