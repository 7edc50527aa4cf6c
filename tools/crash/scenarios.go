//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// some is a number of acknowledgements after which the next crash point falls: never the same point of a batch.
func some() int64 { return 200 + rand.Int64N(1000) }

func killWriter(ctx context.Context, w *world, rounds int) (string, error) {
	if err := w.start(ctx, filepath.Join(w.dir, "data"), nil); err != nil {
		return "", err
	}
	for range rounds {
		c, err := w.spawn(modePlay, "")
		if err != nil {
			return "", err
		}
		if err := w.working(some()); err != nil {
			return "", err
		}
		kill9(c)
		v, err := w.verify(ctx)
		if err != nil {
			return "", err
		}
		if err := v.err(); err != nil {
			return "", err
		}
	}
	return "", w.finish(ctx)
}

// crash points runs one child through a number of crash points that it must survive by itself.
func (w *world) crashes(ctx context.Context, rounds int, crashAt func() error) error {
	if err := w.start(ctx, filepath.Join(w.dir, "data"), nil); err != nil {
		return err
	}
	c, err := w.spawn(modePlay, "")
	if err != nil {
		return err
	}
	for range rounds {
		if err := w.working(some()); err != nil {
			return err
		}
		if err := crashAt(); err != nil {
			return err
		}
	}
	if err := w.working(some()); err != nil {
		return err
	}
	kill9(c)
	return w.finish(ctx)
}

func killPostgres(ctx context.Context, w *world, rounds int) (string, error) {
	return "", w.crashes(ctx, rounds, func() error {
		w.killPostgresNow()
		return nil
	})
}

// killBackend kills a process that commits; PostgreSQL then restarts all of them without the postmaster.
func killBackend(ctx context.Context, w *world, rounds int) (string, error) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return "no /proc to find backends in", nil
	}
	return "", w.crashes(ctx, rounds, func() error {
		pids := backends(w.server.PID())
		if len(pids) == 0 {
			return errors.New("no backends")
		}
		syscall.Kill(pids[rand.IntN(len(pids))], syscall.SIGKILL)
		return nil
	})
}

func cutConnections(ctx context.Context, w *world, rounds int) (string, error) {
	if err := w.start(ctx, filepath.Join(w.dir, "data"), nil); err != nil {
		return "", err
	}
	p, err := newProxy(w.dsn, filepath.Join(w.dir, "proxy"))
	if err != nil {
		return "", err
	}
	defer p.close()
	c, err := w.spawn(modePlay, p.dsn)
	if err != nil {
		return "", err
	}
	for p.cuts.Load() < int64(rounds)*15 {
		if err := w.working(50); err != nil {
			return "", err
		}
	}
	kill9(c)
	w.say("      %d connections cut", p.cuts.Load())
	return "", w.finish(ctx)
}

