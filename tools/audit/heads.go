package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/fairness/log"
	"jadebox/server/publiclog"
	"jadebox/store"
)

// seals hold the journal to the heads that the public log has of it: what was there when they were published is there
// now, as it was.
type seals struct {
	secret string
	ends   map[int64]int64 // by writer: up to where its ops are sealed
	n, sum int64           // how many seals there are, and the sum of their numbers
	last   time.Time       // of the newest
	spans  *sealedSpans
	dates  opDates
	late   map[int64][]lateSpan // by writer: the last playedMost of its spans, in the order of their newest ops
}

// lateSpan is a span of restMax that is later than the newest seal, and a writer's newest op in it. Where the clock of
// the site was set back, the ops of before are later, and sealed all the same: by what, the end of the journal tells.
type lateSpan struct{ span, seq int64 }

// sealedWithin is how long the journal may go on without a seal while the site is played on.
const sealedWithin = 5 * time.Minute

// playedMost is one span more than those that make sealedWithin.
const playedMost = int(sealedWithin/restMax) + 1

func newSeals(now time.Time) seals {
	return seals{ends: map[int64]int64{}, spans: newSealedSpans(now), dates: opDates{}, late: map[int64][]lateSpan{}}
}

// read finds the key, and when the newest seal was made.
func (s *seals) read(ctx context.Context, view store.Snapshot, now time.Time) error {
	*s = newSeals(now)
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
	s.dates.add(e.ID, e.At)
	if !e.At.After(s.last) {
		return
	}
	one, w := lateSpan{e.At.UnixNano() / int64(restMax), e.ID.Seq()}, e.ID.Writer()
	list := slices.DeleteFunc(s.late[w], func(o lateSpan) bool { return o.span == one.span })
	if len(list) == playedMost {
		list = slices.Delete(list, 0, 1)
	}
	s.late[w] = append(list, one)
}

// add takes a seal of a time.
func (s *seals) add(h log.Heads, at time.Time) {
	s.n, s.sum = s.n+1, s.sum+h.N
	s.spans.add(h.N, at, h.Heads)
	for _, one := range h.Heads {
		s.ends[one.Writer] = max(s.ends[one.Writer], one.Seq)
	}
}

// played is how many spans of restMax later than the newest seal have an op that is not sealed, as far as playedMost.
func (s *seals) played() int {
	spans := map[int64]bool{}
	for w, list := range s.late {
		for _, one := range list {
			if one.seq > s.ends[w] {
				spans[one.span] = true
			}
		}
	}
	return len(spans)
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
	s.spans.noteSetBack(r)
	s.dates.check(r, s.spans)
	open := int64(0)
	for w, h := range heads {
		open += max(h.Seq-s.ends[w], 0)
	}
	if s.played() >= playedMost {
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
		s.add(h, e.At)
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
	}
	return nil
}
