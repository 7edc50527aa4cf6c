package terms

import (
	"slices"
	"testing"

	"jadebox/fairness"
	"jadebox/store/memory"
)

func TestWhatIsNotSaidIsTheStandard(t *testing.T) {
	for text, want := range map[string]Terms{
		"":                        Standard(),
		`{}`:                      Standard(),
		`{"awardsCents":[]}`:      {Standard().Upgrade, []int64{}},
		`{"awardsCents":[70,70]}`: {Standard().Upgrade, []int64{70, 70}},
		`{"upgrade":{"DrawPPM":100000,"LeastPPM":30000}}`: {fairness.UpgradeFee{DrawPPM: 100_000, LeastPPM: 30_000}, Standard().AwardsCents},
	} {
		db := memory.New(memory.Options{})
		if text != "" {
			if err := db.PutSetting(t.Context(), Setting, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Read(t.Context(), db)
		if err != nil || got.Upgrade != want.Upgrade || !slices.Equal(got.AwardsCents, want.AwardsCents) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
		db.Close()
	}
}

func TestTermsThatCannotBe(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	for _, text := range []string{
		`{"upgrade":{"DrawPPM":1000000}}`, `{"upgrade":{"DrawPPM":-1}}`, `{"upgrade":{"DrawPPM":50000,"LeastPPM":60000}}`,
		`{"upgrade":{"DrawPPM":50000,"LeastPPM":50}}`, `{"upgrade":{"LeastPPM":20000}}`, `{"awardsCents":[1,2]}`, `{"awardsCents":[-1]}`,
		`{"awardsCents":[10000001]}`, `{"awardsCents":[1,1,1,1,1,1,1,1,1,1,1]}`, `[]`,
	} {
		if err := db.PutSetting(t.Context(), Setting, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(t.Context(), db); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
