package active

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

const (
	pageSize = 200
	pagesMax = 50 // 10,000 ops of one day; whoever has more has reached every step
)

// progress is what a player has done in a day.
func (d *Service) progress(ctx context.Context, who store.PlayerID, day period.Span,
	leastCents int64) (map[season.Type]int64, error) {
	done := map[season.Type]int64{}
	for _, count := range []func() error{
		func() error { return d.signed(ctx, who, day.Name, done) },
		func() error { return d.ops(ctx, who, day.Start, leastCents, done) },
		func() error { return d.rooms(ctx, who, day.Start, leastCents, done) },
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

// ops counts the player's own: openings, upgrades, and the gems that these and counted ops of rooms took.
func (d *Service) ops(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64,
	done map[season.Type]int64) error {
	counted := []string{player.KindOpen, player.KindUpgrade}
	for _, op := range d.Kinds.CountedOps() {
		counted = append(counted, op.Kind)
	}
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

// rooms counts those that ended today, and of kinds that have one the longest run of victories: what was given back
// counts for nothing.
func (d *Service) rooms(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64,
	done map[season.Type]int64) error {
	for _, k := range d.Kinds {
		if k.Counts == nil {
			continue
		}
		if err := d.roomsOf(ctx, k, who, day, leastCents, done); err != nil {
			return err
		}
	}
	return nil
}

func (d *Service) roomsOf(ctx context.Context, k room.Spec, who store.PlayerID, day time.Time, leastCents int64,
	done map[season.Type]int64) error {
	type end struct {
		at  time.Time
		won bool
	}
	var ends []end
	err := progress.Ended(ctx, d.Store, k.Kind, who, day, time.Time{}, k.Counts.Lives, func(rec store.Room) error {
		part, err := k.Counts.Part(rec, who)
		if err != nil || !part.Played {
			return err
		}
		done[season.Consumption] += part.OwnCents
		if part.EntryCents >= leastCents || part.WishCards > 0 {
			ends = append(ends, end{rec.Updated, part.Won})
		}
		return nil
	})
	if k.Counts.Season != 0 {
		done[season.Type(k.Counts.Season)] += int64(len(ends))
	}
	if k.Counts.Streak == 0 {
		return err
	}
	slices.SortStableFunc(ends, func(x, y end) int { return cmp.Compare(x.at.UnixNano(), y.at.UnixNano()) })
	run, streak := int64(0), season.Type(k.Counts.Streak)
	for _, e := range ends {
		if run++; !e.won {
			run = 0
		}
		done[streak] = max(done[streak], run)
	}
	return err
}
