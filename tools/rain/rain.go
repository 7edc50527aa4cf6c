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
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `rain [--data DIR | --database-url URL] COMMAND
  show                    print the plan
  start [--pool-gems N]   one rain, now (in about 12 s: the beacon, then the countdown)
  pool SHARE LEAST MOST   pool of a rain that has none of its own: per cent of yesterday's spend, within gems (0.5 20 2000)
  each PACKETS CAP        what one player may get: packets, and per cent of the pool (8 5)
  cancel [ROUND]          takes back what is planned once: orders, and rounds in which nothing falls yet, or one round only;
                          their pools go back
  last SECONDS            how long a rain lasts (35)
  standard                pool, share and length as usual
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

// change of a plan.
type change func(context.Context, Store, *rain.Plan) error

// plain is a change that looks at nothing else.
func plain(do func(*rain.Plan)) change {
	return func(_ context.Context, _ Store, p *rain.Plan) error {
		do(p)
		return nil
	}
}

// parse turns a command into a change of the plan; nil changes nothing.
func parse(args []string, out io.Writer, now time.Time) (change, error) {
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
		return plain(func(p *rain.Plan) { p.Orders = append(fresh(p.Orders, now), order) }), nil
	case "cancel":
		return cancel(args[1:], now)
	case "daily":
		if len(args) != 2 {
			return nil, errors.New("give times such as 12:00,20:00, or off")
		}
		times := strings.Split(args[1], ",")
		if args[1] == "off" {
			times = nil
		}
		return plain(func(p *rain.Plan) { p.Daily = times }), nil
	case "pool", "each", "last", "standard":
		do, err := settings(args[0], args[1:])
		return plain(do), err
	}
	return nil, fmt.Errorf("no command %q\n%s", args[0], usage)
}

// settings are given as people write them: per cent and gems, to two digits behind the point.
func settings(what string, args []string) (func(*rain.Plan), error) {
	n := make([]int64, len(args))
	for i, text := range args {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f < 0 || f > 1_000_000 {
			return nil, fmt.Errorf("%q is no number", text)
		}
		n[i] = int64(math.Round(f * 100))
	}
	switch {
	case what == "pool" && len(n) == 3:
		return func(p *rain.Plan) { p.Pool = rain.PoolRules{SharePPM: n[0] * 100, LeastCents: n[1], MostCents: n[2]} }, nil
	case what == "each" && len(n) == 2:
		return func(p *rain.Plan) { p.Each = rain.EachRules{Claims: int(n[0] / 100), CapPPM: n[1] * 100} }, nil
	case what == "last" && len(n) == 1:
		return func(p *rain.Plan) { p.DurationMS = n[0] * 10 }, nil
	case what == "standard" && len(n) == 0:
		return func(p *rain.Plan) { p.Pool, p.Each, p.DurationMS = rain.PoolRules{}, rain.EachRules{}, 0 }, nil
	}
	return nil, fmt.Errorf("wrong number of values for %s\n%s", what, usage)
}

// fresh drops orders that are long over.
func fresh(orders []rain.Order, now time.Time) []rain.Order {
	return slices.DeleteFunc(orders, func(o rain.Order) bool { return o.AtMS < now.Add(-time.Hour).UnixMilli() })
}

// cancel names the rounds by what the store has of them: the server that runs tells them.
func cancel(args []string, now time.Time) (change, error) {
	only := ""
	switch len(args) {
	case 0:
	case 1:
		only = args[0]
	default:
		return nil, errors.New(usage)
	}
	return func(ctx context.Context, db Store, p *rain.Plan) error {
		if only == "" {
			p.Orders = nil
		}
		open, err := db.OpenRooms(ctx, rain.Kind)
		if err != nil {
			return err
		}
		p.Cancelled = slices.DeleteFunc(p.Cancelled, func(r rain.Round) bool {
			return !slices.ContainsFunc(open, func(o store.Room) bool { return o.ID == r.ID })
		})
		found := false
		for _, o := range open {
			round, err := rain.RoundOf(o)
			if err != nil {
				return err
			}
			if only != "" && round.ID != only || round.Status == protocol.RainStatusFalling && round.StartsAtMS <= now.UnixMilli() {
				continue
			}
			found = true
			if !slices.ContainsFunc(p.Cancelled, func(r rain.Round) bool { return r.ID == o.ID }) {
				p.Cancelled = append(p.Cancelled, rain.Round{ID: o.ID, AtMS: now.UnixMilli()})
			}
		}
		if only != "" && !found {
			return fmt.Errorf("no round %s in which nothing falls yet", only)
		}
		return nil
	}, nil
}

// Store is where the plan stands, and the rounds.
type Store interface {
	OpenRooms(ctx context.Context, kind string) ([]store.Room, error)
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Change changes the plan and prints it.
func Change(ctx context.Context, settings Store, change change, out io.Writer) error {
	text, err := settings.Setting(ctx, rain.PlanSetting)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	plan, err := rain.ReadPlan(text)
	if err != nil {
		return err
	}
	if change != nil {
		if err := change(ctx, settings, &plan); err != nil {
			return err
		}
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
