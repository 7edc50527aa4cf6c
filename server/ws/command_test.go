package ws

import (
	"context"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// [CMD1]
func TestCMD1_ACommandGetsItsReplyOrItsError(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 5, Key: "k", Name: "echo", Body: []byte(`{"x":1}`)})
		if r := decode[protocol.Reply](p, protocol.TypeReply); r.Ref != 5 || string(r.Body) != `1:{"x":1}` {
			t.Errorf("%+v", r)
		}
		p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 6, Name: "fail"})
		p.wantError(6, protocol.CodeFunds)
		p.silent()
	})
}

// [CMD2]
func TestCMD2_CommandsUnderWayAreBounded(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		hold := make(chan struct{})
		started := make(chan struct{}, 100)
		w := newWorld(t, Options{Backend: b, Commands: func(ctx context.Context, _ store.Session, _ Command) ([]byte,
			error) {
			started <- struct{}{}
			<-hold
			return nil, nil
		}})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		for i := range uint32(protocol.CommandsInFlight + 3) {
			p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: i + 1, Name: "x"})
		}
		for i := range uint32(3) {
			p.wantError(protocol.CommandsInFlight+1+i, protocol.CodeRateLimited)
		}
		close(hold)
		for range protocol.CommandsInFlight {
			p.want(protocol.TypeReply)
		}
		if n := len(started); n != protocol.CommandsInFlight {
			t.Errorf("%d commands ran, %d allowed", n, protocol.CommandsInFlight)
		}
		p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 99, Name: "x"})
		p.want(protocol.TypeReply)
	})
}

// [CMD2] With every worker taken and the queue full, callers get "busy" at once.
func TestCMD2_WorkersAreBounded(t *testing.T) {
	w := newWorkers(2)
	defer w.stop()
	hold, ran := make(chan struct{}), make(chan struct{}, queueMax+10)
	accepted := 0
	for range queueMax + 10 {
		if w.do(func(context.Context) { <-hold; ran <- struct{}{} }) {
			accepted++
		}
	}
	if accepted > queueMax+2 || accepted < queueMax {
		t.Errorf("%d calls taken", accepted)
	}
	close(hold)
	for range accepted {
		<-ran
	}
	if !w.do(func(context.Context) { ran <- struct{}{} }) {
		t.Fatal("refused when idle again")
	}
	<-ran
}

// [CMD3]
func TestCMD3_AVisitorsCommandIsRefused(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Commands: func(context.Context, store.Session, Command) ([]byte, error) {
			t.Error("a visitor's command ran")
			return nil, nil
		}})
		p := w.greeted("")
		p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 5, Name: "box.open"})
		p.wantError(5, protocol.CodeTokenInvalid)
	})
}

// [CMD2] A subscription given up before its answer frees its place.
func TestCMD2_UnsubscribeWhileAsked(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		hold := w.holdAnswers()
		p := w.greeted("")
		for range 3 {
			for i := range protocol.CommandsInFlight {
				p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1,
					Topic: protocol.BattleTopic(string(rune('1' + i)))})
			}
			p.silent()
			for i := range protocol.CommandsInFlight {
				p.send(&protocol.Unsubscribe{Type: protocol.TypeUnsubscribe,
					Topic: protocol.BattleTopic(string(rune('1' + i)))})
			}
			p.silent()
		}
		close(hold)
		p.subscribe(2, "battle:9")
		p.silent()
	})
}

// A peer that asks and does not read is dropped at its bound, and no other connection waits for it.
func TestRepliesAreBounded(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, SendBuffer: 4 << 10, Commands: func(context.Context, store.Session,
			Command) ([]byte, error) {
			return make([]byte, 8<<20), nil
		}, ReplyBytes: 9 << 20})
		w.login("a", 1, time.Time{})
		slow, other := w.greeted("a"), w.greeted("a")
		for i := range uint32(5) {
			slow.send(&protocol.Command{Type: protocol.TypeCommand, Ref: i + 1, Name: "big"})
		}
		eventually(t, "dropped", func() bool { return w.Stats().Slow == 1 && w.Stats().Sockets == 1 })
		other.silent()
	})
}
