package app

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
)

type brief struct{ activation directory.Activation }

func (b brief) Receive(directory.Request) { b.activation.Fail() }
func (brief) Stop()                       {}

// An actor of which there is one, that has ended and that nobody visits, is there again within half a minute.
func TestAnActorThatEndedIsWokenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &App{directory: directory.NewEmbedded(directory.Options{Log: zerolog.Nop()}), workers: newBackground()}
		lives := 0
		a.single(directory.Kind{Name: "brief", New: func(_ string, c directory.Activation) directory.Handler {
			lives++
			return brief{c}
		}}, "one")
		a.workers.wait.Go(func() { a.sweepOn(a.workers.ctx) })
		time.Sleep(3*sweepEvery + time.Second)
		a.workers.stop()
		a.directory.Drain(context.Background())
		time.Sleep(2 * time.Second) // its workers end
		synctest.Wait()
		if lives != 3 {
			t.Errorf("%d lives in three sweeps", lives)
		}
	})
}
