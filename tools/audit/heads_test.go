package audit

import (
	"math/rand/v2"
	"testing"
	"time"

	"jadebox/fairness/log"
	"jadebox/store"
)

// seal is one as the public log has it.
type seal struct {
	at    time.Time
	heads []log.Head
}

// lastWithout is the newest seal of a span before the first that had an op, by looking at each of them.
func lastWithout(list []seal, id store.OpID) (at time.Time) {
	span := func(t time.Time) int64 { return t.UnixNano() / int64(sealedWithin) }
	var first *seal
	for i, s := range list {
		for _, h := range s.heads {
			if h.Writer == id.Writer() && h.Seq >= id.Seq() && (first == nil || s.at.Before(first.at)) {
				first = &list[i]
			}
		}
	}
	for _, s := range list {
		if (first == nil || span(s.at) < span(first.at)) && s.at.After(at) {
			at = s.at
		}
	}
	return at
}

// Seals come in the order of their writer's ops, which is not that of time where a clock was put back.
func TestWhenAnOpWasNotThereYetIsFoundAsByLookingAtEverySeal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	begin := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for range 50 {
		spans, list := newSealedSpans(), []seal(nil)
		var seq [3]int64
		for range 40 {
			s := seal{at: begin.Add(time.Duration(random.IntN(200)) * time.Minute)}
			for w := range seq {
				if seq[w] += random.Int64N(4); random.IntN(3) > 0 {
					s.heads = append(s.heads, log.Head{Writer: int64(w), Seq: seq[w]})
				}
			}
			list = append(list, s)
			spans.add(s.at, s.heads)
			for range 5 { // between the seals, too: what comes later counts
				id := store.MakeOpID(random.Int64N(4), 1+random.Int64N(120))
				if got, want := spans.after(id), lastWithout(list, id); !got.Equal(want) {
					t.Fatalf("op %d of writer %d: %v, not %v", id.Seq(), id.Writer(), got, want)
				}
			}
		}
	}
}

// A year of seals and the acts of its operators: looking at every seal for each act takes the better part of a minute.
func TestTheDatesOfAYearOfActsAreHeldToItsSealsWithinSeconds(t *testing.T) {
	const seals, acts = 365 * 24 * 12, 20_000
	begin := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	spans := newSealedSpans()
	for n := range int64(seals) {
		spans.add(begin.Add(time.Duration(n)*sealedWithin), []log.Head{{Writer: 1, Seq: n + 1}})
	}
	began := time.Now()
	for n := range int64(acts) {
		seq := 2 + n*(seals-2)/acts
		want := begin.Add(time.Duration(seq-2) * sealedWithin)
		if at := spans.after(store.MakeOpID(1, seq)); !at.Equal(want) {
			t.Fatalf("op %d: %v, not %v", seq, at, want)
		}
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%d acts took %v", acts, took)
	}
}
