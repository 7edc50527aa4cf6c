package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"jadebox/server/demo"
)

// settleMost is how much of the drain is left to calls that are on their way.
const settleMost = time.Second

// background is a set of goroutines with one end.
type background struct {
	cancel context.CancelFunc
	wait   sync.WaitGroup
	ctx    context.Context
}

func newBackground() background {
	ctx, cancel := context.WithCancel(context.Background())
	return background{ctx: ctx, cancel: cancel}
}

func (b *background) stop() {
	b.cancel()
	b.wait.Wait()
}

// listen opens the one port of page, calls and sockets, unless the process was given it open.
func (a *App) listen() (err error) {
	if err := a.listenMetrics(); err != nil {
		return err
	}
	if a.listener != nil {
		a.log.Info().Stringer("address", a.listener.Addr()).Msg("the service manager's socket instead of --listen")
	} else if a.listener, err = net.Listen("tcp", a.config.Listen); err != nil {
		return err
	}
	for _, serve := range []func() error{
		func() error { return a.hub.Serve(a.listener) },
		func() error { return a.http.Serve(a.hub.HTTPListener()) },
	} {
		go func() {
			if err := serve(); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, http.ErrServerClosed) {
				a.log.Error().Err(err).Msg("no longer serving")
			}
		}()
	}
	if a.config.Data == "" {
		return nil
	}
	if err := os.MkdirAll(a.config.Data, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(a.config.Data, "listen"), []byte(a.Addr()+"\n"), 0o600)
}

// work starts what runs beside the requests.
func (a *App) work() {
	a.workers.wait.Go(func() { a.publicLog.Run(a.workers.ctx, a.db, a.now) })
	a.workers.wait.Go(func() { a.beacon.run(a.workers.ctx) })
	a.workers.wait.Go(func() { a.numbers.Run(a.workers.ctx) })
	a.workers.wait.Go(func() { a.sessions.Run(a.workers.ctx, a.log) })
	a.workers.wait.Go(func() { a.endIdleOn(a.workers.ctx) })
	a.workers.wait.Go(func() { a.forgetSecrets(a.workers.ctx) })
	a.workers.wait.Go(func() { a.audit(a.workers.ctx) })
	a.workers.wait.Go(func() { a.readOn(a.workers.ctx) })
	a.workers.wait.Go(func() { a.sweepOn(a.workers.ctx) })
	a.workers.wait.Go(func() { a.freshenOn(a.workers.ctx) })
	a.workers.wait.Go(func() { a.giveBackLate(a.workers.ctx) })
	a.workers.wait.Go(func() { a.endCancelled(a.workers.ctx) })
	a.workers.wait.Go(func() { a.db.watch.Run(a.workers.ctx, a.log) })
	a.workers.wait.Go(func() { a.catalog.Run(a.workers.ctx, a.db, a.refusedPictures, a.log) })
	a.workers.wait.Go(func() { a.maintain(a.workers.ctx) })
	a.workers.wait.Go(func() { a.benchSocket(a.workers.ctx) })
	a.workers.wait.Go(func() { rest(a.workers.ctx) })
	if !a.config.Demo {
		return
	}
	a.players.wait.Go(func() {
		err := demo.Run(a.players.ctx, demo.Options{Directory: a.directory, Store: a.db, Catalog: a.catalog, Now: a.now,
			Log: a.log})
		if err != nil && a.players.ctx.Err() == nil {
			a.log.Error().Err(err).Msg("house players stopped")
		}
	})
}

// Addr is where the server listens, host:port.
func (a *App) Addr() string { return a.listener.Addr().String() }

// Ready reports why the server should get no traffic; nil when it should.
func (a *App) Ready(ctx context.Context) error {
	if !a.ready.Load() {
		return errors.New("starting or stopping")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := a.db.Ping(ctx); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := a.db.Writes(ctx); err != nil {
		return err
	}
	if a.beacon.left() == 0 {
		return errNoRounds
	}
	return nil
}

// degraded is what this process does without for now; nil: nothing.
func (a *App) degraded() error { return errors.Join(a.limited(), a.beacon.degraded()) }

// Stop lets open requests and rooms finish until ctx ends, keeps everything that is durable or under way, and stops.
// It also takes down what a failed Start has opened.
func (a *App) Stop(ctx context.Context) {
	a.ready.Store(false)
	a.players.stop()
	if a.hub != nil {
		var edge sync.WaitGroup
		a.leaving.Store(true)
		a.hub.Unlisten()
		a.hub.Settle(ctx, settleMost)
		if a.http != nil {
			edge.Go(func() {
				if err := a.http.Shutdown(ctx); err != nil {
					a.log.Warn().Err(err).Msg("requests given up")
					_ = a.http.Close()
				}
			})
		}
		edge.Go(func() {
			if err := a.hub.Drain(ctx); err != nil {
				a.log.Warn().Err(err).Msg("sockets given up")
			}
		})
		edge.Wait()
	}
	if a.directory != nil {
		if n := a.directory.Drain(ctx); n > 0 {
			a.log.Warn().Int("requests", n).Msg("requests to actors given up")
		}
	}
	a.workers.stop()
	for _, aside := range []*http.Server{a.meter, a.profiler} {
		if aside != nil {
			_ = aside.Close() // the last reading is of the drain
		}
	}
	if a.hub != nil {
		a.hub.Close()
	}
	if a.listener != nil {
		_ = a.listener.Close() // of a start that failed before it was served
	}
	for _, end := range a.closers {
		end()
	}
	a.closers = nil // a second Stop finds nothing
	if a.db != nil {
		a.db.stop(a.log)
	}
	if err := a.traces.Close(ctx); err != nil {
		a.log.Warn().Err(err).Msg("traces given up")
	}
	a.log.Info().Msg("stopped")
}
