//go:build linux

package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"jadebox/actors/player"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// row is one measured way. CPU is microseconds an operation; ServerMicros is 0 where the server is not asked.
type row struct {
	Name           string  `json:"name"`
	Callers        int     `json:"callers"`
	PerSecond      float64 `json:"perSecond"`
	P10MS          float64 `json:"p10Ms"` // what is left when the machine is busy with other things
	P50MS          float64 `json:"p50Ms"`
	P99MS          float64 `json:"p99Ms"`
	ServerMicros   float64 `json:"serverMicros"`
	PostgresMicros float64 `json:"postgresMicros"`
	Bytes          float64 `json:"bytes,omitempty"` // of tables and indexes, each
	WAL            float64 `json:"wal,omitempty"`
	Parts          []part  `json:"parts,omitempty"` // of Bytes
}

// part is what one table or index has of an opening.
type part struct {
	Name  string  `json:"name"`
	Bytes float64 `json:"bytes"`
}

func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, 60_000_000, 3) }

// record keeps microseconds: longest 60 s.
func record(h *hdrhistogram.Histogram, d time.Duration) {
	_ = h.RecordValue(max(1, d.Nanoseconds()/1000))
}

// burst is how many operations of one way run before the other has its turn.
const burst = 25

// takeTurns times one caller: bare commits, openings and a call that does nothing, in turns, so that whatever the
// machine does meanwhile meets all of them.
func (b *bench) takeTurns(samples int) ([]row, error) {
	ways := []way{b.bare(), b.opening(), b.nothing()}
	latency := make([]*hdrhistogram.Histogram, len(ways))
	spent := make([]cpu, len(ways))
	took := make([]time.Duration, len(ways))
	for i := range ways {
		latency[i] = newHistogram()
	}
	for done := 0; done < samples; done += burst {
		for i, w := range ways {
			// Every burst is another player's, as it is on a site.
			caller := done / burst % len(b.players)
			before, err := b.cpu(w)
			if err != nil {
				return nil, err
			}
			began := time.Now()
			for range burst {
				start := time.Now()
				if err := w.once(caller); err != nil {
					return nil, err
				}
				record(latency[i], time.Since(start))
			}
			took[i] += time.Since(began)
			after, err := b.cpu(w)
			if err != nil {
				return nil, err
			}
			spent[i] = spent[i].plus(after.minus(before))
		}
	}
	var rows []row
	for i, w := range ways {
		rows = append(rows, newRow(w, 1, latency[i], took[i], spent[i]))
	}
	return rows, nil
}

// load runs callers against a way for a while.
func (b *bench) load(w way, callers int, d time.Duration) (row, error) {
	var over atomic.Bool
	histograms, errs := make([]*hdrhistogram.Histogram, callers), make([]error, callers)
	before, err := b.cpu(w)
	if err != nil {
		return row{}, err
	}
	began := time.Now()
	var all sync.WaitGroup
	for i := range callers {
		histograms[i] = newHistogram()
		all.Go(func() { errs[i] = b.call(w, i, callers, &over, histograms[i]) })
	}
	time.Sleep(d)
	over.Store(true)
	all.Wait()
	took := time.Since(began)
	after, err := b.cpu(w)
	if err != nil {
		return row{}, err
	}
	total := newHistogram()
	for _, h := range histograms {
		total.Merge(h)
	}
	return newRow(w, callers, total, took, after.minus(before)), errors.Join(errs...)
}

// newcomers are the accounts of firsts: half as many again as numbers are kept ready, so that those which are made
// ready meanwhile are given, too.
func newcomers() int { return player.ReadyMin() * 3 / 2 }

// firsts are the first openings of accounts that have just been made, as many at once as passwords can be hashed at
// once, the longest of them, and how many were refused. The row's rate is that of newcomers, registration included. The
// beacon is the server's own, with a round a second: a public one of 3 s has numbers wait longer until they are ready.
func (b *bench) firsts() (r row, longestMS float64, refused int, err error) {
	h, cores, began := newHistogram(), runtime.NumCPU(), time.Now()
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(cores)
	for i := range newcomers() {
		all.Go(func() error {
			p, err := b.site.Register(b.ctx, b.callers+i, fmt.Sprintf("newcomer%05d", i))
			if err != nil {
				return err
			}
			defer p.Conn.Close()
			start := time.Now()
			err = p.Open(b.ctx, b.box)
			took := time.Since(start)
			mu.Lock()
			defer mu.Unlock()
			record(h, took)
			if client.CodeOf(err) != 0 {
				refused++
				return nil
			}
			return err
		})
	}
	err = all.Wait()
	r = newRow(way{name: "a new player's first opening, local beacon of 1 s"}, cores, h, time.Since(began), cpu{})
	return r, float64(h.Max()) / 1000, refused, err
}

