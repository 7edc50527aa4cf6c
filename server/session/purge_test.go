package session

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store/memory"
)

// Run removes what is over for good within two hours, all batches of it, and nothing that can still be told as expired.
func TestExpiredSessionsArePurged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := memory.New(memory.Options{Clock: time.Now})
		defer engine.Close()
		kept := &purged{Store: engine}
		s := New(kept, time.Now, rand.Reader)
		for range 2*purgeBatch + 1 {
			if _, err := s.Open(t.Context(), 7, From{Device: "old"}, true); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(24 * time.Hour)
		young, err := s.Open(t.Context(), 7, From{Device: "young"}, true)
		if err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); s.Run(ctx, zerolog.Nop()) }()
		time.Sleep(Life + Memory - 24*time.Hour - time.Second)
		if total := kept.total.Load(); total != 0 {
			t.Fatalf("%d sessions purged before their time was over", total)
		}
		time.Sleep(2*purgeEvery + time.Second)
		if total, want := kept.total.Load(), int64(2*purgeBatch+1); total != want {
			t.Errorf("%d sessions purged, want %d", total, want)
		}
		if _, err := s.Resolve(t.Context(), young); !errors.Is(err, ErrExpired) {
			t.Errorf("the young one: %v", err)
		}
		end()
		<-done
	})
}

// purged adds up what the store says it has removed.
type purged struct {
	Store
	total atomic.Int64
}

func (p *purged) PurgeSessions(ctx context.Context, ended time.Time, n int) (int, error) {
	removed, err := p.Store.PurgeSessions(ctx, ended, n)
	p.total.Add(int64(removed))
	return removed, err
}
