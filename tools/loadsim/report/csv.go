package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"jadebox/tools/loadsim/measure"
)

// CSV writes a row for each operation, for deliveries by topic, and for the lateness of arrivals. Times are in
// microseconds; what a row has no number of is empty.
func (r *Result) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	row := func(sort, name string, l measure.Latency, rest ...string) {
		rest = append(rest, make([]string, 4-len(rest))...)
		cells := append([]string{sort, name}, rest...)
		cells = append(cells, strconv.FormatInt(l.Count, 10), strconv.FormatFloat(l.MeanUS, 'f', 1, 64))
		for _, us := range []int64{l.P50US, l.P90US, l.P99US, l.P999US, l.MaxUS} {
			cells = append(cells, strconv.FormatInt(us, 10))
		}
		_ = out.Write(cells) // Error tells
	}
	_ = out.Write([]string{"sort", "name", "ok", "per_s", "retried", "failed", "count", "mean_us", "p50_us", "p90_us",
		"p99_us", "p999_us", "max_us"})
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, o := range r.Operations {
		row("operation", o.Op, o.Latency, whole(o.OK), strconv.FormatFloat(o.PerS, 'f', 3, 64), whole(o.Retried),
			whole(o.Failed))
	}
	row("delay", "", r.Delay, whole(r.Deliveries), strconv.FormatFloat(r.DeliveriesS, 'f', 3, 64))
	for _, t := range r.Topics {
		row("delay", t.Kind, t.Delay)
	}
	if a := r.Arrivals; a != nil {
		row("late", "", a.Late, whole(a.Planned-a.Unserved), "", "", whole(a.Unserved))
	}
	out.Flush()
	return out.Error()
}
