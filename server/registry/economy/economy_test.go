package economy_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// catalogue has one box of 2 gems that is worth 1.84, and an item of 10 gems.
type catalogue struct{}

func (catalogue) Boxes(context.Context) ([]store.Box, error) {
	return []store.Box{
		{ID: 1, PriceCents: 200, Enabled: true, Entries: []store.BoxEntry{{Def: 1, Weight: 9_000_000},
			{Def: 2, Weight: 91_000_000}}},
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
				return float64(third) * 0.05
			case prize.Competition:
				return float64(c.WorthCents)
			case prize.Reset: // the most valuable task box that is reached: 10 fragments, or the discount
				return map[int64]float64{0: 0, 20_00: 8, 1000_00: 0.05 * float64(third)}[spent]
			}
			return 0
		}
		var signIn, week, tasks, upgrades, share, bonus float64
		for day := range days {
			done := sign.Done{Upgrades: plays, Opens: plays, SpentCents: spent, ObtainedCents: third * 92 / 100}
			c := signs.Days[day%7]
			if c.Limit.Met(done) {
				if c.Reward.Kind == sign.Skins {
					signIn += 0.09*1000 + 0.91*103
				} else {
					signIn += value(c.Reward.Prize)
				}
			}
			if m, ok := signs.Milestone(day%30 + 1); ok && m.Limit.Met(done) {
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
				amount := map[int32]int64{1: plays, 3: plays, 6: spent}[b.Task] * int64(span)
				if day%span == span-1 && amount >= b.Target {
					tasks += value(*b.Prize)
				}
			}
		}
		for source, sum := range map[string]float64{"sign-in": signIn, "weekly benefit": week, "task boxes": tasks,
			"upgrades of a day": upgrades, "VIP share": share, "recharge bonus": bonus} {
			// Reference players play thirds that no cent divides, and a discount is a share of one.
			if got := line(t, e, source)[i]; math.Abs(got-sum/days) > 0.2+0.001*sum/days {
				t.Errorf("%s of a player who plays with %d: %.3f cents, the diary says %.3f", source, spent, got,
					sum/days)
			}
		}
	}
}

// A loop that a value opens is refused by name, and the same value just below is taken.
func TestFreeLoopsAreRefused(t *testing.T) {
	level := func(rate int) string {
		return fmt.Sprintf(`{"levels":[{"needCents":1000,"ratePpm":%d,"bonusCents":5}]}`, rate)
	}
	none := map[string]string{"vip": level(0), "playthrough": `{"multiplePpm":0}`, "promotion": `{"sharePpm":0}`,
		"pay":     `{"tiers":[]}`,
		"props":   `{"steps":[]}`,
		"benefit": `{"steps":[]}`, "tasks": `{"boxes":[]}`, "prizes": `{"upgrades":[]}`,
		"sign": `{"days":[` + strings.TrimSuffix(strings.Repeat(`{"reward":{"kind":"diamond","num":10}},`, 7), ",") +
			`],"months":[]}`}
	vouchers := func(percent int) string {
		return fmt.Sprintf(`{"upgrades":[{"count":1,"kind":"OpenBox","num":1}],"cards":[{"number":1,"kind":"OpenBox","percent":%d,"hours":24,"days":30}]}`, percent)
	}
	for _, c := range []struct{ loop, setting, below, above string }{
		{"open boxes", "prizes", vouchers(7), vouchers(9)},
		{"open boxes", "benefit", `{"steps":[{"spentCents":10000,"rewardCents":790}]}`,
			`{"steps":[{"spentCents":10000,"rewardCents":810}]}`},
		{"open boxes", "props", `{"steps":[{"spentCents":10000,"valueCents":799}]}`,
			`{"steps":[{"spentCents":10000,"valueCents":801}]}`},
		{"open boxes", "tasks", box(6, 10_000, 790), box(6, 10_000, 810)},
		{"upgrade", "prizes", `{"upgrades":[{"count":10,"kind":"diamond","num":79}]}`,
			`{"upgrades":[{"count":10,"kind":"diamond","num":81}]}`},
		{"upgrade", "tasks", box(1, 10, 79), box(1, 10, 81)},
		{"mall and sell", "mall", `{"own":{"1":{"priceCents":1001}}}`, `{"own":{"1":{"priceCents":999}}}`},
		{"buy items in the mall", "promotion", `{"sharePpm":29000}`, `{"sharePpm":31000}`},
		{"buy items in the mall", "pay", `{"tiers":[{"keyCents":1000,"share":true,"valuePpm":29000}]}`,
			`{"tiers":[{"keyCents":1000,"share":true,"valuePpm":31000}]}`},
		{"buy items in the mall", "vip", level(29_000), level(31_000)},
		{"recharge, and open boxes", "promotion", `{"sharePpm":32000}`, `{"sharePpm":34000}`},
		{"battles", "tasks", box(2, 10_000, 790), box(2, 10_000, 810)},
		{"battles", "activity", battles(15), battles(17)},
		{"upgrade", "activity", upgrades(101, 8), upgrades(101, 9)},
		{"open boxes", "tasks", weekly(7, 3, 47), weekly(7, 3, 49)},
		{"sign-in", "sign", signed(15), signed(17)},
		{"mall and sell", "tasks", box(5, 10_000, 299), box(5, 10_000, 301)},
		{"buy items in the mall", "tasks", box(9, 1000, 29), box(9, 1000, 31)},
		{"rain", "rain", rains(79_000), rains(81_000)},
		{"lucky cards", "tasks", box(12, 10, 97), box(12, 10, 102)},
		{"trade items in", "tasks", box(5, 10_000, 299), box(5, 10_000, 320)},
		{"recharge, and upgrade", "promotion", `{"sharePpm":41000}`, `{"sharePpm":42500}`},
		{"recharge, and play battles", "promotion", `{"sharePpm":41000}`, `{"sharePpm":42500}`},
	} {
		now := &store.SettingsNow{}
		for name, text := range none { // nothing is given, so that one value decides
			now = now.With(store.SettingVersion{Name: name, Version: 1, Value: []byte(text)})
		}
		if c.loop == "recharge, and open boxes" { // the mall is dear, boxes are cheap
			now = now.With(store.SettingVersion{Name: "mall", Version: 1, Value: []byte(`{"markupPpm":900000}`)})
			now = now.With(store.SettingVersion{Name: "prizes", Version: 1, Value: []byte(vouchers(5))})
		}
		dear := store.SettingVersion{Name: "mall", Version: 1, Value: []byte(`{"markupPpm":900000}`)}
		if c.loop == "trade items in" {
			now = now.With(dear)
		}
		switch c.loop { // some play brings back 96 %, all other less
		case "recharge, and upgrade":
			now = now.With(dear).With(store.SettingVersion{Name: "prizes", Version: 1,
				Value: []byte(`{"upgrades":[{"count":10,"kind":"diamond","num":40}]}`)})
		case "recharge, and play battles":
			now = now.With(dear).With(store.SettingVersion{Name: "tasks", Version: 1,
				Value: []byte(box(2, 10_000, 400))})
		}
		e := of(t, now)
		for _, l := range e.Loops {
			if l.Open() {
				t.Fatalf("before any change: %s", l)
			}
		}
		after := func(text string) error {
			return economy.Refuse(of(t,
				now.With(store.SettingVersion{Name: c.setting, Version: 2, Value: []byte(text)})), e)
		}
		if err := after(c.below); err != nil {
			t.Errorf("%s %s: %v", c.setting, c.below, err)
		}
		if err := after(c.above); !errors.Is(err, economy.ErrLoop) || !strings.Contains(err.Error(), c.loop) {
			t.Errorf("%s %s: %v, want the loop %q", c.setting, c.above, err, c.loop)
		}
	}
}

