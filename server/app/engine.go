package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/settings"
	"jadebox/server/config"
	"jadebox/server/limit"
	"jadebox/server/traces"
	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// database is the engine and, when the server runs it, the PostgreSQL below it.
type database struct {
	*postgres.Engine
	watch  *settings.Watch  // of the engine: what this process keeps of the settings
	server *embedded.Server // nil with --database-url
	play   *playthrough.Ledger
	traces *traces.Traces // nil: off
}

// Commit implements store.Ledger: what an op gives is to be played.
func (d *database) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	began := time.Now()
	measured := d.traces.Commit(op.Key, op.Kind)
	receipt, err := d.play.Commit(ctx, op)
	measured(err)
	count(op, receipt, err, time.Since(began))
	return receipt, err
}

// Submit implements store.Ledger, as Commit.
func (d *database) Submit(op *store.Op, done func(store.Receipt, error)) {
	measured, counts := d.traces.Commit(op.Key, op.Kind), counted(op, done)
	d.play.Submit(op, func(receipt store.Receipt, err error) {
		measured(err)
		counts(receipt, err)
	})
}

// Settings implements settings.Source.
func (d *database) Settings(ctx context.Context) (*store.SettingsNow, error) {
	return d.watch.Settings(ctx)
}

// SetSetting implements store.Settings; this process goes by what it has set at once.
func (d *database) SetSetting(ctx context.Context, c store.SettingChange) (int64, error) {
	version, err := d.Engine.SetSetting(ctx, c)
	_ = d.watch.Refresh(ctx) // otherwise with the next tick
	return version, err
}

// openDatabase takes --database-url or starts the embedded PostgreSQL (packed, unpacked, or the system's).
func openDatabase(ctx context.Context, c *config.Serve, clock *siteclock.Clock, t *traces.Traces,
	log zerolog.Logger) (*database, error) {
	d := &database{traces: t}
	dsn := c.DatabaseURL.Reveal()
	if dsn == "" {
		data, err := filepath.Abs(c.Data)
		if err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
		if d.server, err = embedded.Start(ctx, embedded.Options{DataDir: data, Log: log}); err != nil {
			return nil, err
		}
		dsn = d.server.DSN()
	}
	engine, err := postgres.Open(ctx, dsn, postgres.Options{Writers: c.Writers, Clock: clock.Now, Log: log,
		Queries: t.Queries(), Archived: c.Archive, WrittenWithin: store.WrittenWithin})
	if err != nil {
		d.stop(log)
		return nil, err
	}
	d.Engine, d.watch = engine, settings.NewWatch(engine)
	if err := startClock(ctx, clock, engine, c.DemoClock, time.Now, log); err != nil {
		d.stop(log)
		return nil, err
	}
	if _, err := engine.ClaimMode(ctx, c.Mode()); err != nil {
		d.stop(log)
		return nil, err
	}
	if err := engine.ClaimTimeline(ctx); err != nil {
		d.stop(log)
		return nil, err
	}
	d.play = &playthrough.Ledger{Ledger: engine, Journal: engine, Kinds: kinds.All, Settings: d.watch}
	if err := errors.Join(engine.SealRules(ctx), d.watch.Refresh(ctx)); err != nil {
		d.stop(log)
		return nil, err
	}
	return d, nil
}

// stop closes the engine, which commits what is queued, and then the server below it.
func (d *database) stop(log zerolog.Logger) {
	if d.Engine != nil {
		if err := d.Close(); err != nil {
			log.Error().Err(err).Msg("store not closed cleanly")
		}
	}
	if d.server != nil {
		if err := d.server.Stop(); err != nil {
			log.Error().Err(err).Msg("PostgreSQL not stopped cleanly")
		}
	}
}

// limits counts attempts.
type limits struct {
	limit.Limiter
	degraded func() error // why each process counts for itself for now; nil: nothing
	end      func()
}

// openLimits counts attempts in this process, or in a Redis that several nodes share.
func openLimits(c *config.Serve, now store.Clock, log zerolog.Logger) (limits, error) {
	if c.RedisURL == "" {
		return limits{limit.NewMemory(now), func() error { return nil }, func() {}}, nil
	}
	opt, err := limit.RedisAt(c.RedisURL.Reveal())
	if err != nil {
		return limits{}, fmt.Errorf("--redis-url: %w", err)
	}
	shared := limit.NewShared(opt, "jadebox:limit:", now, log)
	return limits{shared, shared.Degraded, shared.Close}, nil
}
