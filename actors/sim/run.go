package sim

import (
	"context"
	"time"

	"jadebox/store"
)

// outcome is what a run came to.
type outcome struct {
	violation string
	trace     string
	stormed   int // ops of the house in one span of stormIn, at most
	steps     int
	openings  int
	done      int // rooms settled, or what else the workload counts
	voided    int // rooms
	replayed  int // rooms that are over, played again
}

const (
	stepsMax = 50_000
	playTime = 90 * time.Second // of clients and faults
	calmTime = 30 * time.Second // after it, for a workload that never falls silent
)

// simulate plays one seed: clients, faults and crashes for a while, then a last crash, a calm start, time for every
// deadline to pass, and the audit.
func simulate(seed uint64, p play) outcome {
	w := newWorld(seed)
	defer w.end()
	s, err := newSimulation(w, p, 2+w.rng.IntN(3))
	if err != nil {
		return outcome{violation: "set-up: " + err.Error()}
	}
	s.boot(0)
	if s.chance(.6) {
		s.boot(1)
	}
	s.faults = true
	for _, c := range s.clients {
		c.left = 4 + s.rng.IntN(5)
		s.after(nil, s.between(0, 2*time.Second), "client", c.act)
	}
	s.workload.begin(s)
	s.injectFaults()
	busy := func() bool {
		for _, c := range s.clients {
			if !c.done() {
				return true
			}
		}
		return false
	}
	end := genesis.Add(playTime)
	s.run(stepsMax, func() bool { return s.broken != "" || !busy() && s.now.After(end) })

	s.faults, s.calm = false, true
	s.crash()
	s.database.ahead, s.set = 0, 0 // the clocks are set right
	s.boot(0)
	over := s.workload.calmed(s)
	if quiet := s.run(2*stepsMax, func() bool { return s.broken != "" || over != nil && over() }); !quiet {
		s.fail("not quiet after %d steps", s.steps)
	}
	ctx := context.Background()
	if s.broken == "" {
		s.audit(ctx)
	}
	o := outcome{violation: s.broken, trace: s.hash(), steps: s.steps, done: s.done, voided: s.voided,
		stormed: s.stormed, replayed: s.replayed}
	for _, c := range s.clients {
		_, n, _ := s.engine.Ops(ctx, store.OpQuery{Player: c.id, Kinds: []string{"box.open"}})
		o.openings += n
	}
	return o
}

// injectFaults puts kills, crashes, restarts and clocks on the calendar.
func (s *simulation) injectFaults() {
	at := func(f func()) { s.after(nil, s.between(time.Second, playTime), "fault", f) }
	for range s.rng.IntN(3) {
		at(func() {
			i := s.rng.IntN(2)
			if s.nodes[i] != nil {
				s.kill(i)
			}
			s.after(nil, s.between(0, 3*time.Second), "boot", func() { s.bootIfDown(i) })
		})
	}
	for range s.rng.IntN(3) {
		at(func() {
			s.crash()
			s.after(nil, s.between(0, 3*time.Second), "boot", func() { s.bootIfDown(0) })
			s.after(nil, s.between(0, 10*time.Second), "boot", func() { s.bootIfDown(1) })
		})
	}
	s.injectClocks(at)
	for range 4 { // the books balance at any moment, not only at the end
		at(func() { s.checkBooks(context.Background()) })
	}
}

func (s *simulation) bootIfDown(i int) {
	if s.nodes[i] == nil {
		s.boot(i)
	}
}
