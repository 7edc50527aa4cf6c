package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// row is one way of committing under one load.
type row struct {
	Name           string  `json:"name"`
	Callers        int     `json:"callers"`
	PerSecond      float64 `json:"perSecond"`
	P50MS          float64 `json:"p50MS"`
	P99MS          float64 `json:"p99MS"`
	CPUMicros      float64 `json:"cpuMicros"` // of this process and PostgreSQL, for one
	PostgresMicros float64 `json:"postgresMicros"`
}

var errOut = errors.New("ran out of prepared rooms")

// way is one way of committing under one load, with what was measured of it so far.
type way struct {
	name    string
	callers int
	do      func(caller int) error

	times   []time.Duration
	took    time.Duration
	own, pg time.Duration // CPU
}

// checkpoint writes what is in memory, which the site's role may not order.
func (b *bench) checkpoint() error {
	c, err := pgx.Connect(b.ctx, b.server.KeeperDSN())
	if err != nil {
		return err
	}
	defer c.Close(b.ctx)
	_, err = c.Exec(b.ctx, "CHECKPOINT")
	return err
}

// measure adds a slice of time to what is known of a way: callers that commit one after another, a tenth of the time
// as warm-up. Slices of all ways take turns, so that a load from elsewhere does not meet one of them alone.
func (b *bench) measure(w *way, duration time.Duration) error {
	if err := b.checkpoint(); err != nil {
		return err
	}
	var stop, counting atomic.Bool
	var failure atomic.Pointer[error]
	times := make([][]time.Duration, w.callers)
	var all sync.WaitGroup
	for i := range w.callers {
		all.Go(func() {
			for !stop.Load() {
				began := time.Now()
				if err := w.do(i); err != nil {
					failure.Store(&err)
					return
				}
				if counting.Load() {
					times[i] = append(times[i], time.Since(began))
				}
			}
		})
	}
	time.Sleep(duration / 10)
	pg := treeCPU(b.server.PID()) // before ownCPU: the walk through /proc counts for neither
	began, own := time.Now(), ownCPU()
	counting.Store(true)
	time.Sleep(duration)
	counting.Store(false)
	w.took += time.Since(began)
	w.own += ownCPU() - own
	w.pg += treeCPU(b.server.PID()) - pg
	stop.Store(true)
	all.Wait()
	w.times = append(w.times, slices.Concat(times...)...)
	if err := failure.Load(); err != nil {
		return fmt.Errorf("%s: %w", w.name, *err)
	}
	return nil
}

func (w *way) row() row {
	if len(w.times) == 0 {
		return row{Name: w.name, Callers: w.callers}
	}
	slices.Sort(w.times)
	n := float64(len(w.times))
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return row{Name: w.name, Callers: w.callers, PerSecond: n / w.took.Seconds(), P50MS: ms(w.times[len(w.times)/2]),
		P99MS:     ms(w.times[len(w.times)*99/100]),
		CPUMicros: float64((w.own + w.pg).Microseconds()) / n, PostgresMicros: float64(w.pg.Microseconds()) / n}
}

func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// treeCPU is the CPU time of a process and its children, ended ones included; 0 where there is no /proc.
func treeCPU(root int) time.Duration {
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var ticks int64
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after) // from field 3, the state
		if len(fields) < 15 {
			continue
		}
		number := func(i int) int64 { n, _ := strconv.ParseInt(fields[i-3], 10, 64); return n }
		self := file == fmt.Sprintf("/proc/%d/stat", root)
		if self || number(4) == int64(root) {
			ticks += number(14) + number(15)
		}
		if self {
			ticks += number(16) + number(17)
		}
	}
	return time.Duration(ticks) * tick
}
