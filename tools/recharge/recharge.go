// Package recharge shows and changes what gems cost, and takes back an order whose money went back: the operator's command.
//
// It writes the plan to the database beside a running server, which reads it for every quote and every order. Deliberately
// absent: a way to do this over the network, and any other change of orders that were already made.
package recharge

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `recharge [--data DIR | --database-url URL] COMMAND
  show        print the plan: rate, bounds, tiers, ready-made amounts, ways to pay
  set FILE    take what a JSON file says ("-": standard input); what it leaves out is as usual
  standard    the usual plan
  reverse N   take back order N, as its provider's webhook would: for money that went back in a way that no webhook tells`

const fileBytes = 64 << 10

// Main is the command. It answers 0 when the plan stands as asked, 2 otherwise.
func Main(args []string, in io.Reader, out io.Writer) int {
	flags := flag.NewFlagSet("recharge", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	if err := database.With(ctx, func(db *postgres.Engine) error { return Run(ctx, db, flags.Args(), in, out) }); err != nil {
		fmt.Fprintln(out, "recharge:", err)
		return 2
	}
	return 0
}

// Store is where the plan and the orders stand.
type Store interface {
	payment.Store
	PutSetting(ctx context.Context, key string, value []byte) error
}

// nobody is told here: the running server hears of it from the outbox.
type nobody struct{ directory.Directory }

func (nobody) Post(string, string, any, func(any, error)) {}

// Run carries out one command and prints what holds then. A plan that makes no sense is refused before it is written.
func Run(ctx context.Context, db Store, args []string, in io.Reader, out io.Writer) error {
	var text []byte
	switch {
	case len(args) == 2 && args[0] == "reverse":
		return reverse(ctx, db, args[1], out)
	case len(args) == 1 && args[0] == "show":
	case len(args) == 1 && args[0] == "standard":
		text = []byte("{}")
	case len(args) == 2 && args[0] == "set":
		var err error
		if text, err = read(args[1], in); err != nil {
			return err
		}
	default:
		return errors.New(usage)
	}
	if text != nil {
		if _, err := payment.ReadPlan(text); err != nil {
			return err
		}
		if err := db.PutSetting(ctx, payment.PlanSetting, text); err != nil {
			return err
		}
	}
	plan, err := payment.Load(ctx, db)
	if err != nil {
		return err
	}
	shown, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", shown)
	return err
}

func reverse(ctx context.Context, db Store, order string, out io.Writer) error {
	id, err := strconv.ParseInt(order, 10, 64)
	if err != nil || id < 1 {
		return fmt.Errorf("order %q is not a number", order)
	}
	service := &payment.Service{Store: db, Directory: nobody{}, Now: time.Now}
	o, err := service.TakeBack(ctx, store.OpID(id))
	if err != nil {
		return err
	}
	owes, err := service.Owes(ctx, o.Player)
	if err == nil {
		_, err = fmt.Fprintf(out, "order %d of player %d is taken back: %d cents of gems, %d of them still owed with all that was before\n", o.ID, o.Player, o.GemsCents+o.BonusCents, owes)
	}
	return err
}

func read(path string, in io.Reader) ([]byte, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, fileBytes+1))
	if err == nil && len(text) > fileBytes {
		err = fmt.Errorf("%s is too long", path)
	}
	return text, err
}
