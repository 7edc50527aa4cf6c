package rates

import (
	"slices"
	"testing"

	"jadebox/fairness"
)

func TestWhatIsNotSaidIsTheStandard(t *testing.T) {
	for text, want := range map[string]Settings{
		"":                        Standard(),
		`{}`:                      Standard(),
		`{"awardsCents":[]}`:      {Standard().Upgrade, []int64{}},
		`{"awardsCents":[70,70]}`: {Standard().Upgrade, []int64{70, 70}},
		`{"upgrade":{"drawPpm":100000,"leastPpm":30000}}`: {fairness.UpgradeFee{DrawPPM: 100_000,
			LeastPPM: 30_000}, Standard().AwardsCents},
		`{"upgrade":{"drawppm":100000}}`: {fairness.UpgradeFee{DrawPPM: 100_000,
			LeastPPM: 20_000}, Standard().AwardsCents},
		// as programs before versions have stored it
		`{"upgrade":{"DrawPPM":0,"LeastPPM":0},"awardsCents":null}`: Standard(),
	} {
		got, err := Setting.Parse([]byte(text))
		if err != nil || got.Upgrade != want.Upgrade || !slices.Equal(got.AwardsCents, want.AwardsCents) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
}

func TestRatesThatCannotBeAreRefused(t *testing.T) {
	for _, text := range []string{
		`{"upgrade":{"drawPpm":1000000}}`, `{"upgrade":{"drawPpm":-1}}`,
		`{"upgrade":{"drawPpm":50000,"leastPpm":60000}}`,
		`{"upgrade":{"drawPpm":50000,"leastPpm":50}}`, `{"upgrade":{"drawPpm":0}}`, `{"awardsCents":[1,2]}`,
		`{"awardsCents":[-1]}`,
		`{"awardsCents":[10000001]}`, `{"awardsCents":[1,1,1,1,1,1,1,1,1,1,1]}`, `[]`,
	} {
		if got, err := Setting.Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
