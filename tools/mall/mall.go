// Package mall limits how many of an item the mall has: the operator's command.
//
// It puts a lot up and has the terms name it, beside a running server. Deliberately absent: a way to do this over the
// network, and what the mall sells and for how much, which is the setting mall.terms.
package mall

import (
	"context"
	"maps"

	"jadebox/actors/settings"
	"jadebox/actors/shop/mall"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox mall`.
type Command struct {
	operator.Database
	operator.Signed
	Stock Stock `cmd:"" help:"So many are left of an item from now on; 0: as many as anybody wants."`
}

// Stock puts a lot up.
type Stock struct {
	Item  store.DefID `arg:"" help:"Number of the item."`
	Count int64       `arg:"" help:"How many are left; 0 for no limit."`
}

// Run puts the lot up and lets the terms name it instead of the one before, which nobody sees from then on.
func (p Stock) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db store.Engine) error {
		var lot store.RoomID
		if p.Count != 0 {
			var err error
			if lot, err = mall.PutUp(ctx, db, s.Now(), p.Item, p.Count); err != nil {
				return err
			}
		}
		err := settings.Change(ctx, db, mall.Setting, c.Who(s.Now()), func(t mall.Terms) (mall.Terms, error) {
			own := maps.Clone(t.Own)
			if own == nil {
				own = map[store.DefID]mall.Own{}
			}
			o := own[p.Item]
			o.Lot = lot
			own[p.Item], t.Own = o, own
			return t, nil
		})
		if err == nil {
			s.InForce()
		}
		if err == nil && lot != 0 {
			s.Printf("%d of item %d are left: lot %d\n", p.Count, p.Item, lot)
		} else if err == nil {
			s.Printf("as many of item %d as anybody wants\n", p.Item)
		}
		return err
	})
}
