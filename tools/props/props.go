// Package props gives items to an account: the operator's command.
//
// It writes the order to the database beside a running server, which reads it every second. It is more than `jadebox
// settings set props.orders`: it finds the account and the items by name, asks whether there are such prizes, says what
// they are worth, and leaves out orders that are over. Deliberately absent: a way to do this over the network, the gift
// itself, and what a day's openings bring, which is the setting props.
package props

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

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
	Account string `arg:"" help:"Name of the account."`
	Gifts   string `arg:"" help:"Items by number or name, gems:1.50, fragments:200, and cards by their kind, discount, chart, battle and reset, or one definition of several (discount:7), three of it (discount:7x3); separated by commas."`
}

// Run orders the gift; a running server carries it out within a second.
func (g Give) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db store.Engine) error {
		who, err := db.PlayerByName(ctx, g.Account)
		if err != nil {
			return fmt.Errorf("account %q: %w", g.Account, err)
		}
		wanted, prizes, err := sorted(strings.Split(g.Gifts, ","))
		var held *store.SettingsNow
		if err == nil {
			held, err = db.Settings(ctx)
		}
		if err == nil {
			err = prize.Givable(held, prizes...)
		}
		var defs []store.DefID
		if err == nil {
			defs, err = items(ctx, db, wanted)
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
			s.Printf("order %s: %s for %s\n", order.ID, g.Gifts, who.Name)
		}
		return err
	})
}

// kinds of vouchers, as an operator calls them.
var kinds = map[string]prize.Kind{"discount": prize.OpenBox, "chart": prize.TrendChart, "battle": prize.Competition,
	"reset": prize.Reset}

// sorted tells prizes from the names of items.
func sorted(gifts []string) (wanted []string, prizes []prize.Prize, err error) {
	for _, g := range gifts {
		name, rest, _ := strings.Cut(g, ":")
		kind, voucher := kinds[name]
		switch {
		case name == "gems" && rest != "":
			gems, err := strconv.ParseFloat(rest, 64)
			if err != nil {
				return nil, nil, fmt.Errorf("%q: %w", g, err)
			}
			prizes = append(prizes, prize.Prize{Kind: prize.Diamond, Num: int64(math.Round(gems * 100))})
		case name == "fragments" && rest != "":
			n, err := strconv.ParseInt(rest, 10, 64)
			if err != nil {
				return nil, nil, fmt.Errorf("%q: %w", g, err)
			}
			prizes = append(prizes, prize.Prize{Kind: prize.Debris, Num: n})
		case voucher:
			number, times, many := strings.Cut(rest, "x")
			p := prize.Prize{Kind: kind, Num: 1}
			var err1, err2 error
			if number != "" {
				p.Voucher, err1 = strconv.Atoi(number)
			}
			if many {
				p.Num, err2 = strconv.ParseInt(times, 10, 64)
			}
			if err := errors.Join(err1, err2); err != nil {
				return nil, nil, fmt.Errorf("%q: %w", g, err)
			}
			prizes = append(prizes, p)
		default:
			wanted = append(wanted, g)
		}
	}
	return wanted, prizes, nil
}

// items finds each by its number or its name in the catalogue.
func items(ctx context.Context, db store.Catalog, wanted []string) ([]store.DefID, error) {
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
