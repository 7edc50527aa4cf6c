package feed_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/lists/feed"
	"jadebox/actors/player"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func snapshot(r *rig.Rig) protocol.FeedSnapshot {
	r.Helper()
	var s protocol.FeedSnapshot
	if _, err := s.UnmarshalMsg(rig.Do[publish.Snapshot](r, feed.Kind, feed.ID,
		publish.SnapshotRequest{}).Body); err != nil {
		r.Fatal(err)
	}
	return s
}

func open(r *rig.Rig, id string, key string, count int) player.Opened {
	r.Helper()
	return rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

func published(r *rig.Rig) []string {
	r.Helper()
	var ids []string
	for _, e := range r.Hub.Events(protocol.TopicFeed) {
		if e.Type == protocol.EventDrop {
			var d protocol.Drop
			if _, err := d.UnmarshalMsg(e.Body); err != nil {
				r.Fatal(err)
			}
			ids = append(ids, d.ID)
		}
	}
	return ids
}

func TestDropsAppearAfterTheReel(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id := player.ID(r.Player(10_000))
		if s := snapshot(r); len(s.Live) != 0 || s.Counters.Total != 0 {
			t.Fatalf("%+v", s)
		}
		o := open(r, id, "k", 3)
		time.Sleep(protocol.ReelMS*time.Millisecond - 100*time.Millisecond)
		r.Settle()
		if len(published(r)) != 0 || len(snapshot(r).Live) != 0 {
			t.Fatal("shown while the reel still turns")
		}
		time.Sleep(2 * time.Second)
		r.Settle()
		s := snapshot(r)
		if len(s.Live) != 3 || s.Counters.Total != 3 {
			t.Fatalf("%d drops, total %d", len(s.Live), s.Counters.Total)
		}
		for i, d := range s.Live { // newest first
			want := o.Results[2-i]
			if d.ID != want.ID || d.Def != int32(want.Def) || d.ValueCents != want.ValueCents ||
				d.PlayerName != "Player0" {
				t.Errorf("%+v for %+v", d, want)
			}
			if lucky := publish.Lucky(d.OddsPPM, d.ValueCents, rig.BoxCents); d.Lucky != lucky ||
				lucky != (d.ValueCents >= 3*rig.BoxCents) {
				t.Errorf("lucky %t of %+v", d.Lucky, d)
			}
		}
		if recent := rig.Do[[]protocol.Drop](r, feed.Kind, feed.ID,
			feed.Recent{Box: 2, Limit: 10}); len(recent) != 0 {
			t.Errorf("drops of another box: %+v", recent)
		}
		if recent := rig.Do[[]protocol.Drop](r, feed.Kind, feed.ID,
			feed.Recent{Box: 1, Limit: 2}); len(recent) != 2 || recent[0].ID != s.Live[0].ID {
			t.Errorf("%+v", recent)
		}
	})
}

// Whatever moment the process is killed at, the feed after it shows every durable drop once.
func TestCrashLosesAndRepeatsNothing(t *testing.T) {
	for _, wait := range []time.Duration{0, 1500 * time.Millisecond, 4 * time.Second, 9 * time.Second} {
		t.Run(wait.String(), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				id := player.ID(r.Player(100_000))
				snapshot(r)
				want := map[string]bool{}
				for i := range 8 {
					for _, res := range open(r, id, fmt.Sprint("k", i), 2).Results {
						want[res.ID] = true
					}
					time.Sleep(time.Second)
				}
				time.Sleep(wait)
				r.Settle()
				r.Crash()
				snapshot(r)
				time.Sleep(10 * time.Second)
				r.Settle()
				live := snapshot(r).Live
				for _, d := range live {
					if !want[d.ID] {
						t.Errorf("drop %s twice or from nowhere", d.ID)
					}
					delete(want, d.ID)
				}
				if len(want) != 0 {
					t.Errorf("missing %v of %d shown", want, len(live))
				}
			})
		})
	}
}

