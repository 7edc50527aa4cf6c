//go:build unix

package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
)

const (
	// oldWriters are those of a site on which, before processes shared their writers, a command ran each minute for 45
	// days; more there cannot be.
	oldWriters = 65_000
	// pollUSMax keeps what followers read each second below a hundredth of a core: twelve times, by four of them and
	// the public log.
	pollUSMax = 800.0
)

// polls is what a reading of the outbox costs that finds nothing new, in µs; medians. What the database does for it is
// in it, as no other client asks.
type polls struct {
	Young float64 `json:"youngUS"`     // on a site with the writers of its server alone
	Old   float64 `json:"oldUS"`       // with oldWriters beside them
	First float64 `json:"firstReadMS"` // by the process that finds them
}

func measurePolls(ctx context.Context, e *postgres.Engine, dsn string, turns int) (p polls, err error) {
	if p.Young, err = idle(ctx, e, store.Cursor{}, turns); err != nil {
		return p, err
	}
	db, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return p, err
	}
	defer db.Close(ctx)
	if _, err = db.Exec(ctx, `INSERT INTO writer (node, at)
		SELECT 'before', now() - interval '2 days' FROM generate_series(1, $1::int)`, oldWriters); err != nil {
		return p, err
	}
	if _, err = db.Exec(ctx, `VACUUM ANALYZE writer`); err != nil {
		return p, err
	}
	var last int64
	if err = db.QueryRow(ctx, `SELECT max(id) FROM writer`).Scan(&last); err != nil {
		return p, err
	}
	other, err := postgres.Open(ctx, dsn, postgres.Options{Writers: 1})
	if err != nil {
		return p, err
	}
	defer other.Close()
	began := time.Now()
	if _, _, err = other.Events(ctx, store.Cursor{store.AllUpTo: last}, 256); err != nil {
		return p, err
	}
	p.First = float64(time.Since(began).Microseconds()) / 1000
	p.Old, err = idle(ctx, other, store.Cursor{store.AllUpTo: last}, turns)
	return p, err
}

// idle reads the outbox to its end and then as often again.
func idle(ctx context.Context, e *postgres.Engine, cursor store.Cursor, turns int) (us float64, err error) {
	for {
		_, next, err := e.Events(ctx, cursor, 256)
		if err != nil {
			return 0, err
		}
		if maps.Equal(next, cursor) {
			break
		}
		cursor = next
	}
	took := make([]float64, turns)
	for i := range took {
		began := time.Now()
		events, _, err := e.Events(ctx, cursor, 256)
		if err != nil {
			return 0, err
		}
		if len(events) > 0 {
			return 0, errors.New("an idle outbox has events")
		}
		took[i] = float64(time.Since(began).Nanoseconds()) / 1000
	}
	slices.Sort(took)
	return took[turns/2], nil
}
