package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"jadebox/store"
)

// Options of an engine; zero values mean the defaults.
type Options struct {
	Writers  int    // connections that commit, 2
	MaxBatch int    // ops in one transaction, 512
	Queue    int    // ops that wait for one writer before Submit answers ErrFull, 8192
	Reads    int    // connections of the read pool, 8
	Node     string // name of this process in table writer, beside the slots that it holds; the host name
	Clock    store.Clock
	Log      zerolog.Logger
	Queries  pgx.QueryTracer // is told of the read pool's; nil: none is
	Archived string          // directory of the files of old months (package archive); "": none is mounted

	// WrittenWithin refuses ops with events that are older when they are to be written, as a site's are (store's
	// WrittenWithin); 0 refuses none, for what dates its ops itself: tests, and what an operator types.
	WrittenWithin time.Duration

	// KeepSchema opens only a database whose schema this program can run on as it is, instead of migrating it: what an
	// operator types beside a running site must not change the ground below it.
	KeepSchema bool

	// LoseOnPowerCut lets the server's synchronous_commit=off stand instead of raising it: for the negative control of
	// tools/crash, which proves that the harness sees losses.
	LoseOnPowerCut bool
}

// readingMax is how many answers are read from files of old months at a time: each unpacks 512 ops.
const readingMax = 4

// Engine implements store.Engine and store.Auditable.
type Engine struct {
	opt     Options
	pool    *pgxpool.Pool
	months  months
	reading chan struct{} // a place for each answer that is read from a file
	writers []*writer
	stats   counters
	opened  openings
	asked   sessionsAsked
	old     oldWriters
	writes  writes
	applied atomic.Int64          // the newest change of the rules that is known to be in the tables
	began   lineage               // the database that was opened; the zero value where it does not say
	gone    atomic.Pointer[error] // store.ErrWentBack, once another one has answered
	node    atomic.Int64          // for which it writes (Guard); 0: it asks nothing
	newest  atomic.Pointer[time.Time]
	leases  leases

	once    sync.Once
	closing chan struct{} // closed first, so that no op waits for room in a queue any more
	mu      sync.RWMutex  // of closed against sends to the writers
	closed  bool
	done    sync.WaitGroup
}

// Counters are figures of the writers, for metrics.
type Counters struct {
	Batches, Ops      int64 // committed transactions, and ops in them
	Replays, Refusals int64
	Retries           int64 // batches tried again after a deadlock, an eviction or a lost connection
	Reconnects        int64
	QueueLen          int64 // ops that wait now
}

type counters struct{ batches, ops, replays, refusals, retries, reconnects atomic.Int64 }

// Open migrates the schema, unless it is to keep it, and starts the writers. Each takes a slot of table writer
// with its first op and holds it while its connection lasts: it needs sessions of its own, no pooler that lends them by
// transaction.
func Open(ctx context.Context, dsn string, opt Options) (*Engine, error) {
	opt = opt.withDefaults()
	ready := Migrate
	if opt.KeepSchema {
		ready = CheckSchema
	}
	if err := ready(ctx, dsn); err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("store: database url: %w", err)
	}
	config.MaxConns = int32(opt.Reads)
	e := &Engine{opt: opt, months: monthsIn(opt.Archived), reading: make(chan struct{}, readingMax),
		closing: make(chan struct{})}
	for range opt.Writers {
		e.writers = append(e.writers, newWriter(e))
	}
	write := config.ConnConfig.Copy()
	config.ConnConfig.Tracer = opt.Queries
	if err := e.ask(ctx, write); err != nil {
		return nil, err
	}
	e.leases.config = write
	config.AfterConnect = e.sameDatabase
	config.PrepareConn = func(context.Context, *pgx.Conn) (bool, error) { // those to the old server, too
		if gone := e.gone.Load(); gone != nil {
			return false, *gone
		}
		return true, nil
	}
	if e.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	for _, w := range e.writers {
		w.config = write
		if err := w.connect(ctx); err != nil {
			e.Close()
			return nil, err
		}
		e.done.Go(w.run)
	}
	err = e.forgetAhead(ctx)
	lacking, failed := e.lackingParts(ctx)
	if err = errors.Join(err, failed); err != nil {
		e.Close()
		return nil, err
	}
	for _, month := range lacking {
		opt.Log.Warn().Str("file", month.File()).Str("directory", opt.Archived).Msg(
			"a month of the journal is archived and its file is not mounted: what is in it cannot be read (--archive)")
	}
	return e, nil
}

// ask asks the database what it is, and sets what a connection that commits needs.
func (e *Engine) ask(ctx context.Context, write *pgx.ConnConfig) error {
	conn, err := pgx.ConnectConfig(ctx, write.Copy())
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if e.began, err = readLineage(ctx, conn); err != nil {
		return found(err, "")
	}
	if e.began.standby { // it cannot be written, and a reader must not mind which one it is
		e.began = lineage{}
	}
	params, err := e.commitParams(ctx, conn)
	if err != nil {
		return err
	}
	for name, value := range params {
		write.RuntimeParams[name] = value
	}
	return nil
}

