package player

import (
	"context"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// upgradedDay is how many upgrades of a day counted for its activity. The stored result of each upgrade has the count,
// so that the newest one holds it; the nonce that an upgrade uses makes a count that is out of date refuse itself.
type upgradedDay struct {
	known bool // since the record was loaded
	day   string
	count int
}

// dayOf is the site's day of a moment.
func (a *player) dayOf(at time.Time) string { return period.Day(period.In(a.Settings, at)).Name }

// countUpgrades reads the count when memory does not have it: the first function beside the mailbox, the second in it.
func (a *player) countUpgrades() func(context.Context) func() error {
	if a.upgraded.known || len(prize.Setting.Cached(a.Settings).Upgrades) == 0 {
		return func(context.Context) func() error { return func() error { return nil } }
	}
	return func(ctx context.Context) func() error {
		newest, _, err := a.Store.Ops(ctx, store.OpQuery{Player: a.id, Kinds: []string{KindUpgrade},
			Page: store.Page{Limit: 1}})
		return func() error {
			if err != nil {
				return apierr.FromStore(err)
			}
			a.upgraded = upgradedDay{known: true}
			if len(newest) == 0 {
				return nil
			}
			return a.counted(&newest[0].Op, newest[0].ID)
		}
	}
}

// counted takes the count of a durable upgrade into memory.
func (a *player) counted(op *store.Op, id store.OpID) error {
	u, err := ReadUpgraded(id, op.Result)
	if err == nil {
		a.upgraded = upgradedDay{true, a.dayOf(op.At), u.Nth}
	}
	return err
}

// rewardUpgrade adds to an upgrade's op what the day's activity gives for it: in the same op, so that it is given once
// and never without the upgrade.
func (a *player) rewardUpgrade(op *store.Op, u *Upgraded, now time.Time) error {
	held := prize.Setting.Cached(a.Settings)
	if len(held.Upgrades) == 0 {
		return nil
	}
	if a.upgraded.day == a.dayOf(now) {
		u.Nth = a.upgraded.count
	}
	if u.StakeCents() < held.UpgradeLeastCents {
		return nil
	}
	u.Nth++
	for _, p := range held.Reached(u.Nth) {
		if err := held.Give(op, a.id, p); err != nil {
			return err
		}
		u.Rewards = append(u.Rewards, p)
	}
	return nil
}
