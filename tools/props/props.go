// Package props gives items to an account and says what a day's openings bring: the operator's command.
//
// It writes the plan to the database beside a running server, which reads it every second. Deliberately absent: a way to do
// this over the network, and the gift itself.
package props

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `props [--data DIR | --database-url URL] COMMAND
  show                        print the plan
  give ACCOUNT GIFT[,GIFT…]   at once: items by number or name, gems:1.50, fragments:200, and cards by their kind, discount,
                              chart, battle and reset, or one definition of several (discount:7), three of it (discount:7x3)
  steps SPENT:WORTH[,…]       extra drops of a day, in gems: whoever spends 50 on boxes gets an item worth up to 1 with 50:1;
                              "steps standard" for the usual ones, "steps off" for none`

// Main is the command. It answers 0 when the plan stands as asked, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("props", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Run(ctx, db, flags.Args(), time.Now(), out) })
	if err != nil {
		fmt.Fprintln(out, "props:", err)
		return 2
	}
	return 0
}

// Store is what a command reads and where the plan stands.
type Store interface {
	PlayerByName(ctx context.Context, name string) (store.Player, error)
	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Run carries out one command and prints the plan.
func Run(ctx context.Context, db Store, args []string, now time.Time, out io.Writer) error {
	text, err := db.Setting(ctx, props.PlanSetting)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	plan, err := props.ReadPlan(text)
	if err != nil {
		return err
	}
	changed, err := change(ctx, db, &plan, args, now)
	if err == nil {
		err = plan.Check()
	}
	if err != nil {
		return err
	}
	if text, err = json.MarshalIndent(plan, "", "  "); err != nil {
		return err
	}
	if changed {
		if err := db.PutSetting(ctx, props.PlanSetting, text); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

func change(ctx context.Context, db Store, plan *props.Plan, args []string, now time.Time) (bool, error) {
	switch {
	case len(args) == 1 && args[0] == "show":
		return false, nil
	case len(args) == 3 && args[0] == "give":
		who, err := db.PlayerByName(ctx, args[1])
		if err != nil {
			return false, fmt.Errorf("account %q: %w", args[1], err)
		}
		wanted, prizes, err := sorted(strings.Split(args[2], ","))
		if err != nil {
			return false, err
		}
		if err := known(ctx, db, prizes); err != nil {
			return false, err
		}
		defs, err := items(ctx, db, wanted)
		plan.Orders = append(plan.Fresh(now), props.Order{ID: strconv.FormatInt(now.UnixNano(), 36), AtMS: now.UnixMilli(), Account: who.Name,
			Defs: defs, Prizes: prizes})
		return true, err
	case len(args) == 2 && args[0] == "steps":
		return true, steps(plan, args[1])
	}
	return false, errors.New(usage)
}

// kinds of cards, as an operator calls them.
var kinds = map[string]prize.Kind{"discount": prize.OpenBox, "chart": prize.TrendChart, "battle": prize.Competition, "reset": prize.Reset}

// sorted tells prizes from the names of items.
func sorted(gifts []string) (wanted []string, prizes []prize.Prize, err error) {
	for _, g := range gifts {
		name, rest, _ := strings.Cut(g, ":")
		kind, card := kinds[name]
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
		case card:
			number, times, many := strings.Cut(rest, "x")
			p := prize.Prize{Kind: kind, Num: 1}
			var err1, err2 error
			if number != "" {
				p.Card, err1 = strconv.Atoi(number)
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

// known says why the terms that are in force cannot give a prize.
func known(ctx context.Context, db Store, prizes []prize.Prize) error {
	var book prize.Book
	if err := book.Load(ctx, db); err != nil {
		return err
	}
	for _, p := range prizes {
		if err := book.Terms().Check(p); err != nil {
			return err
		}
	}
	return nil
}

// items finds each by its number or its name in the catalogue.
func items(ctx context.Context, db Store, wanted []string) ([]store.DefID, error) {
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

func steps(plan *props.Plan, text string) error {
	plan.Steps = nil
	switch text {
	case "standard":
		return nil
	case "off":
		plan.Steps = []props.Step{}
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		spent, worth, _ := strings.Cut(part, ":")
		s, err1 := strconv.ParseUint(spent, 10, 31)
		w, err2 := strconv.ParseUint(worth, 10, 31)
		if err := errors.Join(err1, err2); err != nil {
			return fmt.Errorf("%q is no step such as 50:1: %w", part, err)
		}
		plan.Steps = append(plan.Steps, props.Step{SpentCents: int64(s) * 100, ValueCents: int64(w) * 100})
	}
	return nil
}
