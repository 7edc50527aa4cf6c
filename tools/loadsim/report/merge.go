package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/measure"
)

// ErrMerge reports why reports do not make one.
var ErrMerge = errors.New("these reports do not make one")

// measured is when what a report measures began and ended, by the server's clock where that is known: those of the
// machines of several generators may be apart.
func (r *Result) measured() (from, to time.Time) {
	from = r.MeasuredAt
	if r.Clock.Known {
		from = from.Add(time.Duration(r.Clock.OffsetMS * float64(time.Millisecond)))
	}
	return from, from.Add(time.Duration(r.DurationS * float64(time.Second)))
}

// Merge makes one report of those of several generators: distributions and counts are added, rates are over the time
// from the first beginning to the last end. Where seconds of generators fall together their counts are added, and their
// percentiles, which cannot be, are the worst of them. Reports of several addresses are merged if oneSite says that all
// are of one server: no report can tell. Errors match ErrMerge.
func Merge(list []*Result, oneSite bool) (*Result, error) {
	if err := mergeable(list, oneSite); err != nil {
		return nil, err
	}
	list = slices.SortedFunc(slices.Values(list), func(a, b *Result) int {
		first, _ := a.measured()
		second, _ := b.measured()
		return first.Compare(second)
	})
	begun, _ := list[0].measured()
	m := &Result{Version: Version, URL: list[0].URL, Scenario: list[0].Scenario, Seed: list[0].Seed,
		StartedAt: list[0].StartedAt, MeasuredAt: list[0].MeasuredAt, Clock: list[0].Clock}
	var end time.Time
	for _, r := range list {
		if _, to := r.measured(); to.After(end) {
			end = to
		}
		if r.StartedAt.Before(m.StartedAt) {
			m.StartedAt = r.StartedAt
		}
		m.Bots, m.Asked, m.Broken = m.Bots+r.Bots, m.Asked+r.Asked, m.Broken+r.Broken
		m.Broke, m.Retired, m.RampS = m.Broke+r.Broke, m.Retired+r.Retired, max(m.RampS, r.RampS)
		m.Deliveries += r.Deliveries
		if !strings.Contains(" + "+m.URL+" + ", " + "+r.URL+" + ") {
			m.URL += " + " + r.URL
		}
		m.Cut = m.Cut || r.Cut
		if !strings.Contains(" + "+m.Scenario+" + ", " + "+r.Scenario+" + ") {
			m.Scenario += " + " + r.Scenario
		}
		m.Violations = append(m.Violations, r.Violations...)
		m.Clock.Known = m.Clock.Known && r.Clock.Known
		m.Clock.ErrorMS = max(m.Clock.ErrorMS, r.Clock.ErrorMS)
	}
	m.DurationS = max(end.Sub(begun).Seconds(), 1e-9)
	m.DeliveriesS = float64(m.Deliveries) / m.DurationS
	m.Delay = together(list, func(r *Result) measure.Latency { return r.Delay })
	m.mergeOperations(list)
	m.mergeTopics(list)
	m.mergeRest(list)
	m.mergeSeries(list, begun)
	m.mergeAudits(list)
	return m, nil
}

func mergeable(list []*Result, oneSite bool) error {
	for i, r := range list {
		for _, other := range list[:i] {
			if other.URL != r.URL && !oneSite {
				return fmt.Errorf("%w: one is of %s, another of %s, and --one-site is not told", ErrMerge,
					other.URL, r.URL)
			}
			from, to := r.measured()
			otherFrom, otherTo := other.measured()
			if r.Seed == other.Seed && from.Before(otherTo) && otherFrom.Before(to) {
				return fmt.Errorf("%w: two generators ran at once with seed %d, and so played the same accounts",
					ErrMerge, r.Seed)
			}
		}
	}
	return nil
}

func together(list []*Result, of func(*Result) measure.Latency) measure.Latency {
	var all []measure.Latency
	for _, r := range list {
		all = append(all, of(r))
	}
	return measure.Together(all...)
}

func (r *Result) mergeOperations(list []*Result) {
	all := map[string][]measure.Operation{}
	for _, other := range list {
		for _, o := range other.Operations {
			all[o.Op] = append(all[o.Op], o)
		}
	}
	for op, same := range all {
		sum := measure.Operation{Op: op}
		var latencies []measure.Latency
		for _, o := range same {
			sum.OK, sum.Retried, sum.Failed = sum.OK+o.OK, sum.Retried+o.Retried, sum.Failed+o.Failed
			sum.Lasts, sum.Unanswered = sum.Lasts || o.Lasts, sum.Unanswered+o.Unanswered
			latencies = append(latencies, o.Latency)
		}
		sum.PerS, sum.Latency = float64(sum.OK)/r.DurationS, measure.Together(latencies...)
		if !sum.Lasts {
			r.OpsPerS += sum.PerS
		}
		r.Operations = append(r.Operations, sum)
	}
	slices.SortFunc(r.Operations, func(a, b measure.Operation) int {
		return cmp.Or(cmp.Compare(b.OK, a.OK), cmp.Compare(a.Op, b.Op))
	})
}

