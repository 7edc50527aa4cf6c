package app

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"jadebox/actors/player"
	"jadebox/actors/runtime/repeat"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/postgres"
)

// readEvery is how often what costs a query is read; a scrape finds the last reading.
const readEvery = 15 * time.Second

// reading is what the database last said.
type reading struct {
	up, followed bool
	ping         time.Duration
	kept         int64
	backup       backedUp
	postgres.Figures
}

// lastReading is the newest of them. One is made at a time: each begins with what the one before was told, and a late
// one would take its place.
type lastReading struct {
	atomic.Pointer[reading]
	turn chan struct{} // holds a value while one is made
}

func newLastReading() *lastReading { return &lastReading{turn: make(chan struct{}, 1)} }

// read has ask change what was last said. It gives up its wait for the one before when ctx ends.
func (l *lastReading) read(ctx context.Context, ask func(*reading) error) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.turn }()
	now := reading{}
	if last := l.Load(); last != nil {
		now = *last
	}
	err := ask(&now)
	l.Store(&now)
	return err
}

// backedUp is since when the backup holds everything. Whether a follower is connected now does not say that: a follower
// that fails is there again with each try.
type backedUp struct {
	until time.Time // all that was committed before is kept elsewhere
	asked time.Time // when the log ended at end
	end   int64
}

// saw takes what the database says of the slot at a time.
func (b *backedUp) saw(now time.Time, slot postgres.Followed) {
	if b.until.IsZero() {
		b.until = now // of what was before this process nothing is known
	}
	switch {
	case !slot.Slot:
		b.end = 0 // another one begins anew
	case b.end != 0 && slot.Have >= b.end:
		b.until = b.asked
		fallthrough
	case b.end == 0:
		b.asked, b.end = now, slot.End
	}
}

// read asks the database once. What it does not say stays as it was last said.
func (a *App) read(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readEvery)
	defer cancel()
	err := a.readings.read(ctx, func(now *reading) error { return a.ask(ctx, now) })
	if err != nil && ctx.Err() == nil {
		a.log.Debug().Err(err).Msg("metrics: the database does not answer")
	}
}

func (a *App) ask(ctx context.Context, now *reading) error {
	began := time.Now()
	err := a.db.Ping(ctx)
	now.up, now.ping = err == nil, time.Since(began)
	if err != nil {
		return err
	}
	figures, err := a.db.Figures(ctx)
	if err != nil {
		return err
	}
	now.Figures = figures
	slot, err := a.db.Followed(ctx, postgres.BackupSlot)
	if err != nil {
		return err
	}
	now.followed, now.kept = slot.Active, slot.Kept
	now.backup.saw(began, slot)
	return nil
}

func (a *App) readOn(ctx context.Context) {
	repeat.Every(ctx, readEvery, func() { a.read(ctx) })
}

// phases are what rooms that are not over are in.
var phases = map[store.RoomStatus]string{
	store.RoomOpen: "open", store.RoomLocked: "locked", store.RoomRunning: "running"}

// reviewed are the kinds that an operator looks at while they are open.
var reviewed = []string{payment.KindWithdrawal, delivery.Kind}

// figures are what the database says, as Prometheus reads it.
type figures struct {
	*postgres.Engine
	last *lastReading
}

