// Package clock estimates how far a server's clock is from this machine's, so that what the server has stamped can be
// compared with what happens here.
//
// A question and its answer bound the difference: the server read its clock after the question was sent and before the
// answer was there. The shortest round trips bound it best, and a clock that is told in whole milliseconds is bounded
// by several better than by one. Deliberately absent: the network, and any correction of a clock.
package clock

import (
	"slices"
	"sync"
	"time"
)

// Clock is the server's, as far as it is known; nothing asked yet, it is this machine's. Safe for concurrent use.
type Clock struct {
	mu      sync.Mutex
	samples []sample // the newest last
	now     Estimate
}

// sample is one round trip: the difference lies between low and high.
type sample struct {
	at        time.Time
	low, high time.Duration
	trip      time.Duration
}

// Estimate is what is known; without samples all is 0.
type Estimate struct {
	Offset  time.Duration // of the server's clock: positive when it is ahead
	Error   time.Duration // the offset is right to this much either way
	Trip    time.Duration // the shortest round trip
	Samples int           // that the estimate was made from
}

const (
	keep     = 20 * time.Second // clocks drift apart: an older sample says nothing of now
	keepMost = 256
	stamp    = time.Millisecond // what a server tells is cut to it
)

// Answered takes a round trip, and what the server said in between, in Unix milliseconds.
func (c *Clock) Answered(sent, received time.Time, serverMS int64) {
	trip := received.Sub(sent)
	if trip < 0 {
		return
	}
	serverTime := time.UnixMilli(serverMS)
	high := serverTime.Add(stamp).Sub(sent.Round(0))
	s := sample{at: received, low: serverTime.Sub(sent.Round(0).Add(trip)), high: high, trip: trip}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.samples = append(slices.DeleteFunc(c.samples, func(s sample) bool { return received.Sub(s.at) > keep }), s)
	c.samples = c.samples[max(0, len(c.samples)-keepMost):]
	c.now = estimate(c.samples)
}

// estimate is the middle of what the newest round trip allows and those before it, as far back as they agree: a clock
// that was set, or goes at another speed, contradicts what it said long ago.
func estimate(samples []sample) Estimate {
	newest := samples[len(samples)-1]
	low, high, e := newest.low, newest.high, Estimate{Trip: newest.trip}
	for _, s := range slices.Backward(samples) {
		if s.low > high || s.high < low {
			break
		}
		low, high = max(low, s.low), min(high, s.high)
		e.Trip, e.Samples = min(e.Trip, s.trip), e.Samples+1
	}
	e.Offset, e.Error = low+(high-low)/2, (high-low)/2
	return e
}

// Now is the server's time.
func (c *Clock) Now() time.Time { return time.Now().Add(c.Estimate().Offset) }

// Estimate is what is known now.
func (c *Clock) Estimate() Estimate {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}
