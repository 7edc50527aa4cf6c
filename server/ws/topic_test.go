package ws

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"jadebox/protocol"

	"github.com/gobwas/ws"
)

// [TOP1]
func TestTOP1_AnUnknownTopicIsRefused(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		for i, topic := range []string{"", "feed:1", "lobby:", "battle", "battle:", "battle:0", "battle:07", "battle:x",
			"battle:1:2", "battle:-1",
			"battle:12345678901234567890", "player:1", "hail", "FEED"} {
			p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: uint32(i), Topic: topic})
			p.wantError(uint32(i), protocol.CodeTopic)
		}
		if w.questions() != 0 || w.Stats().Topics != 0 {
			t.Errorf("%d snapshots asked, %d topics made for names that are none", w.questions(), w.Stats().Topics)
		}
		for i := range protocol.TopicsMax {
			p.subscribe(1, fmt.Sprintf("battle:%d", i+1))
		}
		p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 9, Topic: "feed"})
		p.wantError(9, protocol.CodeLimit)
		p.send(&protocol.Unsubscribe{Type: protocol.TypeUnsubscribe, Topic: "battle:1"})
		p.subscribe(10, "feed")
	})
}

// [TOP2]
func TestTOP2_SnapshotThenEvents(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.emit("battle:5")
		w.emit("battle:5")
		p := w.greeted("")
		s := p.subscribe(1, "battle:5")
		if s.Offset != 2 || s.Epoch != 1 || s.SnapshotType != 998 || string(s.Snapshot) != "\x02" {
			t.Fatalf("%+v", s)
		}
		w.emit("battle:5")
		w.emit("battle:6")
		if e := p.wantEvent(1, 3); e.TopicID != s.TopicID || e.EventType != 999 || string(e.Body) != "\x03" {
			t.Fatalf("%+v", e)
		}
		p.silent()
		p.send(&protocol.Unsubscribe{Type: protocol.TypeUnsubscribe, Topic: "battle:5"})
		p.silent()
		w.emit("battle:5")
		p.silent()
	})
}

// [TOP2] Events between the question and its answer are in the snapshot or follow it.
func TestTOP2_EventsDuringTheQuestion(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		hold := w.holdAnswers()
		p := w.greeted("")
		p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "battle:5"})
		eventually(t, "topic", func() bool { return w.Server.topics.find("battle:5") != nil })
		for range 10 {
			w.emit("battle:5")
		}
		close(hold)
		s := decode[protocol.Subscribed](p, protocol.TypeSubscribed)
		if s.Offset != 10 {
			t.Fatalf("%+v", s)
		}
		w.emit("battle:5")
		p.wantEvent(1, 11)
	})
}

// [TOP3]
func TestTOP3_MissedEventsAreRecovered(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, LogFrames: 16})
		keeper, p := w.greeted(""), w.greeted("")
		keeper.subscribe(1, "feed")
		p.subscribe(1, "feed")
		for i := range uint64(5) {
			w.emit("feed")
			p.wantEvent(1, i+1)
		}
		p.conn.Close()
		for range 7 {
			w.emit("feed")
		}
		asked := w.questions()
		q := w.greeted("")
		q.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 2, Topic: "feed", Recover: true, Epoch: 1,
			Offset: 5})
		if s := decode[protocol.Subscribed](q, protocol.TypeSubscribed); !s.Recovered || s.Offset != 5 ||
			len(s.Snapshot) != 0 {
			t.Fatalf("%+v", s)
		}
		for o := uint64(6); o <= 12; o++ {
			q.wantEvent(1, o)
		}
		q.silent()
		if w.questions() != asked {
			t.Error("a recovery asked for a snapshot")
		}
		for _, from := range []protocol.Subscribe{{Epoch: 2, Offset: 5}, {Epoch: 0, Offset: 5}, {Epoch: 1, Offset: 13},
			{Epoch: 1, Offset: 1 << 60}} {
			from.Type, from.Ref, from.Topic, from.Recover = protocol.TypeSubscribe, 3, "feed", true
			q.send(&from)
			if s := decode[protocol.Subscribed](q, protocol.TypeSubscribed); s.Recovered || s.Offset != 12 {
				t.Fatalf("from %d/%d: %+v", from.Epoch, from.Offset, s)
			}
		}
		for range 20 { // past the log
			w.emit("feed")
		}
		late := w.greeted("")
		late.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 4, Topic: "feed", Recover: true, Epoch: 1,
			Offset: 12})
		if s := decode[protocol.Subscribed](late, protocol.TypeSubscribed); s.Recovered || s.Offset != 32 {
			t.Fatalf("%+v", s)
		}
	})
}

