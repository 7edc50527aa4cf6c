package directory

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/asynkron/protoactor-go/actor"
	"github.com/rs/zerolog"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

// Options of Embedded. The zero value is real time, goroutines and protoactor's own mailboxes on workers; the simulator
// replaces all.
type Options struct {
	Log zerolog.Logger
	// System is shared with the caller, who shuts it down; nil makes one that Drain shuts down.
	System *actor.ActorSystem
	// After calls f once after d unless cancelled. nil: time.AfterFunc.
	After func(d time.Duration, f func()) (cancel func())
	// Go runs a function that may block. nil: a goroutine.
	Go func(f func())
	// Props are added to every actor (mailbox, dispatcher). nil: mailboxes run on workers.
	Props []actor.PropsOption
	// OpenMax bounds the requests that one actor has not answered; more are refused with CodeBusy, so that a slow actor
	// costs its callers an error and not the process its memory. 0: 1024.
	OpenMax int
}

const shardCount = 64

// Embedded runs every actor in this process.
type Embedded struct {
	opt         Options
	system      *actor.ActorSystem
	ownSystem   bool
	workers     workers
	kinds       map[string]Kind
	seed        maphash.Seed
	shards      [shardCount]shard
	draining    atomic.Bool
	open        atomic.Int64 // requests not answered, everywhere
	activations sync.WaitGroup
}

type shard struct {
	mu          sync.Mutex
	activations map[name]*activation
}

type name struct{ kind, id string }

// NewEmbedded starts an empty directory.
func NewEmbedded(opt Options) *Embedded {
	d := &Embedded{opt: opt, system: opt.System, kinds: map[string]Kind{}, seed: maphash.MakeSeed()}
	if d.opt.After == nil {
		d.opt.After = func(delay time.Duration, f func()) func() {
			t := time.AfterFunc(delay, f)
			return func() { t.Stop() }
		}
	}
	if d.opt.Go == nil {
		d.opt.Go = func(f func()) { go f() }
	}
	if d.opt.OpenMax == 0 {
		d.opt.OpenMax = 1024
	}
	if d.system == nil {
		d.ownSystem = true
		d.system = NewSystem(opt.Log)
	}
	if d.opt.Props == nil {
		d.opt.Props = []actor.PropsOption{actor.WithDispatcher(&d.workers)}
	}
	for i := range d.shards {
		d.shards[i].activations = map[name]*activation{}
	}
	return d
}

// NewSystem is a protoactor system whose log goes to zl from the level warn on.
func NewSystem(zl zerolog.Logger) *actor.ActorSystem {
	return actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		if zl.GetLevel() == zerolog.Disabled {
			return slog.New(slog.NewTextHandler(io.Discard, nil))
		}
		return slog.New(zerolog.NewSlogHandler(zl.Level(max(zerolog.WarnLevel, zl.GetLevel()))))
	}))
}

// Register adds a kind; call it before the first request.
func (d *Embedded) Register(k Kind) { d.kinds[k.Name] = k }

// Request implements Directory.
func (d *Embedded) Request(ctx context.Context, kind, id string, msg any) (any, error) {
	type answer struct {
		v   any
		err error
	}
	c := make(chan answer, 1)
	d.Post(kind, id, msg, func(v any, err error) { c <- answer{v, err} })
	select {
	case a := <-c:
		return a.v, a.err
	case <-ctx.Done():
		return nil, apierr.Wrap(protocol.CodeTimeout, ctx.Err())
	}
}

// Post implements Directory.
func (d *Embedded) Post(kind, id string, msg any, done func(any, error)) {
	if done == nil {
		done = func(any, error) {}
	}
	d.post(name{kind, id}, &opened{msg: msg, done: done})
}

func (d *Embedded) post(n name, o *opened) {
	k, known := d.kinds[n.kind]
	if !known {
		o.done(nil, apierr.Wrap(protocol.CodeNotFound, errors.New("directory: unknown kind "+n.kind)))
		return
	}
	if d.draining.Load() {
		o.done(nil, errDraining)
		return
	}
	s := d.shard(n)
	s.mu.Lock()
	c, active := s.activations[n]
	if !active {
		c = d.spawn(k, n)
		s.activations[n] = c
	}
	if len(c.open) >= d.opt.OpenMax {
		s.mu.Unlock()
		o.done(nil, errFull)
		return
	}
	c.lastOpen++
	number := c.lastOpen
	c.open[number] = o
	pid := c.pid
	s.mu.Unlock()
	d.open.Add(1)
	d.system.Root.Send(pid, request{number, o.msg})
}

var (
	errDraining = apierr.Wrap(protocol.CodeBusy, errors.New("directory: draining"))
	errFull     = apierr.Wrap(protocol.CodeBusy, errors.New("directory: too many open requests"))
	errStopped  = apierr.Wrap(protocol.CodeBusy, errors.New("directory: actor has stopped"))
	errPanic    = apierr.Wrap(protocol.CodeTimeout, errors.New("directory: actor failed while the request was open"))
)

// Active is the number of actors in memory.
func (d *Embedded) Active() int {
	n := 0
	for i := range d.shards {
		s := &d.shards[i]
		s.mu.Lock()
		n += len(s.activations)
		s.mu.Unlock()
	}
	return n
}

// IDs are those of the actors of a kind that are in memory, in no order.
func (d *Embedded) IDs(kind string) (ids []string) {
	for i := range d.shards {
		s := &d.shards[i]
		s.mu.Lock()
		for n := range s.activations {
			if n.kind == kind {
				ids = append(ids, n.id)
			}
		}
		s.mu.Unlock()
	}
	return ids
}

// InMemory reports whether an actor is in memory.
func (d *Embedded) InMemory(kind, id string) bool {
	n := name{kind, id}
	s := d.shard(n)
	s.mu.Lock()
	defer s.mu.Unlock()
	_, active := s.activations[n]
	return active
}

// Drain refuses new requests, waits for the open ones until ctx ends, and then stops every actor. It reports how many
// requests it had to give up. A second call does nothing. Keep ctx below 10 s, protoactor's own limit.
func (d *Embedded) Drain(ctx context.Context) (givenUp int) {
	if d.draining.Swap(true) {
		return 0
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for d.open.Load() > 0 && ctx.Err() == nil {
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	givenUp = int(d.open.Load())
	for i := range d.shards {
		s := &d.shards[i]
		s.mu.Lock()
		for _, c := range s.activations {
			d.system.Root.Send(c.pid, halt{})
		}
		s.mu.Unlock()
	}
	stopped := make(chan struct{})
	go func() { d.activations.Wait(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(time.Second):
	}
	if d.ownSystem {
		d.system.Shutdown()
	}
	d.workers.end()
	return givenUp
}

func (d *Embedded) shard(n name) *shard {
	return &d.shards[maphash.Comparable(d.seed, n)%shardCount]
}

// spawn runs under the shard's lock, so that no other goroutine sees the PID before protoactor has returned it: a
// message to an actor that is being spawned crashes the sender (docs/cluster.md, "Pitfalls of protoactor").
func (d *Embedded) spawn(k Kind, n name) *activation {
	c := &activation{dir: d, kind: k, name: n, open: map[uint64]*opened{}}
	d.activations.Add(1)
	c.pid = d.system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return c }, d.opt.Props...))
	return c
}
