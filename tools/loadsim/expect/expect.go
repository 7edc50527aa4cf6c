// Package expect holds a report to what was expected of it: "open.p99<200ms", "errors<1%", "arrived>=95%".
//
// Deliberately absent: reading reports, and what becomes of a run whose expectations are not met.
package expect

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/tools/loadsim/measure"
	"jadebox/tools/loadsim/report"
)

// Expectation is one of them.
type Expectation struct {
	text  string
	of    string // an operation, Delay, Late, or "" for the whole run
	what  string
	than  string
	limit float64 // in microseconds, a share, a number or a number a second, by what and unit
	unit  unit
}

type unit uint8

const (
	number unit = iota
	share
	duration
)

// Names that are no operation.
const (
	Delay = "delay" // of deliveries; delay.<kind> is of one kind of topic
	Late  = "late"  // of arrivals: how long after the time they were meant for they began
)

// Metrics of a whole run.
const (
	Arrived  = "arrived"
	Unserved = "unserved"
	GaveUp   = "gaveup" // bots that gave an operation up: the server did not answer them any more
	Count    = "count"  // of a whole run or of an operation
)

// ErrExpectation is text that is none.
var ErrExpectation = errors.New("expectation")

var (
	shape = regexp.MustCompile(`^\s*([a-z0-9_.]+)\s*(<=|>=|==|=|<|>)\s*(\S+)\s*$`)
	named = regexp.MustCompile(`^(?:(.+)\.)?(p\d+(?:\.\d+)?|min|mean|max|rate|count|errors|failed|arrived|` +
		`unserved|gaveup)$`)
)

// allowed says in which units a metric is told, and whether it is one of the whole run only (0), of an operation only
// (1), or of either (2).
var allowed = map[string]struct {
	units []unit
	where int
}{
	"min": {[]unit{duration}, 1}, "mean": {[]unit{duration}, 1}, "max": {[]unit{duration}, 1},
	"p": {[]unit{duration}, 1}, "rate": {[]unit{number}, 2}, Count: {[]unit{number}, 2},
	"errors": {[]unit{number, share}, 2}, "failed": {[]unit{number, share}, 2},
	Arrived: {[]unit{number, share}, 0}, Unserved: {[]unit{number, share}, 0}, GaveUp: {[]unit{number, share}, 0},
}

var unitWords = map[unit]string{number: "a number", share: "a share as 1%", duration: "a time as 200ms"}