var (
	databaseUp       = describe("database_up", "1 when the database answered, when last asked: every 15 s.")
	databasePing     = describe("database_ping_seconds", "How long the database took to answer then.")
	databaseBytes    = describe("database_bytes", "Size of the database.")
	databaseConns    = describe("database_connections", "Connections that read, by state.", "state")
	databaseConnsMax = describe("database_connections_max", "How many connections may read.")
	databaseWaits    = describe("database_connection_waits_total", "Readers that found no connection idle.")
	databaseWaited   = describe("database_connection_wait_seconds_total", "How long such readers waited, all together.")
	roomsOpen        = describe("rooms", "Rooms that are not over, by kind and phase.", "kind", "phase")
	reviewsWaiting   = describe("reviews_waiting", "What waits for an operator's review, by kind.", "kind")
	backupFollowed   = describe("backup_followed", "1 while `jadebox backup --follow` takes what changes.")
	backupUntil      = describe("backup_until_timestamp_seconds",
		"All that was committed until then is in the backup; at first the start of the process.")
	backupKept = describe("backup_kept_bytes", "Log that PostgreSQL keeps until `backup --follow` has it.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("jadebox_"+name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (f figures) Describe(to chan<- *prometheus.Desc) {
	for _, each := range []*prometheus.Desc{databaseUp, databasePing, databaseBytes, databaseConns, databaseConnsMax,
		databaseWaits, databaseWaited, roomsOpen, reviewsWaiting, backupFollowed, backupUntil, backupKept} {
		to <- each
	}
}

// Collect implements prometheus.Collector.
func (f figures) Collect(to chan<- prometheus.Metric) {
	value := func(of *prometheus.Desc, as prometheus.ValueType, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(of, as, v, labels...)
	}
	gauge := func(of *prometheus.Desc, v float64, labels ...string) { value(of, prometheus.GaugeValue, v, labels...) }
	pool := f.Pool()
	gauge(databaseConns, float64(pool.IdleConns()), "idle")
	gauge(databaseConns, float64(pool.AcquiredConns()), "used")
	gauge(databaseConnsMax, float64(pool.MaxConns()))
	value(databaseWaits, prometheus.CounterValue, float64(pool.EmptyAcquireCount()))
	value(databaseWaited, prometheus.CounterValue, pool.EmptyAcquireWaitTime().Seconds())
	now := f.last.Load()
	if now == nil {
		return // nothing was read yet
	}
	gauge(databaseUp, truth(now.up))
	gauge(databasePing, now.ping.Seconds())
	gauge(databaseBytes, float64(now.Bytes))
	gauge(backupFollowed, truth(now.followed))
	gauge(backupKept, float64(now.kept))
	if !now.backup.until.IsZero() {
		gauge(backupUntil, float64(now.backup.until.UnixMilli())/1000)
	}
	waiting := map[string]int64{}
	for _, open := range now.Open {
		gauge(roomsOpen, float64(open.Rooms), open.Kind, phases[open.Status])
		if open.Status == store.RoomOpen {
			waiting[open.Kind] = open.Rooms
		}
	}
	for _, kind := range reviewed {
		gauge(reviewsWaiting, float64(waiting[kind]), kind)
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Metrics of the ledger are globals, as all are that count: one process, one registry.
var (
	commitSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "jadebox_store_commit_seconds",
		Help:    "From an op's submission to its answer; kept is durable, unknown is a database that was away.",
		Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}}, []string{"answer"})
	opsByKind = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "jadebox_ops_total",
		Help: "Ops that this process committed, by kind."}, []string{"kind"})
	paidCents = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "jadebox_payments_cents_total",
		Help: "Cents that ops of payments (pay.*) and of withdrawals (real.*) moved, by kind."}, []string{"kind"})
	boxStakes = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "jadebox_box_stake_cents_total",
		Help: "What players paid for openings, by box; the house's own players do not count."}, []string{"box"})
	boxPrizes = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "jadebox_box_prize_cents_total",
		Help: "What openings that players paid brought, at the items' values, by box."}, []string{"box"})
)

func init() { prometheus.MustRegister(commitSeconds, opsByKind, paidCents, boxStakes, boxPrizes) }

// drawn counts an opening. The house's own players are no income.
func drawn(o player.Opened, bot bool) {
	if bot {
		return
	}
	box := strconv.FormatInt(int64(o.Box), 10)
	boxStakes.WithLabelValues(box).Add(float64(o.PriceCents * int64(len(o.Results))))
	won := int64(0)
	for _, r := range o.Results {
		won += r.ValueCents
	}
	boxPrizes.WithLabelValues(box).Add(float64(won))
}

// counted is done that counts first: what was committed by this op, and how long its answer took.
func counted(op *store.Op, done func(store.Receipt, error)) func(store.Receipt, error) {
	began := time.Now()
	return func(receipt store.Receipt, err error) {
		count(op, receipt, err, time.Since(began))
		done(receipt, err)
	}
}

func count(op *store.Op, receipt store.Receipt, err error, took time.Duration) {
	answer := "kept"
	switch {
	case errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrAway):
		answer = "unknown"
	case err != nil:
		answer = "refused"
	}
	commitSeconds.WithLabelValues(answer).Observe(took.Seconds())
	if err != nil || receipt.Replayed {
		return
	}
	opsByKind.WithLabelValues(op.Kind).Inc()
	if strings.HasPrefix(op.Kind, "pay.") || strings.HasPrefix(op.Kind, "real.") {
		for _, p := range op.Postings {
			paidCents.WithLabelValues(op.Kind).Add(float64(p.AmountCents))
		}
	}
}
