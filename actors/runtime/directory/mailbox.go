package directory

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// activation is one actor: the protoactor side of a Handler.
type activation struct {
	dir  *Embedded
	kind Kind
	name name

	gone atomic.Bool // ended: nothing more need be sent

	// Guarded by the shard's lock. pid is for senders.
	pid      *actor.PID
	open     map[uint64]*opened
	lastOpen uint64

	// Mailbox only, but for self: it is set before the handler begins and never again.
	self     *actor.PID
	handler  Handler
	life     int // of the handler; calls for an earlier one are dropped
	restarts int
	epoch    uint32 // the last one given
	ended    bool
}

// opened is a request without an answer.
type opened struct {
	msg      any
	done     func(any, error)
	received bool
	moved    int // how many activations ended before they received it
}

type request struct {
	number uint64
	msg    any
}

type reenter struct {
	life int
	f    func()
}

type halt struct{}

// Receive implements actor.Actor.
func (c *activation) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case *actor.Started:
		c.self = ctx.Self()
		c.guard(func() { c.handler = c.kind.New(c.name.id, c.at()) })
	case request:
		c.receive(m)
	case reenter:
		if m.life == c.life && !c.ended {
			c.guard(m.f)
		}
	case halt:
		c.end()
	case *actor.Stopped:
		c.end()
		c.dir.activations.Done()
	}
}

func (c *activation) receive(m request) {
	s := c.dir.shard(c.name)
	s.mu.Lock()
	o := c.open[m.number]
	if o != nil {
		o.received = true
	}
	s.mu.Unlock()
	if o == nil || c.ended {
		return
	}
	c.guard(func() {
		c.handler.Receive(Request{Msg: m.msg, reply: func(v any, err error) { c.answer(m.number, v, err) }})
	})
}

func (c *activation) answer(number uint64, v any, err error) {
	s := c.dir.shard(c.name)
	s.mu.Lock()
	o := c.open[number]
	delete(c.open, number)
	s.mu.Unlock()
	if o != nil {
		c.dir.open.Add(-1)
		o.done(v, err)
	}
}

// answerAll answers open requests in the order in which they came.
func (c *activation) answerAll(received bool, err error) {
	s := c.dir.shard(c.name)
	s.mu.Lock()
	var numbers []uint64
	for _, n := range slices.Sorted(maps.Keys(c.open)) {
		if !received || c.open[n].received {
			numbers = append(numbers, n)
		}
	}
	s.mu.Unlock()
	for _, n := range numbers {
		c.answer(n, nil, err)
	}
}

// movedMax bounds how often a request is handed on.
const movedMax = 3

// handOn gives requests that came too late to be received to the activation that follows: nothing has been done about
// them.
func (c *activation) handOn() {
	s := c.dir.shard(c.name)
	s.mu.Lock()
	var late []*opened
	for _, n := range slices.Sorted(maps.Keys(c.open)) {
		if o := c.open[n]; !o.received && o.moved < movedMax {
			late = append(late, o)
			delete(c.open, n)
		}
	}
	s.mu.Unlock()
	for _, o := range late {
		c.dir.open.Add(-1)
		c.dir.post(c.name, &opened{msg: o.msg, done: o.done, moved: o.moved + 1})
	}
}

// restartsMax ends an activation that panics again and again; the next request starts a fresh one.
const restartsMax = 8

// guard runs a function of the handler. A panic is a broken invariant: what the handler held in memory is not believed
// any more, a new handler loads again. protoactor's own supervision would do so too, but lose the open requests.
func (c *activation) guard(f func()) {
	defer func() {
		reason := recover()
		if reason == nil {
			return
		}
		c.dir.opt.Log.Error().Str("kind", c.name.kind).Str("id", c.name.id).Int("restarts", c.restarts).
			Str("panic", fmt.Sprint(reason)).Bytes("stack", debug.Stack()).Msg("actor failed")
		c.life++
		c.restarts++
		c.handler = nil
		c.answerAll(true, errPanic)
		if c.restarts > restartsMax {
			c.end()
			return
		}
		c.guard(func() { c.handler = c.kind.New(c.name.id, c.at()) })
	}()
	f()
}

// end takes the activation out of the directory and stops it.
func (c *activation) end() {
	if c.ended {
		return
	}
	c.ended = true
	c.gone.Store(true)
	c.remove(true)
	c.handOn()
	c.answerAll(false, errStopped)
	if c.handler != nil {
		c.handler.Stop()
	}
	c.dir.system.Root.Stop(c.self)
}

// remove makes the next request spawn another activation. Unless forced it refuses while requests are open: one that
// came in between must not be lost.
func (c *activation) remove(force bool) bool {
	s := c.dir.shard(c.name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !force && len(c.open) > 0 {
		return false
	}
	if s.activations[c.name] == c {
		delete(s.activations, c.name)
	}
	return true
}

// at is the Activation of the current handler.
func (c *activation) at() Activation { return life{c, c.life} }

// life is an Activation bound to one handler.
type life struct {
	*activation
	number int
}

func (l life) Restarts() int { return l.restarts }

func (l life) Life() int { return l.number }

func (l life) Epoch(least uint32) uint32 {
	l.epoch = max(least, l.epoch+1)
	return l.epoch
}

func (l life) Recovered() { l.restarts = 0 }

func (l life) Reenter(f func()) {
	if !l.gone.Load() {
		l.dir.system.Root.Send(l.self, reenter{l.number, f})
	}
}

func (l life) After(d time.Duration, f func()) *Timer {
	t := &Timer{}
	t.cancel = l.dir.opt.After(max(d, 0), func() {
		l.Reenter(func() {
			if !t.stopped {
				t.stopped = true
				f()
			}
		})
	})
	return t
}

func (l life) Go(work func() func()) {
	l.dir.opt.Go(func() {
		then := attempt(work)
		if then != nil {
			l.Reenter(then)
		}
	})
}

// attempt turns a panic of work into a panic of the actor that asked for it.
func attempt(work func() func()) (then func()) {
	defer func() {
		if reason := recover(); reason != nil {
			then = func() { panic(reason) }
		}
	}()
	return work()
}

func (l life) Passivate() bool {
	if l.ended || !l.remove(false) {
		return false
	}
	l.end()
	return true
}

func (l life) Fail() { l.end() }
