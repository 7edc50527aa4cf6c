package fakeserver

import (
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gobwas/ws"
	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

type codec = msgp.Marshaler

type topic struct {
	id          uint32
	offset      uint64
	log         []protocol.Event
	subscribers map[*conn]bool
}

type conn struct {
	net.Conn
	user *user
}

const epoch = 7

func (s *Server) topic(name string) *topic {
	t := s.topics[name]
	if t == nil {
		t = &topic{id: uint32(len(s.topics) + 1), subscribers: map[*conn]bool{}}
		s.topics[name] = t
	}
	return t
}

func (s *Server) publish(name string, kind uint16, body codec) {
	t := s.topic(name)
	t.offset++
	raw, _ := body.MarshalMsg(nil)
	e := protocol.Event{Type: protocol.TypeEvent, TopicID: t.id, Epoch: epoch, Offset: t.offset,
		AtMS: s.now().Add(-s.late).UnixMilli(), EventType: kind, Body: raw}
	t.log = append(t.log, e)
	times := 1
	if strings.HasPrefix(name, protocol.TopicBattle) {
		s.events++
		switch {
		case s.bug == SkipOffset && s.events%10 == 0:
			times = 0
		case s.bug == RepeatEvent && s.events%10 == 0:
			times = 2
		}
	}
	for c := range t.subscribers {
		for range times {
			c.send(&e)
		}
	}
}

func (c *conn) send(m codec) {
	b, _ := m.MarshalMsg(nil)
	c.SetWriteDeadline(time.Now().Add(time.Second))
	ws.WriteFrame(c.Conn, ws.NewBinaryFrame(b))
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	up := ws.HTTPUpgrader{Protocol: func(p string) bool { return p == protocol.Subprotocol }}
	nc, _, _, err := up.Upgrade(r, w)
	if err != nil {
		return
	}
	c := &conn{Conn: nc}
	defer func() {
		s.mu.Lock()
		for _, t := range s.topics {
			delete(t.subscribers, c)
		}
		s.mu.Unlock()
		nc.Close()
	}()
	for {
		f, err := ws.ReadFrame(nc) // tests only: the peer is the simulator's client
		if err != nil || f.Header.OpCode == ws.OpClose {
			return
		}
		if f.Header.OpCode == ws.OpBinary {
			s.envelope(c, ws.UnmaskFrameInPlace(f).Payload)
		}
	}
}

func (s *Server) envelope(c *conn, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch b[1] {
	case protocol.TypeHello:
		var m protocol.Hello
		m.UnmarshalMsg(b)
		welcome := protocol.Welcome{Type: protocol.TypeWelcome}
		if c.user = s.tokens[m.Token]; c.user != nil {
			welcome.PlayerID = c.user.id
		}
		c.send(&welcome)
	case protocol.TypePing:
		var m protocol.Ping
		m.UnmarshalMsg(b)
		c.send(&protocol.Pong{Type: protocol.TypePong, Ref: m.Ref, ServerTimeMS: s.now().UnixMilli()})
	case protocol.TypeSubscribe:
		var m protocol.Subscribe
		m.UnmarshalMsg(b)
		if s.asked == nil {
			s.subscribe(c, m)
			return
		}
		select {
		case s.asked <- struct{}{}:
		default:
		}
	case protocol.TypeUnsubscribe:
		var m protocol.Unsubscribe
		m.UnmarshalMsg(b)
		delete(s.topic(c.inside(m.Topic)).subscribers, c)
	}
}

func (c *conn) inside(topic string) string {
	if topic == protocol.TopicPlayer && c.user != nil {
		return "player:" + c.user.id
	}
	return topic
}

func (s *Server) subscribe(c *conn, m protocol.Subscribe) {
	name := c.inside(m.Topic)
	t := s.topic(name)
	answer := protocol.Subscribed{Type: protocol.TypeSubscribed, Ref: m.Ref, Topic: m.Topic, TopicID: t.id,
		Epoch: epoch, Offset: t.offset}
	if m.Recover && m.Epoch == epoch && m.Offset <= t.offset {
		answer.Recovered, answer.Offset = true, m.Offset
		c.send(&answer)
		for _, e := range t.log[m.Offset:] {
			c.send(&e)
		}
		t.subscribers[c] = true
		return
	}
	var body codec
	kind, id := protocol.SplitTopic(name)
	switch kind {
	case protocol.TopicPlayer:
		answer.SnapshotType, body = protocol.EventPlayerSnapshot, &protocol.Wallet{GemsCents: c.user.cents,
			BagCount: int32(len(c.user.items))}
	case protocol.TopicFeed:
		answer.SnapshotType, body = protocol.EventFeedSnapshot, &protocol.FeedSnapshot{}
	case protocol.TopicLobby:
		lobby := &protocol.LobbySnapshot{}
		for _, b := range s.battles {
			if b.Summary.Status != protocol.BattleFinished {
				lobby.Battles = append(lobby.Battles, b.snapshot().Summary)
			}
		}
		answer.SnapshotType, body = protocol.EventLobbySnapshot, lobby
	default:
		b := s.battles[id]
		if b == nil {
			e := protocol.CodeBattleGone.Envelope(m.Ref, protocol.English)
			c.send(&e)
			return
		}
		snapshot := b.snapshot()
		if s.bug == StaleSnapshot && len(snapshot.Rounds) > 0 {
			snapshot.Rounds = snapshot.Rounds[:len(snapshot.Rounds)-1]
			snapshot.Summary.Round--
		}
		answer.SnapshotType, body = protocol.EventBattleSnapshot, &snapshot
	}
	answer.Snapshot, _ = body.MarshalMsg(nil)
	c.send(&answer)
	t.subscribers[c] = true
}
