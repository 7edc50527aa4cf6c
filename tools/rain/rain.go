// Package rain orders red-packet rains and takes them back: the operator's command.
//
// It writes the orders to the database beside a running server, which reads them every second. It is more than `jadebox
// settings set rain.orders`: it says what a rain gives away, finds the rounds in which nothing falls yet, and leaves
// out orders and rounds that are over. Deliberately absent: a way to do this over the network, the rain itself, and
// when it rains by itself, which is the setting rain.
package rain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox rain`.
type Command struct {
	operator.Database
	operator.Signed
	Start  Start  `cmd:"" help:"One rain, now (in about 12 s: the beacon, then the countdown)."`
	Cancel Cancel `cmd:"" help:"Take back what is ordered, and rounds in which nothing falls yet, or one round only; their pools go back."`
}

// Start orders a rain.
type Start struct {
	PoolGems int64 `name:"pool-gems" placeholder:"N" help:"Pool in gems; 0: a share of yesterday's spend."`
}

// Cancel takes back.
type Cancel struct {
	Round string `arg:"" optional:"" help:"Number of the one round."`
}

// Run orders the rain.
func (o Start) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db store.Engine) error {
		now := s.Now()
		order := rain.Order{ID: strconv.FormatInt(now.UnixNano(), 36), AtMS: now.UnixMilli(),
			PoolCents: o.PoolGems * 100}
		if err := (rain.Orders{Orders: []rain.Order{order}}).Check(); err != nil {
			return err
		}
		pool, err := o.tell(ctx, s, db)
		if err != nil {
			return err
		}
		if err := operator.Above(ctx, db, pool); err != nil {
			return err
		}
		err = registry.Set(ctx, db, rain.OrdersSetting, c.Who(now), func(l rain.Orders) (rain.Orders, error) {
			l.Orders = append(fresh(l.Orders, now), order)
			return l, nil
		})
		if err == nil {
			s.Printf("order %s: a rain of %d cents (0: by yesterday's spend)\n", order.ID, order.PoolCents)
		}
		return err
	})
}

// tell prints what the rain gives away, and says it in cents.
func (o Start) tell(ctx context.Context, s *operator.Session, db store.Engine) (int64, error) {
	now, err := db.Settings(ctx)
	if err != nil {
		return 0, err
	}
	rules, err := rain.Setting.In(now)
	if err != nil {
		return 0, err
	}
	name, err := period.Setting.In(now)
	if err != nil {
		return 0, err
	}
	zone, err := period.Named(name)
	if err != nil {
		return 0, err
	}
	pool, why := o.PoolGems*100, ""
	if pool == 0 {
		why = " (by what was spent yesterday)"
		if pool, err = rules.PoolOf(ctx, db, s.Now().In(zone)); err != nil {
			return 0, err
		}
	}
	s.Printf("gives %.2f gems%s to all who take part together, at most %g %% of them to one player\n",
		float64(pool)/100, why, float64(rules.Each.CapPPM)/10_000)
	return pool, nil
}

// fresh drops orders that are long over.
func fresh(orders []rain.Order, now time.Time) []rain.Order {
	return slices.DeleteFunc(slices.Clone(orders),
		func(o rain.Order) bool { return o.AtMS < now.Add(-time.Hour).UnixMilli() })
}

// Run names the rounds by what the store has of them: the server that runs tells them.
func (o Cancel) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db store.Engine) error {
		now := s.Now()
		open, err := db.OpenRooms(ctx, rain.Kind)
		if err != nil {
			return err
		}
		var rounds []store.RoomID
		for _, r := range open {
			round, err := rain.RoundOf(r)
			if err != nil {
				return err
			}
			if falls := round.Status == protocol.RainStatusFalling && round.StartsAtMS <= now.UnixMilli(); !falls &&
				(o.Round == "" || o.Round == round.ID) {
				rounds = append(rounds, r.ID)
			}
		}
		if o.Round != "" && len(rounds) == 0 {
			return fmt.Errorf("no round %s in which nothing falls yet", o.Round)
		}
		err = registry.Set(ctx, db, rain.OrdersSetting, c.Who(now), func(l rain.Orders) (rain.Orders, error) {
			if o.Round == "" {
				l.Orders = []rain.Order{}
			}
			l.Cancelled = slices.DeleteFunc(slices.Clone(l.Cancelled), func(r rain.Round) bool {
				return !slices.ContainsFunc(open, func(o store.Room) bool { return o.ID == r.ID })
			})
			for _, id := range rounds {
				if !slices.ContainsFunc(l.Cancelled, func(r rain.Round) bool { return r.ID == id }) {
					l.Cancelled = append(l.Cancelled, rain.Round{ID: id, AtMS: now.UnixMilli()})
				}
			}
			return l, nil
		})
		if err == nil {
			s.Printf("%d rounds are taken back\n", len(rounds))
		}
		return err
	})
}
