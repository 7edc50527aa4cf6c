package feed_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/lists/feed"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// However many drops there were, the newest are those that are answered: of all boxes and of one.
func TestTheNewestDropsAreKeptHoweverManyThereWere(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		snapshot(r)
		const each, all = 500, 4500
		for made := int64(0); made < all; {
			op := &store.Op{Key: fmt.Sprint("k", made), Kind: "test.draw", At: time.Now()}
			for range each {
				op.Events = append(op.Events, publish.OutboxEvent(protocol.Drop{PlayerName: "Player0", Def: 1,
					BoxID: int32(1 + made%2), ValueCents: made, AtMS: op.At.UnixMilli()}))
				made++
			}
			if _, err := r.Engine.Commit(r.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(10 * time.Second)
		r.Settle()
		if n := len(published(r)); n != all {
			t.Fatalf("%d of %d drops were told", n, all)
		}
		for _, q := range []struct {
			feed.Recent
			want int
			step int64
		}{{feed.Recent{Limit: 2000}, 2000, 1}, {feed.Recent{Limit: all}, 2000, 1},
			{feed.Recent{Box: 2, Limit: 7}, 7, 2}} {
			list := rig.Do[[]protocol.Drop](r, feed.Kind, feed.ID, q.Recent)
			if len(list) != q.want {
				t.Fatalf("%+v brings %d drops, want %d", q.Recent, len(list), q.want)
			}
			for i, d := range list {
				if want := all - 1 - int64(i)*q.step; d.ValueCents != want {
					t.Fatalf("%+v: drop %d is number %d, want %d", q.Recent, i, d.ValueCents, want)
				}
			}
		}
	})
}

// counting counts how often the site's totals are read.
type counting struct {
	*memory.Engine
	reads *atomic.Int64
}

func (c counting) Stats(ctx context.Context) (store.Stats, error) {
	c.reads.Add(1)
	return c.Engine.Stats(ctx)
}

// Totals are read each second while boxes are opened, and every five seconds at other times.
func TestTotalsAreReadSeldomWhileNothingIsOpened(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		var reads atomic.Int64
		r.Dir.Register(feed.Register(feed.Ports{Store: counting{r.Engine, &reads}, Publish: r.Hub, Now: time.Now,
			Log: zerolog.Nop()})(nil))
		snapshot(r)
		time.Sleep(10 * time.Second)
		before := reads.Load()
		time.Sleep(time.Minute)
		if n := reads.Load() - before; n < 11 || n > 13 {
			t.Errorf("in an idle minute the totals are read %d times, want 12", n)
		}
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "k", Kind: "test.draw", At: time.Now(),
			Events: []store.NewEvent{publish.OutboxEvent(protocol.Drop{PlayerName: "Player0", Def: 1,
				AtMS: time.Now().UnixMilli()})}}); err != nil {
			t.Fatal(err)
		}
		for n := 0; len(published(r)) == 0; n++ {
			if n == 100 {
				t.Fatal("the drop was never told")
			}
			before = reads.Load() // they may be read in the moment in which it is told
			time.Sleep(100 * time.Millisecond)
			r.Settle()
		}
		time.Sleep(1200 * time.Millisecond)
		r.Settle()
		if n := reads.Load() - before; n == 0 {
			t.Error("the totals stay old a second after a drop was shown")
		}
	})
}
