// Package props gives items to an account: the operator's command.
//
// It writes the order to the database beside a running server, which reads it every second. It alone adds orders
// (settings.Setting, Command): it finds the account and the items by name, asks whether there are such prizes, says
// what they are worth, and leaves out orders that are over. Deliberately absent: a way to do this over the network, the
// gift itself, and what a day's openings bring, which is the setting props.
package props

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
	"jadebox/tools/settings"
)

// Command is `jadebox props`.
type Command struct {
	operator.Database
	operator.By
	Give Give `cmd:"" help:"Give items and prizes to an account, at once."`
}

// Give orders a gift.
type Give struct {
	Account   string   `arg:"" help:"Name of the account."`
	Items     []string `arg:"" optional:"" name:"item" help:"Items of the catalogue, by number or name."`
	Gems      float64  `placeholder:"N" help:"Gems, with two decimals at most: 1.50."`
	Fragments int64    `placeholder:"N" help:"Fragments."`
	Vouchers  []string `name:"voucher" placeholder:"KIND|NUMBER" help:"Vouchers: discount, chart, battle or reset, or the number of a definition; the same again is one more."`
}

// Run orders the gift; a running server carries it out within a second.
func (g Give) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		who, err := db.PlayerByName(ctx, g.Account)
		if err != nil {
			return fmt.Errorf("account %q: %w", g.Account, err)
		}
		held, err := db.Settings(ctx)
		var prizes []prize.Prize
		if err == nil {
			prizes, err = g.prizes(held)
		}
		if err == nil {
			err = prize.Givable(held, prizes...)
		}
		var defs []store.DefID
		if err == nil {
			defs, err = items(ctx, db, g.Items)
		}
		if err == nil && len(defs)+len(prizes) == 0 {
			err = errors.New("nothing is given: name an item, or one of --gems, --fragments and --voucher")
		}
		if err == nil {
			var worth int64
			if worth, err = settings.TellWorth(ctx, s, db, held, who.Name, defs, prizes); err == nil {
				err = operator.Above(ctx, db, worth)
			}
		}
		if err != nil {
			return err
		}
		now := s.Now()
		order := props.Order{ID: strconv.FormatInt(now.UnixNano(), 36), AtMS: now.UnixMilli(), Account: who.Name,
			Defs: defs, Prizes: prizes}
		err = registry.Set(ctx, db, props.OrdersSetting, c.Who(now), func(o props.Orders) (props.Orders, error) {
			o.Orders = append(o.Fresh(now), order)
			return o, nil
		})
		if err == nil {
			s.Printf("order %s for %s\n", order.ID, who.Name)
		}
		return err
	})
}

// kinds of vouchers, as an operator calls them.
var kinds = map[string]prize.Kind{"discount": prize.OpenBox, "chart": prize.TrendChart, "battle": prize.Competition,
	"reset": prize.Reset}

// prizes are what is given besides items.
func (g Give) prizes(held *store.SettingsNow) (list []prize.Prize, err error) {
	if g.Gems != 0 {
		cents := g.Gems * 100
		if math.IsInf(cents, 0) || math.IsNaN(cents) || math.Abs(cents-math.Round(cents)) > 1e-6 {
			return nil, fmt.Errorf("%v gems: two decimals at most", g.Gems)
		}
		list = append(list, prize.Prize{Kind: prize.Diamond, Num: int64(math.Round(cents))})
	}
	if g.Fragments != 0 {
		list = append(list, prize.Prize{Kind: prize.Debris, Num: g.Fragments})
	}
	known, err := prize.Setting.In(held)
	if err != nil {
		return nil, err
	}
	for _, asked := range g.Vouchers {
		p := prize.Prize{Kind: kinds[asked], Num: 1}
		if p.Kind == "" {
			n, err := strconv.Atoi(asked)
			i := slices.IndexFunc(known.Vouchers, func(v prize.Voucher) bool { return err == nil && v.Number == n })
			if i < 0 {
				return nil, fmt.Errorf("no voucher %q: discount, chart, battle, reset, or the number of a definition",
					asked)
			}
			p.Kind, p.Voucher = known.Vouchers[i].Kind, n
		}
		same := slices.IndexFunc(list, func(o prize.Prize) bool { return o.Kind == p.Kind && o.Voucher == p.Voucher })
		if same >= 0 {
			list[same].Num++
			continue
		}
		list = append(list, p)
	}
	return list, nil
}

// items finds each by its number or its name in the catalogue.
func items(ctx context.Context, db operator.View, wanted []string) ([]store.DefID, error) {
	known, err := db.ItemDefs(ctx)
	if err != nil {
		return nil, err
	}
	find := map[string]store.DefID{}
	for _, d := range known {
		find[d.Slug], find[strconv.Itoa(int(d.ID))] = d.ID, d.ID
	}
	list := make([]store.DefID, len(wanted))
	for i, w := range wanted {
		id, ok := find[w]
		if !ok || w == "" {
			return nil, fmt.Errorf("no item %q in the catalogue", w)
		}
		list[i] = id
	}
	return list, nil
}
