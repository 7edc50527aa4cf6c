//go:build linux

package main

import (
	"context"
	"fmt"
	"time"

	"jadebox/tools/kill/process"
)

// load is what a crowd of one room is told.
type load struct {
	sockets, stalled int
	perS, burst      int // bursts a second; perS 0: as fast as the crowd receives, at most window ahead
	during           time.Duration
	live             bool // memory is read after a collection, where a server can be told to
}

// outcome is what one server made of a load.
type outcome struct {
	us         float64 // server CPU a delivery
	perS       float64 // deliveries
	p50, p99   time.Duration
	uneven     float64 // crowd.unevenness
	rss        int64   // bytes more than before
	deliveries int
	expected   int
	ended      int // sockets that the server closed
	held       int // bytes that a stalled reader has in its receive buffer, mean
}

const (
	window    = 48 // texts of a saturated room that are on their way: less than any server here queues for a socket
	quietFor  = time.Second
	warmFor   = time.Second
	lateAtAll = 15 * time.Second // after the last text: what is not there by then does not come
	settle    = 1500 * time.Millisecond
)

func (b *bench) drive(ctx context.Context, k kind, l load) (o outcome, err error) {
	s, err := b.start(ctx, k)
	if err != nil {
		return o, err
	}
	defer func() {
		if stopped := s.stop(); err == nil {
			err = stopped
		}
	}()
	c, err := newCrowd(s.speech)
	if err != nil {
		return o, err
	}
	defer c.close()
	healthy := l.sockets - l.stalled
	c.stalled = healthy
	if err := c.join(s.addr, l.sockets); err != nil {
		return o, err
	}
	if err := c.idle(settle); err != nil { // the room tells how many watch
		return o, err
	}
	if c.sample = 16; l.perS == 0 {
		c.sample = 128
	}
	rss, err := s.memory(l.live) // before the warm-up: what readers stall from then on is the load's
	if err != nil {
		return o, err
	}
	behind, err := c.warmUp(s, l, healthy)
	if err != nil {
		return o, err
	}
	cpu, err := process.CPU(s.pid)
	if err != nil {
		return o, err
	}
	began := time.Now()
	sent, err := c.tell(s, l, healthy)
	if err != nil {
		return o, err
	}
	o.perS = float64(c.received) / time.Since(began).Seconds()
	if err := c.drain(behind + sent*healthy); err != nil {
		return o, err
	}
	after, err := process.CPU(s.pid)
	if err != nil {
		return o, err
	}
	grown, err := s.memory(l.live)
	if err != nil {
		return o, err
	}
	o.us = float64((after - cpu).Microseconds()) / float64(max(1, c.received))
	o.p50, o.p99, o.uneven = c.percentile(0.5), c.percentile(0.99), c.unevenness()
	o.rss, o.ended, o.held = grown-rss, c.ended, c.held()
	o.deliveries, o.expected = c.received, behind+sent*healthy
	return o, nil
}

// warmUp tells the load for a while and discards what was seen of it: a process that has just started grows its heap
// and makes its buffers meanwhile, and ours has served every row before. It returns how many deliveries have not come.
func (c *crowd) warmUp(s *server, l load, healthy int) (behind int, err error) {
	l.during = warmFor
	sent, err := c.tell(s, l, healthy)
	if err != nil {
		return 0, err
	}
	if err := c.drain(sent * healthy); err != nil {
		return 0, err
	}
	behind = sent*healthy - c.received
	c.received, c.delays = 0, c.delays[:0]
	for _, m := range c.members {
		if m != nil {
			m.got, m.late = 0, 0
		}
	}
	return behind, nil
}

// tell publishes and reads until the time is over, and returns how many texts there were.
func (c *crowd) tell(s *server, l load, healthy int) (sent int, err error) {
	began := time.Now()
	next, end := began, began.Add(l.during)
	burst := make([]string, l.burst)
	for now := began; now.Before(end); now = time.Now() {
		wait := time.Until(next)
		if due := l.perS > 0 && wait <= 0 || l.perS == 0 && c.received >= (sent+l.burst-window)*healthy; due {
			for i := range burst {
				burst[i] = text()
			}
			if err := s.publish(burst); err != nil {
				return sent, err
			}
			sent += l.burst
			if l.perS > 0 {
				next = next.Add(time.Second / time.Duration(l.perS))
			}
			wait = 0
		}
		if l.perS == 0 && wait < 0 {
			wait = 10 * time.Millisecond
		}
		if err := c.read(min(wait, 10*time.Millisecond)); err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// drain reads what is still on its way.
func (c *crowd) drain(want int) error {
	end, last, heard := time.Now().Add(lateAtAll), time.Now(), c.received
	for c.received < want && time.Now().Before(end) && time.Since(last) < quietFor {
		if err := c.read(20 * time.Millisecond); err != nil {
			return err
		}
		if c.received != heard {
			heard, last = c.received, time.Now()
		}
	}
	return nil
}

// idle reads for a while.
func (c *crowd) idle(during time.Duration) error {
	for end := time.Now().Add(during); time.Now().Before(end); {
		if err := c.read(20 * time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// turns lets every kind do the load, round by round, those that judge nothing in the first only, and returns their
// means in the kinds' order. Every other round goes backwards: none is always the first.
func (b *bench) turns(ctx context.Context, kinds []kind, l load) ([]outcome, error) {
	sums, n := make([]outcome, len(kinds)), make([]int, len(kinds))
	for round := range b.Rounds {
		for _, i := range turnsOf(len(kinds), round) {
			k := kinds[i]
			if k.absent || round > 0 && i > 0 && !k.judges() {
				continue
			}
			o, err := b.drive(ctx, k, l)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", k.name, err)
			}
			if i == 0 && (o.deliveries != o.expected || o.ended > 0) {
				return nil, fmt.Errorf("%s: %d deliveries, want %d; %d sockets were closed", k.name, o.deliveries,
					o.expected, o.ended)
			}
			sums[i].add(o)
			n[i]++
		}
	}
	for i := range sums {
		sums[i].divide(max(1, n[i]))
	}
	return sums, nil
}

// turnsOf is who takes its turn when in a round.
func turnsOf(n, round int) []int {
	list := make([]int, n)
	for i := range list {
		if list[i] = i; round%2 == 1 {
			list[i] = n - 1 - i
		}
	}
	return list
}

func (o *outcome) add(more outcome) {
	o.us, o.perS, o.uneven = o.us+more.us, o.perS+more.perS, o.uneven+more.uneven
	o.p50, o.p99, o.rss = o.p50+more.p50, o.p99+more.p99, o.rss+more.rss
	o.deliveries, o.expected, o.ended = o.deliveries+more.deliveries, o.expected+more.expected, o.ended+more.ended
	o.held = max(o.held, more.held)
}

// divide makes a mean of the sum of n; counts stay sums.
func (o *outcome) divide(n int) {
	o.us, o.perS, o.uneven = o.us/float64(n), o.perS/float64(n), o.uneven/float64(n)
	o.p50, o.p99, o.rss = o.p50/time.Duration(n), o.p99/time.Duration(n), o.rss/int64(n)
}
