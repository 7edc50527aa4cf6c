package publiclog

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/follow"
	"jadebox/store"
	"jadebox/store/memory"
)

// standing is a store whose leaves cannot be read.
type standing struct{ *memory.Engine }

func (standing) PendingLeaves(context.Context, store.Cursor, int) ([]store.PendingLeaf, store.Cursor, error) {
	return nil, nil, errors.New("an op that cannot be read")
}

// A log that stands still is told of as every follower is.
func TestALogThatStandsStillIsBehind(t *testing.T) {
	for _, stands := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			engine := memory.New(memory.Options{})
			defer engine.Close()
			var s Store = engine
			if stands {
				s = standing{engine}
			}
			l, err := Open(t.Context(), s, rand.Reader, "test.log", zerolog.Nop())
			if err != nil {
				t.Fatal(err)
			}
			l.Lags = &follow.Lags{}
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				l.Run(ctx, &journal{Engine: engine}, time.Now)
			}()
			time.Sleep(5*time.Minute + time.Millisecond)
			told := map[string]follow.Lag{}
			for name, lag := range l.Lags.All() {
				told[name] = lag
			}
			cancel()
			<-done
			if lag, there := told["public_log"]; !there || lag.Ready == stands || lag.Behind > time.Minute != stands {
				t.Errorf("stands %v: %+v", stands, told)
			}
		})
	}
}