// battles is a season of the free box, which is worth 10 gems, for 1,000 tokens: so many for a battle of 2 gems.
func battles(tokens int) string { return running(0, 2, 1, tokens) }

// upgrades asks for an upgrade of so many cents at least.
func upgrades(least, tokens int) string { return running(least, 3, 1, tokens) }

func running(least, goal, count, tokens int) string {
	return fmt.Sprintf(`{"season":"s","page":"moonbox","name":{"zh":"a","en":"b","pt":"c"},"from":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z",
		"leastCents":%d,"goals":[{"type":%d,"steps":[{"count":%d,"tokens":%d}]}],"boxes":[{"box":2,"tokens":1000}]}`, max(least, 1), goal, count, tokens)
}

// signed asks for an opening of 2 gems on every day.
func signed(cents int) string {
	day := fmt.Sprintf(`{"reward":{"kind":"diamond","num":%d},"limit":{"type":1,"least":1}},`, cents)
	return `{"days":[` + strings.TrimSuffix(strings.Repeat(day, 7), ",") + `],"months":[]}`
}

func rains(share int) string {
	return fmt.Sprintf(`{"daily":["20:00"],"pool":{"sharePpm":%d,"leastCents":0,"mostCents":100000}}`, share)
}

func weekly(task, target, cents int) string {
	return strings.Replace(box(task, target, cents), `"type":4`, `"type":5`, 1)
}

func box(task, target, cents int) string {
	return fmt.Sprintf(`{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":%d,"target":%d,"prize":{"kind":"diamond","num":%d}}]}`, task, target, cents)
}

// What is open may be narrowed, and brought back to the standard, but not widened; the registry asks for it.
func TestAnOpenLoopIsNotWidened(t *testing.T) {
	set := func(now *store.SettingsNow, text string) (*store.SettingsNow, error) {
		s, err := registry.Find("promotion")
		if err != nil {
			t.Fatal(err)
		}
		var raw []byte
		if text != "" {
			raw = []byte(text)
		}
		return registry.Accept(s, raw, now, goods(t))
	}
	now := &store.SettingsNow{}
	if _, err := set(now, `{"sharePpm":40000}`); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("a wider loop: %v", err)
	}
	now, err := set(now, `{"sharePpm":20000}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set(now, ""); err != nil {
		t.Errorf("the standard again: %v", err)
	}
	wide := with("promotion", `{"sharePpm":90000}`) // as somebody wrote it past the registry
	if _, err := set(wide, `{"sharePpm":80000}`); err != nil {
		t.Errorf("half the way back: %v", err)
	}
	if _, err := set(wide, `{"sharePpm":100000}`); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("wider still: %v", err)
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
