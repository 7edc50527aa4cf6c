package verify

import (
	"testing"

	"jadebox/fairness"
	"jadebox/fairness/box2"
)

func TestAnHonestBundleOfEachKindIsGreenUnderPinnedKeys(t *testing.T) {
	for _, kind := range kindsHere {
		b := (&build{kind: kind}).make()
		trust := pinned("two")
		report := checked(t, b, trust)
		for _, c := range report.Checks {
			if !c.OK && c.Name != CheckMine {
				t.Errorf("%s: %s: %s", kind, c.Name, c.Detail)
			}
		}
		if v := Judge(b, report, trust, "", b.ID); v.State != fairness.StateVerified || v.State.Exit() != 0 {
			t.Errorf("%s: %+v", kind, v)
		}
	}
}

func TestARainPaysUpToTheCapOfAPlayer(t *testing.T) {
	b := (&build{kind: fairness.KindRain}).make()
	cents := map[int64]int64{}
	for _, text := range append([]string{b.Rain.Windows[0].Paid[0].Leaf}, b.Results...) {
		for _, p := range must(parse[box2.RainPaid](text)).Claims {
			cents[p.Player] += p.PaidCents
		}
	}
	limit := must(parse[box2.Rain](b.Context)).CapCents
	if cents[7] != limit && cents[9] != limit {
		t.Errorf("%v: nobody comes to %d cents", cents, limit)
	}
	if report := checked(t, b, pinned("two")); !report.OK {
		t.Errorf("%+v", report)
	}
}