// UnmarshalText implements encoding.TextUnmarshaler.
func (e *Expectation) UnmarshalText(text []byte) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w %q: %s", ErrExpectation, text, fmt.Sprintf(format, args...))
	}
	m := shape.FindStringSubmatch(string(text))
	if m == nil {
		return bad("want a metric, one of < <= > >= ==, and a limit, as open.p99<200ms")
	}
	n := named.FindStringSubmatch(m[1])
	if n == nil {
		return bad("%q ends with no metric: p50, p99.9, min, mean, max, rate, count, errors, failed, arrived, "+
			"unserved or gaveup", m[1])
	}
	*e = Expectation{text: m[1] + m[2] + m[3], of: n[1], what: n[2], than: m[2]}
	rule := allowed[e.what]
	if p, ok := strings.CutPrefix(e.what, "p"); ok {
		if v, _ := strconv.ParseFloat(p, 64); v > 100 {
			return bad("p%s is beyond 100", p)
		}
		rule = allowed["p"]
	}
	switch {
	case e.of == "" && rule.where == 1:
		return bad("%s of what? As open.%s", e.what, e.what)
	case e.of != "" && rule.where == 0:
		return bad("%s is of the whole run", e.what)
	case (e.of == Late || e.of == Delay || strings.HasPrefix(e.of, Delay+".")) && rule.units[0] != duration &&
		e.what != Count:
		return bad("%s has no %s", e.of, e.what)
	}
	limit := strings.TrimSuffix(m[3], "/s")
	if d, err := time.ParseDuration(limit); err == nil && strings.ContainsAny(limit, "nuµmsh") {
		e.unit, e.limit = duration, float64(d)/float64(time.Microsecond)
	} else if v, err := strconv.ParseFloat(strings.TrimSuffix(limit, "%"), 64); err == nil && v >= 0 {
		if e.limit = v; strings.HasSuffix(limit, "%") {
			e.unit, e.limit = share, v/100
		}
	} else {
		return bad("%q is no limit", m[3])
	}
	if !slices.Contains(rule.units, e.unit) || e.limit < 0 {
		return bad("%s is held against %s, not %q", e.what, unitWords[rule.units[0]], m[3])
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (e Expectation) MarshalText() ([]byte, error) { return []byte(e.text), nil }

func (e Expectation) String() string { return e.text }

// Told are the expectations that the generators of a merged report had, but for those about which list says something.
func Told(reports []*report.Result, list []Expectation) (all []Expectation, err error) {
	for _, r := range reports {
		for _, told := range r.Expected {
			var e Expectation
			if err := e.UnmarshalText([]byte(told.Text)); err != nil {
				return nil, err
			}
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return without(list, all), nil
}

// must is an expectation that this package writes.
func must(text string) (e Expectation) {
	if err := e.UnmarshalText([]byte(text)); err != nil {
		panic(err)
	}
	return e
}

// usual are what is always expected unless told otherwise: that every bot arrived and every arrival was served, that
// no bot gave up, and that something was done at all. A server that ends in the middle of a run has good figures.
var usual = []Expectation{must("arrived>=100%"), must("unserved<=0"), must("gaveup<=0"), must("count>=1")}

// without are those of all that nothing in list is about.
func without(list, all []Expectation) (rest []Expectation) {
	for _, e := range all {
		if !slices.ContainsFunc(list, func(o Expectation) bool { return o.what == e.what && o.of == e.of }) {
			rest = append(rest, e)
		}
	}
	return rest
}

// Check holds a report to what is expected, and to what usually is.
func Check(r *report.Result, list []Expectation) (out []report.Expected) {
	for _, e := range without(list, usual) {
		if e.what != Unserved || r.Arrivals != nil {
			list = append(slices.Clip(list), e)
		}
	}
	for _, e := range list {
		v, shown, err := e.value(r)
		if err != nil {
			shown = err.Error()
		}
		out = append(out, report.Expected{Text: e.text, Got: shown, Met: err == nil && e.holds(v)})
	}
	return out
}

func (e Expectation) holds(v float64) bool {
	switch e.than {
	case "<":
		return v < e.limit
	case "<=":
		return v <= e.limit
	case ">":
		return v > e.limit
	case ">=":
		return v >= e.limit
	}
	return v == e.limit
}

// value is what the report has, and how a person reads it. What was not measured meets nothing.
func (e Expectation) value(r *report.Result) (v float64, shown string, err error) {
	part := func(n, of int64) (float64, string, error) {
		if e.unit == share {
			if of == 0 {
				return 0, "", errors.New("nothing was measured")
			}
			return float64(n) / float64(of), fmt.Sprintf("%.2f%%", 100*float64(n)/float64(of)), nil
		}
		return float64(n), strconv.FormatInt(n, 10), nil
	}
	rate := func(v float64) (float64, string, error) { return v, fmt.Sprintf("%.1f/s", v), nil }
	switch e.what {
	case Arrived:
		return part(int64(r.Bots), int64(r.Asked))
	case GaveUp:
		return part(r.Retired, int64(r.Bots))
	case Unserved:
		if r.Arrivals == nil {
			return 0, "", errors.New("there were no arrivals: the run had no stages")
		}
		return part(r.Arrivals.Unserved, r.Arrivals.Planned)
	}
	if e.of == "" {
		var ok, attempts, failed int64
		for _, o := range r.Operations {
			ok, attempts, failed = ok+o.OK, attempts+o.Retried+o.Failed, failed+o.Failed
		}
		switch e.what {
		case "rate":
			return rate(r.OpsPerS)
		case Count:
			return part(ok, 0)
		case "errors":
			return part(attempts, ok+attempts)
		}
		return part(failed, ok+failed)
	}
	l, o, err := e.find(r)
	if err != nil {
		return 0, "", err
	}
	switch e.what {
	case Count:
		return part(l.Count, 0)
	case "rate":
		return rate(o.PerS)
	case "errors":
		return part(o.Retried+o.Failed, o.OK+o.Retried+o.Failed)
	case "failed":
		return part(o.Failed, o.OK+o.Failed)
	}
	if l.Count == 0 {
		return 0, "", errors.New("nothing was measured")
	}
	us := e.point(l)
	return us, fmt.Sprintf("%.2f ms", us/1000), nil
}

// point is min, mean, max or a percentile.
func (e Expectation) point(l measure.Latency) float64 {
	switch e.what {
	case "min":
		return float64(l.LeastUS())
	case "mean":
		return l.MeanUS
	case "max":
		return float64(l.MaxUS)
	}
	p, _ := strconv.ParseFloat(e.what[1:], 64) // its shape was seen
	return float64(l.At(p))
}

// find is the one operation that has the name, or whose last part it is.
func (e Expectation) find(r *report.Result) (measure.Latency, measure.Operation, error) {
	if timed := e.what != Count; timed && !r.Clock.Known && (e.of == Delay || strings.HasPrefix(e.of, Delay+".")) {
		// by two clocks that are apart a delay is any, and one below nothing is shown as the shortest there is
		return measure.Latency{}, measure.Operation{}, errors.New("the server's clock is not known")
	}
	if e.of == Delay {
		return r.Delay, measure.Operation{}, nil
	}
	if e.of == Late {
		if r.Arrivals == nil {
			return measure.Latency{}, measure.Operation{}, errors.New("there were no arrivals: the run had no stages")
		}
		return r.Arrivals.Late, measure.Operation{}, nil
	}
	if kind, ok := strings.CutPrefix(e.of, Delay+"."); ok {
		for _, t := range r.Topics {
			if t.Kind == kind {
				return t.Delay, measure.Operation{}, nil
			}
		}
		return measure.Latency{}, measure.Operation{}, fmt.Errorf("nothing came of a topic %s", kind)
	}
	var found []measure.Operation
	var names []string
	for _, o := range r.Operations {
		if o.Op == e.of {
			return o.Latency, o, nil
		}
		if strings.HasSuffix(o.Op, "."+e.of) {
			found = append(found, o)
		}
		names = append(names, o.Op)
	}
	switch len(found) {
	case 1:
		return found[0].Latency, found[0], nil
	case 0:
		return measure.Latency{}, measure.Operation{}, fmt.Errorf("no such operation: there were %s",
			strings.Join(names, ", "))
	}
	return measure.Latency{}, measure.Operation{}, fmt.Errorf("%s and %s have that name", found[0].Op, found[1].Op)
}
