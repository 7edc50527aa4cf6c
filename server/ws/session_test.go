package ws

import (
	"testing"
	"time"
	"unsafe"

	"jadebox/protocol"
	"jadebox/store"
)

// A field more that goes beyond the runtime's next size of objects costs each of 10,000 idle sockets 16 bytes.
func TestWhatAnIdleSocketKeepsStaysInItsSizeClass(t *testing.T) {
	for name, of := range map[string]struct{ size, class uintptr }{
		"conn":         {unsafe.Sizeof(conn{}), 96},
		"session":      {unsafe.Sizeof(session{}), 240},
		"subscription": {unsafe.Sizeof(subscription{}), 64},
	} {
		if of.size > of.class {
			t.Errorf("%s has %d bytes, at most %d", name, of.size, of.class)
		}
	}
}

// [SES1]
func TestSES1_HelloFirstAndOnce(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		early := w.dial("/ws")
		early.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "feed"})
		early.wantError(0, protocol.CodeBadRequest)
		early.wantClose(protocol.CloseBroken)

		twice := w.greeted("")
		twice.send(&protocol.Hello{Type: protocol.TypeHello})
		twice.wantError(0, protocol.CodeBadRequest)
		twice.wantClose(protocol.CloseBroken)
		if w.questions() != 0 {
			t.Error("a snapshot was asked for a socket without Hello")
		}
	})
}

// [SES1]
func TestSES1_ASocketWithoutHelloIsClosed(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, HelloWithin: 50 * time.Millisecond})
		p := w.dial("/ws")
		bye := decode[protocol.Bye](p, protocol.TypeBye)
		if bye.ReconnectAfterMS == 0 {
			t.Errorf("%+v", bye)
		}
		p.wantClose(protocol.CloseIdle)
	})
}

// [SES2]
func TestSES2_ABadTokenEndsTheConnection(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("old", 7, time.Now().Add(-time.Second))
		for token, code := range map[string]protocol.Code{"unknown": protocol.CodeTokenInvalid,
			"old": protocol.CodeLoginInvalid} {
			p := w.dial("/ws")
			p.send(&protocol.Hello{Type: protocol.TypeHello, Token: token})
			p.wantError(0, code)
			if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.Code != int32(code) || bye.ReconnectAfterMS != 0 {
				t.Errorf("%+v", bye)
			}
			p.wantClose(protocol.CloseSession)
		}
		if n := w.Online(); n != 0 {
			t.Errorf("%d online: a refused token became a visitor", n)
		}
	})
}

// [SES4]
func TestSES4_AnEndedSessionClosesItsSockets(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		hash := w.login("a", 1, time.Time{})
		w.login("b", 2, time.Time{})
		a1, a2, other := w.greeted("a"), w.greeted("a"), w.greeted("b")
		if n := w.Online(); n != 2 {
			t.Fatalf("%d online, want 2 sessions", n)
		}
		a1.subscribe(1, "player")
		began := time.Now()
		w.EndSession(hash, protocol.CodeLoginInvalid)
		for _, p := range []*peer{a1, a2} {
			if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.Code != int32(protocol.CodeLoginInvalid) {
				t.Errorf("%+v", bye)
			}
			p.wantClose(protocol.CloseSession)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		other.silent()
		if n := w.Online(); n != 1 {
			t.Errorf("%d online, want 1", n)
		}
	})
}

// [SES4] Every session of a player whom another process has logged out ends.
func TestSES4_EverySessionOfAPlayerEnds(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		w.login("c", 1, time.Time{})
		w.login("b", 2, time.Time{})
		first, second, other := w.greeted("a"), w.greeted("c"), w.greeted("b")
		w.EndPlayer(1, protocol.CodeTokenInvalid)
		for _, p := range []*peer{first, second} {
			if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.Code != int32(protocol.CodeTokenInvalid) {
				t.Errorf("%+v", bye)
			}
			p.wantClose(protocol.CloseSession)
		}
		other.silent()
		if n := w.Online(); n != 1 {
			t.Errorf("%d online, want 1", n)
		}
	})
}

