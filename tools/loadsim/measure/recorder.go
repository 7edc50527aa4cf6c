package measure

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Range of the histograms in microseconds; longer is recorded as the longest.
const (
	shortestUS = 1
	longestUS  = 120_000_000
	digits     = 3
)

// Recorder is safe for concurrent use.
type Recorder struct {
	deliveries atomic.Int64 // envelopes with an event
	Bots       atomic.Int64 // at work now
	Sockets    atomic.Int64 // open now

	mu     sync.Mutex
	start  time.Time
	kinds  map[string]*kind
	delay  *hdrhistogram.Histogram // of deliveries
	topics map[string]*hdrhistogram.Histogram
	window window
	errors map[Failure]int64
	series []Second
	under  map[*sent]bool // sent, and not answered yet
}

// sent is an operation under way.
type sent struct {
	op    string
	since time.Time
}

type kind struct {
	latency             *hdrhistogram.Histogram
	ok, retried, failed int64
	lasts               bool
}

type window struct {
	latency, delay         *hdrhistogram.Histogram
	ops                    map[string]int64
	errors, lastDeliveries int64
}

// Failure is one sort of error.
type Failure struct {
	Op   string `json:"op"`
	Code int32  `json:"code"` // 0 = no answer
	Text string `json:"text"`
}

// Second is one point of the series.
type Second struct {
	AtS        float64          `json:"atS"` // since Start
	Ops        map[string]int64 `json:"ops"` // acknowledged, by kind
	P50US      int64            `json:"p50Us"`
	P99US      int64            `json:"p99Us"`
	Deliveries int64            `json:"deliveries"`
	DelayP99US int64            `json:"delayP99Us"`
	Errors     int64            `json:"errors"`
	Bots       int64            `json:"bots"`
	Sockets    int64            `json:"sockets"`
}

func histogram(digits int) *hdrhistogram.Histogram {
	return hdrhistogram.New(shortestUS, longestUS, digits)
}

// NewRecorder starts counting now.
func NewRecorder() *Recorder {
	r := &Recorder{window: window{latency: histogram(2), delay: histogram(2)}, under: map[*sent]bool{}}
	r.Start()
	return r
}

// Start discards what was measured and counts from now: the ramp is not the run.
func (r *Recorder) Start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start = time.Now()
	r.kinds, r.errors, r.delay, r.series = map[string]*kind{}, map[Failure]int64{}, histogram(digits), nil
	r.topics = map[string]*hdrhistogram.Histogram{}
	r.deliveries.Store(0)
	r.window.reset()
	r.window.lastDeliveries = 0
}

func (w *window) reset() {
	w.latency.Reset()
	w.delay.Reset()
	w.ops, w.errors = map[string]int64{}, 0
}

func (r *Recorder) kind(op string) *kind {
	k := r.kinds[op]
	if k == nil {
		k = &kind{latency: histogram(digits)}
		r.kinds[op] = k
	}
	return k
}

func micros(d time.Duration) int64 { return min(max(d.Microseconds(), shortestUS), longestUS) }

// Begin notes an operation that is sent. What it returns is called once it was answered, or given up, and does nothing
// the second time.
func (r *Recorder) Begin(op string, since time.Time) (end func()) {
	s := &sent{op, since}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.under[s] = true
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.under, s)
	}
}

// Done records one acknowledged operation.
func (r *Recorder) Done(op string, took time.Duration) {
	us := micros(took)
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.kind(op)
	k.ok++
	k.latency.RecordValue(us) // in range by micros
	r.window.latency.RecordValue(us)
	r.window.ops[op]++
}

// Lasted records something that takes its own time, as a battle does: it is no measure of the server's speed and stays
// out of the latency over time.
func (r *Recorder) Lasted(what string, d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.kind(what)
	k.ok++
	k.lasts = true
	k.latency.RecordValue(micros(d))
}

// Failed records an error; final says that the operation was given up and not tried again.
func (r *Recorder) Failed(f Failure, final bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.kind(f.Op); final {
		k.failed++
	} else {
		k.retried++
	}
	r.errors[f]++
	r.window.errors++
}

// Delivered counts n events that a socket received.
func (r *Recorder) Delivered(n int64) { r.deliveries.Add(n) }

// Delayed records how long an event of a kind of topic was on its way. The server's stamp has whole milliseconds, so
// that up to one is too much.
func (r *Recorder) Delayed(topic string, d time.Duration) {
	us := micros(d)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.delay.RecordValue(us)
	h := r.topics[topic]
	if h == nil {
		h = histogram(digits)
		r.topics[topic] = h
	}
	h.RecordValue(us)
	r.window.delay.RecordValue(us)
}

// Tick closes a second of the series and returns it. One goroutine calls it.
func (r *Recorder) Tick() Second {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := &r.window
	deliveries := r.deliveries.Load()
	s := Second{AtS: time.Since(r.start).Seconds(), Ops: maps.Clone(w.ops), P50US: w.latency.ValueAtPercentile(50),
		P99US:      w.latency.ValueAtPercentile(99),
		Deliveries: deliveries - w.lastDeliveries, DelayP99US: w.delay.ValueAtPercentile(99), Errors: w.errors,
		Bots: r.Bots.Load(), Sockets: r.Sockets.Load()}
	w.reset()
	w.lastDeliveries = deliveries
	r.series = append(r.series, s)
	return s
}
