// Package rain plans red-packet rains: the operator's command.
//
// It writes the plan to the database beside a running server, which reads it every second. Deliberately absent: a way to do
// this over the network, and the rain itself.
package rain

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/rain"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `rain [--data DIR | --database-url URL] COMMAND
  show                    print the plan
  start [--pool-gems N]   one rain, now (in about 12 s: the beacon, then the countdown)
  daily HH:MM[,HH:MM…]    rains every day at these times, UTC; "daily off" for none`

// Main is the command. It answers 0 when the plan stands as asked, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("rain", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	change, err := parse(flags.Args(), out, time.Now())
	if err == nil {
		ctx := context.Background()
		err = database.With(ctx, func(db *postgres.Engine) error { return Change(ctx, db, change, out) })
	}
	if err != nil {
		fmt.Fprintln(out, "rain:", err)
		return 2
	}
	return 0
}

// parse turns a command into a change of the plan; nil changes nothing.
func parse(args []string, out io.Writer, now time.Time) (func(*rain.Plan), error) {
	if len(args) == 0 {
		return nil, errors.New(usage)
	}
	switch args[0] {
	case "show":
		return nil, nil
	case "start":
		flags := flag.NewFlagSet("rain start", flag.ContinueOnError)
		flags.SetOutput(out)
		gems := flags.Int64("pool-gems", 0, "pool in gems; 0: a share of yesterday's spend")
		if err := flags.Parse(args[1:]); err != nil {
			return nil, err
		}
		order := rain.Order{ID: strconv.FormatInt(now.UnixNano(), 36), AtMS: now.UnixMilli(), PoolCents: *gems * 100}
		return func(p *rain.Plan) { p.Orders = append(fresh(p.Orders, now), order) }, nil
	case "daily":
		if len(args) != 2 {
			return nil, errors.New("give times such as 12:00,20:00, or off")
		}
		times := strings.Split(args[1], ",")
		if args[1] == "off" {
			times = nil
		}
		return func(p *rain.Plan) { p.Daily = times }, nil
	}
	return nil, fmt.Errorf("no command %q\n%s", args[0], usage)
}

// fresh drops orders that are long over.
func fresh(orders []rain.Order, now time.Time) []rain.Order {
	return slices.DeleteFunc(orders, func(o rain.Order) bool { return o.AtMS < now.Add(-time.Hour).UnixMilli() })
}

// Settings is where the plan stands.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Change changes the plan and prints it.
func Change(ctx context.Context, settings Settings, change func(*rain.Plan), out io.Writer) error {
	text, err := settings.Setting(ctx, rain.PlanSetting)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	plan, err := rain.ReadPlan(text)
	if err != nil {
		return err
	}
	if change != nil {
		change(&plan)
		if err := plan.Check(); err != nil {
			return err
		}
	}
	if text, err = json.MarshalIndent(plan, "", "  "); err != nil {
		return err
	}
	if change != nil {
		if err := settings.PutSetting(ctx, rain.PlanSetting, text); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}
