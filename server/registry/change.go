package registry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings"
	"jadebox/actors/shop/catalog"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// Change is a setting as it would be: Accept has nothing against it, and it is not written.
type Change struct {
	Setting   settings.Any
	Text      []byte // nil: the standard
	Now, Next *store.SettingsNow
	Goods     *economy.Goods
	catalogue int64 // the stamp of these goods and of those to come
}

// Source is where what a change is held to is read from.
type Source interface {
	settings.Source
	economy.Coming
}

// Store is where a change is written.
type Store interface {
	Source
	store.Ledger // a season's promise
	SetSetting(ctx context.Context, c store.SettingChange) (version int64, err error)
}

// Prepare reads what holds and asks Accept for what a function makes of it. It writes nothing.
func Prepare(ctx context.Context, from Source, s settings.Any, text func(*store.SettingsNow) ([]byte, error)) (*Change,
	error) {
	c := &Change{Setting: s}
	var err error
	if c.Now, err = from.Settings(ctx); err != nil {
		return nil, err
	}
	if c.Text, err = text(c.Now); err != nil {
		return nil, err
	}
	// The stamp before the goods: what changes between the two is found by Put.
	if c.catalogue, _, err = from.CatalogueStamp(ctx); err != nil {
		return nil, err
	}
	if c.Goods, err = economy.ReadGoods(ctx, from); err != nil {
		return nil, err
	}
	later, err := economy.ReadComing(ctx, from)
	if err != nil {
		return nil, err
	}
	c.Next, err = Accept(s, c.Text, c.Now, c.Goods, later...)
	return c, err
}

// Done is a change that was written.
type Done struct {
	Version int64
	Promise season.Promise // of a season with a cycle
	Worth   season.Worth   // of its nights
}

// Put writes it, unless anything was set or imported since (settings.ErrStale).
func (c *Change) Put(ctx context.Context, to Store, who settings.Who) (done Done, err error) {
	if c.Setting.ID() == season.Setting.Name {
		// A season promises once and for ever: not for a value that will be refused.
		if err = c.fresh(ctx, to); err != nil {
			return done, err
		}
		if done.Promise, done.Worth, err = promise(ctx, to, c.Next, who.At); err != nil {
			return done, err
		}
	}
	done.Version, err = settings.PutBeside(ctx, to, c.Setting.ID(), c.Now, c.catalogue, c.Text, who)
	return done, err
}

// fresh refuses a change of what holds no more. What is set in the moment after it is found by settings.Put: then the
// promise stands without its settings, and the same change keeps it when it is made again.
func (c *Change) fresh(ctx context.Context, from Source) error {
	now, err := from.Settings(ctx)
	if err != nil {
		return err
	}
	if now.Stamp != c.Now.Stamp {
		return settings.Stale(c.Now, now)
	}
	stamp, _, err := from.CatalogueStamp(ctx)
	if err == nil && stamp != c.catalogue {
		err = fmt.Errorf("%w: the catalogue", settings.ErrStale)
	}
	return err
}

// Set sets what a function makes of the value that holds, held to the other settings as every change is.
func Set[T any](ctx context.Context, to Store, s *settings.Setting[T], who settings.Who,
	change func(T) (T, error)) error {
	text := settings.Made(s, change)
	return settings.Again(func() error {
		c, err := Prepare(ctx, to, s, text)
		if err == nil {
			_, err = c.Put(ctx, to, who)
		}
		return err
	})
}

// promise holds the cycle of a season to the catalogue and commits it, before its settings hold.
func promise(ctx context.Context, db Store, next *store.SettingsNow, now time.Time) (p season.Promise,
	worth season.Worth, err error) {
	t, err := season.Setting.In(next)
	if err != nil {
		return p, worth, err
	}
	goods := catalog.New(db, func() time.Time { return now })
	if offer, ok := t.Cycle(); ok {
		if err = stays(ctx, db, offer.Cycle, now); err == nil {
			err = goods.Load(ctx) // and every table is in the public log
		}
	}
	if err == nil {
		worth, err = t.Audit(goods)
	}
	if err == nil {
		p, err = season.Publish(ctx, db, t, now)
	}
	return p, worth, err
}

// ErrWaits is a box of a season's nights that has another table later: the night could not be played as it was
// promised.
var ErrWaits = errors.New("the catalogue changes it later")

// stays refuses a cycle with a box for which an import waits. Once it is promised, such an import is refused.
func stays(ctx context.Context, db economy.Coming, cycle []season.Night, now time.Time) error {
	_, next, err := db.CatalogueStamp(ctx)
	if err != nil || next.IsZero() {
		return err
	}
	return db.ChangeCatalogue(ctx, func(r store.Rules) (*store.CatalogueChange, error) {
		for i, n := range cycle {
			for _, b := range r.Boxes {
				if b.ID == n.Box && b.At.After(now) {
					return nil, fmt.Errorf("season: night %d: box %d, on %s: %w", i+1, n.Box,
						b.At.UTC().Format(time.RFC3339), ErrWaits)
				}
			}
		}
		return nil, nil
	})
}

// String is what an operator is shown of it.
func (d Done) String() string {
	if d.Promise.Hash == "" {
		return ""
	}
	return fmt.Sprintf("cycle %s of %d nights, committed %s; a night is worth %.2f gems on average, %.2f at the least and %.2f at the most (%d %% apart are allowed)\n",
		d.Promise.Hash, season.Nights, time.UnixMilli(d.Promise.AtMS).UTC().Format(time.RFC3339), d.Worth.Mean/100,
		d.Worth.Least/100, d.Worth.Most/100, season.WorthPPM/10_000)
}
