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
