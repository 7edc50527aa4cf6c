package directory

import (
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

// Wake loads an actor that is not in memory, so that its timers run: a room by the sweep at the start, an actor that a
// process has one of with the process. The answer is nil.
type Wake struct{}

// Woken answers the request of an actor of which Wake is all that is asked.
func Woken(r Request) {
	if _, ok := r.Msg.(Wake); !ok {
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
		return
	}
	r.Reply(nil, nil)
}

// Idle ends an activation that no request has reached for a time. Its methods belong to the mailbox.
type Idle struct {
	activation Activation
	after      time.Duration
	busy       func() bool
	timer      *Timer
}

// NewIdle waits from now on. While busy reports work under way, or requests wait, the activation stays; nil: only
// requests keep it.
func NewIdle(a Activation, after time.Duration, busy func() bool) *Idle {
	i := &Idle{activation: a, after: after, busy: busy}
	i.Touch()
	return i
}

// Touch puts the end off.
func (i *Idle) Touch() {
	i.timer.Stop()
	i.timer = i.activation.After(i.after, func() {
		if i.busy != nil && i.busy() || !i.activation.Passivate() {
			i.Touch()
		}
	})
}

// Stop keeps the activation.
func (i *Idle) Stop() { i.timer.Stop() }
