package ws

import (
	"context"
	"errors"
	"sync"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

const (
	askWithin     = 5 * time.Second // sessions and snapshots
	commandWithin = protocol.RequestMS * time.Millisecond
	askShares     = time.Second
	queueMax      = 16 << 10 // calls that wait for a worker
)

var errBusy = apierr.New(protocol.CodeBusy)

// workerRests is how long a worker waits for its next call: a new goroutine would grow its stack anew for every one.
const workerRests = 10 * time.Second

// workers run the calls of the ports, which may block, off the loops. At most n run and queueMax wait; more are
// refused.
type workers struct {
	ctx   context.Context
	stop  context.CancelFunc
	rests chan func(context.Context) // to a worker that rests
	queue chan func(context.Context)
	slots chan struct{}

	askMu  sync.Mutex
	askCtx context.Context // of the questions that began within askShares
	askEnd time.Time       // of those
}

// asking is the context of a question, which has askWithin and no more than askShares on top. Questions that begin
// within askShares have one context: a timer and a context for each would cost as much as the question.
func (w *workers) asking() context.Context {
	w.askMu.Lock()
	defer w.askMu.Unlock()
	if now := time.Now(); !now.Before(w.askEnd) {
		ctx, cancel := context.WithTimeout(w.ctx, askWithin+askShares)
		context.AfterFunc(ctx, cancel)
		w.askCtx, w.askEnd = ctx, now.Add(askShares)
	}
	return w.askCtx
}

func newWorkers(n int) *workers {
	ctx, stop := context.WithCancel(context.Background())
	return &workers{ctx: ctx, stop: stop, rests: make(chan func(context.Context)),
		queue: make(chan func(context.Context), queueMax), slots: make(chan struct{}, n)}
}

// do runs f soon, or returns false.
func (w *workers) do(f func(context.Context)) bool {
	select {
	case w.rests <- f:
		return true
	default:
	}
	select {
	case w.slots <- struct{}{}:
		go w.run(f)
		return true
	default:
	}
	select {
	case w.queue <- f:
		return true
	default:
		return false
	}
}

// run works until there was nothing to do for a while. A call queued between the last look and the release of the slot
// finds the slot taken, so look once more after releasing it.
func (w *workers) run(f func(context.Context)) {
	rest := time.NewTimer(workerRests)
	defer rest.Stop()
	for {
		f(w.ctx)
		rest.Reset(workerRests)
		select {
		case f = <-w.queue:
			continue
		case f = <-w.rests:
			continue
		case <-w.ctx.Done():
		case <-rest.C:
		}
		<-w.slots
		select {
		case f = <-w.queue:
		default:
			return
		}
		select {
		case w.slots <- struct{}{}:
		default: // others took the slots, and will come to it
			if !w.do(f) {
				f(w.ctx)
			}
			return
		}
	}
}

func (s *Server) codeOf(err error) protocol.Code {
	if errors.Is(err, context.DeadlineExceeded) {
		return protocol.CodeTimeout
	}
	return s.o.CodeOf(err)
}
