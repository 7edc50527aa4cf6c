package settings

import (
	"context"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/shop/catalog"
	"jadebox/store"
	"jadebox/tools/operator"
)

// promise holds the cycle of a season to the catalogue and commits it, before its terms hold.
func promise(ctx context.Context, s *operator.Session, db store.Engine, next *store.SettingsNow) error {
	t, err := season.Setting.In(next)
	if err != nil {
		return err
	}
	goods := catalog.New(db, s.Now)
	if _, ok := t.Cycle(); ok {
		err = goods.Load(ctx) // and every table is in the public log
	}
	var worth season.Worth
	if err == nil {
		worth, err = t.Audit(goods)
	}
	var p season.Promise
	if err == nil {
		p, err = season.Publish(ctx, db, t, s.Now())
	}
	if err == nil && p.Hash != "" {
		s.Printf("cycle %s of %d nights, committed %s; a night is worth %.2f gems on average, %.2f at the least and %.2f at the most (%d %% apart are allowed)\n",
			p.Hash, season.Nights, time.UnixMilli(p.AtMS).UTC().Format(time.RFC3339), worth.Mean/100, worth.Least/100, worth.Most/100, season.WorthPPM/10_000)
	}
	return err
}