// [SES4] The lookup answers "valid" and only then the session ends: the socket must not live.
func TestSES4_EndSessionDuringHello(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		hash := w.login("a", 1, time.Time{})
		hold := w.holdAnswers()
		p := w.dial("/ws")
		p.send(&protocol.Hello{Type: protocol.TypeHello, Token: "a"})
		w.EndSession(hash, protocol.CodeLoginInvalid)
		close(hold)
		p.wantError(0, protocol.CodeLoginInvalid)
		p.want(protocol.TypeBye)
		p.wantClose(protocol.CloseSession)
	})
}

// [SES4]
func TestSES4_AnExpiredSessionIsClosed(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		now := newClock(time.Unix(1_800_000_000, 0))
		w := newWorld(t, Options{Backend: b, Clock: now.Now})
		w.login("a", 1, now.Now().Add(time.Hour))
		p := w.greeted("a")
		p.silent()
		now.advance(time.Hour)
		if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.Code != int32(protocol.CodeLoginInvalid) {
			t.Errorf("%+v", bye)
		}
		p.wantClose(protocol.CloseSession)
	})
}

// [SES3]
func TestSES3_PlayerTopicIsTheSessions(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		w.login("b", 2, time.Time{})
		a, other := w.greeted("a"), w.greeted("b")
		a.subscribe(1, "player")
		other.subscribe(1, "player")
		w.emit("player:1")
		a.wantEvent(1, 1)
		other.silent()
		a.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 2, Topic: "player:2"})
		a.wantError(2, protocol.CodeTopic)
		visitor := w.greeted("")
		visitor.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 3, Topic: "player"})
		visitor.wantError(3, protocol.CodeTopic)
		w.emit("player:2")
		a.silent()
		visitor.silent()
	})
}

// [SES5]
func TestSES5_ATicketIsRedeemedOnce(t *testing.T) {
	now := newClock(time.Unix(1_800_000_000, 0))
	tickets := NewTickets(now.Now)
	one := tickets.Issue(store.Session{Player: 1})
	two := tickets.Issue(store.Session{Player: 2})
	if one == two || len(one) < 43 {
		t.Fatalf("tickets %q, %q", one, two)
	}
	if s, ok := tickets.Redeem(one); !ok || s.Player != 1 {
		t.Fatal("a fresh ticket is refused")
	}
	if _, ok := tickets.Redeem(one); ok {
		t.Fatal("a ticket is good twice")
	}
	now.advance(30 * time.Second)
	if _, ok := tickets.Redeem(two); ok {
		t.Fatal("a ticket is good after 30 s")
	}
	if _, ok := tickets.Redeem(""); ok {
		t.Fatal("no ticket is a ticket")
	}
	tickets.max = 3
	first := tickets.Issue(store.Session{Player: 3})
	for range 5 {
		tickets.Issue(store.Session{Player: 4})
	}
	if _, ok := tickets.Redeem(first); ok || len(tickets.open) > 3 || len(tickets.fifo) > 3 {
		t.Fatalf("%d tickets kept, at most 3 allowed", len(tickets.open))
	}
}

// [SES5]
func TestSES5_TicketOpensASocket(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		tickets := NewTickets(time.Now)
		w := newWorld(t, Options{Backend: b, Tickets: tickets})
		id := tickets.Issue(store.Session{Player: 9, TokenHash: [32]byte{9}})
		p := w.dial("/ws?ticket=" + id)
		p.send(&protocol.Hello{Type: protocol.TypeHello})
		if welcome := decode[protocol.Welcome](p, protocol.TypeWelcome); welcome.PlayerID != "9" {
			t.Errorf("%+v", welcome)
		}
		again := w.dial("/ws?ticket=" + id)
		again.send(&protocol.Hello{Type: protocol.TypeHello})
		again.wantError(0, protocol.CodeTokenInvalid)
		again.want(protocol.TypeBye)
		again.wantClose(protocol.CloseSession)
	})
}
