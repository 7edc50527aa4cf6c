package verify

import "jadebox/fairness"

// Judge weighs the report of Verify(b, trust) against the same trust, the log key that the reader saw at first sight
// and the result that was asked for; each is "" where there is none. Of several states the worst is told: refused,
// differs, pending, weaker. Green allows the checks key, while the scope is open, and mine to be skipped.
func Judge(b *Bundle, report Report, trust Trust, seenKey, asked string) fairness.Verdict {
	v := fairness.Verdict{
		State: fairness.StateRefused, Missing: []fairness.Gap{}, Differs: []fairness.Difference{},
	}
	if !report.OK || len(report.Checks) == 0 || trust.check() != nil {
		return v
	}
	v.Differs = append(v.Differs, report.Differs...)
	if asked != "" && asked != b.ID {
		v.Differs = append(v.Differs, fairness.Difference{What: "asked", Yours: asked, Theirs: b.ID})
	}
	if key := trust.Policy.LogKey; !trust.Pinned && seenKey != "" && seenKey != key {
		v.Differs = append(v.Differs, fairness.Difference{What: "log-key", Yours: seenKey, Theirs: key})
	}
	local := b.Beacon.Source == fairness.BeaconLocal
	for _, g := range []struct {
		gap  fairness.Gap
		open bool
	}{
		{fairness.GapKey, !trust.Pinned && seenKey == ""},
		{fairness.GapRemembered, !trust.Pinned && seenKey != ""},
		{fairness.GapHouse, local},
		{fairness.GapAnchor, local && trust.chain(b.Beacon.Round) == nil},
		{fairness.GapWitness, !trust.Policy.NeedsQuorum()},
	} {
		if g.open {
			v.Missing = append(v.Missing, g.gap)
		}
	}
	switch {
	case len(v.Differs) > 0:
		v.State = fairness.StateDiffers
	case b.Logged == "":
		v.State = fairness.StatePending
	case len(v.Missing) > 0:
		v.State = fairness.StateWeaker
	default:
		v.State = fairness.StateVerified
	}
	return v
}
