package audit

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// VerifyLeaf recomputes a published result from its own seeds with package fairness. Leaves of other kinds pass.
func VerifyLeaf(l store.LogLeaf) (result bool, err error) {
	if log.Title(l.Data) != log.TitleResult {
		return false, nil
	}
	r, err := log.ParseResult(string(l.Data))
	if err != nil {
		return true, err
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
