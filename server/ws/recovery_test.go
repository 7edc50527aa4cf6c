package ws

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"jadebox/protocol"
)

// [TOP2, TOP3] Property: whatever the moments of publishing, connecting and losing the connection, a client that goes
// on from its last (epoch, offset) sees every event after its first snapshot once and in order, but for those a
// snapshot replaced.
func TestTOP3_EventsComeWithoutGapAndWithoutDuplicate(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		w := newWorld(t, Options{Backend: b, LogFrames: 64, TickFeed: time.Millisecond, Loops: 2})
		stop := make(chan struct{})
		var publishers, clients sync.WaitGroup
		for i, topic := range []string{"feed", "battle:5"} {
			publishers.Go(func() {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					default:
					}
					if r.IntN(500) == 0 {
						w.restart(topic)
					}
					w.emit(topic)
					if r.IntN(4) == 0 {
						time.Sleep(time.Duration(r.IntN(1000)) * time.Microsecond)
					}
				}
			})
		}
		recovered := make([]int, 8)
		for i := range recovered {
			clients.Go(func() {
				r := rand.New(rand.NewPCG(seed, 100+uint64(i)))
				recovered[i] = wander(t, w, []string{"feed", "battle:5"}[i%2], r)
			})
		}
		clients.Wait()
		close(stop)
		publishers.Wait()
		total := 0
		for _, n := range recovered {
			total += n
		}
		if total == 0 {
			t.Error("nothing was ever recovered: the test proves nothing")
		}
	})
}

// wander connects, reads some events and loses the connection, again and again; returns how often it recovered.
func wander(t *testing.T, w *world, topic string, r *rand.Rand) (recovered int) {
	var epoch uint32
	var last uint64
	have := false
	for range 25 {
		p := w.greeted("")
		p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: topic, Recover: have, Epoch: epoch,
			Offset: last})
		for range 1 + r.IntN(60) {
			kind, envelope := p.next()
			switch kind {
			case protocol.TypeSubscribed:
				var s protocol.Subscribed
				if _, err := s.UnmarshalMsg(envelope); err != nil {
					t.Error(err)
				}
				switch {
				case s.Recovered && (s.Epoch != epoch || s.Offset != last):
					t.Errorf("recovered %d/%d, asked %d/%d", s.Epoch, s.Offset, epoch, last)
				case s.Recovered:
					recovered++
				case have && (s.Epoch < epoch || s.Epoch == epoch && s.Offset < last):
					t.Errorf("snapshot %d/%d is older than %d/%d", s.Epoch, s.Offset, epoch, last)
				}
				epoch, last, have = s.Epoch, s.Offset, true
			case protocol.TypeGap:
				var g protocol.Gap
				if _, err := g.UnmarshalMsg(envelope); err != nil || g.Epoch < epoch || g.Epoch == epoch &&
					g.Offset < last {
					t.Errorf("gap to %d/%d from %d/%d, %v", g.Epoch, g.Offset, epoch, last, err)
				}
				epoch, last = g.Epoch, g.Offset
			case protocol.TypeEvent:
				var e protocol.Event
				if _, err := e.UnmarshalMsg(envelope); err != nil || e.Epoch != epoch || e.Offset != last+1 {
					t.Errorf("event %d/%d after %d/%d, %v", e.Epoch, e.Offset, epoch, last, err)
				}
				last = e.Offset
			case protocol.TypeBye: // too slow for the log of a battle
				p.conn.Close()
			default:
				t.Errorf("envelope %d", kind)
			}
			if kind == protocol.TypeBye {
				break
			}
		}
		p.conn.Close()
	}
	return recovered
}
