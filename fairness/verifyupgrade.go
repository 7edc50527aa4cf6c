package fairness

import (
	"fmt"

	"jadebox/fairness/log"
)

// upgradeVerifier verifies one upgrade: one result, no table, a player's epoch.
type upgradeVerifier struct{ boxVerifier }

func (upgradeVerifier) form(b *Bundle) error {
	if len(b.Results) != 1 || len(b.Odds) != 0 {
		return fmt.Errorf("%w: an upgrade bundle has one result and no table", ErrInput)
	}
	r := b.Results[0]
	switch {
	case r.Seat != 0 || r.N >= NonceMax:
		return fmt.Errorf("%w: nonce %d seat %d", ErrInput, r.N, r.Seat)
	case b.Scope != SoloScope(r.Player, b.Epoch) || b.ResultID != ResultID(b.Scope, r.N):
		return fmt.Errorf("%w: scope or result id", ErrInput)
	}
	return b.Upgrade.terms(r.Player).check()
}

func (upgradeVerifier) outcome(v *verification) {
	r, p := v.b.Results[0], v.b.Upgrade
	t := p.terms(r.Player)
	v.add(CheckTerms, "items, gems, target and rate hash to what the ticket named", termsNamed(r, t))
	v.add(CheckRate, "the rate follows from stake, target and fee", rateFollows(t))
	v.add(CheckSection, "v lies in the winning section exactly when the upgrade was won", sectionDecides(r, t, p.Won))
}

func termsNamed(r ResultProof, t UpgradeTerms) error {
	hash, err := t.Hash()
	if err != nil {
		return err
	}
	if hash != r.OddsHash || r.Item != t.Target {
		return fmt.Errorf("%w: the result names other terms", ErrMismatch)
	}
	return nil
}

func rateFollows(t UpgradeTerms) error {
	rate, err := t.Fee.RateE8(t.StakeCents(), t.TargetCents)
	if err != nil {
		return err
	}
	if rate != int64(t.RateE8) {
		return fmt.Errorf("%w: the rate is %d, stake and target give %d", ErrMismatch, t.RateE8, rate)
	}
	return nil
}

func sectionDecides(r ResultProof, t UpgradeTerms, won bool) error {
	if r.StartSection != t.StartE8 || r.EndSection != t.EndE8() {
		return fmt.Errorf("%w: the section is %d to %d", ErrMismatch, t.StartE8, t.EndE8())
	}
	wins, err := UpgradeWins(r.V, t.RateE8, t.StartE8)
	if err != nil {
		return err
	}
	if wins != won {
		return fmt.Errorf("%w: v %d wins: %t", ErrMismatch, r.V, wins)
	}
	return nil
}

func (upgradeVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	got, err := log.ParseUpgrade(b.Log.Leaf)
	if err != nil {
		return err
	}
	r := b.Results[0]
	want := UpgradeLeaf(b.Scope, b.Context.Hash, b.Beacon.Value, r, b.Upgrade.terms(r.Player), b.Upgrade.Won)
	want.Bot, want.AtMS = got.Bot, got.AtMS
	if got != want {
		return fmt.Errorf("%w: the log holds another upgrade", ErrMismatch)
	}
	return nil
}
