package directory

import "sync"

// workers run mailboxes, each on a goroutine that has run others before: its stack has grown already. A new goroutine
// for each message grew and copied its own three times, a twelfth of a busy server's CPU.
type workers struct {
	mu    sync.Mutex
	idle  []chan func() // the last one to become idle is at the end, and first to be taken: its stack is in the cache
	ended bool
}

const (
	idleMost   = 256 // workers that are kept; more run when more is to be done
	throughput = 300 // messages of one mailbox before others have their turn, as protoactor's own
)

// Throughput implements actor.Dispatcher.
func (w *workers) Throughput() int { return throughput }

// Schedule implements actor.Dispatcher.
func (w *workers) Schedule(f func()) {
	w.mu.Lock()
	n := len(w.idle)
	if n == 0 {
		w.mu.Unlock()
		go w.run(f)
		return
	}
	next := w.idle[n-1]
	w.idle = w.idle[:n-1]
	w.mu.Unlock()
	next <- f
}

func (w *workers) run(f func()) {
	next := make(chan func(), 1)
	for ok := true; ok; f, ok = <-next {
		f()
		if !w.rest(next) {
			return
		}
	}
}

// rest reports false to a worker that is not needed any more.
func (w *workers) rest(next chan func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || len(w.idle) >= idleMost {
		return false
	}
	w.idle = append(w.idle, next)
	return true
}

// end lets all workers go that have nothing to do, and each other one when it is done.
func (w *workers) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for _, next := range w.idle {
		close(next)
	}
	w.idle = nil
}
