package directory_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
)

// sleeper is an actor that is asked nothing but Wake, and works as long as it is told.
type sleeper struct{ idle *directory.Idle }

func (s *sleeper) Receive(r directory.Request) {
	s.idle.Touch()
	directory.Woken(r)
}

func (s *sleeper) Stop() { s.idle.Stop() }

func TestAnActorLeavesMemoryAfterItsLastRequestButNotWhileItWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy atomic.Bool
		d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		d.Register(directory.Kind{Name: "sleeper", New: func(_ string, a directory.Activation) directory.Handler {
			return &sleeper{directory.NewIdle(a, 10*time.Second, func() bool { return busy.Load() })}
		}})
		wake := func() {
			t.Helper()
			if _, err := d.Request(t.Context(), "sleeper", "1", directory.Wake{}); err != nil {
				t.Fatal(err)
			}
		}
		after := func(wait time.Duration, held bool) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if d.InMemory("sleeper", "1") != held {
				t.Errorf("%v later it is in memory: %t", wait, !held)
			}
		}
		wake()
		after(9*time.Second, true)
		wake() // puts it off
		after(9*time.Second, true)
		busy.Store(true)
		after(30*time.Second, true)
		busy.Store(false)
		after(11*time.Second, false)
		if _, err := d.Request(t.Context(), "sleeper", "1", "anything"); err == nil {
			t.Errorf("another message than Wake is no %d", protocol.CodeUnsupported)
		}
		d.Drain(t.Context())
		time.Sleep(2 * time.Second) // protoactor's count of dead letters ends
		synctest.Wait()
	})
}
