package economy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// notReckoned are gifts that are no source of their own, with what is.
var notReckoned = map[string]string{
	player.KindOpenTokens: "a token is worth what it buys, where it is given",
	player.KindExchange:   "a fragment is worth what it buys, where it is given",
}

// A gift that has no setting of its own is in nobody's list of settings: it is reckoned, or would stand in no loop.
func TestEveryGiftIsReckoned(t *testing.T) {
	for _, g := range playthrough.Gifts {
		why, not := notReckoned[g.Kind]
		if economy.Reckons(g.Kind) == not || not && why == "" {
			t.Errorf("%s is given: it stands in reckoned of server/registry/economy, or in notReckoned with why",
				g.Kind)
		}
	}
	for _, kind := range economy.Kinds() {
		if _, given := playthrough.GiftOf(kind); !given {
			t.Errorf("%s is reckoned, and is no gift of actors/rewards/playthrough", kind)
		}
	}
	if economy.Reckons("dice.throw") {
		t.Error("what nobody knows is reckoned")
	}
}

// What is reckoned comes into every loop that it can feed, whatever setting it has: a tenth of what is played with, of
// a recharge, of the first one of an account; and ten cents for coming.
func TestWhatIsReckonedFeedsEveryLoopItCan(t *testing.T) {
	ways := []string{"open boxes", "upgrade", "play battles", "flip", "take bottles", "play a little of everything"}
	feeds := map[string]func(name string) bool{
		"day": func(name string) bool {
			played, _ := strings.CutPrefix(name, "recharge, and ")
			return strings.HasPrefix(name, "join ") ||
				slices.ContainsFunc(ways, func(way string) bool { return strings.HasPrefix(played, way) })
		},
		"recharge": func(name string) bool {
			return strings.HasPrefix(name, "recharge, ") && !strings.Contains(name, "sign-in") // nobody signs in
		},
		"first":  func(name string) bool { return strings.HasPrefix(name, "join ") },
		"coming": func(name string) bool { return name == "one player a day" || name == "one player a week" },
	}
	for part, fed := range feeds {
		t.Run(part, func(t *testing.T) {
			economy.Planted(t, part, .1)
			now := none().With(store.SettingVersion{Name: "tasks", Version: 2, Value: []byte(`{"boxes":[],
				"welcome":{"free":[],"recharge":[]}}`)})
			e, err := economy.Unattributed(now, goods(t))
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			judge := func(name string, open bool) {
				if fed(name) {
					found++
					if !open {
						t.Errorf("%q is closed: what is reckoned does not come into it", name)
					}
				}
			}
			for _, l := range e.Loops {
				judge(l.Name, l.Open())
			}
			for _, g := range e.Gains {
				judge(g.Span, g.Open())
			}
			if found == 0 {
				t.Error("it feeds nothing")
			}
		})
	}
}

// diary are the lines that TestADayCostsWhatTheRulesGive keeps.
var diary = []string{"VIP share", "recharge bonus", "sign-in", "task boxes", "upgrades of a day", "weekly benefit"}

// Players 2 and 3 play with 20 and 1,000 gems a day, a third each in boxes, upgrades and battles of 2 gems, and
// recharge 8 % of it.
func TestEveryLineIsWhatItsRuleGives(t *testing.T) {
	lines := []struct {
		source, setting, text string
		cents                 [len(economy.Players)]float64
	}{
		{"extra drops", "props", `{"steps":[{"spentCents":600,"valueCents":50},{"spentCents":10000,"valueCents":790,
			"prizes":[{"kind":"diamond","num":7}]}]}`, [...]float64{0, 50, 50 + 790 + 7}},
		// A token buys a cent: the free box is worth 10 gems, and costs 1,000.
		{"season", "activity", upgrades(101, 7), [...]float64{0, 7, 7}},
		{"season", "activity", strings.Replace(upgrades(101, 7), `"tokens":0,"dayMax":0`, `"tokens":3,"dayMax":2`, 1),
			[...]float64{6, 13, 13}},
		{"commission", "promotion", share(21_000), [...]float64{0, .021 * 160, .021 * 8000}},
		{"rain, by the share", "rain", rains(79_000, 0), [...]float64{0, .079 * 2000, .079 * 100_000}},
		// Three wish cards, each of two cents.
		{"wish tree", "sign", row(``), [...]float64{0, 6, 6}},
	}
	amounts := []struct {
		source, setting, text string
		cents                 float64
	}{
		{"real name", "realname", `{"rewardCents":300}`, 300},
		{"welcome", "tasks", strings.Replace(welcome(2), `]}}`, `],"recharge":[]}}`, 1), 1000},
		{"welcome", "tasks", strings.Replace(welcome(2), `]}}`,
			`],"recharge":[{"id":2,"name":{"zh":"a","en":"b","pt":"c"},"box":1}]}}`, 1), 1000 + 184},
		{"VIP levels, all of them", "vip", `{"levels":[{"needCents":1000,"ratePpm":0,"bonusCents":3},
			{"needCents":9000,"ratePpm":0,"bonusCents":5}]}`, 8},
		{"ranking, every place of both boards", "rates", `{"awardsCents":[100,60,5]}`, 2 * 165},
		{"rain, at the least", "rain", strings.Replace(rains(1000, 20_00), `["20:00"]`, `["19:00","20:00"]`, 1),
			2 * 2000},
	}
	set := func(setting, text string) *economy.Economy {
		return of(t, none().With(store.SettingVersion{Name: setting, Version: 2, Value: []byte(text)}))
	}
	said := slices.Clone(diary)
	for _, c := range lines {
		said = append(said, c.source)
		for i, cents := range line(t, set(c.setting, c.text), c.source) {
			if math.Abs(cents-c.cents[i]) > 0.001+0.001*c.cents[i] {
				t.Errorf("%s under %s: player %d is given %.3f cents, want %.3f", c.source, c.text, i+1, cents,
					c.cents[i])
			}
		}
	}
	for _, c := range amounts {
		said = append(said, c.source)
		e := set(c.setting, c.text)
		all := slices.Concat(e.Joining, e.House)
		i := slices.IndexFunc(all, func(a economy.Amount) bool { return a.Source == c.source })
		if i < 0 || math.Abs(all[i].Cents-c.cents) > 0.01 {
			t.Errorf("%s under %s: %v, want %.2f cents", c.source, c.text, all, c.cents)
		}
	}
	e := of(t, none())
	for _, a := range slices.Concat(e.Joining, e.House) {
		e.Lines = append(e.Lines, economy.Line{Source: a.Source})
	}
	for _, l := range e.Lines {
		if _, ofRooms := kinds.All.Of(strings.Split(l.Source, ",")[0]); ofRooms {
			continue // one formula for all of them, and rain's figures stand for it
		}
		if !slices.Contains(said, l.Source) {
			t.Errorf("%q costs what nobody has counted: it is in no table here", l.Source)
		}
	}
}

