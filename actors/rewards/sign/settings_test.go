package sign_test

import (
	"testing"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
)

func TestRewardsWithoutSenseAreRefused(t *testing.T) {
	day := `{"reward":{"kind":"debris","num":1}},`
	six := day + day + day + day + day + day
	for text, good := range map[string]bool{
		`{}`: true, `{"gapDays":30}`: true, `{"gapDays":31}`: false, `{"gapDays":-1}`: false, `[]`: false,
		`{"days":[]}`: false, `{"months":[]}`: true,
		`{"days":[` + six + `{"reward":{"kind":"skins","num":1,"box":3},"limit":{"type":3,"least":100}}]}`: true,
		`{"days":[` + six + `{"reward":{"kind":"skins","num":2}}]}`:                                        false,
		`{"days":[` + six + `{"reward":{"kind":"diamond","num":0}}]}`:                                      false,
		`{"days":[` + six + `{"reward":{"kind":"diamond","num":1,"box":3}}]}`:                              false,
		`{"days":[` + six + `{"reward":{"kind":"gold","num":1}}]}`:                                         false,
		`{"days":[` + six + `{"days":1,"reward":{"kind":"debris","num":1}}]}`:                              false,
		`{"days":[` + six + `{"reward":{"kind":"debris","num":1},"limit":{"type":4,"least":1}}]}`:          false,
		`{"days":[` + six + `{"reward":{"kind":"debris","num":1},"limit":{"type":0,"least":-1}}]}`:         false,

		`{"months":[{"days":7,"reward":{"kind":"debris","num":1}},` +
			`{"days":7,"reward":{"kind":"debris","num":1}}]}`: false,
		`{"months":[{"days":32,"reward":{"kind":"debris","num":1}}]}`:   false,
		`{"months":[{"days":31,"reward":{"kind":"OpenBox","num":1}}]}`:  true,
		`{"months":[{"days":31,"reward":{"kind":"OpenBox","num":11}}]}`: false,
	} {
		if _, err := sign.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	if got, err := sign.Setting.Parse(nil); err != nil || len(got.Days) != sign.Row {
		t.Error(got, err)
	}
}

// Every reward type of the specification can be won as things stand.
func TestTheStandardHasEveryRewardType(t *testing.T) {
	held, prizes := sign.Standard(), prize.Standard()
	if err := held.Check(); err != nil {
		t.Fatal(err)
	}
	seen := map[prize.Kind]bool{}
	for _, c := range append(held.Days, held.Months...) {
		seen[c.Reward.Kind] = true
		if c.Reward.Kind != sign.Skins {
			if err := prizes.Check(c.Reward.Prize); err != nil {
				t.Error(err)
			}
		}
	}
	for _, kind := range []prize.Kind{sign.Skins, prize.Diamond, prize.OpenBox, prize.TrendChart, prize.Competition,
		prize.Debris, prize.Reset} {
		if !seen[kind] {
			t.Errorf("no %s", kind)
		}
	}
}
