//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// phase is what is measured beside the calls.
const (
	quiet = iota
	storm
	phases
)

// mix is what the others do, one after another.
var mix = []struct {
	name string
	do   func(b *bench, p *player) error
}{
	{"account", func(b *bench, p *player) error { var u client.User; return p.conn.Get(b.ctx, client.PathInfo, &u) }},
	{"boxes", func(b *bench, p *player) error { var l client.BoxList; return p.conn.Get(b.ctx, client.PathBoxes, &l) }},
	{"backpack", func(b *bench, p *player) error {
		var page struct{}
		return p.conn.Get(b.ctx, "/api/personal/center/back/pack?current=1&size=6&type=1", &page)
	}},
	{"opening a box", (*bench).open},
}

// meter keeps microseconds of each kind in each phase. Safe for concurrent use.
type meter struct {
	mu   sync.Mutex
	took [phases][]*hdrhistogram.Histogram
	turn *hdrhistogram.Histogram // all kinds, in the turn under way
	p99  [phases][]float64       // ms, of each turn
}

func newMeter() *meter {
	m := &meter{turn: histogram()}
	for p := range phases {
		for range mix {
			m.took[p] = append(m.took[p], histogram())
		}
	}
	return m
}

func histogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, 120_000_000, 3) }

func record(h *hdrhistogram.Histogram, d time.Duration) { _ = h.RecordValue(max(1, d.Microseconds())) }

func (m *meter) record(phase, kind int, d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	record(m.took[phase][kind], d)
	record(m.turn, d)
}

// turned ends a turn.
func (m *meter) turned(phase int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.p99[phase] = append(m.p99[phase], at(m.turn, 99))
	m.turn.Reset()
}

func measure(ctx context.Context, o options) (result, error) {
	b, err := prepare(ctx, o)
	if err != nil {
		return result{}, err
	}
	defer b.close()
	m, logins := newMeter(), &storming{took: histogram()}
	if err := b.phase(o, time.Second, func(int, time.Duration) {}); err != nil { // warm
		return result{}, err
	}
	stormed := time.Duration(0)
	for range o.turns {
		if err := b.phase(o, o.turn, func(kind int, d time.Duration) { m.record(quiet, kind, d) }); err != nil {
			return result{}, err
		}
		m.turned(quiet)
		end := b.rage(o, logins)
		began := time.Now()
		err := b.phase(o, o.turn, func(kind int, d time.Duration) { m.record(storm, kind, d) })
		stormed += time.Since(began)
		m.turned(storm)
		end()
		if err != nil {
			return result{}, err
		}
	}
	return summary(m, logins, stormed), logins.err()
}

// phase sends the mix at its rate for a while. Each due call has a player of its own from the pool, so that a slow one delays
// nobody; a pool that is empty is a call that waits, and its time runs.
func (b *bench) phase(o options, d time.Duration, took func(kind int, d time.Duration)) error {
	interval := time.Second / time.Duration(o.rate)
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	began := time.Now()
	for i := 0; time.Since(began) < d; i++ {
		due := began.Add(time.Duration(i) * interval)
		time.Sleep(time.Until(due))
		all.Go(func() {
			p := <-b.free
			defer func() { b.free <- p }()
			kind := i % len(mix)
			if err := mix[kind].do(b, p); err != nil {
				err = fmt.Errorf("%s: %w", mix[kind].name, err)
				failed.CompareAndSwap(nil, &err)
				return
			}
			took(kind, time.Since(due))
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// storming is what became of the logins.
type storming struct {
	mu     sync.Mutex
	took   *hdrhistogram.Histogram
	shed   int64
	failed error
	next   atomic.Int64
}

func (s *storming) err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// rage begins a storm; the function that it returns ends it when nobody waits any more.
func (b *bench) rage(o options, s *storming) func() {
	var over atomic.Bool
	var all sync.WaitGroup
	for range o.storm {
		all.Go(func() {
			for !over.Load() {
				b.login(s)
			}
		})
	}
	return func() {
		over.Store(true)
		all.Wait()
	}
}

// login is somebody who comes back: an address of his own, an account that is there, its password. An account may try ten times
// in five minutes, so that they take turns; when all have had theirs, names that nobody has go on, which cost as much.
func (b *bench) login(s *storming) {
	i := int(s.next.Add(1))
	name := fmt.Sprintf("nobody%06d", i)
	if i < len(b.names)*triesOfAccount {
		name = b.names[i%len(b.names)]
	}
	c := client.Conn{Target: client.Target{Host: b.server.Listen, Forwarded: fmt.Sprintf("10.%d.%d.%d", 192+i>>16&63, i>>8&255, i&255)}}
	defer c.Close()
	began := time.Now()
	_, err := c.Post(b.ctx, client.NewCall(client.PathLogin, "", client.Credentials{Phone: name, Password: secret}))
	s.mu.Lock()
	defer s.mu.Unlock()
	switch code := client.CodeOf(err); {
	case err == nil, code == protocol.CodeCredentials:
		record(s.took, time.Since(began))
	case code == protocol.CodeBusy:
		s.shed++
	default:
		s.failed = errors.Join(s.failed, fmt.Errorf("login of %s: %w", name, err))
	}
}

const triesOfAccount = 8

func summary(m *meter, s *storming, stormed time.Duration) result {
	r := result{Logins: s.took.TotalCount(), Shed: s.shed, P50MS: at(s.took, 50), P99MS: at(s.took, 99), PerSec: float64(s.took.TotalCount()) / stormed.Seconds(), Goal: goal}
	all := [phases]*hdrhistogram.Histogram{histogram(), histogram()}
	for kind := range mix {
		for p := range phases {
			all[p].Merge(m.took[p][kind])
		}
		r.Rows = append(r.Rows, newRow(mix[kind].name, m.took[quiet][kind], m.took[storm][kind]))
	}
	last := newRow("all", all[quiet], all[storm])
	r.Rows = append(r.Rows, last)
	r.QuietTurnMS, r.StormTurnMS = median(m.p99[quiet]), median(m.p99[storm])
	r.Turns = m.p99
	r.Ratio = r.StormTurnMS / r.QuietTurnMS
	r.Met = r.Ratio <= goal
	return r
}

func newRow(name string, q, s *hdrhistogram.Histogram) row {
	return row{name, q.TotalCount(), s.TotalCount(), at(q, 50), at(s, 50), at(q, 99), at(s, 99)}
}

func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

func at(h *hdrhistogram.Histogram, percentile float64) float64 {
	return float64(h.ValueAtPercentile(percentile)) / 1000
}
