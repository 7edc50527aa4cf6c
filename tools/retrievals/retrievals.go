// Package retrievals reviews retrievals of items: the operator's command.
//
// It writes beside a running server; each step is guarded, so that neither two operators nor an operator and the worker take it
// twice. Deliberately absent: a way to do this over the network, and the trade itself.
package retrievals

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

	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	sandbox "jadebox/server/delivery"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `retrievals [--data DIR | --database-url URL] COMMAND
  list                          what waits for a review or is in progress, oldest first
  approve ID [NOTE]             reviewed: the bot may send it
  reject ID NOTE                not sent: the items can be sold or asked for again
  ship ID NOTE                  sent by hand; NOTE is the trade's number
  fail ID NOTE                  could not be sent; not once the bot was asked, which alone knows whether the items have gone
  giveup ID NOTE                the same, against the bot: after a look at the platform only
  release ITEM                  an item that came back goes into the backpack, its failures forgotten
  terms                         print the terms
  auto GEMS                     orders worth at most this need no reviewer (200); 0: all do
  tries FAILURES OFFERS         after so many an item waits for support (3 2)
  sandbox HOW [SECONDS]         how the demo's bot behaves: ship, fail, reject, private, slow`

// Main is the command. It answers 0 when it was done, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("retrievals", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Do(ctx, db, time.Now(), flags.Args(), out) })
	if err != nil {
		fmt.Fprintln(out, "retrievals:", err)
		return 2
	}
	return 0
}

// Store is what the command needs of an engine.
type Store interface {
	delivery.Store
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Do is the command on an open store.
func Do(ctx context.Context, db Store, now time.Time, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	rest := args[1:]
	switch args[0] {
	case "list":
		return list(ctx, db, rest, out)
	case "approve", "reject", "ship", "fail", "giveup":
		return decide(ctx, db, now, args[0], rest, out)
	case "release":
		return release(ctx, db, now, rest, out)
	case "terms", "auto", "tries":
		return terms(ctx, db, args[0], rest, out)
	case "sandbox":
		return behave(ctx, db, rest, out)
	}
	return fmt.Errorf("no command %q\n%s", args[0], usage)
}

func number(text, prefix string) (int64, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(text, prefix), 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("no number %q", text)
	}
	return id, nil
}

func decide(ctx context.Context, db Store, now time.Time, step string, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	note := strings.Join(args[1:], " ")
	if note == "" && step != "approve" || len(note) > 200 {
		return errors.New(usage)
	}
	n, err := number(args[0], "t")
	if err != nil {
		return err
	}
	id := store.RoomID(n)
	var o delivery.Order
	if step == "reject" || step == "fail" {
		r, err := db.Room(ctx, id)
		if err != nil {
			return err
		}
		if r.Status == store.RoomRunning {
			return fmt.Errorf("%w: the bot was asked; see giveup", delivery.ErrStep)
		}
	}
	switch step {
	case "approve":
		o, err = delivery.Approve(ctx, db, now, id, note)
	case "reject":
		o, err = delivery.Fail(ctx, db, now, id, delivery.Refused, note)
	case "ship":
		o, err = delivery.Ship(ctx, db, now, id, note)
	case "fail", "giveup":
		o, err = delivery.Fail(ctx, db, now, id, delivery.Failed, note)
	}
	if err != nil {
		return err
	}
	show(out, o)
	return nil
}

func release(ctx context.Context, db Store, now time.Time, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New(usage)
	}
	id, err := number(args[0], "")
	if err != nil {
		return err
	}
	it, err := delivery.Release(ctx, db, now, store.ItemID(id))
	if err == nil {
		fmt.Fprintf(out, "item %d of player %d is in the backpack\n", it.ID, it.Owner)
	}
	return err
}

func list(ctx context.Context, db Store, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New(usage)
	}
	open, err := db.OpenRooms(ctx, delivery.Kind)
	if err != nil {
		return err
	}
	for i := len(open) - 1; i >= 0; i-- { // the store has the newest first
		o, err := delivery.ReadOrder(open[i])
		if err != nil {
			return err
		}
		show(out, o)
	}
	return nil
}

var steps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomLocked: "approved", store.RoomRunning: "in progress", store.RoomSettled: "shipped", store.RoomVoid: "failed"}

func show(out io.Writer, o delivery.Order) {
	var items []string
	for _, it := range o.Items {
		items = append(items, fmt.Sprintf("%d (def %d)", it.ID, it.Def))
	}
	fmt.Fprintf(out, "%s\t%s\t%s gems\tplayer %d\t%s\t%s\t%s\t%s\n", o.Key(), steps[o.Step], protocol.Gems(o.ValueCents()), o.Player, strings.Join(items, ", "),
		o.TradeURL, time.UnixMilli(o.AtMS).UTC().Format(time.RFC3339), o.Note)
}

func terms(ctx context.Context, db Store, what string, args []string, out io.Writer) error {
	t, err := delivery.Load(ctx, db)
	if err != nil {
		return err
	}
	n := make([]int64, len(args))
	for i, text := range args {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f < 0 || f > 1e9 {
			return fmt.Errorf("%q is no number", text)
		}
		n[i] = int64(math.Round(f * 100))
	}
	switch {
	case what == "terms" && len(n) == 0:
	case what == "auto" && len(n) == 1:
		t.AutoCents = n[0]
	case what == "tries" && len(n) == 2:
		t.FailuresMost, t.OffersMost = int(n[0]/100), int(n[1]/100)
	default:
		return fmt.Errorf("wrong number of values for %s\n%s", what, usage)
	}
	if err := t.Check(); err != nil {
		return err
	}
	return put(ctx, db, delivery.TermsSetting, t, len(n) > 0, out)
}

func behave(ctx context.Context, db Store, args []string, out io.Writer) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New(usage)
	}
	b := sandbox.Usual()
	b.Usual = args[0]
	if len(args) == 2 {
		s, err := strconv.Atoi(args[1])
		if err != nil || s < 0 || s > 86_400 {
			return fmt.Errorf("%q is no number of seconds", args[1])
		}
		b.AfterMS = int64(s) * 1000
	}
	if err := b.Check(); err != nil {
		return err
	}
	return put(ctx, db, sandbox.SandboxSetting, b, true, out)
}

func put(ctx context.Context, db Store, key string, value any, change bool, out io.Writer) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	if change {
		if err := db.PutSetting(ctx, key, text); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}
