package economy_test

import (
	"errors"
	"math"
	"slices"
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

// coming are settings that give nothing but ten cents a day for coming, and ten for a real name.
func coming(multiple string) *store.SettingsNow {
	return none().With(store.SettingVersion{Name: "sign", Version: 2, Value: []byte(row(diamond(10)))}).With(
		store.SettingVersion{Name: "playthrough", Version: 2, Value: []byte(`{"multiplePpm":` + multiple + `}`)})
}

// What a player can take out is what is given, less what it costs to stake it once; many accounts take it as often. To
// ask for more than one stake takes nothing off: an account that holds only gifts is left when they are gone. What each
// person has once, a real name, many accounts have once.
func TestGainsAreWhatIsGivenLessItsPlay(t *testing.T) {
	for multiple, want := range map[string]float64{"0": 10, "500000": 9.6, "1000000": 9.2, "13000000": 9.2} {
		e := of(t, coming(multiple))
		day, week := gain(t, e, "one player a day"), gain(t, e, "one player a week")
		if math.Abs(day.Cents-want) > 0.01 || math.Abs(week.Cents-7*want) > 0.01 || !day.Open() || !week.Open() {
			t.Errorf("%s: %s, %s", multiple, day, week)
		}
		for n, span := range map[float64]string{2: "a person with 2 accounts a day",
			100: "a person with 100 accounts a day"} {
			if got := gain(t, e, span).Cents; math.Abs(got-n*day.Cents) > 0.01 {
				t.Errorf("%s: %.2f, one takes %.2f", span, got, day.Cents)
			}
		}
		join, all := gain(t, e, "one player at joining"), gain(t, e, "a person with 10 accounts at joining")
		if math.Abs(join.Cents-want) > 0.01 || join.Open() || !join.Positive() || all.Cents != join.Cents {
			t.Errorf("%s: %s, %s", multiple, join, all)
		}
	}
}

// A player who is alone in the ranking has the first place of both boards, and a person with several accounts those
// that follow; more accounts than there are rewards have no more.
func TestAPersonHasThePlacesOfTheRankingThatNobodyElseTakes(t *testing.T) {
	e := of(t, none().With(store.SettingVersion{Name: "rates", Version: 2,
		Value: []byte(`{"awardsCents":[100,60,5],"awardSpentCents":0}`)}))
	for span, want := range map[string]float64{"one player a day": 200, "one player a week": 1400,
		"a person with 2 accounts a day": 320, "a person with 10 accounts a day": 330,
		"a person with 100 accounts a day": 330} {
		if g := gain(t, e, span); math.Abs(g.Cents-want) > 0.01 || !g.Open() {
			t.Errorf("%s, want %.2f cents", g, want)
		}
	}
	if len(e.House) == 0 || e.House[0].Cents != 2*165 {
		t.Errorf("the house gives %+v in a day, want 330 cents by the ranking", e.House)
	}
}

// Play that comes first keeps coming alone from paying: a gift is part of what the play costs.
func TestPlayThatComesFirstClosesWhatComingBrings(t *testing.T) {
	for cents, open := range map[int]bool{0: true, 100: true, 200: false, 20_00: false} {
		e := of(t, coming("1000000").With(store.SettingVersion{Name: "eligibility", Version: 2,
			Value: []byte(spent(cents))}))
		if got := len(e.Open()) > 0; got != open {
			t.Errorf("%d cents of play first: %s", cents, e.Open())
		}
	}
}

// Play-through that is switched off lets bonuses out unplayed: where that opens a loop it is refused by name.
func TestNoPlayThroughIsRefusedWhereItOpensALoop(t *testing.T) {
	s, err := registry.Find("playthrough")
	if err != nil {
		t.Fatal(err)
	}
	once := none().With(store.SettingVersion{Name: "playthrough", Version: 2, Value: []byte(`{"multiplePpm":1000000}`)})
	for ppm, refused := range map[int]bool{30_200: true, 29_000: false} {
		now := once.With(store.SettingVersion{Name: "promotion", Version: 2, Value: []byte(share(ppm))})
		if open := of(t, now).Open(); len(open) > 0 {
			t.Errorf("with play-through: %s", open)
		}
		if _, err := registry.Accept(s, []byte(`{"multiplePpm":0}`), now, goods(t)); errors.Is(err,
			economy.ErrLoop) != refused || refused && !strings.Contains(err.Error(), "mall") {
			t.Errorf("without it, beside a bonus of %d: %v", ppm, err)
		}
	}
}

// A player who waits until only the best cards are left gets no more than others.
func TestWaitingForTheBestFlipsPaysNothing(t *testing.T) {
	for _, l := range of(t, none()).Loops {
		if strings.Contains(l.Name, "lucky cards") {
			if l.Open() || 1+l.NetReturn > luckycard.ReturnPPM/1e6+1e-9 || 1+l.NetReturn < .9 {
				t.Errorf("%s", l)
			}
			return
		}
	}
	t.Error("no loop of lucky cards")
}

// An operator whose change is refused is told which settings bring what is open: none that costs something is left out.
func TestEverySettingThatCostsIsAmongThoseThatAreTold(t *testing.T) {
	var cost []string
	for _, s := range registry.All {
		if s.Costless() == "" {
			cost = append(cost, s.ID())
		}
	}
	if told, err := economy.Sources(&store.SettingsNow{}); err != nil || !slices.Equal(told, cost) {
		t.Errorf("%v: of what is open the part of %q is told, what costs is %q", err, told, cost)
	}
}

func TestARealNameAndTooLittlePlayThroughAreToldByWhatTheyBring(t *testing.T) {
	brings := func(g economy.Gain, setting string) float64 {
		i := slices.IndexFunc(g.Contributions, func(f economy.Contribution) bool { return f.Setting == setting })
		if i < 0 {
			t.Fatalf("%s: nothing of it is told of %s", g, setting)
		}
		return g.Contributions[i].Amount
	}
	day := gain(t, of(t, coming("0")), "one player a day")
	if got := brings(day, "playthrough"); math.Abs(got-.8) > 0.01 { // 8 % of ten cents, staked once
		t.Errorf("playthrough brings %.2f of %s", got, day)
	}
	joins := none().With(store.SettingVersion{Name: "tasks", Version: 2, Value: []byte(welcome(2))})
	join := gain(t, of(t, joins), "a person with 10 accounts at joining")
	if got := brings(join, "realname"); math.Abs(got-10) > 0.01 { // ten cents, once a person
		t.Errorf("realname brings %.2f of %s", got, join)
	}
}
