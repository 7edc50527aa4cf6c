package battle

import (
	"jadebox/fairness"
	"jadebox/store"
)

// BundleOf proves a finished battle from its stored record alone; before it is settled there is no proof (ErrGone).
// name gives the items' display names.
func BundleOf(rec store.Room, name func(item int64) string) (*fairness.Bundle, error) {
	r, err := decode(rec.State)
	if err != nil {
		return nil, err
	}
	if r.status != store.RoomSettled {
		return nil, ErrGone
	}
	tables, err := r.odds()
	if err != nil {
		return nil, err
	}
	proofs := make([]fairness.OddsProof, len(tables))
	for i, t := range tables {
		proofs[i] = t.Proof(name)
	}
	return fairness.NewBattleBundle(r.context(), r.Key, *r.Beacon, *r.draw, proofs)
}

// DrawsOf lists what a player's seat drew in a settled battle, round after round; in any other there is nothing to
// list yet.
func DrawsOf(rec store.Room, p store.PlayerID) ([]fairness.ResultProof, error) {
	if rec.Status != store.RoomSettled {
		return nil, nil
	}
	r, err := decode(rec.State)
	seat := r.seatOf(p)
	if err != nil || seat < 0 {
		return nil, err
	}
	list := make([]fairness.ResultProof, len(r.Rounds))
	for round := range r.Rounds {
		list[round] = r.result(round, seat)
	}
	return list, nil
}