func (o Options) withDefaults() Options {
	set := func(v *int, def int) {
		if *v <= 0 {
			*v = def
		}
	}
	set(&o.Writers, 2)
	set(&o.MaxBatch, 512)
	set(&o.Queue, 8192)
	set(&o.Reads, 8)
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Node == "" {
		o.Node, _ = os.Hostname()
	}
	return o
}

// commitParams are the settings of a connection that commits. An acknowledgement promises that the op is on disk, so a
// server that does not wait for its disk is made to.
func (e *Engine) commitParams(ctx context.Context, conn *pgx.Conn) (map[string]string, error) {
	params := map[string]string{
		"plan_cache_mode": "force_generic_plan", // −25 % CPU at small batches: the plans never depend on the values
		// Nested loops over an index from the first op on, before any statistics exist: they take row locks in the
		// order of the arrays, which a hash join would not.
		"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off", "jit": "off",
	}
	var sync, fsync string
	if err := conn.QueryRow(ctx, `SELECT current_setting('synchronous_commit'), current_setting('fsync')`).Scan(&sync,
		&fsync); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if sync == "off" && !e.opt.LoseOnPowerCut {
		params["synchronous_commit"] = "on"
	}
	if fsync == "off" {
		e.opt.Log.Warn().Msg("the database runs with fsync=off: a power cut loses acknowledged operations")
	}
	return params, nil
}

// Close commits what is queued, waits for the answers that are read from files, refuses everything later and closes the
// connections.
func (e *Engine) Close() error {
	e.once.Do(func() { close(e.closing) })
	e.mu.Lock()
	if !e.closed {
		e.closed = true
		for _, w := range e.writers {
			close(w.queue)
		}
	}
	e.mu.Unlock()
	e.done.Wait()
	e.pool.Close()
	e.leases.close()
	return e.months.close()
}

// Counters reads the counters.
func (e *Engine) Counters() Counters {
	c := Counters{e.stats.batches.Load(), e.stats.ops.Load(), e.stats.replays.Load(), e.stats.refusals.Load(),
		e.stats.retries.Load(), e.stats.reconnects.Load(), 0}
	for _, w := range e.writers {
		c.QueueLen += int64(len(w.queue))
	}
	return c
}

// LastCommits is when each writer that holds a slot has last committed, or has taken it, by slot.
func (e *Engine) LastCommits() map[int64]time.Time {
	last := map[int64]time.Time{}
	for _, w := range e.writers {
		if at := w.last.Load(); at != nil {
			last[at.slot] = at.time
		}
	}
	return last
}

// ForeignHeads are the newest ops of the writers that other processes hold or held, by slot, without those that ended
// for good (migration 00200), of which there may be thousands. They are as they were while no other process has
// written.
func (e *Engine) ForeignHeads(ctx context.Context) (map[int64]store.OpID, error) {
	own := slices.Collect(maps.Keys(e.LastCommits()))
	rows, _ := e.pool.Query(ctx, `SELECT w.id, o.id FROM writer w, LATERAL (SELECT id FROM op
		WHERE id > w.id << 40 AND id < (w.id + 1) << 40 ORDER BY id DESC LIMIT 1) o
		WHERE w.ended IS NULL AND w.id <> ALL(coalesce($1::bigint[], '{}'))`, own)
	heads := map[int64]store.OpID{}
	var slot int64
	var head store.OpID
	_, err := pgx.ForEachRow(rows, []any{&slot, &head}, func() error {
		heads[slot] = head
		return nil
	})
	return heads, found(err, "")
}

// Time is the database's.
func (e *Engine) Time(ctx context.Context) (now time.Time, err error) { return timeOf(ctx, e.pool) }

func timeOf(ctx context.Context, pool *pgxpool.Pool) (now time.Time, err error) {
	err = pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now, found(err, "")
}

// Ping answers whether the database takes queries now, for readiness.
func (e *Engine) Ping(ctx context.Context) error { return e.pool.Ping(ctx) }

// found maps "no row" to ErrNotFound, a lost database to ErrAway and a lost lease to ErrNodeLost, and leaves other
// errors whole.
func found(err error, format string, a ...any) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("%w: %s", store.ErrNotFound, fmt.Sprintf(format, a...))
	}
	if sqlState(err) == nodeLost {
		return fmt.Errorf("%w: %w", store.ErrNodeLost, err)
	}
	if away(err) {
		return fmt.Errorf("%w: %w", store.ErrAway, err)
	}
	return fmt.Errorf("store: %w", err)
}

// away distinguishes a database that cannot be reached now (killed, starting, out of connections) from one that
// refused the question.
func away(err error) bool {
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		class := pe.Code[:2]
		return class == "08" || class == "53" || class == "57" && pe.Code != "57014" // 57014: this query was cancelled
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	_, network := errors.AsType[net.Error](err)
	_, connect := errors.AsType[*pgconn.ConnectError](err)
	return network || connect || pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}
