package follow

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
	"jadebox/store"
	"jadebox/store/memory"
)

// tripping follows, and stumbles over each event the first time it sees it.
type tripping struct {
	f *Follower[seen, *seen]
}

func (tripping) Receive(r directory.Request) { directory.Woken(r) }
func (tripping) Stop()                       {}

// An activation that panics nine times in a row ends, and a follower has no visitor that brings another: panics that
// are far apart, each over another event, are no row.
func TestPanicsThatAreFarApartEndNoFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := memory.New(memory.Options{})
		dir := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		defer func() {
			dir.Drain(t.Context())
			engine.Close()
			time.Sleep(2 * time.Second) // the directory's workers end
			synctest.Wait()
		}()
		tripped, taken := map[string]bool{}, map[string]bool{}
		dir.Register(directory.Kind{Name: "tripping", New: func(_ string, c directory.Activation) directory.Handler {
			h := &tripping{}
			h.f = Start[seen](AtStart, nil, Ports{Activation: c, Store: engine, Log: zerolog.Nop(),
				Key: "tripping.position", Every: every, Take: func(e store.Event) {
					if !tripped[e.Type] {
						tripped[e.Type] = true
						panic("stumbled over " + e.Type)
					}
					taken[e.Type] = true
				}})
			return h
		}})
		dir.Post("tripping", "it", directory.Wake{}, nil)
		const events = 12
		for i := range events {
			name := fmt.Sprint("event", i)
			if _, err := engine.Commit(t.Context(), &store.Op{Key: name, Kind: "test", At: time.Now(),
				Events: []store.NewEvent{{Type: name}}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		if len(taken) != events {
			t.Errorf("%d of %d events were taken", len(taken), events)
		}
	})
}
