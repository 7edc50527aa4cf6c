package room

import (
	"fmt"
	"time"
)

// Turns are the rules of a kind for the commands that no client asks for: those of a room's timer, and Void.
type Turns[S any] struct {
	Lock  func(S, Lock, time.Time) (Step[S], error) // nil: a room names its round when it is created
	Begin func(S, Begin, time.Time) (Step[S], error)
	Tick  func(S, Tick, time.Time) (Step[S], error)
	// Void ends a room that exists and goes on; any other refuses with Over.
	Void func(s S, reason string, now time.Time) (Step[S], error)
	Over error
}

// Turn applies one of these commands; any other is an error.
func Turn[S State[S]](s S, cmd any, now time.Time, by Turns[S]) (Step[S], error) {
	switch c := cmd.(type) {
	case Lock:
		if by.Lock != nil {
			return by.Lock(s, c, now)
		}
	case Begin:
		return by.Begin(s, c, now)
	case Tick:
		return by.Tick(s, c, now)
	case Void:
		if status := s.Status(); status == 0 || status.Final() {
			return Step[S]{}, by.Over
		}
		return by.Void(s, c.Reason, now)
	}
	return Step[S]{}, fmt.Errorf("room: no rule for %T", cmd)
}
