package app

import (
	"time"

	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/settings/period"
)

// claimOf names what a reset voucher can open once more: a wish card of the wish tree, or a task box.
func (a *App) claimOf(target string, now time.Time) (key string, known bool) {
	at := period.In(a.db.watch, now)
	if key, known = wishtree.ClaimOf(target, at); known {
		return key, true
	}
	return taskbox.Setting.Cached(a.db.watch).ClaimOf(target, at)
}
