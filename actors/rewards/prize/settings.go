package prize

import (
	"fmt"
	"math/bits"

	"jadebox/actors/settings"
)

// Setting registers them. While they have never been read, upgrades bring nothing.
var Setting = &settings.Setting[Settings]{Name: "prizes",
	Says:     "what prizes are worth: fragments, cards, what a day's upgrades bring",
	Standard: Standard, Fill: Settings.orStandard, Check: Settings.check, Unread: func() Settings {
		t := Standard()
		t.Upgrades = nil
		return t
	}}

// Settings are what prizes are worth. A zero field holds the standard.
type Settings struct {
	// FragmentPPM is the price of an item in fragments, in millionths of its price in cents (docs/rules.md,
	// "Fragments").
	FragmentPPM int64 `json:"fragmentPpm"`
	// Vouchers that there are; null: the standard ones.
	Vouchers []Voucher `json:"cards"`
	// Upgrades is what a day's upgrades bring; null: the standard steps, empty: nothing.
	Upgrades []UpgradeStep `json:"upgrades"`
	// UpgradeLeastCents is the stake from which an upgrade counts.
	UpgradeLeastCents int64 `json:"upgradeLeastCents"`
}

// UpgradeStep is a prize for the upgrade of a day of the site that makes the count full.
type UpgradeStep struct {
	Count int `json:"count"`
	Prize
}

// standardUpgrades are 1 % of what they ask to be staked at most.
var standardUpgrades = []UpgradeStep{{3, Prize{Kind: Debris, Num: 3}}, {5, Prize{Kind: TrendChart, Num: 1}},
	{10, Prize{Kind: Debris, Num: 7}},
	{20, Prize{Kind: Diamond, Num: 10}}, {20, Prize{Kind: OpenBox, Num: 1}}}

const (
	standardFragmentPPM = 1_250_000
	standardLeastCents  = 100
	fragmentPPMMax      = 100_000_000
	vouchersMax         = 100
	stepsMax            = 20
	countMax            = 1000
)

// Standard are the settings of docs/rules.md.
func Standard() Settings { return Settings{}.orStandard() }

func (t Settings) orStandard() Settings {
	if t.FragmentPPM == 0 {
		t.FragmentPPM = standardFragmentPPM
	}
	if t.Vouchers == nil {
		t.Vouchers = standardVouchers
	}
	if t.Upgrades == nil {
		t.Upgrades = standardUpgrades
	}
	if t.UpgradeLeastCents == 0 {
		t.UpgradeLeastCents = standardLeastCents
	}
	return t
}

func (t Settings) check() error {
	if t.FragmentPPM < 1_000_000 || t.FragmentPPM > fragmentPPMMax {
		return fmt.Errorf("prize: settings: an item costs its price to %d times its price in fragments",
			fragmentPPMMax/1_000_000)
	}
	numbers := map[int]bool{}
	for _, c := range t.Vouchers {
		if !c.good() || numbers[c.Number] {
			return fmt.Errorf("prize: settings: card %+v", c)
		}
		numbers[c.Number] = true
	}
	if len(t.Vouchers) > vouchersMax || len(t.Upgrades) > stepsMax || t.UpgradeLeastCents < 1 {
		return fmt.Errorf("prize: settings: more than %d cards or %d steps, or a least stake below a cent", vouchersMax,
			stepsMax)
	}
	for _, s := range t.Upgrades {
		if err := t.Check(s.Prize); err != nil || s.Count < 1 || s.Count > countMax {
			return fmt.Errorf("prize: settings: step of upgrades %+v: %w", s, err)
		}
	}
	return nil
}

// Reached lists what the n-th upgrade of a day brings.
func (t Settings) Reached(n int) []Prize {
	var list []Prize
	for _, s := range t.Upgrades {
		if s.Count == n {
			list = append(list, s.Prize)
		}
	}
	return list
}

// Fragments is what an item costs in fragments: a fragment is worth 0.01 gem, and a broken one counts whole
// (docs/rules.md).
func (t Settings) Fragments(priceCents int64) int64 {
	hi, lo := bits.Mul64(uint64(priceCents), uint64(t.FragmentPPM))
	whole, rest := bits.Div64(hi, lo, 1_000_000)
	if rest > 0 {
		whole++
	}
	return int64(whole)
}
