package economy_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"jadebox/actors/kinds/luckycard"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

func gain(t *testing.T, e *economy.Economy, span string) economy.Gain {
	t.Helper()
	for _, g := range e.Gains {
		if g.Span == span {
			return g
		}
	}
	t.Fatalf("no gain of %q", span)
	return economy.Gain{}
}

// nothing are settings that give nothing but ten cents a day for coming, and ten for a real name.
func nothing(multiple string) *store.SettingsNow {
	now := &store.SettingsNow{}
	for name, text := range map[string]string{"vip": `{"levels":[{"needCents":1000,"ratePpm":0,"bonusCents":5}]}`,
		"playthrough": `{"multiplePpm":` + multiple + `}`, "promotion": `{"sharePpm":0}`, "pay": `{"tiers":[]}`,
		"props": `{"steps":[]}`, "benefit": `{"steps":[]}`, "tasks": `{"boxes":[]}`, "prizes": `{"upgrades":[]}`,
		"sign": `{"days":[` + strings.TrimSuffix(strings.Repeat(`{"reward":{"kind":"diamond","num":10}},`, 7), ",") +
			`],"months":[]}`} {
		now = now.With(store.SettingVersion{Name: name, Version: 1, Value: []byte(text)})
	}
	return now
}

// What a player can take out is what is given, less what it costs to play it through; many accounts take it as often,
// and what costs more than it is worth nobody takes.
func TestGainsAreWhatIsGivenLessItsPlay(t *testing.T) {
	wishes := 0.0
	for _, l := range of(t, nothing("0")).Lines {
		if l.Source == "wish tree" {
			wishes = l.Cents[1] / 3
		}
	}
	// One play of each kind, at the least stakes: three wish cards for a box, a battle and an upgrade.
	if wishes < 1 {
		t.Fatalf("a wish card is worth %.2f", wishes)
	}
	for multiple, times := range map[string]float64{"0": 0, "1000000": 1, "5000000": 5} {
		e := of(t, nothing(multiple))
		day, week := gain(t, e, "one player a day"), gain(t, e, "one player a week")
		least := 10*(1-0.08*times) - 0.5
		if day.Cents < least || day.Cents > 10+3*wishes || week.Cents < 7*day.Cents-0.01 || !day.Positive() {
			t.Errorf("%s: %s, %s", multiple, day, week)
		}
		for n, span := range map[float64]string{2: "a person with 2 accounts a day",
			100: "a person with 100 accounts a day"} {
			if got := gain(t, e, span).Cents; math.Abs(got-n*day.Cents) > 0.01 {
				t.Errorf("%s: %.2f, one takes %.2f", span, got, day.Cents)
			}
		}
		join, all := gain(t, e, "one player at joining"), gain(t, e, "a person with 10 accounts at joining")
		if join.Cents <= 0 || math.Abs(all.Cents-10*join.Cents) > 0.01 {
			t.Errorf("%s: %s, %s", multiple, join, all)
		}
	}
	if d, w := gain(t, of(t, nothing("13000000")), "one player a day"), gain(t, of(t, nothing("13000000")),
		"one player at joining"); d.Positive() || w.Positive() {
		t.Errorf("gifts that cost more to play than they are worth: %s, %s", d, w)
	}
}

// Play-through that is switched off lets bonuses out unplayed: where that opens a loop it is refused by name, and told
// where it opens none.
func TestNoPlayThroughIsRefusedWhereItOpensALoop(t *testing.T) {
	s, err := registry.Find("playthrough")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := registry.Accept(s, []byte(`{"multiplePpm":0}`), &store.SettingsNow{}, goods(t)); !errors.Is(err,
		economy.ErrLoop) || !strings.Contains(err.Error(), "mall") {
		t.Errorf("beside the standard bonuses: %v", err)
	}
	if _, err := registry.Accept(s, []byte(`{"multiplePpm":0}`), nothing("1000000"), goods(t)); err != nil {
		t.Errorf("where there are none: %v", err)
	}
	with, without := gain(t, of(t, nothing("1000000")), "one player a day"), gain(t, of(t, nothing("0")),
		"one player a day")
	if without.Cents <= with.Cents {
		t.Errorf("without play %s, with it %s", without, with)
	}
}

// Whoever waits until only the best cards are left gets no more than anybody else.
func TestWaitingForTheBestFlipsPaysNothing(t *testing.T) {
	for _, l := range of(t, nothing("1000000")).Loops {
		if strings.Contains(l.Name, "lucky cards") {
			if l.Open() || 1+l.Gain > luckycard.ReturnPPM/1e6+1e-9 || 1+l.Gain < .9 {
				t.Errorf("%s", l)
			}
			return
		}
	}
	t.Error("no loop of lucky cards")
}
