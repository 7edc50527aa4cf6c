// Package notice puts notices up and takes them down: the operator's command.
//
// It writes the board beside running servers, which show it within a few seconds; players hear of a new version within a minute.
// Deliberately absent: a way to do this over the network, and a change of a notice that was put up: end it and add another.
package notice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"jadebox/server/notice"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `notice [--data DIR | --database-url URL] COMMAND
  add FILE    put up what a JSON file says ("-": standard input):
              {"type": "roll|taskbox|activity|website", "state": 1 or 2, "title": {"zh", "en", "pt"}, "text": {"zh", "en", "pt"},
               "link": "/page/roll", "from": "2026-12-01T20:00:00Z", "until": …}; state 1 shows itself, 2 does not;
              link, from and until may be left out
  list        print every notice that is kept
  end ID      take one down`

const fileBytes = 64 << 10

// Main is the command. It answers 0 when it was done, 2 otherwise.
func Main(args []string, in io.Reader, out io.Writer) int {
	flags := flag.NewFlagSet("notice", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Run(ctx, db, time.Now(), flags.Args(), in, out) })
	if err != nil {
		fmt.Fprintln(out, "notice:", err)
		return 2
	}
	return 0
}

// Settings is where the board stands.
type Settings interface {
	notice.Settings
	notice.Writer
}

// Run is the command on an open store.
func Run(ctx context.Context, db Settings, now time.Time, args []string, in io.Reader, out io.Writer) error {
	board, err := notice.Read(ctx, db)
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "list":
		for _, n := range board.Notices {
			tell(out, now, n)
		}
		return nil
	case len(args) == 2 && args[0] == "add":
		n, err := read(args[1], in)
		if err == nil {
			n, err = board.Add(now, n)
		}
		if err == nil {
			err = board.Write(ctx, db)
		}
		if err != nil {
			return err
		}
		tell(out, now, n)
		return nil
	case len(args) == 2 && args[0] == "end":
		id, err := strconv.ParseInt(args[1], 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no id", args[1])
		}
		if err := board.End(now, id); err != nil {
			return err
		}
		return board.Write(ctx, db)
	}
	return errors.New(usage)
}

// draft is a notice as an operator writes it.
type draft struct {
	Type, Link  string
	State       int
	Title, Text store.Text
	From, Until time.Time
}

func read(path string, in io.Reader) (notice.Notice, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return notice.Notice{}, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, fileBytes+1))
	if err != nil {
		return notice.Notice{}, err
	}
	if len(text) > fileBytes {
		return notice.Notice{}, fmt.Errorf("%s is too long", path)
	}
	var d draft
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return notice.Notice{}, err
	}
	return notice.Notice{Type: d.Type, State: d.State, Title: d.Title, Text: d.Text, Link: d.Link, FromMS: msOf(d.From), UntilMS: msOf(d.Until)}, nil
}

func msOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func tell(out io.Writer, now time.Time, n notice.Notice) {
	when := "from " + written(n.FromMS)
	switch {
	case n.UntilMS != 0 && n.UntilMS <= now.UnixMilli():
		when = "ended " + written(n.UntilMS)
	case n.Shown(now) && n.UntilMS == 0:
		when = "shown"
	case n.Shown(now):
		when = "shown until " + written(n.UntilMS)
	}
	fmt.Fprintf(out, "%d\t%s\tstate %d\t%s\t%s\n", n.ID, n.Type, n.State, when, n.Title.En)
}

func written(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
