package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"jadebox/fairness/log"
	"jadebox/server/publiclog"
	"jadebox/store"
)

// seals hold the journal to the heads that the public log has of it: what was there when they were published is there
// now, as it was.
type seals struct {
	secret  string
	ends    map[int64]int64 // by writer: up to where its ops are sealed
	n, sum  int64           // how many seals there are, and the sum of their numbers
	last    time.Time       // of the newest
	spans   *sealedSpans    // nil where nothing is dated by them
	unsaved map[int64]bool  // spans of restMax behind it in which there was an op
}

// sealedWithin is how long the journal may go on without a seal while the site is played on.
const sealedWithin = 5 * time.Minute

// read finds the key, and when the newest seal was made.
func (s *seals) read(ctx context.Context, view store.Snapshot) error {
	s.ends, s.unsaved = map[int64]int64{}, map[int64]bool{}
	kept, err := view.Kept(ctx, logKey)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	var key struct{ Secret, Seal string }
	if err == nil {
		_ = json.Unmarshal(kept, &key) // one that cannot be read is invariant 15
	}
	s.secret = cmp.Or(key.Seal, key.Secret)
	known, unknown := int64(0), int64(1)
	for twice := true; twice || known+1 < unknown; {
		at := (known + unknown) / 2
		if twice {
			at = unknown
		}
		rec, err := view.Keyed(ctx, 0, publiclog.HeadsKey(at))
		switch {
		case err == nil:
			known, s.last = at, rec.At
			if twice {
				unknown = 2 * at
			}
		case errors.Is(err, store.ErrNotFound):
			unknown, twice = at, false
		default:
			return err
		}
	}
	return nil
}

func (s *seals) feed(e *store.JournalEntry) {
	if e.At.After(s.last) && len(s.unsaved) <= int(sealedWithin/restMax) {
		s.unsaved[e.At.UnixNano()/int64(restMax)] = true
	}
}

func (s *seals) check(r *Report, heads map[int64]store.ChainHead) {
	if s.n == 0 {
		if r.Ops > 0 {
			r.Notes = append(r.Notes, "the journal was never sealed: a start of the site does it")
		}
		return
	}
	if s.sum != s.n*(s.n+1)/2 {
		r.violate(Chain, "of the seals of the journal some are missing, or there twice: there are %d", s.n)
	}
	open := int64(0)
	for w, h := range heads {
		open += max(h.Seq-s.ends[w], 0)
	}
	if len(s.unsaved) > int(sealedWithin/restMax) {
		r.violate(Chain, "%d ops are not sealed, and the site was played on for %v since the newest seal", open,
			sealedWithin)
	} else if open > 1 { // of the newest seal itself nothing is said
		r.Notes = append(r.Notes, fmt.Sprintf("%d ops are not sealed yet: late, not broken", open))
	}
}

// judge compares the heads that a chunk of ops publishes with the ops themselves.
func (s *seals) judge(ctx context.Context, r *Report, view store.Snapshot, chunk []*store.JournalEntry) error {
	var all []log.Head
	var ids []store.OpID
	for _, e := range chunk {
		if e.Kind != publiclog.KindHeads {
			continue
		}
		if len(e.Leaves) != 1 {
			r.violate(Chain, "op %d (%s) publishes %d leaves", e.ID, e.Kind, len(e.Leaves))
			continue
		}
		h, err := log.ParseHeads(string(e.Leaves[0].Data))
		if err != nil || e.Key != publiclog.HeadsKey(h.N) || e.Leaves[0].Key != e.Key || e.Player != 0 {
			r.violate(Chain, "op %d under %q publishes no heads: %v", e.ID, e.Key, err)
			continue
		}
		s.n, s.sum = s.n+1, s.sum+h.N
		s.spans.add(e.At, h.Heads)
		for _, one := range h.Heads {
			all, ids = append(all, one), append(ids, store.MakeOpID(one.Writer, one.Seq))
		}
	}
	if len(all) == 0 {
		return nil
	}
	chains, err := view.Chains(ctx, ids)
	if err != nil {
		return err
	}
	for i, h := range all {
		chain, there := chains[ids[i]]
		switch {
		case !there:
			r.violate(Chain, "op %d of writer %d is sealed by the log, and not there", h.Seq, h.Writer)
		case log.HeadMAC(s.secret, h.Writer, h.Seq, chain) != h.MAC:
			r.violate(Chain, "the ops of writer %d up to %d are not those that the log has sealed", h.Writer, h.Seq)
		}
		s.ends[h.Writer] = max(s.ends[h.Writer], h.Seq)
	}
	return nil
}

// sealedSpans say when an op was not there yet. They keep a seal a span, so that memory grows with time alone.
type sealedSpans struct {
	newest map[int64]time.Time       // of the seals of a span of sealedWithin
	heads  map[int64]map[int64]int64 // by writer and span: up to where its ops were sealed then
	inTime *spansInTime              // both in order, from the first question on
}

// spansInTime are spans in the order of time.
type spansInTime struct {
	all  []int64
	ends map[int64][]spanEnd // by writer: its spans
}

// spanEnd is up to where a writer's ops were sealed in a span or before it.
type spanEnd struct{ span, seq int64 }

func newSealedSpans() *sealedSpans {
	return &sealedSpans{newest: map[int64]time.Time{}, heads: map[int64]map[int64]int64{}}
}

// add takes a seal.
func (s *sealedSpans) add(at time.Time, heads []log.Head) {
	if s == nil {
		return
	}
	s.inTime = nil
	span := at.UnixNano() / int64(sealedWithin)
	if at.After(s.newest[span]) {
		s.newest[span] = at
	}
	for _, h := range heads {
		if s.heads[h.Writer] == nil {
			s.heads[h.Writer] = map[int64]int64{}
		}
		s.heads[h.Writer][span] = max(s.heads[h.Writer][span], h.Seq)
	}
}

// after is the time of a seal that was made before an op was there; the zero time where there is none. It may be up to
// a span earlier than the last such one.
func (s *sealedSpans) after(id store.OpID) time.Time {
	if s.inTime == nil {
		s.inTime = s.order()
	}
	all, ends := s.inTime.all, s.inTime.ends[id.Writer()]
	before := len(all) // how many spans are before the one in which the op was sealed
	if i := sort.Search(len(ends), func(i int) bool { return ends[i].seq >= id.Seq() }); i < len(ends) {
		before, _ = slices.BinarySearch(all, ends[i].span)
	}
	if before == 0 {
		return time.Time{}
	}
	return s.newest[all[before-1]]
}

func (s *sealedSpans) order() *spansInTime {
	o := &spansInTime{slices.Sorted(maps.Keys(s.newest)), map[int64][]spanEnd{}}
	for w, heads := range s.heads {
		end := int64(0)
		for _, span := range slices.Sorted(maps.Keys(heads)) {
			end = max(end, heads[span])
			o.ends[w] = append(o.ends[w], spanEnd{span, end})
		}
	}
	return o
}
