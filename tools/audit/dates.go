package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"jadebox/fairness/log"
	"jadebox/store"
)

// opDates hold the time of every op to the seals of the journal: no op is dated long before a seal that did not have it
// yet, or long after the first one that had it. Of the ops of a writer in a span of time the first and the last are
// enough, as those between them were committed between them: memory grows with time alone.
type opDates map[dateSpan]opSpan

// dateSpan is a writer's span of sealedWithin, by the times of its ops.
type dateSpan struct{ writer, span int64 }

// opSpan are the first and the last op of a span.
type opSpan struct{ first, last datedOp }

// datedOp is an op of a writer, and its time in µs since 1970.
type datedOp struct{ seq, us int64 }

func spanOf(at time.Time) int64 { return at.Unix() / int64(sealedWithin/time.Second) }

func (d opDates) add(id store.OpID, at time.Time) {
	span, one := dateSpan{id.Writer(), spanOf(at)}, datedOp{id.Seq(), at.UnixMicro()}
	both, known := d[span]
	if !known {
		both.first = one
	}
	both.last = one // ops come in the order of their writer
	d[span] = both
}

func (d opDates) check(r *Report, seals *sealedSpans) {
	const form = time.RFC3339
	for _, span := range slices.SortedFunc(maps.Keys(d), func(a, b dateSpan) int {
		return cmp.Or(cmp.Compare(a.writer, b.writer), cmp.Compare(a.span, b.span))
	}) {
		first, last := d[span].first, d[span].last
		id, at := store.MakeOpID(span.writer, last.seq), time.UnixMicro(last.us).UTC()
		if after, _ := seals.between(id); at.Before(after.Add(-sealedWithin)) {
			r.violate(Chain, "op %d is dated %s, and was not there at %s", id, at.Format(form),
				after.UTC().Format(form))
		}
		id, at = store.MakeOpID(span.writer, first.seq), time.UnixMicro(first.us).UTC()
		if _, by := seals.between(id); !by.IsZero() && at.After(by.Add(sealedWithin)) {
			r.violate(Chain, "op %d is dated %s, and was there at %s", id, at.Format(form), by.UTC().Format(form))
		}
	}
}

// sealedSpans say when an op came. Seals follow each other by their numbers: their times, too, unless the clock of the
// site was set back. Seals of a few numbers in a span of time are kept as one, so that memory grows with time alone.
type sealedSpans struct {
	now     time.Time // of the audit
	groups  map[sealGroup]sealTimes
	heads   map[int64]map[sealGroup]int64 // by writer: up to where its ops were sealed then
	inOrder *orderedSeals                 // both by number, from the first question on
}

// sealGroup are seals of a part of the numbers and a span of time.
type sealGroup struct{ part, span int64 }

// sealsTogether is about how many seals a site makes in sealedWithin.
const sealsTogether = 8

// sealTimes are the numbers and the times of a group's seals.
type sealTimes struct {
	first, last    int64
	oldest, newest time.Time
}

// with are both groups as one; the zero group is none.
func (g sealTimes) with(o sealTimes) sealTimes {
	if g.first == 0 {
		return o
	}
	g.first, g.last = min(g.first, o.first), max(g.last, o.last)
	if o.oldest.Before(g.oldest) {
		g.oldest = o.oldest
	}
	if o.newest.After(g.newest) {
		g.newest = o.newest
	}
	return g
}

// orderedSeals are groups in the order of their numbers.
type orderedSeals struct {
	all  []sealTimes
	ends map[int64][]groupEnd // by writer: its groups
	// by group: the newest seal that was made sealedWithin before any of the group, and the newest up to its end
	before, upTo []time.Time
	// the newest that was made sealedWithin before the last that is not later than the audit, or the oldest of all
	lastBefore time.Time
}

// groupEnd is up to where a writer's ops were sealed at the end of a group, by its place in the order.
type groupEnd struct {
	group int
	seq   int64
}

func newSealedSpans(now time.Time) *sealedSpans {
	return &sealedSpans{now: now, groups: map[sealGroup]sealTimes{}, heads: map[int64]map[sealGroup]int64{}}
}

