package sim

import (
	"context"
	"time"

	"jadebox/actors/battle"
	"jadebox/actors/roll"
	"jadebox/store"
	"jadebox/store/memory"
)

// outcome is what a run came to.
type outcome struct {
	violation string
	trace     string
	steps     int
	openings  int
	battles   int // settled; in a run of rolls, drawn
	voided    int
}

const (
	stepsMax = 50_000
	playTime = 90 * time.Second // of clients and faults
)

// simulate plays one seed: clients, faults and crashes for a while, then a last crash, a calm start, time for every
// deadline to pass, and the audit.
func simulate(seed uint64, bugs memory.Bugs) outcome { return simulateWith(seed, bugs, false, nil) }

// simulateRolls is simulate with roll rooms in place of battles.
func simulateRolls(seed uint64, bugs memory.Bugs) outcome {
	return simulateWith(seed, bugs, false, &rolls{})
}

// simulateWith may ignore the epochs of rooms, to see what the books alone find.
func simulateWith(seed uint64, bugs memory.Bugs, booksOnly bool, d drama) outcome {
	w := newWorld(seed)
	s, err := newSimulation(seed, bugs, 2+w.rng.IntN(3))
	if err != nil {
		return outcome{violation: "set-up: " + err.Error()}
	}
	s.booksOnly, s.drama = booksOnly, d
	s.boot(0)
	if s.chance(.6) {
		s.boot(1)
	}
	s.faults = true
	for _, c := range s.clients {
		c.left = 4 + s.rng.IntN(5)
		s.after(nil, s.between(0, 2*time.Second), "client", c.act)
	}
	s.plotFaults()
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

	s.faults = false
	s.crash()
	s.boot(0)
	if quiet := s.run(2*stepsMax, func() bool { return s.broken != "" }); !quiet {
		s.fail("not quiet after %d steps", s.steps)
	}
	if s.broken == "" {
		s.audit(context.Background())
	}
	o := outcome{violation: s.broken, trace: s.hash(), steps: s.steps}
	o.openings, o.battles, o.voided = s.counts(context.Background())
	return o
}

// plotFaults puts kills, crashes, restarts and clock jumps on the calendar.
func (s *simulation) plotFaults() {
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
	for range s.rng.IntN(4) {
		at(func() {
			if n := s.nodes[s.rng.IntN(2)]; n != nil {
				n.skew = s.between(-30*time.Second, 30*time.Second)
				if s.chance(.1) {
					n.skew = s.between(-30*24*time.Hour, 30*24*time.Hour)
				}
			}
		})
	}
	for range 4 { // the books balance at any moment, not only at the end
		at(func() { s.checkBooks(context.Background()) })
	}
}

func (s *simulation) bootIfDown(i int) {
	if s.nodes[i] == nil {
		s.boot(i)
	}
}

func (s *simulation) counts(ctx context.Context) (openings, battles, voided int) {
	for _, c := range s.clients {
		_, n, _ := s.engine.Ops(ctx, store.OpQuery{Player: c.id, Kinds: []string{"box.open"}})
		openings += n
	}
	for _, kind := range []string{battle.Kind, roll.Kind} {
		final, _, _ := s.engine.FinalRooms(ctx, kind, "", store.Page{Limit: 1000})
		for _, r := range final {
			if r.Status == store.RoomSettled {
				battles++
			} else {
				voided++
			}
		}
	}
	return openings, battles, voided
}