// What a gift is worth in a loop, by hand: a box and an upgrade keep 8 %, and the first of a day brings a wish card of
// two cents; of each gift the least volume that has it is the best.
func TestALoopBringsWhatItsGiftIsWorth(t *testing.T) {
	const keeps, wishCard, lost = .08, 2.0, .75 / 200                  // three of four players lose a battle of 2 gems
	bonus := func(share float64) float64 { return (1+share)/1.03 - 1 } // the mall of the standard adds 3 %
	for _, c := range []struct {
		loop, setting, text string
		gain                float64
	}{
		{"open boxes under", "sign", row(``), wishCard/200 - keeps},
		{"open boxes under", "benefit", `{"steps":[{"spentCents":10000,"rewardCents":740}]}`,
			(740./7+wishCard)/1429 - keeps},
		{"open boxes under", "props", `{"steps":[{"spentCents":10000,"valueCents":790}]}`,
			(790+wishCard)/10_000 - keeps},
		{"open boxes under", "tasks", box(6, 10_000, 790), (790+wishCard)/10_000 - keeps},
		{"open boxes under", "rates", ranked(500_00, 19_90), (2*1990+wishCard)/50_000 - keeps},
		{"upgrade at", "prizes", `{"upgrades":[{"count":10,"kind":"diamond","num":76}]}`, (76+wishCard)/1000 - keeps},
		{"upgrade at", "prizes", `{"upgrades":[{"count":10,"kind":"debris","num":95}]}`, (76+wishCard)/1000 - keeps},
		{"upgrade at", "tasks", box(1, 10, 76), (76+wishCard)/1000 - keeps},
		{"upgrade at", "activity", upgrades(101, 5), (5+wishCard)/101 - keeps},
		{"play battles", "tasks", box(2, 10_000, 790), (790+wishCard)/10_000 + lost - keeps},
		{"play battles", "activity", battles(13), (13+wishCard)/200 + lost - keeps},
		{"play, and claim every rain", "rain", rains(50_000, 0), .05 - keeps},
		{"buy in the mall and sell", "tasks", box(5, 10_000, 250), 1.025/1.03 - 1},
		{"recharge, and buy items in the mall", "promotion", share(20_000), bonus(.02)},
		{"recharge, and buy items in the mall", "pay", `{"tiers":[{"keyCents":1000,"share":true,"valuePpm":20000}]}`,
			bonus(.02)},
		{"recharge, and buy items in the mall", "vip", level(20_000), bonus(.02)},
		{"recharge, and buy items in the mall", "vip", `{"levels":[{"needCents":1000,"ratePpm":0,"bonusCents":20}]}`,
			bonus(.02)},
		{"recharge, and buy items in the mall", "tasks", box(9, 1000, 20), bonus(.02)},
		{"recharge, and trade in with gems", "promotion", share(20_000), bonus(.02)},
		{"recharge, and open boxes", "promotion", share(20_000), 1.02*(1+wishCard/200-keeps) - 1},
		{"recharge, and play battles", "promotion", share(20_000), 1.02*(1+wishCard/200+lost-keeps) - 1},
		{"recharge, and upgrade", "promotion", share(20_000), 1.02*(1+wishCard/100-keeps) - 1},
		{"recharge, and play a little of everything", "promotion", share(20_000), 1.02*(1+wishCard/100-keeps) - 1},
		{"join with one more account", "tasks", welcome(2), (1000+wishCard/2)/100 - keeps}, // a gem, half a box
	} {
		e, err := economy.Unattributed(none().With(store.SettingVersion{Name: c.setting, Version: 2,
			Value: []byte(c.text)}), goods(t))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(e.Loops, func(l economy.Loop) bool { return strings.HasPrefix(l.Name, c.loop) })
		if i < 0 || math.Abs(e.Loops[i].NetReturn-c.gain) > 1e-4 {
			t.Errorf("%s, %s %s: %v, want a gain of %.5f", c.loop, c.setting, c.text, e.Loops[max(i, 0)], c.gain)
		}
	}
}
