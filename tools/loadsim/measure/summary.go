package measure

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Latency is a distribution in microseconds.
type Latency struct {
	Count  int64   `json:"count"`
	MeanUS float64 `json:"meanUs"`
	P50US  int64   `json:"p50Us"`
	P90US  int64   `json:"p90Us"`
	P99US  int64   `json:"p99Us"`
	P999US int64   `json:"p999Us"`
	MaxUS  int64   `json:"maxUs"`
	Curve  []Point `json:"curve"`
	// Histogram is nil where nothing was measured.
	Histogram *Histogram `json:"histogram,omitempty"`
}

// Point of a percentile curve.
type Point struct {
	Percentile float64 `json:"percentile"`
	US         int64   `json:"us"`
}

// Operation sums up one kind of operation.
type Operation struct {
	Op      string  `json:"op"`
	OK      int64   `json:"ok"`
	PerS    float64 `json:"perS"`
	Retried int64   `json:"retried"` // attempts that were repeated with the same key
	Failed  int64   `json:"failed"`  // operations that were given up
	// Unanswered were long under way at the end; their ages are part of Latency.
	Unanswered int64   `json:"unanswered"`
	Lasts      bool    `json:"lasts"` // Latency is how long the thing itself takes
	Latency    Latency `json:"latency"`
}

// Errors counts one sort of error.
type Errors struct {
	Failure
	Count int64 `json:"count"`
}

// Topic is how long events of a kind of topic were on their way.
type Topic struct {
	Kind  string  `json:"kind"`
	Delay Latency `json:"delay"`
}

// Summary is a whole run.
type Summary struct {
	DurationS   float64     `json:"durationS"`
	Operations  []Operation `json:"operations"`
	OpsPerS     float64     `json:"opsPerS"`
	Deliveries  int64       `json:"deliveries"`
	DeliveriesS float64     `json:"deliveriesPerS"`
	Delay       Latency     `json:"delay"` // of deliveries
	Topics      []Topic     `json:"topics"`
	Errors      []Errors    `json:"errors"`
	Series      []Second    `json:"series"`
}

// waitedLong is how old an operation under way is at the least before a summary counts it. The age of one is less than
// what it will have taken: those of a server that answers would make it look faster than it is.
const waitedLong = time.Second

// Unanswered is the text of the errors that are operations which nobody answered for so long.
const Unanswered = "not answered when the playing time ended"

// Summary sums up since Start. An operation that has long been under way is an error, and its latency is its age, which
// is less than the truth: else a server that answers nothing any more would have the latencies of when it did.
func (r *Recorder) Summary() Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	seconds := max(time.Since(r.start).Seconds(), 1e-9)
	s := Summary{DurationS: seconds, Deliveries: r.deliveries.Load(), Delay: latency(r.delay),
		Series: slices.Clone(r.series)}
	s.DeliveriesS = float64(s.Deliveries) / seconds
	for _, kind := range slices.Sorted(maps.Keys(r.topics)) {
		s.Topics = append(s.Topics, Topic{kind, latency(r.topics[kind])})
	}
	failures := maps.Clone(r.errors)
	waiting := r.waiting(time.Now())
	for op, ages := range waiting {
		r.kind(op) // there may be none that was answered
		failures[Failure{Op: op, Text: Unanswered}] += int64(len(ages))
	}
	for op, k := range r.kinds {
		o := Operation{Op: op, OK: k.ok, PerS: float64(k.ok) / seconds, Retried: k.retried, Failed: k.failed,
			Lasts: k.lasts, Unanswered: int64(len(waiting[op])), Latency: latency(with(k.latency, waiting[op]))}
		if !o.Lasts {
			s.OpsPerS += o.PerS
		}
		s.Operations = append(s.Operations, o)
	}
	slices.SortFunc(s.Operations, func(a, b Operation) int {
		return cmp.Or(cmp.Compare(b.OK, a.OK),
			cmp.Compare(a.Op, b.Op))
	})
	s.Errors = Counted(failures)
	return s
}

// waiting are the ages of what is long under way; r.mu is held.
func (r *Recorder) waiting(now time.Time) map[string][]time.Duration {
	ages := map[string][]time.Duration{}
	for s := range r.under {
		if age := now.Sub(s.since); age >= waitedLong {
			ages[s.op] = append(ages[s.op], age)
		}
	}
	return ages
}

// with is a copy in which the ages are, too: what is under way may still be answered.
func with(h *hdrhistogram.Histogram, ages []time.Duration) *hdrhistogram.Histogram {
	if len(ages) == 0 {
		return h
	}
	h = hdrhistogram.Import(h.Export())
	for _, age := range ages {
		h.RecordValue(micros(age))
	}
	return h
}

// Counted lists what happened most often first.
func Counted(errors map[Failure]int64) (list []Errors) {
	for f, n := range errors {
		list = append(list, Errors{f, n})
	}
	slices.SortFunc(list, func(a, b Errors) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Op, b.Op), cmp.Compare(a.Text, b.Text))
	})
	return list
}

var percentiles = []float64{0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 100}

// latency copies: what is measured goes on.
func latency(h *hdrhistogram.Histogram) Latency {
	l := Latency{Count: h.TotalCount()}
	if l.Count == 0 {
		return l
	}
	l.MeanUS, l.MaxUS = h.Mean(), h.Max()
	l.P50US, l.P90US, l.P99US, l.P999US = h.ValueAtPercentile(50), h.ValueAtPercentile(90), h.ValueAtPercentile(99),
		h.ValueAtPercentile(99.9)
	for _, p := range percentiles {
		l.Curve = append(l.Curve, Point{p, h.ValueAtPercentile(p)})
	}
	l.Histogram = &Histogram{hdrhistogram.Import(h.Export())}
	return l
}