// call is one of the callers. Each of its bursts is another player's: an epoch of seeds has fairness.NonceMax draws,
// and a player who uses it up in less than a round of the beacon waits for the next.
func (b *bench) call(w way, i, callers int, over *atomic.Bool, h *hdrhistogram.Histogram) error {
	own := len(b.players) / callers
	for n := 0; !over.Load(); n++ {
		start := time.Now()
		if err := w.once(i + n/burst%own*callers); err != nil {
			return err
		}
		record(h, time.Since(start))
	}
	return nil
}

func newRow(w way, callers int, h *hdrhistogram.Histogram, took time.Duration, spent cpu) row {
	n := float64(max(h.TotalCount(), 1))
	r := row{Name: w.name, Callers: callers, PerSecond: n / took.Seconds(),
		P10MS: float64(h.ValueAtPercentile(10)) / 1000, P50MS: float64(h.ValueAtPercentile(50)) / 1000,
		P99MS: float64(h.ValueAtPercentile(99)) / 1000, PostgresMicros: float64(spent.postgres.Microseconds()) / n}
	if w.pid != 0 {
		r.ServerMicros = float64(spent.server.Microseconds()) / n
	}
	return r
}

// cpu is processor time of the server and of PostgreSQL.
type cpu struct{ server, postgres time.Duration }

func (a cpu) minus(b cpu) cpu { return cpu{a.server - b.server, a.postgres - b.postgres} }
func (a cpu) plus(b cpu) cpu  { return cpu{a.server + b.server, a.postgres + b.postgres} }

func (b *bench) cpu(w way) (c cpu, err error) {
	if w.pid != 0 {
		if c.server, err = process.CPU(w.pid); err != nil {
			return c, err
		}
	}
	if c.postgres, err = process.CPU(b.cluster.PID()); err != nil {
		return c, err
	}
	children, err := process.Children(b.cluster.PID())
	for _, pid := range children {
		used, _ := process.CPU(pid) // one that has just ended is counted by its parent
		c.postgres += used
	}
	return c, err
}

// kept is how much the server's database holds.
type kept struct {
	openings, wal int64
	bytes         map[string]int64 // by table, without its indexes, and by index
}

// since is what an opening has added; parts are those of ten bytes and more.
func (k kept) since(before kept) (bytes, wal float64, parts []part) {
	n := float64(max(1, k.openings-before.openings))
	for name, now := range k.bytes {
		each := float64(now-before.bytes[name]) / n
		bytes += each
		if each >= 10 {
			parts = append(parts, part{name, each})
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return bytes, float64(k.wal-before.wal) / n, parts
}

// backlogMax is what the log may grow by in a look while it keeps up: the house players go on.
const backlogMax = 200

// kept reads it when the public log has taken what came before.
func (b *bench) kept() (k kept, err error) {
	c, err := pgx.Connect(b.ctx, asURL(b.cluster.DSN(), "front"))
	if err != nil {
		return k, err
	}
	defer c.Close(b.ctx)
	for last := int64(-backlogMax); ; {
		var size int64
		if err := c.QueryRow(b.ctx, `SELECT size FROM log_head`).Scan(&size); err != nil {
			return k, err
		}
		if size-last < backlogMax {
			break
		}
		last = size
		time.Sleep(2500 * time.Millisecond) // it appends every second
	}
	if err := c.QueryRow(b.ctx,
		`SELECT (SELECT count(*) FROM op WHERE kind = 'box.open'), pg_current_wal_insert_lsn() - '0/0'`).Scan(
		&k.openings, &k.wal); err != nil {
		return k, err
	}
	rows, _ := c.Query(b.ctx, `SELECT relname, CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END
		FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`)
	k.bytes = map[string]int64{}
	var name string
	var bytes int64
	_, err = pgx.ForEachRow(rows, []any{&name, &bytes}, func() error { k.bytes[name] = bytes; return nil })
	return k, err
}
