// Package lane runs the work of one actor one piece at a time, across the waits in between.
//
// A lane belongs to one mailbox and is not safe for concurrent use. Deliberately absent: goroutines and time.
package lane

// Lane is a bounded queue with one piece of work in flight.
type Lane struct {
	max   int
	queue []func(done func())
	busy  bool
}

// New returns a lane in which at most max pieces wait. A full lane refuses and its owner answers CodeBusy: the caller
// repeats with the same key, which is cheaper than a queue that grows while the store is slow.
func New(max int) *Lane { return &Lane{max: max} }

// Do runs work now or after what came before it, and reports whether there was room. work calls done exactly once.
func (l *Lane) Do(work func(done func())) bool {
	if l.busy {
		if len(l.queue) >= l.max {
			return false
		}
		l.queue = append(l.queue, work)
		return true
	}
	l.run(work)
	return true
}

// First puts work before all that waits, whatever the bound: an actor's own duties are few.
func (l *Lane) First(work func(done func())) {
	if l.busy {
		l.queue = append([]func(func()){work}, l.queue...)
		return
	}
	l.run(work)
}

// Idle reports whether nothing is in flight or waiting.
func (l *Lane) Idle() bool { return !l.busy && len(l.queue) == 0 }

func (l *Lane) run(work func(done func())) {
	l.busy = true
	work(l.next)
}

func (l *Lane) next() {
	l.busy = false
	if len(l.queue) == 0 {
		l.queue = nil
		return
	}
	work := l.queue[0]
	l.queue[0] = nil
	l.queue = l.queue[1:]
	l.run(work)
}
