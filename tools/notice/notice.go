// Package notice puts notices up and takes them down: the operator's command.
//
// It writes the setting home.notices beside running servers, which show it within a few seconds; players learn of a new
// version within a minute. It is more than `jadebox settings set home.notices`: it numbers and stamps what is added,
// ends one by its number and keeps the others as they are. Deliberately absent: a way to do this over the network, and
// a change of a notice that was put up: end it and add another.
package notice

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"jadebox/server/notice"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox notice`.
type Command struct {
	operator.Database
	operator.By
	Add  Add  `cmd:"" help:"Put up what a JSON file says: type roll, taskbox, activity or website, state 1 (shows itself) or 2, title and text in every language (zh, en, pt), and, if wanted, link, from and until."`
	List List `cmd:"" help:"Print every notice that is kept."`
	End  End  `cmd:"" help:"Take one down."`
}

// Steps of the command.
type (
	Add struct {
		File string `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
	}
	List struct{}
	End  struct {
		ID int64 `arg:"" help:"Number of the notice."`
	}
)

// Run puts the notice up.
func (a Add) Run(ctx context.Context, s *operator.Session, c *Command) error {
	text, err := s.ReadFile(a.File)
	if err != nil {
		return err
	}
	n, err := read(text)
	if err != nil {
		return err
	}
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		var added notice.Notice
		err := registry.Set(ctx, db, notice.Setting, c.Who(s.Now()), func(b notice.Centre) (_ notice.Centre,
			err error) {
			b.Notices = slices.Clone(b.Notices)
			added, err = b.Add(s.Now(), n)
			return b, err
		})
		if err == nil {
			tell(s.Out, s.Now(), added)
		}
		return err
	})
}

// Run lists the notices.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		b, err := notice.Setting.Read(ctx, db)
		for _, n := range b.Notices {
			tell(s.Out, s.Now(), n)
		}
		return err
	})
}

// Run takes the notice down.
func (e End) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		return registry.Set(ctx, db, notice.Setting, c.Who(s.Now()), func(b notice.Centre) (notice.Centre, error) {
			b.Notices = slices.Clone(b.Notices)
			return b, b.End(s.Now(), e.ID)
		})
	})
}

// draft is a notice as an operator writes it.
type draft struct {
	Type, Link  string
	State       int
	Title, Text store.Text
	From, Until time.Time
}

func read(text []byte) (notice.Notice, error) {
	var d draft
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return notice.Notice{}, err
	}
	return notice.Notice{Type: d.Type, State: d.State, Title: d.Title, Text: d.Text, Link: d.Link, FromMS: msOf(d.From),
		UntilMS: msOf(d.Until)}, nil
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
