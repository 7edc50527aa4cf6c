package backup

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
)

// Site is what a base says of the database in it. A restore finds the database by these names, and
// holds its journal to these heads.
type Site struct {
	Database  string `json:"database"`
	Schema    string `json:"schema"`
	Owner     string `json:"owner"`     // role that owns the tables
	Superuser string `json:"superuser"` // the role that the cluster was made with
	// Settings of the server that a recovery needs, or that say what it was: as SHOW tells them.
	Settings   map[string]string `json:"settings"`
	Operations int64             `json:"operations"` // in the journal before the base began
	Journal    []Head            `json:"journal"`    // by writer
}

// Head is where a writer's part of the journal ended before the base began.
type Head struct {
	Writer int64  `json:"writer"`
	Last   int64  `json:"last"`  // its operations are numbered from 1, without a gap
	Chain  string `json:"chain"` // hash of the chain after the last, in hex
}

// ErrJournal says that a copy lacks operations that were there when it was made.
var ErrJournal = errors.New("backup: the journal of the copy is not whole")

// described are the settings that a base keeps. A recovery is refused, or breaks off, with smaller ones of those in
// recovered; the others say which machine can take the copy.
var (
	recovered = []string{"max_connections", "max_locks_per_transaction", "max_prepared_transactions",
		"max_wal_senders", "max_worker_processes"}
	described = append([]string{"server_version", "server_encoding", "data_checksums", "block_size",
		"shared_preload_libraries", "synchronous_commit", "wal_level"}, recovered...)
)

// look asks the server that is copied: its clock, about how much there is to copy, and what there is.
func look(ctx context.Context, dsn string) (s Site, now time.Time, bytes int64, err error) {
	fail := func(err error) (Site, time.Time, int64, error) {
		return Site{}, time.Time{}, 0, fmt.Errorf("backup: the site's database must be read, too (a role that may "+
			"only replicate needs GRANT pg_read_all_data): %w", err)
	}
	of, err := postgres.ReadSite(ctx, dsn)
	if err != nil {
		return fail(err)
	}
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fail(err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	s = Site{Database: of.Database, Schema: of.Schema, Owner: of.Owner, Superuser: of.Superuser,
		Settings: map[string]string{}}
	for _, writer := range slices.Sorted(maps.Keys(of.Heads)) {
		head := of.Heads[writer]
		s.Operations += head.Seq
		s.Journal = append(s.Journal, Head{writer, head.Seq, hex.EncodeToString(head.Chain[:])})
	}
	rows, _ := c.Query(ctx, `SELECT name, setting FROM pg_settings WHERE name = ANY($1)`, described)
	var name, value string
	if _, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		s.Settings[name] = value
		return nil
	}); err == nil {
		err = c.QueryRow(ctx, `SELECT clock_timestamp(), (SELECT sum(pg_database_size(oid))::bigint FROM pg_database
			WHERE has_database_privilege(oid, 'CONNECT') OR pg_has_role('pg_read_all_stats', 'MEMBER'))`).Scan(&now, &bytes)
	}
	if err != nil {
		return fail(err)
	}
	return s, now.UTC(), bytes, nil
}

// check holds a database that was made of a base to what the base says of it.
func (s Site) check(ctx context.Context, dsn string) error {
	if err := postgres.CheckSite(ctx, dsn); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	heads := map[int64]store.ChainHead{}
	for _, h := range s.Journal {
		chain, err := hex.DecodeString(h.Chain)
		if err != nil || len(chain) != len(store.ChainHead{}.Chain) {
			return fmt.Errorf("%w: the hash of writer %d is no hash", ErrJournal, h.Writer)
		}
		heads[h.Writer] = store.ChainHead{Seq: h.Last, Chain: [32]byte(chain)}
	}
	if err := postgres.CheckHeads(ctx, dsn, heads); err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, err)
	}
	return nil
}
