package sim

import (
	"container/heap"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// world is time and scheduling: one thing happens at a time, chosen by the seed among all that could happen now.
type world struct {
	rng    *rand.Rand
	now    time.Time
	ready  []runnable
	timers timers
	seq    int
	trace  hash.Hash
	steps  int
	inline bool // while the world is set up: no interleaving
	boxes  []*mailbox
}

// runnable is a mailbox with messages or a piece of work. life is nil for what belongs to the outside.
type runnable struct {
	life *life
	name string
	run  func()
}

// life is a process: what belongs to one that was killed does not run any more, and to one whose machine sleeps not
// yet.
type life struct {
	dead  bool
	wakes time.Time // zero while it is awake
	held  []runnable
}

func (l *life) asleep() bool { return !l.wakes.IsZero() }

var genesis = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newWorld(seed uint64) *world {
	return &world{rng: rand.New(rand.NewPCG(seed, 0x4a616465)), now: genesis, trace: sha256.New()}
}

func (w *world) hash() string { return hex.EncodeToString(w.trace.Sum(nil))[:16] }

func (w *world) chance(p float64) bool { return w.rng.Float64() < p }

func (w *world) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(w.rng.Int64N(int64(hi-lo)))
}

func (w *world) log(format string, a ...any) { fmt.Fprintf(w.trace, format+"\n", a...) }

// soon runs f at some point of the present instant, or at once while the world is set up.
func (w *world) soon(l *life, name string, f func()) {
	if w.inline {
		f()
		return
	}
	w.ready = append(w.ready, runnable{l, name, f})
}

// after runs f once d has passed.
func (w *world) after(l *life, d time.Duration, name string, f func()) (cancel func()) {
	w.seq++
	t := &timer{at: w.now.Add(d), seq: w.seq, what: runnable{l, name, f}}
	heap.Push(&w.timers, t)
	return func() { t.what.run = nil }
}

// Read gives keys and codes; it implements io.Reader from the seed.
func (w *world) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(w.rng.Uint32())
	}
	return len(p), nil
}

// run goes on until nothing is left to happen, until stop says so, or until the budget is spent (false: not quiet).
func (w *world) run(budget int, stop func() bool) bool {
	for ; w.steps < budget; w.steps++ {
		if stop != nil && stop() {
			return true
		}
		if len(w.ready) == 0 {
			if w.timers.Len() == 0 {
				return true
			}
			t := heap.Pop(&w.timers).(*timer)
			if t.at.After(w.now) {
				w.now = t.at
			}
			w.ready = append(w.ready, t.what)
		}
		i := w.rng.IntN(len(w.ready))
		r := w.ready[i]
		last := len(w.ready) - 1
		w.ready[i], w.ready[last] = w.ready[last], runnable{}
		w.ready = w.ready[:last]
		if r.run == nil || r.life != nil && r.life.dead {
			continue
		}
		if r.life != nil && r.life.asleep() {
			r.life.held = append(r.life.held, r)
			continue
		}
		w.log("%d %s", w.now.UnixMicro(), r.name)
		r.run()
	}
	return false
}

type timer struct {
	at   time.Time
	seq  int
	what runnable
}

// timers are ordered by time and then by age: two at one instant do not race.
type timers []*timer

func (t timers) Len() int { return len(t) }
func (t timers) Less(i, j int) bool {
	return t[i].at.Before(t[j].at) || t[i].at.Equal(t[j].at) && t[i].seq < t[j].seq
}
func (t timers) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t *timers) Push(x any)   { *t = append(*t, x.(*timer)) }
func (t *timers) Pop() any {
	old := *t
	last := old[len(old)-1]
	old[len(old)-1] = nil
	*t = old[:len(old)-1]
	return last
}

// mailbox delivers one message a step.
type mailbox struct {
	w         *world
	life      *life
	name      string
	system    []any
	user      []any
	suspended bool
	queued    bool
	to        actor.MessageInvoker
}

// props make protoactor's actors run in the world.
func (w *world) props(l *life) []actor.PropsOption {
	return []actor.PropsOption{actor.WithDispatcher(w), actor.WithMailbox(func() actor.Mailbox {
		w.seq++
		b := &mailbox{w: w, life: l, name: fmt.Sprint("actor ", w.seq)}
		w.boxes = append(w.boxes, b)
		return b
	})}
}

// end lets go of the actors, which the shared system would keep for ever, and of all that they know.
func (w *world) end() {
	for _, b := range w.boxes {
		if actor, ok := b.to.(interface{ Self() *actor.PID }); ok {
			system.ProcessRegistry.Remove(actor.Self())
		}
		*b = mailbox{}
	}
}

// Schedule implements actor.Dispatcher; mailboxes schedule themselves.
func (w *world) Schedule(func()) { panic("sim: the world's mailboxes need no dispatcher") }

// Throughput implements actor.Dispatcher.
func (w *world) Throughput() int { return 1 }

func (b *mailbox) PostUserMessage(m any) {
	b.user = append(b.user, m)
	b.kick()
}

func (b *mailbox) PostSystemMessage(m any) {
	b.system = append(b.system, m)
	b.kick()
}

func (b *mailbox) RegisterHandlers(to actor.MessageInvoker, _ actor.Dispatcher) { b.to = to }
func (b *mailbox) Start()                                                       {}
func (b *mailbox) UserMessageCount() int                                        { return len(b.user) }

func (b *mailbox) kick() {
	if !b.queued && (len(b.system) > 0 || !b.suspended && len(b.user) > 0) {
		b.queued = true
		b.w.ready = append(b.w.ready, runnable{b.life, b.name, b.step})
	}
}

func (b *mailbox) step() {
	b.queued = false
	defer b.kick()
	if len(b.system) > 0 {
		m := b.system[0]
		b.system = b.system[1:]
		switch m.(type) {
		case *actor.SuspendMailbox:
			b.suspended = true
		case *actor.ResumeMailbox:
			b.suspended = false
		default:
			b.to.InvokeSystemMessage(m)
		}
		return
	}
	if !b.suspended && len(b.user) > 0 {
		m := b.user[0]
		b.user = b.user[1:]
		b.w.log("  %T", m)
		b.to.InvokeUserMessage(m)
	}
}