// [TOP3] The last subscriber was the one that lost its connection.
func TestTOP3_TheLastSubscriberRecoversToo(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		p.subscribe(1, "battle:5")
		p.conn.Close()
		eventually(t, "no subscriber", func() bool { return w.Presence("battle:5") == 0 })
		w.emit("battle:5")
		q := w.greeted("a")
		q.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 2, Topic: "battle:5", Recover: true, Epoch: 1})
		if s := decode[protocol.Subscribed](q, protocol.TypeSubscribed); !s.Recovered {
			t.Fatalf("%+v", s)
		}
		q.wantEvent(1, 1)
	})
}

// [TOP4]
func TestTOP4_RecoveryNeedsPermission(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.private["battle:5"] = "secret"
		w.login("member", 1, time.Time{})
		w.login("thief", 2, time.Time{})
		m := w.greeted("member")
		m.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "battle:5", Code: "secret"})
		m.want(protocol.TypeSubscribed)
		guest := w.greeted("")
		guest.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "battle:5", Code: "secret"})
		guest.want(protocol.TypeSubscribed)
		for _, token := range []string{"thief", ""} {
			p := w.greeted(token)
			p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "battle:5", Recover: true,
				Epoch: 1})
			p.wantError(1, protocol.CodeBattleCode)
			w.emit("battle:5")
			p.silent()
		}
		m.wantEvent(1, 1)
		m.wantEvent(1, 2)
		again := w.greeted("member")
		again.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "battle:5", Recover: true,
			Epoch: 1})
		if s := decode[protocol.Subscribed](again, protocol.TypeSubscribed); !s.Recovered {
			t.Fatalf("%+v", s)
		}
	})
}

// [TOP5]
func TestTOP5_ANewEpochOrAHoleIsToldAsAGap(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		s := p.subscribe(1, "battle:5")
		w.emit("battle:5")
		p.wantEvent(1, 1)
		w.restart("battle:5")
		w.emit("battle:5")
		gap := decode[protocol.Gap](p, protocol.TypeGap)
		if gap.TopicID != s.TopicID || gap.Epoch != 2 || gap.Offset != 1 || string(gap.Snapshot) != "\x01" {
			t.Fatalf("%+v", gap)
		}
		w.emit("battle:5")
		p.wantEvent(2, 2)
		w.mu.Lock()
		w.topic("battle:5").offset = 9 // events 3–9 were never published
		w.mu.Unlock()
		w.emit("battle:5")
		if gap := decode[protocol.Gap](p, protocol.TypeGap); gap.Offset != 10 {
			t.Fatalf("%+v", gap)
		}
		w.mu.Lock()
		w.topic("battle:5").offset = 4 // the past again, and an older epoch
		w.mu.Unlock()
		w.emit("battle:5")
		w.mu.Lock()
		*w.topic("battle:5") = fakeTopic{epoch: 1, offset: 50}
		w.mu.Unlock()
		w.emit("battle:5")
		p.silent()
	})
}

// [TOP7]
func TestTOP7_TheFirstEventGoesAtOnceAndThoseOfATickInOneMessage(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, TickFeed: 3 * time.Second})
		p := w.greeted("")
		p.subscribe(1, "feed")
		p.silent() // the loop is done with the subscription
		began := time.Now()
		w.emit("feed")
		p.wantEvent(1, 1)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the first event of a quiet topic took %v", took)
		}
		for range 5 {
			w.emit("feed")
		}
		p.wantEvent(1, 2)
		if took := time.Since(began); took < 2500*time.Millisecond {
			t.Errorf("later events went out after %v, before the tick", took)
		}
		if len(p.left) == 0 {
			t.Fatal("events of one flush came in more than one message")
		}
		for o := uint64(3); o <= 6; o++ {
			p.wantEvent(1, o)
		}
	})
}

// [TOP8]
func TestTOP8_SubscribingTwiceCountsOnce(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		p.subscribe(1, "battle:5")
		p.subscribe(2, "battle:5")
		p.silent()
		if n := w.Presence("battle:5"); n != 1 {
			t.Errorf("presence %d, want 1", n)
		}
		w.emit("battle:5")
		p.wantEvent(1, 1)
		p.silent()
	})
}

func TestSnapshotsOfPublicTopicsAreShared(t *testing.T) {
	w := newWorld(t, Options{})
	hold := w.holdAnswers()
	peers := make([]*peer, 50)
	for i := range peers {
		peers[i] = w.greeted("")
		peers[i].send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "lobby"})
	}
	close(hold)
	for _, p := range peers {
		p.want(protocol.TypeSubscribed)
	}
	w.emit("lobby")
	late := w.greeted("")
	late.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: "lobby"})
	late.want(protocol.TypeSubscribed)
	for _, p := range peers {
		p.wantEvent(1, 1)
	}
	if n := w.questions(); n > 2 {
		t.Errorf("51 subscribers asked the actor %d times", n)
	}
}

