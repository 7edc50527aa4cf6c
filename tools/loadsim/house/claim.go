package house

import (
	"context"
	"fmt"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
)

// Resets gives an account reset vouchers.
func (h *House) Resets(ctx context.Context, account string, n int64) error {
	p, err := h.db.PlayerByName(ctx, account)
	if err != nil {
		return err
	}
	held, err := prize.Setting.Read(ctx, h.db)
	if err != nil {
		return err
	}
	op := &store.Op{Player: p.ID, Key: "house:resets", Kind: "loadsim.resets", At: time.Now()}
	if err := held.Give(op, p.ID, prize.Prize{Kind: prize.Reset, Num: n}); err != nil {
		return fmt.Errorf("house: %d reset cards: %w", n, err)
	}
	_, err = h.db.Commit(ctx, op)
	return err
}

// Milestone sets the first signed day of a month as its one milestone, which brings gems: an account of today can take
// it.
func (h *House) Milestone(ctx context.Context, cents int64) error {
	only := []sign.Condition{{Days: 1, Reward: sign.Reward{Prize: prize.Prize{Kind: prize.Diamond, Num: cents}}}}
	return registry.Set(ctx, h.db, sign.Setting, settings.Who{Author: "loadsim", At: time.Now()},
		func(t sign.Settings) (sign.Settings, error) {
			t.Months = only
			return t, nil
		})
}
