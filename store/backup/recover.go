//go:build unix

package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"jadebox/store/embedded"
)

// Recovery is what Recover is told.
type Recovery struct {
	From    Destination
	DataDir string
	Cluster string    // name of the directory to make in DataDir; what stood there is removed
	To      time.Time // zero: the end of the archive
	BinDir  string    // of a PostgreSQL; "" as embedded.Options
	Tell    func(Progress)
	Log     zerolog.Logger
}

// Recovered is what a recovery came to.
type Recovered struct {
	Base       Base
	LastCommit time.Time // of the newest transaction; the base's end when it found none
	Until      time.Time // up to when, at least, nothing else was committed; LastCommit or later
}

// errBefore is what PostgreSQL says when the log ends before the moment, or when nothing was committed behind it.
const errBefore = "before configured recovery target was reached"

// recoveryWait bounds a recovery: a base a week old with a busy week's log.
const recoveryWait = 12 * time.Hour

// Recover makes a cluster of a base and the log behind it, and returns its PostgreSQL, which serves on a Unix socket
// below DataDir. The caller stops it. ErrJournal or postgres.ErrNoSite when the database does not hold what the base
// says of it.
func Recover(ctx context.Context, r Recovery) (*embedded.Server, Recovered, error) {
	var got Recovered
	b, log, err := BaseFor(ctx, r.From, r.To)
	if err != nil {
		return nil, got, err
	}
	got.Base = b
	if r.DataDir, err = filepath.Abs(r.DataDir); err != nil { // PostgreSQL works in a directory of its own
		return nil, got, err
	}
	cluster, wal := filepath.Join(r.DataDir, r.Cluster), filepath.Join(r.DataDir, r.Cluster+".wal")
	for _, dir := range []string{cluster, wal} {
		if err := os.RemoveAll(dir); err != nil {
			return nil, got, err
		}
	}
	defer os.RemoveAll(wal)
	if err := Unpack(ctx, r.From, b, cluster, r.Tell); err != nil {
		return nil, got, err
	}
	if err := log.Fetch(ctx, r.From, b, wal, r.Tell); err != nil {
		return nil, got, err
	}
	if err := adapt(cluster, b.Site); err != nil {
		return nil, got, err
	}
	followed, err := LastFollowed(ctx, r.From)
	if err != nil {
		return nil, got, err
	}
	server, err := embedded.Start(ctx, embedded.Options{DataDir: r.DataDir, BinDir: r.BinDir, Cluster: r.Cluster,
		Reads: []string{cluster, wal}, StartWait: recoveryWait, NoRestart: true, Log: r.Log,
		Settings: settings(wal, r.To, b.Site)})
	if err != nil && strings.Contains(err.Error(), errBefore) && followed.covers(b, log) && !r.To.After(followed.At) {
		r.To = time.Time{} // the end of the archive is the site at that moment
		return Recover(ctx, r)
	}
	if err != nil {
		if strings.Contains(err.Error(), errBefore) {
			err = fmt.Errorf("backup: the archive ends before %s: %w", r.To.Format(time.RFC3339Nano), err)
		}
		return nil, got, err
	}
	if err := b.Site.check(ctx, server.DSN()); err != nil {
		return nil, got, errors.Join(err, server.Stop())
	}
	got.LastCommit, err = lastCommit(ctx, server.DSN())
	if got.LastCommit.IsZero() {
		got.LastCommit = b.Ended
	}
	got.Until = got.LastCommit
	if r.To.IsZero() && followed.covers(b, log) && followed.At.After(got.Until) {
		got.Until = followed.At
	}
	if err != nil {
		return nil, got, errors.Join(err, server.Stop())
	}
	return server, got, nil
}

// covers says that the log of a base goes as far as a follower has said.
func (f Followed) covers(b Base, log Log) bool {
	at, err := pglogrepl.ParseLSN(f.LSN)
	return err == nil && f.System == b.System && f.Timeline == b.Timeline && log.End >= at
}

// settings are those with which PostgreSQL recovers up to a moment, the zero time for the end of the log, and then
// serves. They stand on the command line: the next start knows nothing of them.
func settings(wal string, moment time.Time, site Site) map[string]string {
	set := map[string]string{
		"restore_command":          "cp '" + strings.ReplaceAll(wal, "'", `'\''`) + "/%f' '%p'",
		"recovery_target_action":   "promote",
		"recovery_target_timeline": "current",
		"hot_standby":              "off",
		"archive_mode":             "off",
		"primary_conninfo":         "",
	}
	for _, name := range recovered {
		if value := site.Settings[name]; value != "" {
			set[name] = value
		}
	}
	if !moment.IsZero() {
		set["recovery_target_time"] = moment.UTC().Format("2006-01-02 15:04:05.999999") + "+00"
	}
	return set
}

// copied ends the names of the server's own configuration in a cluster that was made of a base.
const copied = ".copied"

// adapt makes a copied cluster one that package embedded runs and finds the site in. The configuration of the server
// that it was copied from describes that server: who may connect how, which standby a commit waits for, which libraries
// and certificates lie there. It stays beside, and what the recovery needs of it stands in the base.
func adapt(cluster string, site Site) error {
	for name, text := range map[string]string{
		"postgresql.conf":      "# settings come on the command line; the copied server's: postgresql.conf.copied\n",
		"postgresql.auto.conf": "",
		"pg_hba.conf": "local all all trust\nlocal replication all trust\n" +
			"host all all samehost scram-sha-256\n",
		"pg_ident.conf":   "",
		"recovery.signal": "",
	} {
		path := filepath.Join(cluster, name)
		if err := os.Rename(path, path+copied); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	if site.Database == "" { // a base of before this was kept: the embedded server's
		return nil
	}
	return embedded.KeepNames(cluster, embedded.Names{Database: site.Database, User: site.Superuser,
		Schema: site.Schema})
}

func lastCommit(ctx context.Context, dsn string) (at time.Time, err error) {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return at, err
	}
	defer c.Close(context.WithoutCancel(ctx))
	var last *time.Time
	if err := c.QueryRow(ctx, `SELECT pg_last_xact_replay_timestamp()`).Scan(&last); err != nil {
		return at, err
	}
	if last != nil {
		at = last.UTC()
	}
	return at, nil
}
