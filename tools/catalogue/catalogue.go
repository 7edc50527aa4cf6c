// Package catalogue imports what the house sells from a file and exports it: the operator's command.
//
// It writes to the database beside running servers, which sell what has changed within two seconds of its time. A file
// is refused whole when anything in it cannot be. Each change is shown before it is made: what boxes cost, are worth
// and give back, how much their openings differ, and what a million simulated openings brought. Deliberately absent: a
// way to do this over the network, and a change of anything that was already played.
package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jadebox/actors/operators"
	"jadebox/server/catalogue"
	"jadebox/server/picture"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox catalogue`.
type Command struct {
	operator.Database
	Import Import `cmd:"" help:"Take what a file says; what it leaves out stays as it is."`
	Export Export `cmd:"" help:"Write what is sold to a file, - for standard output."`
	Check  Check  `cmd:"" help:"Say everything that is wrong with a file. Without a database, the file alone."`
	Diff   Diff   `cmd:"" help:"What a file would change. Changes nothing."`

	OffSale OffSale `cmd:"" name:"off-sale" help:"Take a box off sale at once."`

	History History `cmd:"" help:"Every import: its number, when, from when on, how much, by whom and of which file."`
	Show    Show    `cmd:"" help:"What one import changed."`
}

// Bounds are the flags of what a file is held to.
type Bounds struct {
	PictureAllow []string `placeholder:"ORIGIN" help:"Other hosts that pictures may come from, as the server has them."`
	LeastReturn  float64  `default:"50" help:"The least that a box on sale gives back, in per cent of its price."`
	MostReturn   float64  `default:"100" help:"The most."`
	Openings     int      `default:"1000000" help:"How many openings of each changed box are simulated."`
}

// Steps of the command.
type (
	Import struct {
		operator.By
		Bounds
		File string    `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
		From time.Time `help:"From when on it holds, such as 2030-05-06T12:00:00Z; without it, at once."`
	}
	Export struct {
		File string    `arg:"" help:"Where to write it; an older file is replaced."`
		At   time.Time `help:"What is sold then; without it, now."`
	}
	Check struct {
		Bounds
		File string `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
	}
	Diff struct {
		Bounds
		File string    `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
		From time.Time `help:"From when on it would hold; without it, at once."`
	}
)

// Steps that read.
type (
	History struct{}
	Show    struct {
		Number int64 `arg:"" help:"Of the import, as history says it."`
	}
)

// fileMost bounds a file: tens of thousands of items.
const fileMost = 16 << 20

func (h Bounds) read(s *operator.Session, path string, from time.Time) (*catalogue.File, catalogue.Import, error) {
	in := catalogue.Import{From: from}
	ppm := func(percent float64) int64 { return int64(percent*10_000 + 0.5) }
	in.Rules = catalogue.Rules{Bounds: catalogue.Bounds{LeastPPM: ppm(h.LeastReturn), MostPPM: ppm(h.MostReturn)},
		Hosts: picture.New("", h.PictureAllow)}
	for _, origin := range h.PictureAllow {
		if err := picture.CheckOrigin(origin); err != nil {
			return nil, in, err
		}
	}
	if !(0 <= h.LeastReturn && h.LeastReturn <= h.MostReturn && h.MostReturn <= returnMost) { // NaN is none of it
		return nil, in, fmt.Errorf(
			"a box gives back from 0 to %d %% of its price, the least below the most", returnMost)
	}
	if h.Openings < 0 || h.Openings > openingsMost {
		return nil, in, fmt.Errorf("0 to %d openings can be simulated", openingsMost)
	}
	text, err := s.ReadUpTo(path, fileMost)
	if err != nil {
		return nil, in, err
	}
	in.Text = text
	f, err := catalogue.Read(text)
	return f, in, err
}

const (
	openingsMost = 100_000_000
	returnMost   = 1000 // per cent
)

// rules reads what is there and changes nothing.
func rules(ctx context.Context, db operator.View) (r store.Rules, err error) {
	err = db.ChangeCatalogue(ctx, func(there store.Rules) (*store.CatalogueChange, error) {
		r = there
		return nil, nil
	})
	return r, err
}