func (r *Result) mergeTopics(list []*Result) {
	all := map[string][]measure.Latency{}
	for _, other := range list {
		for _, t := range other.Topics {
			all[t.Kind] = append(all[t.Kind], t.Delay)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		r.Topics = append(r.Topics, measure.Topic{Kind: kind, Delay: measure.Together(all[kind]...)})
	}
	rooms := map[string]Rooms{}
	var order []string
	for _, other := range list {
		for _, row := range other.Rooms {
			sum, known := rooms[row.Kind]
			if !known {
				order = append(order, row.Kind)
			}
			rooms[row.Kind] = Rooms{Kind: row.Kind, Mean: sum.Mean + row.Mean, Peak: sum.Peak + row.Peak,
				Played: sum.Played + row.Played, Events: measure.Together(sum.Events, row.Events),
				Alone: measure.Together(sum.Alone, row.Alone)}
		}
	}
	for _, kind := range order {
		r.Rooms = append(r.Rooms, rooms[kind].rated())
	}
}

func (r *Result) mergeRest(list []*Result) {
	failures, absent := map[measure.Failure]int64{}, map[measure.Failure]int64{}
	rules := map[string]check.RuleCount{}
	var order []string
	var late []measure.Latency
	for _, other := range list {
		for _, e := range other.Errors {
			failures[e.Failure] += e.Count
		}
		for _, e := range other.Absent {
			absent[e.Failure] += e.Count
		}
		for _, c := range other.Checks {
			sum, known := rules[c.Rule]
			if !known {
				order = append(order, c.Rule)
			}
			rules[c.Rule] = check.RuleCount{Rule: c.Rule, Checked: sum.Checked + c.Checked,
				Broken: sum.Broken + c.Broken}
		}
		if a := other.Arrivals; a != nil {
			if r.Arrivals == nil {
				r.Arrivals = &Arrivals{Stages: a.Stages}
			} else {
				r.Arrivals.Stages += " + " + a.Stages
			}
			r.Arrivals.Planned, r.Arrivals.Unserved = r.Arrivals.Planned+a.Planned, r.Arrivals.Unserved+a.Unserved
			late = append(late, a.Late)
		}
	}
	r.Errors, r.Absent = measure.Counted(failures), measure.Counted(absent)
	for _, rule := range order {
		r.Checks = append(r.Checks, rules[rule])
	}
	if r.Arrivals != nil {
		r.Arrivals.Late = measure.Together(late...)
	}
}

// mergeSeries adds seconds that fall together, from begun of the server's clock.
func (r *Result) mergeSeries(list []*Result, begun time.Time) {
	seconds := map[int]*measure.Second{}
	for _, other := range list {
		from, _ := other.measured()
		late := from.Sub(begun).Seconds()
		for _, s := range other.Series {
			at := int(late + s.AtS + 0.5)
			sum := seconds[at]
			if sum == nil {
				sum = &measure.Second{AtS: float64(at), Ops: map[string]int64{}}
				seconds[at] = sum
			}
			for op, n := range s.Ops {
				sum.Ops[op] += n
			}
			sum.Deliveries, sum.Errors = sum.Deliveries+s.Deliveries, sum.Errors+s.Errors
			sum.Bots, sum.Sockets = sum.Bots+s.Bots, sum.Sockets+s.Sockets
			sum.P50US, sum.P99US = max(sum.P50US, s.P50US), max(sum.P99US, s.P99US)
			sum.DelayP99US = max(sum.DelayP99US, s.DelayP99US)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(seconds)) {
		r.Series = append(r.Series, *seconds[at])
	}
}

// mergeAudits: each generator's auditor must agree; those that none could ask say nothing.
func (r *Result) mergeAudits(list []*Result) {
	for _, other := range list {
		a := other.Audit
		if a.By == "" {
			r.Audit.Detail = append(r.Audit.Detail, a.Detail...)
			continue
		}
		if r.Audit.By == "" {
			r.Audit.By, r.Audit.OK = a.By, true
		}
		r.Audit.OK = r.Audit.OK && a.OK
		r.Audit.Violations = max(r.Audit.Violations, a.Violations) // of one database
		r.Audit.Ops = max(r.Audit.Ops, a.Ops)
		r.Audit.Detail = append(r.Audit.Detail, a.Detail...)
	}
}
