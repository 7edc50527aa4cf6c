package verify

import (
	"testing"

	"jadebox/fairness"
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
