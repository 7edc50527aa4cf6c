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
	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/bench/machine"
	"jadebox/tools/bench/site"
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
	do   func(b *bench, p *site.Player) error
}{
	{"account", func(b *bench, p *site.Player) error {
		var u client.User
		return p.Conn.Get(b.ctx, client.PathInfo, &u)
	}},
	{"boxes", func(b *bench, p *site.Player) error {
		var l client.BoxList
		return p.Conn.Get(b.ctx, client.PathBoxes, &l)
	}},
	{"backpack", func(b *bench, p *site.Player) error {
		var page struct{}
		return p.Conn.Get(b.ctx, "/api/personal/center/back/pack?current=1&size=6&type=1", &page)
	}},
	{"opening a box", (*bench).open},
}

// turn is one stretch of calls, all quiet or all in a storm.
type turn struct {
	took   []*hdrhistogram.Histogram // microseconds, of each kind
	stolen float64                   // share of the machine's time that its host gave to others
}

// calm is how much a host may take from a turn that is judged: at a hundredth, a call in a hundred waits for the host.
const calm = 0.002

// least is how many calm turns a phase must have to be judged by them.
const least = 10

// meter keeps the turns of each phase. Safe for concurrent use.
type meter struct {
	mu    sync.Mutex
	turns [phases][]turn
	now   turn
}

func newTurn() turn {
	var t turn
	for range mix {
		t.took = append(t.took, histogram())
	}
	return t
}

func histogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, 120_000_000, 3) }

func record(h *hdrhistogram.Histogram, d time.Duration) { _ = h.RecordValue(max(1, d.Microseconds())) }

func (m *meter) record(kind int, d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	record(m.now.took[kind], d)
}

// turn measures do as one turn.
func (m *meter) turn(phase int, do func() error) error {
	m.now = newTurn()
	before, err := machine.ReadCPU()
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	after, err := machine.ReadCPU()
	m.now.stolen = after.StolenSince(before)
	m.turns[phase] = append(m.turns[phase], m.now)
	return err
}

func measure(ctx context.Context, o options) (result, error) {
	watch, err := machine.Begin()
	if err != nil {
		return result{}, err
	}
	b, err := prepare(ctx, o)
	if err != nil {
		return result{}, err
	}
	defer b.close()
	siege, err := b.besiege()
	if err != nil {
		return result{}, err
	}
	m, logins := &meter{now: newTurn()}, &storming{took: histogram()}
	calls := func() error { return b.phase(o, m.record) }
	for range warming {
		if err := calls(); err != nil {
			return result{}, err
		}
	}
	stormed := time.Duration(0)
	for range o.Turns {
		if err := m.turn(quiet, calls); err != nil {
			return result{}, err
		}
		began := time.Now()
		end := b.rage(o, logins)
		time.Sleep(gathering)
		err := m.turn(storm, calls)
		end()
		stormed += time.Since(began)
		if err != nil {
			return result{}, err
		}
	}
	r := summary(m, logins, stormed)
	r.Siege = siege
	if r.Machine, err = watch.End(); err != nil {
		return result{}, err
	}
	return r, logins.err()
}

// gathering is how long a storm lasts before it is measured: all clients that connect at the same moment, once a turn,
// would be most of a short turn, and nothing of the storm that it stands for.
const gathering = 300 * time.Millisecond

// warming is how many turns go before the first that counts: memory that a machine gives for the first time is slow.
const warming = 10

// phase sends the mix at its rate for a turn. Each due call has a player of its own from the pool, so that a slow one
// delays no call; a pool that is empty is a call that waits, and its time runs.
func (b *bench) phase(o options, took func(kind int, d time.Duration)) error {
	interval := time.Second / time.Duration(o.Rate)
	var all errgroup.Group
	began := time.Now()
	for i := 0; time.Since(began) < o.Turn; i++ {
		due := began.Add(time.Duration(i) * interval)
		time.Sleep(time.Until(due))
		all.Go(func() error {
			p := <-b.free
			defer func() { b.free <- p }()
			kind := i % len(mix)
			if err := mix[kind].do(b, p); err != nil {
				return fmt.Errorf("%s: %w", mix[kind].name, err)
			}
			took(kind, time.Since(due))
			return nil
		})
	}
	return all.Wait()
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

// rage begins a storm; the function that it returns ends it when no login waits any more.
func (b *bench) rage(o options, s *storming) func() {
	var over atomic.Bool
	var all sync.WaitGroup
	for range o.Storm {
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

// login is a returning player: an address in a network of its own, an account that is there, its password. An
// account may try ten times in five minutes, so that they take turns; when all have had theirs, unknown names
// go on, which cost as much.
func (b *bench) login(s *storming) {
	i := int(s.next.Add(1))
	name := fmt.Sprintf("nobody%06d", i)
	if i < len(b.names)*triesOfAccount {
		name = b.names[i%len(b.names)]
	}
	c := client.Conn{Target: client.Target{Host: b.site.Server.Listen, Forwarded: fmt.Sprintf("10.%d.%d.1", 192+i>>8&63,
		i&255)}}
	defer c.Close()
	began := time.Now()
	_, err := c.Post(b.ctx, client.NewCall(client.PathLogin, "", client.Credentials{Phone: name,
		Password: site.Secret}))
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
	r := result{Logins: s.took.TotalCount(), Shed: s.shed, P50MS: at(s.took, 50), P99MS: at(s.took, 99),
		PerSec: float64(s.took.TotalCount()) / stormed.Seconds(), Goal: goal, PerSecGoal: perSecGoal}
	judged := [phases][]turn{calmOnes(m.turns[quiet]), calmOnes(m.turns[storm])}
	if r.Calm = min(len(judged[quiet]), len(judged[storm])) >= least; !r.Calm {
		judged = m.turns
	}
	for p, turns := range m.turns {
		r.Judged[p] = len(judged[p])
		for _, t := range turns {
			r.Turns[p] = append(r.Turns[p], turnRow{at(merged([]turn{t}), 99), 100 * t.stolen})
		}
	}
	for kind := range mix {
		r.Rows = append(r.Rows, newRow(mix[kind].name, ofKind(kind, judged[quiet]), ofKind(kind, judged[storm])))
	}
	last := newRow("all", merged(judged[quiet]), merged(judged[storm]))
	r.Rows = append(r.Rows, last, newRow("all, in every turn", merged(m.turns[quiet]), merged(m.turns[storm])))
	r.Ratio = last.StormP99MS / last.QuietP99MS
	r.Met, r.PerSecMet = r.Ratio <= goal, r.PerSec >= perSecGoal
	return r
}

func calmOnes(turns []turn) []turn {
	return slices.DeleteFunc(slices.Clone(turns), func(t turn) bool { return t.stolen > calm })
}

func ofKind(kind int, turns []turn) *hdrhistogram.Histogram {
	h := histogram()
	for _, t := range turns {
		h.Merge(t.took[kind])
	}
	return h
}

func merged(turns []turn) *hdrhistogram.Histogram {
	h := histogram()
	for kind := range mix {
		h.Merge(ofKind(kind, turns))
	}
	return h
}

func newRow(name string, q, s *hdrhistogram.Histogram) row {
	return row{name, q.TotalCount(), s.TotalCount(), at(q, 50), at(s, 50), at(q, 99), at(s, 99)}
}

func at(h *hdrhistogram.Histogram, percentile float64) float64 {
	return float64(h.ValueAtPercentile(percentile)) / 1000
}
