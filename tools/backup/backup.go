// Package backup is the operator's commands that keep the site's database a second time and make it again: `jadebox
// backup`, `jadebox verify-backup` and `jadebox restore` (docs/backup.md).
//
// A site that was restored is marked before a server can find it: everything that may be known from the time that is
// lost is closed, the public log goes on under another key, and players are told. Deliberately absent: restoring in
// place, and a way to do any of this over the network.
package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/tools/operator"
)

// Command is `jadebox backup`.
type Command struct {
	Take Take `cmd:"" default:"withargs" help:"Copy the database while it serves."`
	List List `cmd:"" help:"Print what a destination holds."`
}

// Take makes a backup.
type Take struct {
	operator.Database
	To        string        `required:"" placeholder:"DEST" help:"Where backups are kept: a directory on another disk, or s3://BUCKET/PREFIX?endpoint=https://HOST with its keys in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)."`
	Follow    bool          `help:"Go on with every change until it is told to stop: any moment can be restored."`
	Every     time.Duration `default:"1s" help:"How much may be missing of the newest at most, with --follow."`
	BaseEvery time.Duration `name:"base-every" default:"24h" help:"How old the newest whole copy may become, with --follow."`
	Quiet     bool          `help:"Show no progress."`
}

// Run makes it. It ends with 0 when a whole copy counts.
func (c *Take) Run(ctx context.Context, s *operator.Session) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	to, err := destination(c.To)
	if err != nil {
		return err
	}
	run := backup.Run{To: to, Follow: c.Follow, Every: c.Every, BaseEvery: c.BaseEvery, Now: s.Now,
		Tell: progress(s, c.Quiet),
		Base: func(b backup.Base) { s.Printf("whole copy %s, %s\n", b.Name, size(b.TarBytes)) },
		Failed: func(err error) {
			fmt.Fprintf(s.Err, "%s: goes on after: %v\n", s.Now().UTC().Format(time.RFC3339), err)
		}}
	if c.Follow && c.DatabaseURL == "" && c.Data != "" { // the site's own PostgreSQL, which comes and goes with it
		run.DSN = func() (string, error) {
			dsn, running := embedded.RunningDSN(c.Data)
			if !running {
				return "", fmt.Errorf("no site runs on %s", c.Data)
			}
			return dsn, nil
		}
		return run.Do(ctx)
	}
	return c.At(ctx, func(dsn string) error {
		run.DSN = func() (string, error) { return dsn, nil }
		return run.Do(ctx)
	})
}

// List prints a destination.
type List struct {
	From string `arg:"" placeholder:"DEST" help:"Where backups are kept."`
}

// Run prints it.
func (c *List) Run(ctx context.Context, s *operator.Session) error {
	from, err := destination(c.From)
	if err != nil {
		return err
	}
	list, err := backup.Bases(ctx, from)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "copy\tfrom\tsize\ttimeline\tlog up to")
	for _, b := range list {
		var upTo string
		if log, err := backup.LogOf(ctx, from, b); err != nil {
			upTo = err.Error()
		} else {
			upTo = fmt.Sprintf("%s (%d segments)", log.End, len(log.Segments))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", b.Name, b.Ended.Format(time.RFC3339), size(b.TarBytes), b.Timeline, upTo)
	}
	return w.Flush()
}

// destination is what a command line names.
func destination(name string) (backup.Destination, error) {
	if strings.Contains(name, "://") {
		return backup.OpenObjectStore(name, nil)
	}
	path, err := filepath.Abs(name)
	return backup.Directory(path), err
}

// progress writes what is told, a line at a time and not too often.
func progress(s *operator.Session, quiet bool) func(backup.Progress) {
	if quiet {
		return nil
	}
	var mu sync.Mutex // a copy and the log tell at once
	said := map[string]time.Time{}
	return func(p backup.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.At.Sub(said[p.What]) < 5*time.Second {
			return
		}
		said[p.What] = p.At
		at := p.At.UTC().Format(time.TimeOnly)
		switch {
		case p.What == backup.Following:
			fmt.Fprintf(s.Err, "%s  log kept up to %s, %s behind\n", at, p.LSN, size(p.Behind))
		case p.Total > 0:
			fmt.Fprintf(s.Err, "%s  %s of %s\n", at, size(p.Bytes), size(p.Total))
		default:
			fmt.Fprintf(s.Err, "%s  %s copied\n", at, size(p.Bytes))
		}
	}
}

func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	default:
		return fmt.Sprintf("%d KB", (bytes+1023)>>10)
	}
}

// moment reads a time as an operator writes it; without a zone it is UTC.
func moment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, errors.New("a time is written as 2026-11-26T14:30:00Z or 2026-11-26 14:30:00 (UTC)")
}
