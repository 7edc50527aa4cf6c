package sim

import (
	"container/heap"
	"context"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/room"
	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/shop/payment"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// Clocks are faults of every workload. A machine sleeps, its own clock is set, the database's is: by a minute, twenty,
// or thirty days, in either direction. No process may show more of it than what its machine slept and what the database
// said when it started, and it says what it saw.

// steps of a clock, of the database or of a machine.
var steps = []time.Duration{-30 * 24 * time.Hour, -20 * time.Minute, -time.Minute, -15 * time.Second,
	15 * time.Second, time.Minute, 20 * time.Minute, 30 * 24 * time.Hour}

// database is where processes ask for the time.
type database struct {
	w     *world
	ahead time.Duration
}

// Time implements siteclock.Database.
func (d *database) Time(context.Context) (time.Time, error) { return d.w.now.Add(d.ahead), nil }

// machine is what a process runs on: how long it has slept, how far its own clock is off, and what that has logged.
type machine struct {
	sim    *simulation
	life   *life
	booted time.Time
	slept  time.Duration
	clock  *siteclock.Clock
	last   time.Time // that its process has seen
	log    clockLog
}

// clockLog is the log of a clock.
type clockLog struct{ sleeps, differs, agrees int }

func (t *clockLog) Write(line []byte) (int, error) {
	switch s := string(line); {
	case strings.Contains(s, "slept"):
		t.sleeps++
	case strings.Contains(s, "differs"):
		t.differs++
	case strings.Contains(s, "agrees"):
		t.agrees++
	}
	return len(line), nil
}

const (
	sleepMax    = 20 * time.Minute
	followEvery = 30 * time.Second // as siteclock does
	noticeIn    = time.Second
)

// start sets a process's clock: the machine's, which may say anything, and then the database's.
func (m *machine) start(s *simulation, l *life) {
	m.sim, m.life, m.booted = s, l, s.now
	lived := func() time.Duration { return s.now.Sub(m.booted) }
	m.clock = siteclock.Of(s.now.Add(s.set), func() time.Duration { return lived() - m.slept }, lived)
	if err := m.clock.Start(context.Background(), &s.database, 0); err != nil {
		s.fail("time of the database: %v", err)
	}
	m.last = m.clock.Now()
	if s.faults {
		s.after(l, s.between(0, followEvery), "clock", m.follow)
	}
}

// follow asks the database now and then, until the calm part of a run.
func (m *machine) follow() {
	s := m.sim
	log := zerolog.New(&m.log)
	before := m.log
	m.clock.Follow(context.Background(), &s.database, 0, log)
	if apart := m.clock.Apart().Abs(); apart > time.Second && m.log.differs == 0 ||
		m.log != before && m.log.differs-m.log.agrees > 1 {
		s.fail("a database that is %v apart was told of %d times, and %d times that it is not", apart, m.log.differs,
			m.log.agrees)
	}
	if s.faults {
		s.after(m.life, followEvery, "clock", m.follow)
	}
}

// now is what the process goes by.
func (m *machine) now() time.Time {
	now := m.sim.stepped(m)
	if now.Before(m.last) {
		m.sim.fail("a process saw %v after %v", now, m.last)
	}
	m.last = now
	return now
}

// stepped is the clock, or the database's itself where that is what is wrong in the play.
func (s *simulation) stepped(m *machine) time.Time {
	if s.steppedClock {
		return s.now.Add(s.database.ahead)
	}
	return m.clock.Now()
}

// sleep lets nothing of a process happen for so long; its timers count on when it has woken.
func (m *machine) sleep(d time.Duration) {
	s := m.sim
	s.log("sleep %s", d)
	m.life.wakes = s.now.Add(d)
	for _, t := range s.timers {
		if t.what.life == m.life {
			t.at = t.at.Add(d)
		}
	}
	heap.Init(&s.timers)
	s.after(nil, d, "wake", func() {
		m.slept += d
		m.life.wakes = time.Time{}
		s.ready = append(s.ready, m.life.held...)
		m.life.held = nil
		s.after(m.life, s.between(0, noticeIn), "clock", func() {
			before := m.log.sleeps
			if m.clock.Wake(zerolog.New(&m.log)); d > 2*time.Second && m.log.sleeps != before+1 {
				s.fail("a machine slept %v and %d times it was told", d, m.log.sleeps-before)
			}
		})
	})
}

// injectClocks puts on the calendar what clocks do.
func (s *simulation) injectClocks(at func(func())) {
	step := func() time.Duration {
		d := steps[s.rng.IntN(len(steps))]
		if d.Abs() > time.Hour && s.chance(.5) {
			d = d / d.Abs() * time.Minute
		}
		return d
	}
	for range s.rng.IntN(3) { // NTP, or an administrator
		at(func() { s.database.ahead += step() })
	}
	for range s.rng.IntN(2) {
		at(func() { s.set += step() })
	}
	if s.chance(.4) {
		at(func() {
			n := s.nodes[s.rng.IntN(2)]
			if n == nil || n.life.asleep() {
				return
			}
			d := s.between(time.Second, time.Minute)
			if s.chance(.3) {
				d = s.between(time.Minute, sleepMax)
			}
			n.sleep(d)
		})
	}
}

// stormMost is how many ops the house may make in stormIn, by all processes: 22 were seen in 4,000 seeds. What
// clocks that step brought were hundreds of rooms.
const (
	stormIn   = 5 * time.Second
	stormMost = 60
)

// counts is fed with every op of a process.
func (s *simulation) counts(op *store.Op) {
	if op.Player != 0 {
		return
	}
	in := s.now.Sub(genesis) / stormIn
	if s.storm[in]++; s.storm[in] > s.stormed {
		s.stormed = s.storm[in]
	}
	if s.storm[in] > stormMost {
		s.fail("the house makes %d ops in %v, the last one is %s", s.storm[in], stormIn, op.Kind)
	}
}

// checkDrawable: a room whose draw was committed is drawn, whatever clocks do, for the beacon never stays away. One
// that has failed three times is void by itself.
func (s *simulation) checkDrawable(op *store.OpRecord) {
	w := op.Room
	if w == nil || w.Status != store.RoomVoid || w.FromStatus != store.RoomLocked || w.Kind == payment.KindWithdrawal {
		return
	}
	for _, l := range op.Leaves {
		leaf, err := fairlog.Parse(l.Data)
		if v, void := leaf.(*fairlog.Void); err == nil && void {
			if v.Reason != room.ReasonBroken {
				s.fail("op %d (%s) voids room %d that could be drawn: %s", op.ID, op.Kind, w.Room, v.Reason)
			}
			return
		}
	}
	s.fail("op %d (%s) voids room %d and says no reason", op.ID, op.Kind, w.Room)
}
