// Package archive is the operator's command that writes old months of the journal to files, and takes their bodies out
// of the database (docs/store.md, "Old months"). Deliberately absent: deleting a file, and a way to do this over the
// network.
package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jadebox/store"
	months "jadebox/store/archive"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

// Command is `jadebox archive`.
type Command struct {
	Data        string `placeholder:"DIR" help:"Data directory of an embedded server, running or not."`
	DatabaseURL string `name:"database-url" placeholder:"URL" help:"PostgreSQL server."`
	Before      string `required:"" placeholder:"MONTH" help:"Archive what is before this month (in UTC), such as 2026-08."`
	To          string `required:"" type:"existingdir" placeholder:"DIR" help:"Where the files are kept: the directory that servers and jadebox audit read (--archive)."`
	Drop        bool   `help:"Take what is archived out of the database. Servers must run with --archive by then."`
	operator.By
}

// young is how long a month must be over: what was under way at its end is committed, and clocks are right by then.
const young = 24 * time.Hour

// Run archives one month after the other, the oldest first. What was broken off goes on where it was.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	before, err := months.ParseMonth(c.Before)
	if err != nil {
		return err
	}
	at := operator.Database{Data: c.Data, DatabaseURL: c.DatabaseURL, Archive: c.To}
	return s.Act(ctx, at, c.By, func(signed operator.Ledger) error {
		operator.Free(signed)
		return at.With(ctx, func(db *postgres.Engine) error {
			return c.Archive(ctx, s, Site{db, signed}, before, s.Now())
		})
	})
}

// Site is what is archived: the database, and the ledger through which its operator signs.
type Site struct {
	*postgres.Engine
	Signed interface {
		Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
	}
}

// Archive is Run on an open database, begun at a time. Each act is dated when it is done: several months take longer
// than the minutes by which an audit lets an act be dated before a seal that did not have it.
func (c *Command) Archive(ctx context.Context, s *operator.Session, db Site, before months.Month,
	now time.Time) error {
	began := time.Now()
	clock := func() time.Time { return now.Add(time.Since(began)) }
	if now.Sub(before.Begin()) < young {
		return fmt.Errorf("%s has begun less than a day ago, or is still to come: what is before it may not be whole",
			before)
	}
	if err := c.mend(ctx, s, db, before, clock); err != nil {
		return err
	}
	for {
		month, ranges, err := db.NextPart(ctx, before)
		if errors.Is(err, store.ErrNotFound) {
			break
		}
		if err == nil {
			err = c.write(ctx, s, db, month, ranges, clock)
		}
		if err != nil {
			return err
		}
	}
	if !c.Drop {
		return nil
	}
	parts, err := db.Parts(ctx)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p.Month >= before || p.Done {
			continue
		}
		if err := c.drop(ctx, s, db, p, clock); err != nil {
			return err
		}
	}
	return nil
}

// mend writes the files of months again that are lost, and notes those anew that are others than was noted, as long as
// the database has it all.
func (c *Command) mend(ctx context.Context, s *operator.Session, db Site, before months.Month,
	clock func() time.Time) error {
	parts, err := db.Parts(ctx)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p.Month >= before || !p.Dropped.IsZero() {
			continue
		}
		sum, err := fileSum(filepath.Join(c.To, p.Month.File()))
		if err == nil && bytes.Equal(sum, p.SHA256) {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		ranges, err := db.Headed(ctx, p.Ranges)
		if err == nil {
			err = c.write(ctx, s, db, p.Month, ranges, clock)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// write makes a month's file, or takes the one that an earlier run has left, reads it back, and notes it.
func (c *Command) write(ctx context.Context, s *operator.Session, db Site, month months.Month,
	ranges []months.Range, clock func() time.Time) error {
	if _, err := os.Stat(filepath.Join(c.To, month.File())); errors.Is(err, fs.ErrNotExist) {
		if _, err := months.Write(c.To, month, ranges, func(r months.Range, add func(*months.Op) error) error {
			return db.EachOp(ctx, r, add)
		}); err != nil {
			return err
		}
	}
	p := postgres.Part{Month: month, Ranges: ranges}
	f, err := c.read(ctx, db, &p)
	if err != nil {
		return err
	}
	defer f.Close()
	p.At = clock()
	if err := c.note(ctx, db, months.KindWritten, p, p.At); err != nil {
		return err
	}
	if err := db.RecordPart(ctx, p); err != nil {
		return err
	}
	s.Printf("%s: %d operations in %s, SHA-256 %x\n", month, p.Ops, month.File(), p.SHA256)
	return nil
}

// read opens a part's file and holds it to the part and to the journal, all of it.
func (c *Command) read(ctx context.Context, db Site, p *postgres.Part) (*months.File, error) {
	help := "move it away, and it is written again"
	if !p.Dropped.IsZero() {
		help = "bring back the one that was written: the database has given up what was in it"
	}
	f, err := months.OpenFile(c.To, p.Month)
	if err != nil {
		return nil, fmt.Errorf("%w; %s", err, help)
	}
	same := len(f.Ranges) == len(p.Ranges)
	for i := 0; same && i < len(p.Ranges); i++ {
		a, b := f.Ranges[i], p.Ranges[i]
		same = a.Writer == b.Writer && a.First == b.First && a.Last == b.Last
	}
	switch err = db.HoldsPart(ctx, f); {
	case err != nil:
	case !same:
		err = fmt.Errorf("%w: it holds other operations of %s than the journal", months.ErrDamaged, p.Month)
	default:
		p.Ops = f.Ops
		var sum []byte
		switch sum, err = fileSum(filepath.Join(c.To, p.Month.File())); {
		case err != nil:
		case p.SHA256 == nil:
			p.SHA256 = sum
		case !bytes.Equal(sum, p.SHA256):
			err = fmt.Errorf("%w: its SHA-256 is %x, and that of the file that was written %x", months.ErrDamaged, sum,
				p.SHA256)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w; %s", p.Month.File(), err, help), f.Close())
	}
	return f, nil
}

// drop takes a month out of the database whose file holds all of it.
func (c *Command) drop(ctx context.Context, s *operator.Session, db Site, p postgres.Part,
	clock func() time.Time) error {
	f, err := c.read(ctx, db, &p)
	if err != nil {
		return err
	}
	defer f.Close()
	now := clock()
	if err := c.note(ctx, db, months.KindDropped, p, now); err != nil {
		return err
	}
	if err := db.DropPart(ctx, f, p.Month, now); err != nil {
		return err
	}
	s.Printf("%s: %d operations stand in %s alone\n", p.Month, p.Ops, p.Month.File())
	return nil
}

// note commits what was done as an op that says who did it.
func (c *Command) note(ctx context.Context, db Site, kind string, p postgres.Part, at time.Time) error {
	who := c.Who(at)
	op, err := months.Act{Month: p.Month.String(), File: p.Month.File(), SHA256: hex.EncodeToString(p.SHA256),
		Ops: p.Ops, By: who.Author, Note: who.Note}.Op(kind, at)
	if err == nil {
		_, err = db.Signed.Commit(ctx, op)
	}
	return err
}

func fileSum(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return sum.Sum(nil), err
}