// A drop of a machine whose clock ran a month ahead is shown now, and one that is shown after its draw so long after
// now.
func TestADropFromTheFutureIsShown(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		snapshot(r)
		at := time.Now().Add(30 * 24 * time.Hour)
		for i, draw := range []time.Duration{0, time.Minute} {
			drop := publish.OutboxEvent(protocol.Drop{PlayerName: "Player0", Def: 1, ValueCents: int64(i),
				AtMS: at.Add(draw).UnixMilli()})
			if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: fmt.Sprint("ahead", i), Kind: "test", At: at,
				Events: []store.NewEvent{drop}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []int{1, 2} {
			time.Sleep(50 * time.Second)
			r.Settle()
			live := snapshot(r).Live
			if len(live) != want {
				t.Fatalf("%d drops shown, want %d", len(live), want)
			}
			if d := live[0]; d.AtMS > time.Now().UnixMilli() {
				t.Errorf("shown as of %v", time.Until(time.UnixMilli(d.AtMS)))
			}
		}
	})
}

func TestListsAreBounded(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id := player.ID(r.Player(100_000))
		snapshot(r)
		for i := range 30 {
			open(r, id, fmt.Sprint("k", i), 5)
		}
		time.Sleep(10 * time.Second)
		r.Settle()
		if s := snapshot(r); len(s.Live) != 50 || len(published(r)) != 150 || s.Counters.Total != 150 {
			t.Errorf("%d live, %d told, total %d", len(s.Live), len(published(r)), s.Counters.Total)
		}
	})
}

// A fresh install may show labelled demo counters: they go out in place of the real ones, in snapshots and events
// alike.
func TestCountersMayBeReplaced(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		r.Dir.Register(feed.Register(feed.Ports{Store: r.Engine, Publish: r.Hub, Now: time.Now, Log: zerolog.Nop(),
			Counters: func(c protocol.Counters) protocol.Counters {
				return protocol.Counters{Online: c.Online + 100, Total: c.Total + 1000, Demo: true}
			}})(nil))
		snapshot(r)
		r.Hub.SetPresence("", 7)
		time.Sleep(6 * time.Second)
		r.Settle()
		want := protocol.Counters{Online: 107, Total: 1000, Demo: true}
		if s := snapshot(r); s.Counters != want {
			t.Errorf("snapshot %+v, want %+v", s.Counters, want)
		}
		var last protocol.Counters
		for _, e := range r.Hub.Events(protocol.TopicFeed) {
			if e.Type == protocol.EventCounters {
				if _, err := last.UnmarshalMsg(e.Body); err != nil {
					t.Fatal(err)
				}
			}
		}
		if last != want {
			t.Errorf("event %+v, want %+v", last, want)
		}
	})
}

func TestOnlineIsPresence(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		snapshot(r)
		r.Hub.SetPresence("", 7)
		time.Sleep(6 * time.Second)
		r.Settle()
		if s := snapshot(r); s.Counters.Online != 7 || s.Counters.Demo {
			t.Errorf("%+v", s.Counters)
		}
	})
}

// A drop that says when it may be seen is shown then, once, also by a process that was not there when it was read.
func TestADropWaitsForItsMoment(t *testing.T) {
	for _, crash := range []bool{false, true} {
		t.Run(fmt.Sprint(crash), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				snapshot(r)
				at := time.Now().Add(20 * time.Second)
				_, err := r.Engine.Commit(t.Context(), &store.Op{Key: "k", Kind: "test.draw", At: time.Now(),
					Events: []store.NewEvent{
						publish.OutboxEvent(protocol.Drop{PlayerName: "later", Def: 1, Source: uint8(store.FromRoll),
							AtMS: at.UnixMilli()}),
						publish.OutboxEvent(protocol.Drop{PlayerName: "now", Def: 1, Source: uint8(store.FromBox),
							AtMS: time.Now().UnixMilli()})}})
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(15 * time.Second)
				if live := snapshot(r).Live; len(live) != 1 || live[0].PlayerName != "now" {
					t.Fatalf("before its moment: %+v", live)
				}
				if crash {
					r.Crash()
					snapshot(r)
				}
				time.Sleep(10 * time.Second)
				if live := snapshot(r).Live; len(live) != 2 || live[0].PlayerName != "later" {
					t.Errorf("after it: %+v", live)
				}
			})
		})
	}
}
