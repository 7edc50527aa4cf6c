package measure

import (
	"fmt"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Histogram is a whole distribution, so that those of several generators make one. As text it is HdrHistogram's own
// compressed encoding, which tools of others read too.
type Histogram struct{ values *hdrhistogram.Histogram }

// MarshalText implements encoding.TextMarshaler.
func (h *Histogram) MarshalText() ([]byte, error) {
	return h.values.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
}

// UnmarshalText implements encoding.TextUnmarshaler. Text of another range is refused: it could not be merged.
func (h *Histogram) UnmarshalText(text []byte) (err error) {
	defer func() { // the library indexes what a damaged text declares
		if damage := recover(); damage != nil {
			err = fmt.Errorf("measure: damaged histogram: %v", damage)
		}
	}()
	if h.values, err = hdrhistogram.Decode(text); err != nil {
		return fmt.Errorf("measure: histogram: %w", err)
	}
	if v := h.values; v.LowestTrackableValue() != shortestUS || v.HighestTrackableValue() != longestUS ||
		v.SignificantFigures() != digits {
		return fmt.Errorf("measure: histogram of %d–%d with %d digits, want %d–%d with %d", v.LowestTrackableValue(),
			v.HighestTrackableValue(), v.SignificantFigures(), shortestUS, longestUS, digits)
	}
	return nil
}

// At is the value below which so many per cent lie, in microseconds.
func (l Latency) At(percentile float64) int64 {
	if l.Histogram == nil {
		return 0
	}
	return l.Histogram.values.ValueAtPercentile(percentile)
}

// LeastUS is the shortest.
func (l Latency) LeastUS() int64 {
	if l.Histogram == nil {
		return 0
	}
	return l.Histogram.values.Min()
}

// Together is one distribution of several.
func Together(list ...Latency) Latency {
	h := histogram(digits)
	for _, l := range list {
		if l.Histogram != nil {
			h.Merge(l.Histogram.values)
		}
	}
	return latency(h)
}

// Times is a distribution that grows. Safe for concurrent use.
type Times struct {
	mu     sync.Mutex
	values *hdrhistogram.Histogram
}

// NewTimes is empty.
func NewTimes() *Times { return &Times{values: histogram(digits)} }

// Took adds one.
func (t *Times) Took(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.values.RecordValue(micros(d)) // in range by micros
}

// Latency is what it is now.
func (t *Times) Latency() Latency {
	t.mu.Lock()
	defer t.mu.Unlock()
	return latency(t.values)
}
