package fairness

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// The rule of docs/rules.md by hand: below a quarter a fixed 2 %, from there 8 % of the chance; the two meet.
func TestTheUpgradeRateFollowsItsRule(t *testing.T) {
	fee := UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000}
	for _, c := range []struct{ stake, target, bp int64 }{
		{1_000, 10_000, 800},    // 10 % − 2 %
		{2_000, 10_000, 1_800},  // 20 % − 2 %
		{2_500, 10_000, 2_300},  // the seam, from both sides the same
		{2_499, 10_000, 2_299},  // 24.99 % − 2 %
		{5_000, 10_000, 4_600},  // 0.92 × 50 %
		{10_000, 10_000, 9_200}, // equal worth
		{1_087, 1_000, 10_000},  // 100.004 % rounds to certainty
		{1_088, 1_000, 10_010},  // above: the caller refuses
		{300, 10_000, 100},      // 3 % − 2 %: the least
		{299, 10_000, 99},       // below: the caller refuses
		{100, 10_000, -100},     // the fee is more than the chance
		{1, 3, 3_067},           // 30.666… % rounds half up
		{1, 9, 911},             // 11.111… % − 2 %
	} {
		got, err := fee.RateE8(c.stake, c.target)
		if err != nil || got != c.bp*RateStep {
			t.Errorf("%d against %d: %d, %v; want %d", c.stake, c.target, got, err, c.bp*RateStep)
		}
	}
	for _, c := range [][2]int64{{0, 1}, {1, 0}, {-1, 5}, {ItemValueMax + 1, 5}, {5, ItemValueMax + 1}} {
		if _, err := fee.RateE8(c[0], c[1]); err == nil {
			t.Errorf("%d against %d has a rate", c[0], c[1])
		}
	}
	for _, f := range []UpgradeFee{{}, {DrawPPM: 1_000_000}, {DrawPPM: 1, LeastPPM: -100},
		{DrawPPM: 1, LeastPPM: 150}} {
		if _, err := f.RateE8(1, 1); err == nil {
			t.Errorf("fee %+v is taken", f)
		}
	}
}

// Moving the section must not change the chance: over all v each start wins as often, but for one v at the edges.
func TestSectionsAreWorthTheSame(t *testing.T) {
	const rate = 7_530_000
	want := -1
	for _, start := range []uint32{0, 10_000, 50_000_000, 92_470_000, 99_990_000} {
		wins := 0
		for v := range uint32(MaxV + 1) {
			if won, err := UpgradeWins(v, rate, start); err != nil {
				t.Fatal(err)
			} else if won {
				wins++
			}
		}
		if want < 0 {
			want = wins
		}
		if d := wins - want; d < -1 || d > 1 {
			t.Errorf("from %d: %d of 2^24 win, from 0 %d", start, wins, want)
		}
	}
}

func TestUpgradeTermsRefuse(t *testing.T) {
	good := UpgradeTerms{Player: 1, Items: []UpgradeItem{{"5", 1, 100}}, Target: 2, TargetCents: 200,
		Fee: UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000}, RateE8: 46_000_000, StartE8: 10_000}
	if _, err := good.Hash(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*UpgradeTerms){
		"no player":          func(t *UpgradeTerms) { t.Player = 0 },
		"no item":            func(t *UpgradeTerms) { t.Items = nil },
		"too many items":     func(t *UpgradeTerms) { t.Items = make([]UpgradeItem, UpgradeItemsMax+1) },
		"an item twice":      func(t *UpgradeTerms) { t.Items = []UpgradeItem{{"5", 1, 100}, {"5", 1, 100}} },
		"an item of nothing": func(t *UpgradeTerms) { t.Items = []UpgradeItem{{"5", 1, 0}} },
		"item id spelt so":   func(t *UpgradeTerms) { t.Items = []UpgradeItem{{"05", 1, 100}} },
		"negative gems":      func(t *UpgradeTerms) { t.GemsCents = -1 },
		"no target":          func(t *UpgradeTerms) { t.Target = 0 },
		"rate below 1 %":     func(t *UpgradeTerms) { t.RateE8 = RateLeast - RateStep },
		"rate above 100 %":   func(t *UpgradeTerms) { t.RateE8 = RateUnit + RateStep },
		"rate between steps": func(t *UpgradeTerms) { t.RateE8++ },
		"start at the end":   func(t *UpgradeTerms) { t.StartE8 = RateUnit },
		"start in between":   func(t *UpgradeTerms) { t.StartE8++ },
		"no fee":             func(t *UpgradeTerms) { t.Fee = UpgradeFee{} },
	} {
		bad := good
		if change(&bad); must(good.Hash()) == "" {
			t.Fatal("the good one has no hash")
		}
		if _, err := bad.Hash(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// A house that lowers a rate, or says lost where v won, does not verify even when it hashes its own terms.
func TestUpgradeVerifierRefusesAnotherRule(t *testing.T) {
	again := func(b *Bundle) Report {
		hash := must(b.Upgrade.terms(1001).Hash())
		b.Results[0].OddsHash = hash
		b.Log = nil
		return Verify(b)
	}
	b := upgradeBundle(6, 60_000_000, true)
	if r := again(b); !r.OK {
		t.Fatalf("%+v", r)
	}
	b.Upgrade.RateE8 -= RateStep
	b.Results[0].EndSection -= RateStep
	if r := again(b); r.OK {
		t.Error("a rate below the rule passes")
	}
	b = upgradeBundle(7, 0, false)
	b.Upgrade.Won = true
	if r := again(b); r.OK {
		t.Error("a lost upgrade passes as won")
	}
}

func TestUpgradeTermsAreReadOnlyAsTheyAreWritten(t *testing.T) {
	want := UpgradeTerms{
		Player: 7, Items: []UpgradeItem{{ID: "9001", Def: 11, ValueCents: 400}, {ID: "9002", Def: 12, ValueCents: 5}},
		GemsCents: 100, Target: 13, TargetCents: 900, Fee: UpgradeFee{DrawPPM: 80_000, LeastPPM: 10_000},
		RateE8: 51_620_000, StartE8: 10_000_000,
	}
	leaf := string(must(want.Leaf()))
	got, err := ParseUpgradeTerms(leaf)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	bad := []string{"", leaf + "\n", leaf[1:], leaf[:len(leaf)-1], strings.Replace(leaf, "items=2", "items=11", 1),
		strings.Replace(leaf, "rate-e8=51620000", "rate-e8=51620001", 1),
		strings.Replace(leaf, "rate-e8=51620000", "rate-e8=4346587296", 1),
		strings.Replace(leaf, "target-cents=900", "target-cents=0", 1), strings.Replace(leaf, "9002", "9001", 1)}
	for i := range leaf {
		bad = append(bad, leaf[:i]+leaf[i+1:])
	}
	for _, text := range bad {
		if got, err := ParseUpgradeTerms(text); err == nil {
			if again := string(must(got.Leaf())); again != text {
				t.Errorf("%q is read as %q", text, again)
			}
		} else if !errors.Is(err, ErrInput) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range bad[:9] {
		if got, err := ParseUpgradeTerms(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
