package active

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

const (
	pageSize = 200
	pagesMax = 50 // 10,000 ops of one day; whoever has more has reached every step
)

// progress is what a player has done in a day.
func (d *Service) progress(ctx context.Context, who store.PlayerID, day period.Span, leastCents int64) (map[season.Type]int64, error) {
	done := map[season.Type]int64{}
	for _, count := range []func() error{
		func() error { return d.signed(ctx, who, day.Name, done) },
		func() error { return d.ops(ctx, who, day.Start, leastCents, done) },
		func() error { return d.battles(ctx, who, day.Start, leastCents, done) },
		func() error { return d.wishes(ctx, who, day.Start, leastCents, done) },
	} {
		if err := count(); err != nil {
			return nil, apierr.FromStore(fmt.Errorf("active: %w", err))
		}
	}
	return done, nil
}

// signed looks for the day's sign-in (actors/rewards/sign), which there is once or not at all.
func (d *Service) signed(ctx context.Context, who store.PlayerID, date string, done map[season.Type]int64) error {
	switch _, err := d.Store.Lookup(ctx, who, sign.DayKey(date)); {
	case err == nil:
		done[season.SignIn] = 1
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return nil
}

// counted are the ops that count for something.
var counted = []string{player.KindOpen, player.KindUpgrade, luckycard.KindFlip}

// ops counts the player's own: openings, upgrades, and the gems that these and flips took.
func (d *Service) ops(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64, done map[season.Type]int64) error {
	for page := range pagesMax {
		list, _, err := d.Store.Ops(ctx, store.OpQuery{Player: who, Kinds: counted,
			Page: store.Page{Offset: page * pageSize, Limit: pageSize, Since: day}})
		if err != nil {
			return err
		}
		for _, op := range list {
			if err := d.op(op, leastCents, done); err != nil {
				return err
			}
		}
		if len(list) < pageSize {
			return nil
		}
	}
	return nil
}

func (d *Service) op(op store.OpRecord, leastCents int64, done map[season.Type]int64) error {
	for _, p := range op.Postings {
		if p.Debit == store.PlayerGems(op.Player) {
			done[season.Consumption] += p.AmountCents
		}
	}
	switch op.Kind {
	case player.KindUpgrade:
		u, err := player.ReadUpgraded(op.ID, op.Result)
		if err != nil {
			return err
		}
		if u.StakeCents() >= leastCents {
			done[season.Upgrade]++
		}
	case player.KindOpen:
		o, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			return err
		}
		if box, known := d.Catalog.Box(o.Box); known && box.Type == "hash" && o.PriceCents >= leastCents {
			done[season.Hash] += int64(len(o.Results))
		}
	}
	return nil
}

// battles counts those that ended today, and the longest run of victories among them: a refunded entry counts for nothing.
func (d *Service) battles(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64, done map[season.Type]int64) error {
	type end struct {
		at  time.Time
		won bool
	}
	var ends []end
	err := progress.Ended(ctx, d.Store, battle.Kind, who, day, time.Time{}, battle.WaitMax, func(rec store.Room) error {
		part, err := battle.PartOf(rec, who)
		if err != nil || !part.Played {
			return err
		}
		done[season.Consumption] += part.OwnCents
		if part.EntryCents >= leastCents {
			ends = append(ends, end{rec.Updated, part.Won})
		}
		return nil
	})
	slices.SortStableFunc(ends, func(x, y end) int { return cmp.Compare(x.at.UnixNano(), y.at.UnixNano()) })
	run := int64(0)
	for _, e := range ends {
		if run++; !e.won {
			run = 0
		}
		done[season.Streak] = max(done[season.Streak], run)
	}
	done[season.Battle] = int64(len(ends))
	return err
}

// wishes counts rooms that were drawn today with bottles of the player's: what a room that was not full gave back was not spent.
func (d *Service) wishes(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64, done map[season.Type]int64) error {
	return progress.Ended(ctx, d.Store, wish.Kind, who, day, time.Time{}, wish.LifeMax, func(rec store.Room) error {
		row, err := wish.RecordOf(rec, who)
		if err != nil || len(row.Bottles) == 0 {
			return err
		}
		done[season.Consumption] += row.SpentCents
		if row.SpentCents >= leastCents || row.SpentCards > 0 {
			done[season.Wish]++
		}
		return nil
	})
}