// add takes the n-th seal.
func (s *sealedSpans) add(n int64, at time.Time, heads []log.Head) {
	s.inOrder = nil
	id := sealGroup{n / sealsTogether, spanOf(at)}
	s.groups[id] = s.groups[id].with(sealTimes{n, n, at, at})
	for _, h := range heads {
		if s.heads[h.Writer] == nil {
			s.heads[h.Writer] = map[sealGroup]int64{}
		}
		s.heads[h.Writer][id] = max(s.heads[h.Writer][id], h.Seq)
	}
}

// between is when an op came: after a seal that did not have it yet, and, where it is sealed, by the time of one that
// had it; the zero time where there is none. An op that waited for a database that was away is sealed within minutes of
// those that did not have to: what was sealed within sealedWithin before it does not count. Where the clock of the site
// was set back, what must be later than what is there may still be dated so. An op that is not sealed came after the
// newest seal, but one that is later than the audit; what it waited for is left out in the same way.
func (s *sealedSpans) between(id store.OpID) (after, by time.Time) {
	o := s.ordered()
	ends := o.ends[id.Writer()]
	i := sort.Search(len(ends), func(i int) bool { return ends[i].seq >= id.Seq() })
	if i == len(ends) {
		return o.lastBefore, time.Time{}
	}
	return o.before[ends[i].group], o.upTo[ends[i].group]
}

func (s *sealedSpans) ordered() *orderedSeals {
	if s.inOrder != nil {
		return s.inOrder
	}
	o, place := &orderedSeals{ends: map[int64][]groupEnd{}}, map[sealGroup]int{}
	for _, id := range slices.SortedFunc(maps.Keys(s.groups), func(a, b sealGroup) int {
		return cmp.Compare(s.groups[a].first, s.groups[b].first)
	}) {
		g, n := s.groups[id], len(o.all)
		if n > 0 && g.first < o.all[n-1].last { // a clock that was set back went through the same span again
			o.all[n-1] = o.all[n-1].with(g)
		} else {
			o.all = append(o.all, g)
		}
		place[id] = len(o.all) - 1
	}
	var oldest time.Time   // of all seals so far
	var rising []time.Time // the newest seals of the groups so far, but those behind which an earlier one came
	for i, g := range o.all {
		sealed := func(limit time.Time) (newest time.Time) { // the newest seal of the groups before, up to limit
			if n := sort.Search(len(rising), func(n int) bool { return rising[n].After(limit) }); n > 0 {
				newest = rising[n-1]
			}
			return newest
		}
		before, newest := sealed(g.oldest.Add(-sealedWithin)), g.newest
		if i > 0 && o.upTo[i-1].After(newest) {
			newest = o.upTo[i-1]
		}
		o.before, o.upTo = append(o.before, before), append(o.upTo, newest)
		if i == 0 || g.oldest.Before(oldest) {
			oldest = g.oldest
		}
		if !g.newest.After(s.now) {
			if o.lastBefore = sealed(g.newest.Add(-sealedWithin)); o.lastBefore.IsZero() {
				o.lastBefore = oldest
			}
		}
		for len(rising) > 0 && !rising[len(rising)-1].Before(g.newest) {
			rising = rising[:len(rising)-1]
		}
		rising = append(rising, g.newest)
	}
	for w, heads := range s.heads {
		end := int64(0)
		for _, id := range slices.SortedFunc(maps.Keys(heads), func(a, b sealGroup) int {
			return cmp.Compare(place[a], place[b])
		}) {
			end = max(end, heads[id])
			o.ends[w] = append(o.ends[w], groupEnd{place[id], end})
		}
	}
	s.inOrder = o
	return o
}

// noteSetBack notes where the clock of the site was set back: what is dated then is not held to what was sealed before.
func (s *sealedSpans) noteSetBack(r *Report) {
	newest := time.Time{} // of the group before
	for _, g := range s.ordered().all {
		back := g.newest.Sub(g.oldest) // more than a span of time is a group only where it was gone through twice
		if !newest.IsZero() {
			back = max(back, newest.Sub(g.oldest))
		}
		if newest = g.newest; back > sealedWithin {
			r.Notes = append(r.Notes, fmt.Sprintf("the site's clock was set back by %v before seal %d, to %s", back,
				g.last, g.oldest.UTC().Format(time.RFC3339)))
		}
	}
}