// Run imports a file.
func (o Import) Run(ctx context.Context, s *operator.Session, c *Command) error {
	f, in, err := o.read(s, o.File, o.From)
	if err != nil {
		return err
	}
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		in.Who = o.Who(s.Now())
		there, err := rules(ctx, db)
		if err != nil {
			return err
		}
		shown, err := f.Prepare(ctx, db, there, in)
		if err != nil {
			return err
		}
		if err := tell(s, shown, there, o.Openings); err != nil || shown.Empty() {
			return err
		}
		if err := operator.Above(ctx, db, operators.Whatever); err != nil {
			return err
		}
		in.Now = s.Now // telling took its time
		done, err := f.Put(ctx, db, in)
		if err != nil {
			return err
		}
		if done.Empty() {
			s.Printf("somebody else has imported the same meanwhile\n")
			return nil
		}
		s.Printf("imported by %s: %d items, %d boxes, in force from %s\n", in.Author, len(done.Items), len(done.Moves),
			done.From.Format(time.RFC3339Nano))
		s.InForce()
		return nil
	})
}

// Run writes what is sold.
func (o Export) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		there, err := rules(ctx, db)
		if err != nil {
			return err
		}
		at := o.At
		if at.IsZero() {
			at = s.Now()
		}
		f, more := catalogue.Export(there, at)
		text, err := f.Text()
		if err != nil {
			return err
		}
		for _, id := range more.Boxes {
			fmt.Fprintf(s.Err, "box %d changes later than a file can say: importing this one takes that back\n", id)
		}
		for _, id := range more.Items {
			fmt.Fprintf(s.Err,
				"item %d changes later, which a file cannot say: importing this one takes that back\n", id)
		}
		if o.File == "-" {
			_, err = s.Out.Write(text)
			return err
		}
		return replace(o.File, text)
	})
}

// replace writes a file whole or not at all: an older one is not lost to a full disk.
func replace(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // what failed is told
	}
	return err
}

// Run checks a file.
func (o Check) Run(ctx context.Context, s *operator.Session, c *Command) error {
	f, in, err := o.read(s, o.File, time.Time{})
	if err != nil {
		return err
	}
	if s.Store == nil && c.Data == "" && c.DatabaseURL == "" {
		err = f.Check(store.Rules{}, in.Rules)
		if err == nil {
			var p *catalogue.Difference
			if p, err = f.Compare(store.Rules{}, s.Now()); err == nil {
				err = p.Allows(in.Rules)
			}
		}
		if err == nil {
			s.Printf("%d items, %d boxes: nothing is wrong with the file alone\n", len(f.Items), len(f.Boxes))
		}
		return err
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		in.At = s.Now()
		there, err := rules(ctx, db)
		if err == nil {
			_, err = f.Prepare(ctx, db, there, in)
		}
		if err == nil {
			s.Printf("%d items, %d boxes: nothing is wrong with the file\n", len(f.Items), len(f.Boxes))
		}
		return err
	})
}

// Run tells what would change.
func (o Diff) Run(ctx context.Context, s *operator.Session, c *Command) error {
	f, in, err := o.read(s, o.File, o.From)
	if err != nil {
		return err
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		in.At = s.Now()
		there, err := rules(ctx, db)
		if err != nil {
			return err
		}
		p, err := f.Prepare(ctx, db, there, in)
		if err != nil {
			if p, wrong := f.Compare(there, cmp.Or(o.From, in.At)); wrong == nil { // what is refused is shown, too
				err = errors.Join(tell(s, p, there, 0), err)
			}
			return err
		}
		return tell(s, p, there, o.Openings)
	})
}

// before is what an item was.
func before(r store.Rules, id store.DefID) (store.ItemDef, bool) {
	i := slices.IndexFunc(r.Items, func(d store.ItemDef) bool { return d.ID == id })
	if i < 0 {
		return store.ItemDef{}, false
	}
	return r.Items[i], true
}
