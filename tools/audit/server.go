package audit

import (
	"context"
	"time"

	"jadebox/actors/kinds"
	"jadebox/store"
)

// OfSite are the options of a whole audit of a site; a trial is one that gives play money.
func OfSite(trial bool) Options {
	return Options{Named: named, Site: &Site{Trial: trial},
		Stake: func(r store.Room) (int64, bool) {
			s, known := kinds.All.StakeOf(r)
			return s.Cents, known
		},
		WishCardStake: func(r store.Room) (int64, bool) {
			s, known := kinds.All.StakeOf(r)
			return s.WishCards, known
		}}
}

// OfServer is the auditor that a running server is given: a pass tells how many invariants are broken, and the report.
func OfServer(source store.Auditable, now func() time.Time, stake, wishCardStake func(store.Room) (int64,
	bool)) func(context.Context) (broken int, report any, err error) {
	live := NewLive(source, Options{Now: now, Stake: stake, WishCardStake: wishCardStake, Named: named})
	return func(ctx context.Context) (int, any, error) {
		r, err := live.Pass(ctx)
		if err != nil {
			return 0, nil, err
		}
		return r.Total(), r, nil
	}
}
