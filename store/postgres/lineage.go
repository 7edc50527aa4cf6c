package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

// lineage says which database answers: the number of its cluster, and of the timeline that its log is on. A standby
// that took over has another timeline; what it had not received when it did is lost, and it does not know that.
type lineage struct {
	system   string
	timeline int64
	standby  bool // it only follows, and may take over while a client is connected to it
}

// readLineage asks a connection; the zero value where the server is none of PostgreSQL's own, which does not say it.
func readLineage(ctx context.Context, db querier) (l lineage, err error) {
	err = db.QueryRow(ctx, `SELECT system_identifier::text, pg_is_in_recovery(),
		CASE WHEN pg_is_in_recovery() THEN 0 ELSE `+timeline+` END FROM pg_control_system()`).Scan(&l.system,
		&l.standby, &l.timeline)
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok &&
		(pe.Code == "42883" || pe.Code == "0A000" || pe.Code == "42501") { // no such function, or not for us
		return lineage{}, nil
	}
	return l, err
}

// errStandby is tried again: the address is on its way from one server to the other.
var errStandby = fmt.Errorf("%w: the server is a standby", store.ErrAway)

// sameDatabase is asked of every new connection, of writers and readers, before anything else: the server behind it is
// the one that this process began with, and has the last op that each writer acknowledged. Otherwise the database went
// back in time under a process whose memory is of the time that is lost (a standby that had not received everything
// took over, a disk was set back), and the process does nothing any more: store.ErrWentBack, from then on, for all that
// it is asked. The next start says what to do (ClaimTimeline).
func (e *Engine) sameDatabase(ctx context.Context, conn *pgx.Conn) error {
	if gone := e.gone.Load(); gone != nil {
		return *gone
	}
	if e.began.system == "" {
		return nil
	}
	now, err := readLineage(ctx, conn)
	switch {
	case err != nil:
		return fmt.Errorf("store: %w", err)
	case now.standby && now.system == e.began.system:
		return errStandby
	case now != e.began:
		return e.wentBack("cluster %s on timeline %d answers, it was %s on %d", now.system, now.timeline,
			e.began.system, e.began.timeline)
	}
	var ops []int64
	var chains [][]byte
	for _, w := range e.writers {
		if last := w.last.Load(); last != nil && last.op != 0 {
			ops, chains = append(ops, int64(last.op)), append(chains, last.chain[:])
		}
	}
	var lost []int64
	if err := conn.QueryRow(ctx, `SELECT coalesce(array_agg(a.id), '{}')
		FROM unnest($1::bigint[], $2::bytea[]) a(id, chain)
		WHERE NOT EXISTS (SELECT FROM op WHERE op.id = a.id AND op.chain = a.chain)`, ops,
		chains).Scan(&lost); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if len(lost) > 0 {
		return e.wentBack("operations %d, which were acknowledged, are not there", lost)
	}
	return nil
}

// wentBack says once what was found, and is the answer to everything from now on.
func (e *Engine) wentBack(format string, args ...any) error {
	err := fmt.Errorf("%w: "+format, append([]any{store.ErrWentBack}, args...)...)
	if e.gone.CompareAndSwap(nil, &err) {
		e.opt.Log.Error().Err(err).Msg("the database is not the one that this server began with: nothing is taken " +
			"any more; stop the server and see docs/backup.md, \"A failover\"")
	}
	return *e.gone.Load()
}
