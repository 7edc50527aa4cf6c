package audit

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"jadebox/fairness/log"
	"jadebox/store"
)

// sealedSite is a site whose ops and seals go by one clock.
type sealedSite struct {
	now   time.Time
	seq   [3]int64 // by writer
	dates opDates
	seals []numberedSeal
}

type numberedSeal struct {
	at    time.Time
	heads []log.Head
}

func newSealedSite() *sealedSite {
	s := &sealedSite{now: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), dates: opDates{}}
	s.seal()
	return s
}

func (s *sealedSite) op(writer int, at time.Time) {
	s.seq[writer]++
	s.dates.add(store.MakeOpID(int64(writer), s.seq[writer]), at)
}

// seal seals what is there, as the public log does; it says nothing of a writer that did nothing.
func (s *sealedSite) seal() {
	one := numberedSeal{at: s.now}
	for w, seq := range s.seq {
		if seq > 0 {
			one.heads = append(one.heads, log.Head{Writer: int64(w), Seq: seq})
		}
	}
	s.seals = append(s.seals, one)
}

// audit gives the seals in the order of their writers, which is none of time.
func (s *sealedSite) audit(random *rand.Rand) *Report {
	r, spans := newReport(s.now, true), newSealedSpans(s.now)
	for _, i := range random.Perm(len(s.seals)) {
		spans.add(int64(i+1), s.seals[i].at, s.seals[i].heads)
	}
	spans.told(r)
	s.dates.check(r, spans)
	return r
}

// plays goes on for some turns of half a minute, with a seal at the end of each; wrong is put into one of them.
func (s *sealedSite) plays(random *rand.Rand, turns int, wrong func(turn int)) {
	for turn := range turns {
		for range random.IntN(4) {
			s.op(random.IntN(len(s.seq)), s.now.Add(-time.Duration(random.IntN(20))*time.Second)) // was on its way
			s.now = s.now.Add(time.Duration(random.IntN(10)) * time.Second)
		}
		if wrong != nil {
			wrong(turn)
		}
		s.now = s.now.Add(15 * time.Second)
		s.seal()
	}
}

func TestOpsOfASiteWhoseClockWasSetAreDatedRightly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		s := newSealedSite()
		newest, back := s.now, false
		for range 12 {
			s.plays(random, 1+random.IntN(40), nil)
			if s.now.After(newest) {
				newest = s.now
			}
			switch random.IntN(4) {
			case 0: // it was off
				s.now = s.now.Add(time.Duration(random.IntN(72)) * time.Hour)
			case 1: // its clock was set on
				s.now = s.now.Add(time.Duration(random.IntN(30*24)) * time.Hour)
			case 2: // and set back
				s.now, back = s.now.Add(-time.Duration(1+random.IntN(30*24))*time.Hour), true
				s.op(0, newest.Add(time.Second)) // what must be later than what is there
			case 3: // the database was away, and what waited for it has the time of before
				before := s.now
				s.now = s.now.Add(time.Hour)
				s.seal()
				s.op(1, before)
			}
		}
		s.plays(random, 3, nil)
		r := s.audit(random)
		if r.Total() > 0 {
			t.Fatalf("%v", r.Violations)
		}
		if told := strings.Contains(strings.Join(r.Notes, "\n"), "clock was set back"); told != back {
			t.Errorf("set back: %t, told: %v", back, r.Notes)
		}
	}
}

func TestAnOpWithAnotherTimeThanThatOfItsSealsIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for name, by := range map[string]time.Duration{"back": -30 * time.Minute, "ahead": 12 * time.Minute} {
		for range 50 {
			s, when := newSealedSite(), 80+random.IntN(40)
			s.plays(random, 160, func(turn int) {
				if turn == when {
					s.op(random.IntN(len(s.seq)), s.now.Add(by))
				}
			})
			if r := s.audit(random); r.Counts[Chain] != 1 || r.Total() != 1 {
				t.Fatalf("%s: %v", name, r.Violations)
			}
		}
	}
}
