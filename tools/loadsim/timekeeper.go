package loadsim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/clock"
)

// timekeeper asks the server for its time, on a socket of its own: behind the events of a bot's an answer would wait.
type timekeeper struct {
	clock *clock.Clock

	mu   sync.Mutex
	sent map[uint32]time.Time
}

const (
	firstAsked  = 12 // before the bots come
	firstWithin = 2 * time.Second
	firstEvery  = 10 * time.Millisecond
	askEvery    = 400 * time.Millisecond
)

// keepTime asks until ctx ends; the channel closes when the first answers are there.
func (r *run) keepTime(ctx context.Context, working *sync.WaitGroup) <-chan struct{} {
	known := make(chan struct{})
	working.Go(func() {
		var once sync.Once
		for attempt := 0; ctx.Err() == nil; attempt++ {
			if socket, err := client.Dial(ctx, r.target, ""); err == nil {
				k := &timekeeper{clock: &r.clock, sent: map[uint32]time.Time{}}
				k.ask(ctx, socket, func() { once.Do(func() { close(known) }) })
			}
			backOff(ctx, attempt+3)
		}
	})
	return known
}

// ask uses one socket until it or ctx ends. Pauses vary, because a server's milliseconds are seen best at many places.
func (k *timekeeper) ask(ctx context.Context, s *client.Socket, known func()) {
	lost := make(chan struct{})
	go func() {
		defer close(lost)
		_ = s.Read(k) // whatever ended it, the next one is asked
	}()
	defer func() {
		s.Close()
		<-lost
	}()
	for n := uint32(1); ; n++ {
		pause := firstEvery
		if n > firstAsked {
			known()
			pause = askEvery
		}
		k.mu.Lock()
		k.sent[n] = time.Now()
		k.mu.Unlock()
		if s.Ping(n) != nil {
			return
		}
		select {
		case <-time.After(pause + rand.N(pause/4)):
		case <-lost:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Pong implements client.PongHandler.
func (k *timekeeper) Pong(m *protocol.Pong) {
	now := time.Now()
	k.mu.Lock()
	sent, asked := k.sent[m.Ref]
	delete(k.sent, m.Ref)
	k.mu.Unlock()
	if asked {
		k.clock.Answered(sent, now, m.ServerTimeMS)
	}
}

// Subscribed implements client.Handler, as do the others: a socket without subscriptions is told nothing.
func (*timekeeper) Subscribed(*protocol.Subscribed) {}

// Event implements client.Handler.
func (*timekeeper) Event(*protocol.Event) {}

// Gap implements client.Handler.
func (*timekeeper) Gap(*protocol.Gap) {}

// Refused implements client.Handler.
func (*timekeeper) Refused(*protocol.Error) {}

// Bye implements client.Handler.
func (*timekeeper) Bye(*protocol.Bye) {}

// until is how long it is to a moment of the server's clock.
func (r *run) until(serverMS int64) time.Duration { return time.UnixMilli(serverMS).Sub(r.clock.Now()) }
