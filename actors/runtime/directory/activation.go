package directory

import "time"

// Handler is an actor: it runs one function at a time. After a panic the directory answers what is open with
// CodeTimeout and makes a new handler, which loads its state again.
type Handler interface {
	// Receive gets a request and must have it answered exactly once, now or later.
	Receive(r Request)
	// Stop is called when the activation ends. Requests still open are answered by the directory.
	Stop()
}

// Request is one message and the way back.
type Request struct {
	Msg   any
	reply func(any, error)
}

// Reply answers; only the first call has an effect.
func (r Request) Reply(v any, err error) { r.reply(v, err) }

// Kind is what the directory must know of a kind of actor: one registration line.
type Kind struct {
	Name string
	New  func(id string, activation Activation) Handler // must not block; loading goes through Activation.Go
}

// Activation is what a handler is given by the place it runs in. Every function handed to it runs on the mailbox,
// alone, and is dropped when the handler has been replaced or stopped meanwhile.
type Activation interface {
	// Restarts counts panics since the activation began or Recovered was called.
	Restarts() int
	// Life counts the handlers that this activation had before: it separates what two of them number by themselves.
	Life() int
	// Epoch is least or, when a handler of this activation had that number or a greater one, the number after it.
	Epoch(least uint32) uint32
	// Recovered reports that the handler has done a whole piece of work, so that earlier panics no longer count.
	Recovered()
	// Reenter queues f; it may be called from any goroutine.
	Reenter(f func())
	// After queues f once d has passed, unless the timer is stopped before; a stopped timer never runs, even when it
	// has already been queued.
	After(d time.Duration, f func()) *Timer
	// Go runs work, which may block, outside the mailbox, and queues the function that it returns.
	Go(work func() func())
	// Passivate ends the activation unless requests are waiting; it reports whether it did.
	Passivate() bool
	// Fail ends the activation at once: requests that are open are answered with CodeBusy. The next request starts a
	// new one.
	Fail()
}

// Timer is a scheduled call of an activation. Stop belongs to the mailbox.
type Timer struct {
	stopped bool
	cancel  func()
}

// Stop cancels the timer. A nil timer is stopped.
func (t *Timer) Stop() {
	if t == nil || t.stopped {
		return
	}
	t.stopped = true
	t.cancel()
}
