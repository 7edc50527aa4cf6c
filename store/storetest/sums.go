package storetest

import (
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// summed is a player with ops, as the test knows them.
type summed struct {
	*world
	who store.PlayerID
	// others: every second op is one that the house makes, and the question asks for those, too
	others bool
	at     []time.Time
	cents  []int64
}

// do commits an op that counts; each counts otherwise.
func (s *summed) do(at time.Time) {
	s.Helper()
	cents := int64(1) << (len(s.at) % 20)
	op := s.pay(s.who, cents)
	if s.others && len(s.at)%2 == 0 {
		op = &store.Op{Key: fmt.Sprint("other-", s.seq.Add(1)), Postings: []store.Posting{{Debit: store.Bonus,
			Credit: store.PlayerGems(s.who), AmountCents: cents}}}
	}
	op.At, op.Kind = at, []string{"sum.a", "sum.b", "sum.c"}[len(s.at)%3]
	s.commit(op)
	s.at, s.cents = append(s.at, at), append(s.cents, cents)
}

// history are so many ops a minute apart, three of each instant.
func (s *summed) history(n int) {
	s.Helper()
	for i := range n {
		s.do(now.Add(time.Duration(i/3+1) * time.Minute))
	}
}

// question asks how many ops there are and what they pay.
func (s *summed) question(since, until time.Time) store.SumQuery {
	return store.SumQuery{Player: s.who, List: "test", Version: "1", Kinds: []string{"sum.b", "sum.a", "sum.c"},
		Others: s.others, Since: since, Until: until, Width: 2, Add: func(op *store.OpRecord, sums []int64) error {
			sums[0]++
			sums[1] += op.Postings[0].AmountCents
			return nil
		}}
}

func (s *summed) want(since, until time.Time) []int64 {
	sums := make([]int64, 2)
	for i, at := range s.at {
		if !at.Before(since) && (until.IsZero() || at.Before(until)) {
			sums[0]++
			sums[1] += s.cents[i]
		}
	}
	return sums
}

// check asks for many times, which end before, at and behind ops.
func (s *summed) check(what string) {
	s.Helper()
	minutes := len(s.at)/3 + 3
	ends := []time.Time{{}}
	for i := 0; i < minutes; i += max(1, minutes/4) {
		at := now.Add(time.Duration(i) * time.Minute)
		ends = append(ends, at, at.Add(-time.Microsecond), at.Add(time.Microsecond))
	}
	for _, since := range ends {
		for _, until := range ends {
			got, err := s.e.SumOps(s.ctx(), s.question(since, until))
			s.equal(fmt.Sprintf("%s: from %v until %v", what, since, until), must(got, err)(s.world),
				s.want(since, until))
		}
	}
}

func newSummed(w *world) *summed {
	s := &summed{world: w, who: w.player(1000)}
	other := &summed{world: w, who: w.player(1000)} // counts for no other player
	other.history(60)
	return s
}

// What a player did in a time adds up, each op once, whatever was asked before.
func testSums(w *world) {
	s := newSummed(w)
	s.check("nothing")
	s.history(10)
	s.check("a few")
	s.history(historyRows)
	for _, what := range []string{"many", "the same", "once more"} {
		s.check(what)
	}
	w.commit(w.pay(s.who, 1)) // of no kind that counts
	for i := range 100 {
		s.do(now.Add(time.Duration(historyRows+i) * time.Minute))
		if i%33 == 0 {
			s.check("as they come")
		}
	}
	q := s.question(time.Time{}, time.Time{})
	q.Player = 0
	w.equal("the house", must(w.e.SumOps(w.ctx(), q))(w), []int64{0, 0})
	q = s.question(time.Time{}, time.Time{})
	q.Kinds = nil
	q.Version = "none"
	w.equal("no kind", must(w.e.SumOps(w.ctx(), q))(w), []int64{0, 0})
}

// An op that comes late counts in its time, at the instant of another as well.
func testSumsOfLateOps(w *world) {
	s := newSummed(w)
	s.history(historyRows)
	s.check("before")
	for _, minute := range []int{100, 87, 16, 1, 0, 50, 101} {
		s.do(now.Add(time.Duration(minute) * time.Minute))
		s.check(fmt.Sprint("with one of minute ", minute))
	}
	s.do(now.Add(30*time.Minute + time.Microsecond))
	s.check("with one beside the others")
}

// What others did for a player counts where it is asked for, as late as it may come, and nowhere else.
func testSumsOfAStatement(w *world) {
	s := newSummed(w)
	s.others = true
	s.history(historyRows)
	s.check("a statement")
	s.check("the same")
	for _, minute := range []int{100, 16, 0} {
		s.do(now.Add(time.Duration(minute) * time.Minute))
		s.check(fmt.Sprint("with one of minute ", minute))
	}
	for i := range 100 {
		s.do(now.Add(time.Duration(historyRows+i) * time.Minute))
	}
	s.check("as they come")
	q := s.question(time.Time{}, time.Time{})
	q.Others, q.Version = false, "own"
	w.equal("own ones only", must(w.e.SumOps(w.ctx(), q))(w)[0], int64(len(s.at)/2))
}

// An op that comes while others are added up is counted from then on.
func testSumsOfOpsUnderWay(w *world) {
	const ops = 120
	for _, minute := range []int{0, 20} {
		for _, behind := range []int{1, 60, ops, ops + 5} {
			s := &summed{world: w, who: w.player(1000)}
			s.history(ops)
			came, read := false, 0
			q := s.question(time.Time{}, time.Time{})
			add := q.Add
			q.Add = func(op *store.OpRecord, sums []int64) error {
				if read++; read == behind && !came {
					came = true
					s.do(now.Add(time.Duration(minute) * time.Minute))
				}
				return add(op, sums)
			}
			got, err := w.e.SumOps(w.ctx(), q)
			if sums := must(got, err)(w); sums[0] != ops && sums[0] != ops+1 {
				w.Fatalf("of %d ops and one more there count %d", ops, sums[0])
			}
			s.check(fmt.Sprintf("one of minute %d came behind %d", minute, behind))
		}
	}
}

// What is too young to have no op before it any more is added up each time.
func testSumsOfFreshOps(w *world) {
	s := newSummed(w)
	fresh := time.Now().Truncate(time.Microsecond)
	for i := range 100 {
		s.do(fresh.Add(time.Duration(i-20_000) * time.Millisecond))
	}
	all := func(what string) {
		w.Helper()
		got, err := w.e.SumOps(w.ctx(), s.question(time.Time{}, time.Time{}))
		w.equal(what, must(got, err)(w), s.want(time.Time{}, time.Time{}))
	}
	all("fresh")
	s.do(fresh.Add(-19_950 * time.Millisecond)) // no more late than an op may be at any time
	all("with one among them")
}

// Sums of another version are others, and what cannot be added up fails only a question for its time.
func testSumVersions(w *world) {
	s := newSummed(w)
	s.history(historyRows)
	s.check("one version")
	q := s.question(time.Time{}, time.Time{})
	q.Version, q.Width, q.Kinds = "2", 1, []string{"sum.a"}
	q.Add = func(op *store.OpRecord, sums []int64) error { sums[0] += 7; return nil }
	for range 2 {
		w.equal("another version", must(w.e.SumOps(w.ctx(), q))(w), []int64{7 * historyRows / 3})
	}
	s.check("the first again")

	damaged, bad := errors.New("damaged"), now.Add(50*time.Minute)
	for range 2 {
		ask := func(since, until time.Time) ([]int64, error) {
			q := s.question(since, until)
			q.Version = "3"
			add := q.Add
			q.Add = func(op *store.OpRecord, sums []int64) error {
				if op.At.Equal(bad) {
					return damaged
				}
				return add(op, sums)
			}
			return w.e.SumOps(w.ctx(), q)
		}
		for _, span := range [][2]time.Time{{{}, bad}, {bad.Add(time.Microsecond), {}}} {
			got, err := ask(span[0], span[1])
			w.equal("beside it", must(got, err)(w), s.want(span[0], span[1]))
		}
		if got, err := ask(bad, bad.Add(time.Microsecond)); !errors.Is(err, damaged) {
			w.Fatalf("its time has %v, %v", got, err)
		}
	}
}
