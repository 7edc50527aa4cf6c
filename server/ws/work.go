package ws

import (
	"context"
	"errors"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

const (
	askWithin     = 5 * time.Second // sessions and snapshots
	commandWithin = protocol.RequestMS * time.Millisecond
	queueMax      = 16 << 10 // calls that wait for a worker
)

var errBusy = apierr.New(protocol.CodeBusy)

// workers run the calls of the ports, which may block, off the loops. At most n run and queueMax wait; more are
// refused.
type workers struct {
	ctx   context.Context
	stop  context.CancelFunc
	queue chan func(context.Context)
	slots chan struct{}
}

func newWorkers(n int) *workers {
	ctx, stop := context.WithCancel(context.Background())
	return &workers{ctx: ctx, stop: stop, queue: make(chan func(context.Context), queueMax), slots: make(chan struct{}, n)}
}

// do runs f soon, or returns false.
func (w *workers) do(f func(context.Context)) bool {
	select {
	case w.queue <- f:
	default:
		return false
	}
	select {
	case w.slots <- struct{}{}:
		go w.run()
	default:
	}
	return true
}

// run works until the queue is empty. A call queued between the last look and the release of the slot finds the slot
// taken, so look once more after releasing it.
func (w *workers) run() {
	for {
		select {
		case f := <-w.queue:
			f(w.ctx)
			continue
		default:
		}
		<-w.slots
		if len(w.queue) == 0 {
			return
		}
		select {
		case w.slots <- struct{}{}:
		default:
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
