// Package terms shows and changes the terms of the house: the operator's command.
//
// It writes them to the database beside a running server, which reads them before every upgrade and for every day of the
// ranking; terms with an owner of their own are in settings.go. Deliberately absent: a way to do this over the network, and a change of anything that was already played.
package terms

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

	"jadebox/actors/settings/terms"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `terms [--data DIR | --database-url URL] COMMAND
  show                    print what holds, everywhere
  upgrade SHARE LEAST     fee of an upgrade: per cent of the chance, and at least so many points of it (8 2); from now on
  awards GEMS[,GEMS…]     rewards of the ranking by place, at most 10; "awards off" for none; from the next day on
  standard                both as usual
  set NAME FILE           take what a JSON file says of one of the settings that show prints besides terms`

// Main is the command. It answers 0 when the terms stand as asked, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("terms", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	if err := database.With(ctx, func(db *postgres.Engine) error { return Run(ctx, db, flags.Args(), out) }); err != nil {
		fmt.Fprintln(out, "terms:", err)
		return 2
	}
	return 0
}

// Settings is where the terms stand, beside the catalogue and the log that some of them are held to.
type Settings interface {
	terms.Settings
	catalog.Store
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Run carries out one command and prints what holds then.
func Run(ctx context.Context, db Settings, args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "show":
		return show(ctx, db, out)
	case len(args) == 3 && args[0] == "set":
		return set(ctx, db, args[1], args[2], out)
	}
	stored, err := terms.Stored(ctx, db)
	if err == nil {
		err = change(&stored, args)
	}
	if err == nil {
		err = stored.Check()
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(stored)
	if err == nil {
		err = db.PutSetting(ctx, terms.Setting, text)
	}
	if err != nil {
		return err
	}
	now, err := terms.Read(ctx, db)
	if err != nil {
		return err
	}
	return tell(out, now)
}

func change(t *terms.Terms, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "standard":
		*t = terms.Terms{}
		return nil
	case len(args) == 3 && args[0] == "upgrade":
		n, err := hundredths(args[1:])
		if err == nil {
			t.Upgrade = fairness.UpgradeFee{DrawPPM: n[0] * 100, LeastPPM: n[1] * 100}
			if t.Upgrade.DrawPPM == 0 {
				err = errors.New("an upgrade without a fee cannot be")
			}
		}
		return err
	case len(args) == 2 && args[0] == "awards" && args[1] == "off":
		t.AwardsCents = []int64{}
		return nil
	case len(args) == 2 && args[0] == "awards":
		n, err := hundredths(strings.Split(args[1], ","))
		t.AwardsCents = n
		return err
	}
	return errors.New(usage)
}

// hundredths reads figures as people write them, to two digits behind the point.
func hundredths(texts []string) ([]int64, error) {
	n := make([]int64, len(texts))
	for i, text := range texts {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f >= 0 && f <= 1_000_000) {
			return nil, fmt.Errorf("%q is no number", text)
		}
		n[i] = int64(math.Round(f * 100))
	}
	return n, nil
}
