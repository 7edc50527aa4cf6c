package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store"
	"jadebox/store/backup"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// Verify is `jadebox verify-backup`: only a backup that was restored is one.
type Verify struct {
	From  string `arg:"" placeholder:"DEST" help:"Where backups are kept."`
	To    string `placeholder:"TIME" help:"The moment to try; without it, the end of what was kept."`
	Work  string `placeholder:"DIR" help:"Where there is room for the database; without it, the system's temporary directory."`
	Quiet bool   `help:"Show no progress."`

	Archive string `placeholder:"DIR" help:"Directory of the journal's archived months, which no backup holds."`
}

// Run restores into a temporary directory, audits, and takes it away. It ends with 1 when the audit finds violations.
func (c *Verify) Run(ctx context.Context, s *operator.Session) (err error) {
	from, err := destination(c.From)
	if err != nil {
		return err
	}
	to, err := moment(c.To)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(c.Work, "verify-backup")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, got, err := backup.Recover(ctx, backup.Recovery{From: from, DataDir: dir, Cluster: restoring, To: to,
		Tell: progress(s, c.Quiet), Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	db, err := postgres.Open(ctx, server.DSN(), postgres.Options{Writers: 1})
	if err != nil {
		return err
	}
	mode, err := db.Mode(ctx)
	db.Close()
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	opt := audit.OfSite(mode == store.ModeDemo)
	opt.Archive = c.Archive
	report, err := audit.CheckDSN(ctx, server.DSN(), opt)
	if err != nil {
		return err
	}
	if err := report.Print(s.Out); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "\ncopy %s (%s, PostgreSQL %d): every file and page is as it was sent\n", got.Base.Name,
		got.Base.Ended.Format(time.RFC3339), got.Base.Major)
	fmt.Fprintln(s.Out, holds(got.Base.Site))
	fmt.Fprintf(s.Out, "any moment from %s to %s can be restored\n", got.Base.Ended.Format(time.RFC3339Nano),
		got.Until.Format(time.RFC3339Nano))
	if !report.OK() {
		return command.Exit(1)
	}
	return nil
}