// twoWriters plays a while, wipes the database and lets two processes submit all the same ops at the same time, as two
// activations of the same actors would.
func twoWriters(ctx context.Context, w *world, rounds int) (string, error) {
	if err := w.start(ctx, filepath.Join(w.dir, "data"), nil); err != nil {
		return "", err
	}
	c, err := w.spawn(modePlay, "")
	if err != nil {
		return "", err
	}
	if err := w.working(int64(rounds) * 600); err != nil {
		return "", err
	}
	kill9(c)
	if err := w.finish(ctx); err != nil {
		return "", err
	}
	if err := keepIntents(w.journals()); err != nil {
		return "", err
	}
	db, err := connect(ctx, w.dsn)
	if err != nil {
		return "", err
	}
	_, err = db.Exec(ctx, `DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
	db.Close(ctx)
	if err != nil {
		return "", err
	}
	if err := prepare(ctx, w.dsn); err != nil {
		return "", err
	}
	a, err := w.spawn(modeRepeat, "")
	if err != nil {
		return "", err
	}
	b, err := w.spawn(modeRepeat, "")
	if err != nil {
		return "", err
	}
	if err := errors.Join(a.Wait(), b.Wait()); err != nil {
		return "", err
	}
	return "", w.finish(ctx)
}

// keepIntents removes from the journals the answers of a database that is wiped.
func keepIntents(dir string) error {
	h, err := readHistory(dir)
	if err != nil {
		return err
	}
	var b []byte
	for _, e := range h.intents {
		b = append(b, e.bytes()...)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.journal"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "intents.journal"), b, 0o600)
}

// negativeControl acknowledges commits that PostgreSQL still holds in its own memory. If nothing is lost, the harness
// is blind.
func negativeControl(ctx context.Context, w *world, rounds int) (string, error) {
	settings := map[string]string{"synchronous_commit": "off", "wal_writer_delay": "10s",
		"wal_writer_flush_after": "1GB", "wal_buffers": "64MB"}
	if err := w.start(ctx, filepath.Join(w.dir, "data"), settings); err != nil {
		return "", err
	}
	for range rounds + 3 {
		c, err := w.spawn(modePlay, "", "JADEBOX_CRASH_LOSE=1")
		if err != nil {
			return "", err
		}
		if err := w.working(some()); err != nil {
			return "", err
		}
		// The clients stop first: they must not repair what is lost by retrying.
		c.Process.Signal(syscall.SIGSTOP)
		w.killPostgresNow()
		kill9(c)
		v, err := w.verify(ctx)
		if err != nil {
			return "", err
		}
		if v.lost > 0 {
			w.say("      found as it must be: %v", v)
			return "", nil
		}
	}
	return "", errors.New("commits that were never on disk were not missed: the harness sees no losses")
}

// diskFull fills the file system that the database is on, waits for refusals, makes room again.
func diskFull(ctx context.Context, w *world, rounds int) (string, error) {
	mount := filepath.Join(w.dir, "small")
	if err := os.MkdirAll(mount, 0o700); err != nil {
		return "", err
	}
	if err := mountSmall(mount); err != nil {
		return fmt.Sprintf("cannot mount a small file system (%v); run as root", err), nil
	}
	w.unmount = mount
	if err := w.start(ctx, filepath.Join(mount, "data"), map[string]string{"max_wal_size": "64MB",
		"min_wal_size": "32MB"}); err != nil {
		return "", err
	}
	c, err := w.spawn(modePlay, "")
	if err != nil {
		return "", err
	}
	fill := filepath.Join(mount, "fill")
	for range max(1, rounds/2) {
		for try := 1; ; try++ {
			if err := w.working(some()); err != nil {
				return "", err
			}
			refused, err := w.fillUntilRefused(fill)
			if err != nil {
				return "", err
			}
			if err := w.working(some()); err != nil {
				return "", fmt.Errorf("after room was made: %w", err)
			}
			if refused {
				break
			}
			// A database that was about to begin a file of its log has ended instead, and refused nothing.
			if try == 6 {
				return "", errors.New("the disk never ran out under the writers")
			}
		}
	}
	kill9(c)
	return "", w.finish(ctx)
}

// fillUntilRefused fills the disk until a client is told of it, for ten seconds at most, and makes room again.
func (w *world) fillUntilRefused(fill string) (refused bool, err error) {
	before, err := w.refusals()
	if err != nil {
		return false, err
	}
	if err := fillDisk(fill); err != nil {
		return false, err
	}
	// What its log has reserved takes a slow machine's writes for a while.
	for deadline := time.Now().Add(10 * time.Second); !refused && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
		n, err := w.refusals()
		if err != nil {
			return false, err
		}
		refused = n > before
	}
	return refused, os.Remove(fill)
}

// refusals is how often clients were told that the disk is full.
func (w *world) refusals() (int, error) {
	log, err := os.ReadFile(filepath.Join(w.dir, "children.log"))
	return bytes.Count(log, []byte("the database's disk is full")), err
}

func fillDisk(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	for block := make([]byte, 1<<20); ; {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			if len(block) == 4096 {
				return nil
			}
			block = block[:4096]
		} else if err != nil {
			return err
		}
	}
}
