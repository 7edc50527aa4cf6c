package clock

import (
	"math/rand/v2"
	"testing"
	"time"
)

// server answers questions by a clock that is so far ahead, over a network of known delays.
type server struct {
	ahead time.Duration
	at    time.Time
}

func (s *server) ask(c *Clock, there, back time.Duration) {
	told := s.at.Add(there + s.ahead)
	c.Answered(s.at, s.at.Add(there+back), told.UnixMilli())
	s.at = s.at.Add(there + back + 10*time.Millisecond + 370*time.Microsecond)
}

func TestTheOffsetIsThatOfTheShortestRoundTrips(t *testing.T) {
	for _, ahead := range []time.Duration{0, 5 * time.Second, -5 * time.Second, 1234567 * time.Microsecond} {
		t.Run(ahead.String(), func(t *testing.T) {
			s := &server{ahead, time.UnixMilli(1_800_000_000_000)}
			rng := rand.New(rand.NewPCG(1, 1))
			var c Clock
			for range 60 { // most answers wait in one direction only, which shifts the middle of their round trip
				back := 200 * time.Microsecond
				if rng.IntN(4) > 0 {
					back += time.Duration(rng.IntN(80)) * time.Millisecond
				}
				s.ask(&c, 200*time.Microsecond, back)
			}
			e := c.Estimate()
			if off := (e.Offset - ahead).Abs(); off > e.Error || e.Error > time.Millisecond || e.Samples < 5 ||
				e.Trip != 400*time.Microsecond {
				t.Errorf("off by %v: %+v", off, e)
			}
			if now := c.Now().Sub(time.Now().Add(ahead)).Abs(); now > 50*time.Millisecond {
				t.Errorf("now is off by %v", now)
			}
		})
	}
}

func TestAClockThatIsSetIsFollowed(t *testing.T) {
	s := &server{0, time.UnixMilli(1_800_000_000_000)}
	var c Clock
	for range 20 {
		s.ask(&c, time.Millisecond, time.Millisecond)
	}
	s.ahead = time.Second
	s.ask(&c, 2*time.Millisecond, 2*time.Millisecond)
	if e := c.Estimate(); (e.Offset-time.Second).Abs() > e.Error || e.Samples != 1 {
		t.Errorf("%+v after the clock was set", e)
	}
}

func TestNothingAskedIsThisMachinesClock(t *testing.T) {
	var c Clock
	if e := c.Estimate(); e != (Estimate{}) {
		t.Errorf("%+v", e)
	}
}

func TestOldSamplesAreForgotten(t *testing.T) {
	s := &server{0, time.UnixMilli(1_800_000_000_000)}
	var c Clock
	s.ask(&c, 0, 0)
	s.at = s.at.Add(2 * keep)
	s.ask(&c, 3*time.Millisecond, 3*time.Millisecond)
	if e := c.Estimate(); e.Trip != 6*time.Millisecond {
		t.Errorf("%+v: the shortest round trip is of two minutes ago", e)
	}
}
