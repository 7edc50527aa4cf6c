package rates

import (
	"slices"
	"testing"

	"jadebox/fairness"
)

// but is the standard with one thing changed.
func but(change func(*Settings)) Settings {
	t := Standard()
	change(&t)
	return t
}

func TestWhatIsNotSaidIsTheStandard(t *testing.T) {
	for text, want := range map[string]Settings{
		"":                        Standard(),
		`{}`:                      Standard(),
		`{"awardsCents":[]}`:      but(func(t *Settings) { t.AwardsCents = []int64{} }),
		`{"awardsCents":[70,70]}`: but(func(t *Settings) { t.AwardsCents = []int64{70, 70} }),
		`{"awardSpentCents":0}`:   but(func(t *Settings) { t.AwardSpentCents = 0 }),
		`{"rankedLeastCents":0}`:  but(func(t *Settings) { t.RankedLeastCents = 0 }),
		`{"upgrade":{"drawPpm":100000,"leastPpm":30000}}`: but(func(t *Settings) {
			t.Upgrade = fairness.UpgradeFee{DrawPPM: 100_000, LeastPPM: 30_000}
		}),
		`{"upgrade":{"drawppm":100000}}`: but(func(t *Settings) { t.Upgrade.DrawPPM = 100_000 }),
		// as programs before versions have stored it
		`{"upgrade":{"DrawPPM":0,"LeastPPM":0},"awardsCents":null}`: Standard(),
	} {
		got, err := Setting.Parse([]byte(text))
		if err != nil || got.Upgrade != want.Upgrade || !slices.Equal(got.AwardsCents, want.AwardsCents) ||
			got.RankedLeastCents != want.RankedLeastCents || got.AwardSpentCents != want.AwardSpentCents {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
}

func TestRatesThatCannotBeAreRefused(t *testing.T) {
	for _, text := range []string{
		`{"upgrade":{"drawPpm":1000000}}`, `{"upgrade":{"drawPpm":-1}}`,
		`{"upgrade":{"drawPpm":50000,"leastPpm":60000}}`,
		`{"upgrade":{"drawPpm":50000,"leastPpm":50}}`, `{"upgrade":{"drawPpm":0}}`, `{"awardsCents":[1,2]}`,
		`{"awardsCents":[-1]}`, `{"rankedLeastCents":-1}`, `{"awardSpentCents":-1}`, `{"rankedLeastCents":100000001}`,
		`{"awardSpentCents":100000001}`,
		`{"awardsCents":[10000001]}`, `{"awardsCents":[1,1,1,1,1,1,1,1,1,1,1]}`, `[]`,
	} {
		if got, err := Setting.Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
