// Package mall limits how many of an item the mall has: the operator's command.
//
// It puts a lot up and has the settings name it, beside a running server. Deliberately absent: a way to do this over
// the network, and what the mall sells and for how much, which is the setting mall.
package mall

import (
	"context"
	"encoding/json"
	"maps"

	"jadebox/actors/shop/mall"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
	"jadebox/tools/settings"
)

// Command is `jadebox mall`.
type Command struct {
	operator.Database
	operator.By
	Stock Stock `cmd:"" help:"So many are left of an item from now on; 0: as many as anybody wants."`
}

// Stock puts a lot up.
type Stock struct {
	Item  store.DefID `arg:"" help:"Number of the item."`
	Count int64       `arg:"" help:"How many are left; 0 for no limit."`
}

// Run puts the lot up and lets the settings name it instead of the one before, which is not shown from then on.
// Settings that cannot be set leave no lot behind.
func (p Stock) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		var lot store.RoomID
		var err error
		if p.Count != 0 {
			if lot, err = db.NewRoomID(ctx); err != nil {
				return err
			}
		}
		change, err := registry.Prepare(ctx, db, mall.Setting, func(now *store.SettingsNow) ([]byte, error) {
			t, err := mall.Setting.In(now)
			if err != nil {
				return nil, err
			}
			own := maps.Clone(t.Own)
			if own == nil {
				own = map[store.DefID]mall.Own{}
			}
			o := own[p.Item]
			o.Lot = lot
			own[p.Item], t.Own = o, own
			return json.Marshal(t)
		})
		if err == nil {
			err = settings.TellReturn(s, change)
		}
		if err == nil {
			err = operator.AboveSetting(ctx, db, mall.Setting.Name)
		}
		if err == nil && lot != 0 {
			err = mall.PutUp(ctx, db, lot, s.Now(), p.Item, p.Count)
		}
		if err == nil {
			_, err = change.Put(ctx, db, c.Who(s.Now()))
		}
		if err != nil {
			return err
		}
		s.InForce()
		if lot == 0 {
			s.Printf("as many of item %d as anybody wants\n", p.Item)
			return nil
		}
		s.Printf("%d of item %d are left: lot %d\n", p.Count, p.Item, lot)
		return nil
	})
}
