package active

import (
	"cmp"
	"context"
	"crypto/sha256"
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
	// sumsList is the name under which the store keeps what ops add up to.
	sumsList = "active"
	// edition is another one with every change of what an op counts for.
	edition = 1
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

// ops counts the player's own: openings, upgrades, and the gems that these and counted ops of rooms took. The store
// adds them up, each once however many come meanwhile.
func (d *Service) ops(ctx context.Context, who store.PlayerID, day time.Time, leastCents int64,
	done map[season.Type]int64) error {
	hash := d.Catalog.OfType("hash")
	kinds, version := d.counted(hash, leastCents)
	sums, err := d.Store.SumOps(ctx, store.SumQuery{Player: who, List: sumsList, Version: version, Kinds: kinds,
		Since: day, Width: int(season.Streak) + 1,
		Add: func(op *store.OpRecord, sums []int64) error { return add(op, hash, leastCents, sums) }})
	for of, n := range sums {
		done[season.Type(of)] += n
	}
	return err
}

// counted are the kinds of ops that count, and a name for all that decides what they count for.
func (d *Service) counted(hash []store.BoxID, leastCents int64) (kinds []string, version string) {
	kinds = []string{player.KindOpen, player.KindUpgrade}
	for _, op := range d.Kinds.CountedOps() {
		kinds = append(kinds, op.Kind)
	}
	all := sha256.Sum256(fmt.Append(nil, hash, kinds, leastCents))
	return kinds, fmt.Sprintf("%d-%x", edition, all[:6])
}

// add is what one op counts for, by types; hash are the boxes whose openings count as those of hash boxes.
func add(op *store.OpRecord, hash []store.BoxID, leastCents int64, sums []int64) error {
	for _, p := range op.Postings {
		if p.Debit == store.PlayerGems(op.Player) {
			sums[season.Consumption] += p.AmountCents
		}
	}
	switch op.Kind {
	case player.KindUpgrade:
		u, err := player.ReadUpgraded(op.ID, op.Result)
		if err != nil {
			return err
		}
		if u.StakeCents() >= leastCents {
			sums[season.Upgrade]++
		}
	case player.KindOpen:
		o, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			return err
		}
		if _, is := slices.BinarySearch(hash, o.Box); is && o.PriceCents >= leastCents {
			sums[season.Hash] += int64(len(o.Results))
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
