package catalogue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings"
	"jadebox/actors/shop/catalog"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// Store is what importing needs of an engine.
type Store interface {
	store.Ledger
	settings.Source
	ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error
}

// Import says who imports a file and from when on it holds. A zero From is now.
type Import struct {
	settings.Who
	From time.Time
	Text []byte // the file as it was read
	Rules
	Trusted bool // the house's own: held to its form alone
	// Now is the time of each try; nil: Who's.
	Now func() time.Time
}

// clocksApart is how far the clocks of two commands may be apart: each takes the database's time when it begins, and
// does not know how old the answer was.
const clocksApart = 5 * time.Second

// after is now or, where another import has just come in force by a clock that is ahead of this one's, that moment: an
// import that comes after it finds in force what it has brought.
func after(now time.Time, r store.Rules) time.Time {
	latest := now
	look := func(at time.Time) {
		if at.After(latest) && at.Sub(now) <= clocksApart {
			latest = at
		}
	}
	for _, b := range r.Boxes {
		look(b.At)
	}
	for _, d := range r.Dated {
		look(d.At)
	}
	return latest
}

// ErrPast means that a catalogue cannot hold from before now on.
var ErrPast = errors.New("catalogue: what was sold before now cannot be changed")

// Put imports a file: the tables of odds into the public log first, then everything else in one op. It answers what
// has changed; the same file again changes nothing.
func (f *File) Put(ctx context.Context, db Store, in Import) (done *Difference, err error) {
	err = db.ChangeCatalogue(ctx, func(r store.Rules) (*store.CatalogueChange, error) {
		if in.Now != nil {
			in.At = in.Now()
		}
		if in.From.IsZero() {
			in.At = after(in.At, r)
		}
		p, err := f.Prepare(ctx, db, r, in)
		done = p
		if err != nil || p.Empty() {
			return nil, err
		}
		c := &store.CatalogueChange{FromMS: p.From.UnixMilli(), Items: p.Items, Author: in.Author, Note: in.Note}
		sum := sha256.Sum256(in.Text)
		c.File = hex.EncodeToString(sum[:])
		for _, m := range p.Moves {
			for _, t := range m.After {
				if err := catalog.Publish(ctx, db, in.At, t.Odds); err != nil {
					return nil, err
				}
				c.Boxes = append(c.Boxes, t.Box)
			}
		}
		return c, nil
	})
	return done, err
}

// Prepare checks a file beside what is there and says what it changes. It writes nothing.
func (f *File) Prepare(ctx context.Context, db settings.Source, r store.Rules, in Import) (*Difference, error) {
	from := in.From.UTC().Truncate(time.Millisecond)
	now := in.At.UTC().Truncate(time.Millisecond)
	switch {
	case in.From.IsZero():
		from = now
	case from.Before(now):
		return nil, fmt.Errorf("%w: %s is before %s", ErrPast, from.Format(timeForm), now.Format(timeForm))
	}
	rules := in.Rules
	if !in.Trusted {
		var err error
		if rules.Nights, err = nights(ctx, db); err != nil {
			return nil, err
		}
	}
	if err := f.Check(r, rules); err != nil {
		return nil, err
	}
	p, err := f.Compare(r, from)
	if err != nil || in.Trusted {
		return p, err
	}
	if err := p.Allows(rules); err != nil {
		return nil, err
	}
	return p, goesWith(ctx, db, r, p)
}

// nights are the boxes whose tables the season's cycle has committed.
func nights(ctx context.Context, db settings.Source) (map[store.BoxID]string, error) {
	now, err := db.Settings(ctx)
	if err != nil {
		return nil, err
	}
	s, err := season.Setting.In(now)
	if err != nil {
		return nil, nil // a season that cannot be read sells nothing
	}
	held := map[store.BoxID]string{}
	if offer, ok := s.Cycle(); ok {
		for _, n := range offer.Cycle {
			held[n.Box] = "season " + s.Season
		}
	}
	return held, nil
}

// goesWith holds what will be sold to the settings, at each moment from the import's own on at which anything changes:
// it must not open a way to play that pays for itself, nor widen one.
func goesWith(ctx context.Context, db settings.Source, r store.Rules, p *Difference) error {
	now, err := db.Settings(ctx)
	if err != nil {
		return err
	}
	next := p.made(r)
	for _, at := range economy.Moments(next, p.From) {
		if err := registry.AcceptGoods(now, economy.GoodsAt(r, at), economy.GoodsAt(next, at)); err != nil {
			return fmt.Errorf(
				"the settings of the house do not go with it from %s on: %w", at.UTC().Format(timeForm), err)
		}
	}
	return nil
}

// made is what is there once a difference was imported.
func (p *Difference) made(r store.Rules) store.Rules {
	next := store.Rules{Boxes: slices.Clone(r.Boxes), Dated: slices.Clone(r.Dated)}
	var n int64
	for _, d := range r.Dated {
		n = max(n, d.N)
	}
	for _, it := range p.Items {
		next.Dated = append(next.Dated, store.DatedItem{N: n + 1, At: p.From, Def: it.Def})
	}
	for _, m := range p.Moves {
		for _, t := range m.After {
			next.Boxes = append(next.Boxes, t.Box)
		}
	}
	return next
}
