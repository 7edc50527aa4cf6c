// Package rain orders red-packet rains and takes them back: the operator's command.
//
// It writes the orders to the database beside a running server, which reads them every second. It alone adds orders
// (settings.Setting, Command): it says what a rain gives away, and leaves out orders that are over. A rain that has
// begun is not taken back: its draw is named, and an operator who could end it could choose (room.Cancellable).
// Deliberately absent: a way to do this over the network, the rain itself, when it rains by itself, which is the
// setting rain, and the end of a rain that is stuck, which is `jadebox rooms cancel`.
package rain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/period"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox rain`.
type Command struct {
	operator.Database
	operator.By
	Start  Start  `cmd:"" help:"One rain, now (in about 12 s: the beacon, then the countdown). Says how much of its pool players can get."`
	Cancel Cancel `cmd:"" help:"Take back what is ordered and has not begun. A rain that has begun ends as committed."`
}

// Start orders a rain.
type Start struct {
	PoolGems int64 `name:"pool-gems" placeholder:"N" help:"Pool in gems; 0: a share of yesterday's spend."`
}

// Cancel takes back.
type Cancel struct{}

// Run orders the rain.
func (o Start) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
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
		if err := operator.Above(ctx, db, max(pool, operator.Nothing)); err != nil {
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
func (o Start) tell(ctx context.Context, s *operator.Session, db operator.View) (int64, error) {
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
	for _, players := range []int{25, 250} {
		packets, taken, cents := rules.Each.Given(pool, players)
		s.Printf("%d players get at most %d of %d packets, on average %.2f gems of the pool\n",
			players, taken, packets, float64(cents)/100)
	}
	return pool, tellDay(ctx, s, db, now, pool)
}

// tellDay prints what a day gives to all together with the rain in it. No search for loops sees a rain that is ordered:
// this is the figure by which to decide.
func tellDay(ctx context.Context, s *operator.Session, db operator.View, now *store.SettingsNow, pool int64) error {
	goods, err := economy.ReadGoods(ctx, db)
	if err != nil {
		return err
	}
	e, err := economy.Unattributed(registry.Readable(now), goods)
	if err != nil {
		return err
	}
	const day = "in a day for all together"
	sum := 0.0
	for _, a := range e.House {
		sum += a.Cents
		s.Printf("%s: %s: %.2f gems\n", day, a.Source, a.Cents/100)
	}
	s.Printf("%s: this rain: %.2f gems\n%s: all of it: %.2f -> %.2f gems\n", day, float64(pool)/100, day, sum/100,
		(sum+float64(pool))/100)
	return nil
}

// fresh drops orders that are long over.
func fresh(orders []rain.Order, now time.Time) []rain.Order {
	return slices.DeleteFunc(slices.Clone(orders),
		func(o rain.Order) bool { return o.AtMS < now.Add(-time.Hour).UnixMilli() })
}

// Run leaves out the orders that have not begun, and names the rains that end as committed all the same.
func (o Cancel) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		named, err := committed(ctx, db)
		if err == nil {
			err = operator.Above(ctx, db, operator.Nothing)
		}
		if err != nil {
			return err
		}
		var taken []rain.Order
		err = registry.Set(ctx, db, rain.OrdersSetting, c.Who(s.Now()), func(l rain.Orders) (rain.Orders, error) {
			begun, err := begun(ctx, db, l.Orders)
			taken = slices.DeleteFunc(slices.Clone(l.Orders),
				func(o rain.Order) bool { return slices.Contains(begun, o) })
			if err == nil && len(taken) == 0 {
				why := append([]string{"nothing is ordered that has not begun"}, named...)
				err = errors.New(strings.Join(why, "\n"))
			}
			l.Orders = begun
			return l, err
		})
		if err != nil {
			return err
		}
		s.Printf("%d orders are taken back\n", len(taken))
		for _, o := range taken {
			s.Printf("order %s gives no more to all together: %.2f gems (0: what yesterday's spend would have)\n", o.ID,
				float64(o.PoolCents)/100)
		}
		for _, text := range named {
			s.Printf("%s\n", text)
		}
		return nil
	})
}

// begun are those of a list that have made a round.
func begun(ctx context.Context, db operator.View, list []rain.Order) ([]rain.Order, error) {
	var failed error
	left := slices.DeleteFunc(slices.Clone(list), func(o rain.Order) bool {
		_, err := db.Lookup(ctx, 0, o.Key())
		if errors.Is(err, store.ErrNotFound) {
			return true
		}
		failed = errors.Join(failed, err)
		return false
	})
	return left, failed
}

// committed says of each rain that has begun why it is not taken back.
func committed(ctx context.Context, db operator.View) (lines []string, err error) {
	open, err := db.OpenRooms(ctx, rain.Kind)
	for _, r := range open {
		lines = append(lines, fmt.Sprintf("rain %d: its draw is named; it ends as committed, by %s", r.ID,
			r.Deadline.UTC().Format(time.RFC3339)))
	}
	return lines, err
}
