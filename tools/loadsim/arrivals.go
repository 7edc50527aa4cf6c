package loadsim

import (
	"context"
	"sync"
	"time"

	"jadebox/tools/loadsim/arrival"
	"jadebox/tools/loadsim/measure"
	"jadebox/tools/loadsim/report"
)

// arrivals are an open model at work: turns fall due at times that were planned, whether or not a bot is free. What is
// then measured counts from the time that was meant: a server that stalls is not asked less, and does not look fast.
type arrivals struct {
	stages  arrival.Stages
	queue   chan time.Time
	drained chan struct{} // closed when all were begun
	late    *measure.Times

	mu             sync.Mutex
	planned, begun int64
	dropped        int64 // of planned: the queue was full
	whole          bool  // nothing more will be planned
}

const (
	// queueMax arrivals wait for a bot; more are unserved at once: no bot would be free for them.
	queueMax = 1 << 16
	// lastWithin is how long after the last stage what fell due in it may still be begun.
	lastWithin = 2 * time.Second
)

func newArrivals(s arrival.Stages) *arrivals {
	return &arrivals{stages: s, queue: make(chan time.Time, queueMax), drained: make(chan struct{}),
		late: measure.NewTimes()}
}

// pace lets arrivals fall due until the stages or the playing time are over.
func (a *arrivals) pace(r *run) {
	defer close(a.queue)
	begun := time.Now()
	for at := range a.stages.Times() {
		due := begun.Add(at)
		r.pause(time.Until(due))
		if r.over() {
			return
		}
		a.mu.Lock()
		a.planned++
		select {
		case a.queue <- due:
		default:
			a.dropped++
		}
		a.mu.Unlock()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.whole = true
	a.settle()
}

// settle says when all were begun; a.mu is held.
func (a *arrivals) settle() {
	if a.whole && a.begun+a.dropped == a.planned {
		close(a.drained)
	}
}

// serve lets one part take arrivals for as long as it can play.
func (a *arrivals) serve(ctx context.Context, r *run, p part) {
	for {
		select {
		case <-r.playing:
			return
		case due, ok := <-a.queue:
			if !ok {
				return
			}
			a.late.Took(time.Since(due))
			if r.over() {
				return
			}
			a.mu.Lock()
			a.begun++
			a.settle()
			a.mu.Unlock()
			p.host.due = due
			if !p.once(ctx) {
				return
			}
			p.host.due = time.Time{}
		}
	}
}

// end counts who was not served, with the time that they waited in vain, when nothing falls due any more.
func (a *arrivals) end() *report.Arrivals {
	if a == nil {
		return nil
	}
	for due := range a.queue {
		a.late.Took(time.Since(due))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return &report.Arrivals{Stages: a.stages.String(), Planned: a.planned, Unserved: a.planned - a.begun,
		Late: a.late.Latency()}
}
