package audit

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// VerifyLeaf recomputes a published result from its own seeds with package fairness. Leaves of other kinds pass.
func VerifyLeaf(l store.LogLeaf) (result bool, err error) {
	var r log.Result
	switch log.Title(l.Data) {
	case log.TitleResult:
		if r, err = log.ParseResult(string(l.Data)); err != nil {
			return true, err
		}
	case log.TitleUpgrade:
		u, err := log.ParseUpgrade(string(l.Data))
		if err != nil {
			return true, err
		}
		if wins, err := fairness.UpgradeWins(u.V, u.RateE8, u.StartE8); err != nil || wins != u.Won {
			return true, fmt.Errorf("upgrade of v %d at %d from %d is published as won: %t (%v)", u.V, u.RateE8,
				u.StartE8, u.Won, err)
		}
		r = log.Result{UserSeed: u.UserSeed, ServerSeed: u.ServerSeed, ServerHash: u.ServerHash,
			ResultHash: u.ResultHash, V: u.V}
	default:
		return false, nil
	}
	if got := fairness.ServerHash(r.ServerSeed); got != r.ServerHash {
		return true, fmt.Errorf("server hash is %s, published %s", got, r.ServerHash)
	}
	outcome, err := fairness.Roll(r.UserSeed, r.ServerSeed)
	switch {
	case err != nil:
		return true, err
	case outcome.ResultHash != r.ResultHash:
		return true, fmt.Errorf("result hash is %s, published %s", outcome.ResultHash, r.ResultHash)
	case outcome.V != r.V:
		return true, fmt.Errorf("v is %d, published %d", outcome.V, r.V)
	}
	return true, nil
}
