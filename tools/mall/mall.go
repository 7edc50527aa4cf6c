// Package mall sets what the mall sells and for how much: the operator's command.
//
// It writes the terms to the database beside a running server, which reads them with every purchase: whoever saw another price is
// told so (630). Deliberately absent: a way to do this over the network.
package mall

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"jadebox/actors/shop/mall"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `mall [--data DIR | --database-url URL] COMMAND
  show                 print the terms
  markup PERCENT       price above the value of an item (3)
  range LEAST MOST     only items worth this many gems are sold; 0 0: all
  price ITEM GEMS      a price of its own for one item; never below its value
  hide ITEM            not sold
  stock ITEM COUNT     so many are left from now on; 0: as many as anybody wants
  usual ITEM           sold by the markup again
  standard             all of it as usual`

// Main is the command. It answers 0 when the terms stand as asked, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("mall", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Do(ctx, db, time.Now(), flags.Args(), out) })
	if err != nil {
		fmt.Fprintln(out, "mall:", err)
		return 2
	}
	return 0
}

// Store is where the terms and the lots stand.
type Store interface {
	mall.Settings
	mall.Ledger
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Do is the command on an open store.
func Do(ctx context.Context, db Store, now time.Time, args []string, out io.Writer) error {
	t, err := mall.Load(ctx, db)
	if err != nil {
		return err
	}
	changed, err := change(&t, args)
	if err != nil {
		return err
	}
	if args[0] == "stock" {
		if err := stock(ctx, db, now, &t, args[1:]); err != nil {
			return err
		}
	}
	if err := t.Check(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	if changed {
		if err := db.PutSetting(ctx, mall.TermsSetting, text); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

// change applies a command to the terms. Values are given as people write them: per cent and gems, to two digits.
func change(t *mall.Terms, args []string) (bool, error) {
	if len(args) == 0 {
		return false, errors.New(usage)
	}
	n := make([]int64, len(args)-1)
	for i, text := range args[1:] {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f < 0 || f > 1e9 {
			return false, fmt.Errorf("%q is no number", text)
		}
		n[i] = int64(math.Round(f * 100))
	}
	own := func(o mall.Own) {
		id := store.DefID(n[0] / 100)
		o.Lot = t.Own[id].Lot
		set(t, id, o)
	}
	switch what := args[0]; {
	case what == "show" && len(n) == 0:
		return false, nil
	case what == "standard" && len(n) == 0:
		*t = mall.Standard()
	case what == "markup" && len(n) == 1:
		t.MarkupPPM = n[0] * 100
	case what == "range" && len(n) == 2:
		t.LeastCents, t.MostCents = n[0], n[1]
	case what == "price" && len(n) == 2 && n[1] > 0:
		own(mall.Own{PriceCents: n[1]})
	case what == "hide" && len(n) == 1:
		own(mall.Own{Hidden: true})
	case what == "stock" && len(n) == 2: // after the rest of the command line has been looked at
	case what == "usual" && len(n) == 1:
		delete(t.Own, store.DefID(n[0]/100))
	default:
		return false, errors.New(usage)
	}
	return true, nil
}

func set(t *mall.Terms, id store.DefID, o mall.Own) {
	if t.Own == nil {
		t.Own = map[store.DefID]mall.Own{}
	}
	t.Own[id] = o
}

// stock puts a lot up and lets the terms name it instead of the one before, which nobody sees from then on.
func stock(ctx context.Context, db Store, now time.Time, t *mall.Terms, args []string) error {
	n := make([]int64, len(args))
	for i, text := range args {
		var err error
		if n[i], err = strconv.ParseInt(text, 10, 32); err != nil {
			return fmt.Errorf("%q is no count", text)
		}
	}
	id := store.DefID(n[0])
	o := t.Own[id]
	o.Lot = 0
	if n[1] != 0 {
		var err error
		if o.Lot, err = mall.PutUp(ctx, db, now, id, n[1]); err != nil {
			return err
		}
	}
	set(t, id, o)
	return nil
}