func TestRefusedSnapshotLeavesNothing(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Linger: time.Nanosecond})
		p := w.greeted("")
		for i := range 3 * protocol.CommandsInFlight {
			p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: uint32(i), Topic: "battle:404"})
			p.wantError(uint32(i), protocol.CodeBattleGone)
		}
		eventually(t, "topic forgotten", func() bool { return w.Server.topics.find("battle:404") == nil })
	})
}

func TestPresenceIsToldWhenItChanges(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]int{}
	w := newWorld(t, Options{PresenceChanged: func(topic string, n int) {
		mu.Lock()
		seen[topic] = n
		mu.Unlock()
	}})
	for range 3 {
		w.greeted("").subscribe(1, "battle:5")
	}
	eventually(t, "presence 3", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return seen["battle:5"] == 3
	})
	if w.Presence("") != 3 || w.Presence("battle:5") != 3 || w.Presence("battle:6") != 0 {
		t.Errorf("online %d, battle:5 %d", w.Presence(""), w.Presence("battle:5"))
	}
}

// Telling thousands how many they are costs a write each: it is done the less often the more they are. That none is
// left is reported at once, because rooms wait for it.
func TestPresenceOfThousandsIsToldLessOften(t *testing.T) {
	crowd := &topic{name: "battle:5"}
	var told []int
	p := presence{report: func(_ string, n int) { told = append(told, n) }, pending: map[*topic]struct{}{}}
	second := func(n int, count int32) {
		crowd.subscribers.Store(count)
		p.changed(crowd)
		p.flush(time.Unix(int64(n), 0))
	}
	for n := range 10 {
		second(n, 3000+int32(n))
	}
	p.flush(time.Unix(12, 0)) // nothing has changed since, but what changed is still to be reported
	p.flush(time.Unix(20, 0))
	second(21, 0)
	second(22, 999)
	second(23, 998)
	if want := []int{3000, 3003, 3006, 3009, 0, 999, 998}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// [TOP6] Stalled readers: bounded memory, others unmoved; feed conflates, a battle closes.
func TestTOP6_ASlowReaderDelaysNoOther(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		for topic, mayLag := range map[string]bool{"feed": true, "battle:5": false} {
			w := newWorld(t, Options{Backend: b, LogFrames: 64, TickFeed: time.Millisecond, SendBuffer: 4 << 10})
			slow, healthy := w.slowPeer(), w.greeted("")
			slow.subscribe(1, topic)
			healthy.subscribe(1, topic)
			body := make([]byte, 4<<10)
			for o := uint64(1); o <= 600; o++ {
				w.emitBody(topic, body)
				if e := decode[protocol.Event](healthy, protocol.TypeEvent); e.Offset != o {
					t.Fatalf("%s: the healthy peer got %d, want %d", topic, e.Offset, o)
				}
			}
			if !mayLag {
				slow.wantByeAfterEvents(protocol.CloseSlow)
				continue
			}
			last := slow.wantGapAfterEvents(topic)
			eventually(t, "caught up", func() bool {
				if last < 600 {
					last = decode[protocol.Event](slow, protocol.TypeEvent).Offset
				}
				return last == 600
			})
			healthy.silent()
		}
	})
}

func (w *world) slowPeer() *peer {
	conn, err := (&net.Dialer{}).Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	p := upgraded(w.t, conn, "/ws")
	p.send(&protocol.Hello{Type: protocol.TypeHello})
	p.want(protocol.TypeWelcome)
	return p
}

// wantGapAfterEvents reads events without holes, then the Gap; returns its offset.
func (p *peer) wantGapAfterEvents(topic string) uint64 {
	p.t.Helper()
	for last := uint64(0); ; {
		kind, envelope := p.next()
		if kind == protocol.TypeGap {
			var g protocol.Gap
			if _, err := g.UnmarshalMsg(envelope); err != nil || g.Offset <= last {
				p.t.Fatalf("%s: gap to %d after %d, %v", topic, g.Offset, last, err)
			}
			return g.Offset
		}
		var e protocol.Event
		if _, err := e.UnmarshalMsg(envelope); err != nil || e.Offset != last+1 {
			p.t.Fatalf("%s: %d after %d without a Gap (%v)", topic, e.Offset, last, err)
		}
		last = e.Offset
	}
}

func (p *peer) wantByeAfterEvents(code int) {
	p.t.Helper()
	for {
		op, payload := p.frame()
		switch op {
		case 0:
			p.t.Fatal("dropped without a close frame")
		case ws.OpClose:
			if closeCodeOf(payload) != code {
				p.t.Fatalf("closed with %d, want %d", closeCodeOf(payload), code)
			}
			return
		}
	}
}
