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
	ops   [3][]time.Time // by writer
	seals []numberedSeal
}

type numberedSeal struct {
	at    time.Time
	heads []log.Head
}

func newSealedSite() *sealedSite {
	s := &sealedSite{now: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
	s.seal()
	return s
}

func (s *sealedSite) op(writer int, at time.Time) {
	s.ops[writer] = append(s.ops[writer], at)
}

// seal seals what is there, as the public log does; it says nothing of a writer that did nothing.
func (s *sealedSite) seal() {
	one := numberedSeal{at: s.now}
	for w, ops := range s.ops {
		if len(ops) > 0 {
			one.heads = append(one.heads, log.Head{Writer: int64(w), Seq: int64(len(ops))})
		}
	}
	s.seals = append(s.seals, one)
}

// audit gives the seals in the order of their writers, which is none of time.
func (s *sealedSite) audit(random *rand.Rand) *Report {
	r, seals, heads := newReport(s.now, true), newSeals(s.now), map[int64]store.ChainHead{}
	seals.last = s.seals[len(s.seals)-1].at
	order := random.Perm(len(s.seals))
	add := func(n int) {
		for _, i := range order[:n] {
			seals.add(log.Heads{N: int64(i + 1), Heads: s.seals[i].heads}, s.seals[i].at)
		}
		order = order[n:]
	}
	for w, ops := range s.ops {
		for i, at := range ops {
			e := &store.JournalEntry{}
			e.ID, e.At = store.MakeOpID(int64(w), int64(i+1)), at
			seals.feed(e)
		}
		heads[int64(w)] = store.ChainHead{Seq: int64(len(ops))}
		add(len(order) / 2)
	}
	add(len(order))
	seals.check(r, heads)
	return r
}

// plays goes on for some turns of half a minute, with a seal at the end of each; wrong is put into one of them.
func (s *sealedSite) plays(random *rand.Rand, turns int, wrong func(turn int)) {
	for turn := range turns {
		for range random.IntN(4) {
			s.op(random.IntN(len(s.ops)), s.now.Add(-time.Duration(random.IntN(20))*time.Second)) // was on its way
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

func TestAnOpThatWaitedForTheDatabaseAndIsNotSealedYetIsDatedRightly(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	s := newSealedSite()
	s.plays(random, 30, nil)
	before := s.now
	s.now = s.now.Add(time.Hour)
	s.seal()
	s.op(1, before)
	if r := s.audit(random); r.Total() > 0 {
		t.Errorf("%v", r.Violations)
	}
}

func TestAnUnsealedOpThatIsDatedLongBeforeTheNewestSealIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, turns := range []int{1, 100} {
		s := newSealedSite()
		s.plays(random, turns, nil)
		s.op(1, s.now.Add(-20*time.Minute))
		if r := s.audit(random); r.Counts[Chain] != 1 || r.Total() != 1 {
			t.Errorf("after %d turns: %v", turns, r.Violations)
		}
	}
}

func TestASiteThatIsPlayedOnForMinutesWithoutASealIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for played, seen := range map[time.Duration]int{sealedWithin - time.Minute: 0, sealedWithin + time.Minute: 1} {
		s := newSealedSite()
		s.plays(random, 10, nil)
		for at := restMax; at <= played; at += restMax {
			s.op(random.IntN(len(s.ops)), s.now.Add(at))
		}
		s.now = s.now.Add(played)
		if r := s.audit(random); r.Counts[Chain] != seen || r.Total() != seen {
			t.Errorf("after %v: %v, want %d", played, r.Violations, seen)
		}
	}
}

func TestOpsLaterThanTheNewestSealTakeNoMoreMemoryTheMoreThereAre(t *testing.T) {
	seals := newSeals(time.Now())
	for i := range int64(10 * playedMost) {
		e := &store.JournalEntry{}
		e.ID, e.At = store.MakeOpID(1, i+1), time.Unix(i*int64(restMax/time.Second), 0)
		seals.feed(e)
	}
	seals.add(log.Heads{N: 1, Heads: []log.Head{{Writer: 1, Seq: 10*int64(playedMost) - 7}}}, time.Unix(0, 0))
	if n := len(seals.late[1]); n != playedMost || seals.played() != 7 {
		t.Errorf("%d spans are kept, and 7 of them not sealed: %d", n, seals.played())
	}
}

func TestAnOpWithAnotherTimeThanThatOfItsSealsIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for name, by := range map[string]time.Duration{"back": -30 * time.Minute, "ahead": 12 * time.Minute} {
		for range 50 {
			s, when := newSealedSite(), 80+random.IntN(40)
			s.plays(random, 160, func(turn int) {
				if turn == when {
					s.op(random.IntN(len(s.ops)), s.now.Add(by))
				}
			})
			if r := s.audit(random); r.Counts[Chain] != 1 || r.Total() != 1 {
				t.Fatalf("%s: %v", name, r.Violations)
			}
		}
	}
}
