package ws

import (
	"context"
	"errors"
	"slices"
	"strings"

	"jadebox/protocol"
	"jadebox/store"

	"github.com/tinylib/msgp/msgp"
)

// envelopes reads one binary message. [ENV1, ENV2]
func (l *loop) envelopes(c *conn, b []byte) {
	for n := 0; len(b) > 0; n++ {
		rest, code := b, protocol.CodeBadRequest
		if n < protocol.EnvelopesMax {
			rest, code = l.envelope(c, b)
		}
		if code != protocol.OK {
			l.broken(c, code, protocol.CloseBroken)
			return
		}
		if c.state != open {
			return
		}
		b = rest
	}
}

// envelope handles the first envelope of b. A code other than OK says that the peer does not keep the protocol.
func (l *loop) envelope(c *conn, b []byte) ([]byte, protocol.Code) {
	const bad = protocol.CodeBadRequest
	if _, body, err := msgp.ReadArrayHeaderBytes(b); err != nil || len(body) == 0 {
		return nil, bad
	} else if kind := body[0]; !c.hello && kind != protocol.TypeHello {
		return nil, bad
	} else {
		var err error
		switch kind {
		case protocol.TypeHello:
			var m protocol.Hello
			if b, err = m.UnmarshalMsg(b); err != nil || c.hello || len(m.Token) > protocol.TokenLength {
				return nil, bad
			}
			l.greet(c, m)
		case protocol.TypeSubscribe:
			var m protocol.Subscribe
			if b, err = m.UnmarshalMsg(b); err != nil || len(m.Topic) > protocol.TopicLength ||
				len(m.Code) > protocol.CodeLength {
				return nil, bad
			}
			l.subscribe(c, m)
		case protocol.TypeUnsubscribe:
			var m protocol.Unsubscribe
			if b, err = m.UnmarshalMsg(b); err != nil {
				return nil, bad
			}
			if s := c.subscriptionOf(c.topicName(m.Topic)); s != nil {
				l.unsubscribe(s)
			}
		case protocol.TypeCommand:
			var m protocol.Command
			if b, err = m.UnmarshalMsg(b); err != nil || len(m.Name) > protocol.NameLength ||
				len(m.Key) > protocol.KeyLength {
				return nil, bad
			}
			l.command(c, m)
		case protocol.TypePing:
			var m protocol.Ping
			if b, err = m.UnmarshalMsg(b); err != nil {
				return nil, bad
			}
			l.sendEnvelope(c, &protocol.Pong{Type: protocol.TypePong, Ref: m.Ref,
				ServerTimeMS: l.srv.o.Clock().UnixMilli()})
		default:
			return nil, bad
		}
	}
	return b, protocol.OK
}

// greet starts to resolve the token. [SES1]
func (l *loop) greet(c *conn, m protocol.Hello) {
	c.hello = true
	c.language = protocol.ParseLanguage(m.Language, "")
	if l.turnedAway(c) {
		return
	}
	ticket := ""
	if c.extra != nil {
		ticket, c.ticket = c.ticket, ""
		c.shrink()
	}
	if m.Token == "" && ticket == "" {
		l.srv.sessions.visit()
		l.welcome(c)
		return
	}
	l.authenticate(c, m.Token, ticket)
}

// authenticate resolves a token or a ticket off the loop; the answer comes to authenticated.
func (l *loop) authenticate(c *conn, token, ticket string) {
	if l.turnedAway(c) {
		return
	}
	ok := l.srv.work.do(func(context.Context) {
		rec, code := l.srv.resolve(token, ticket)
		l.post(func() { l.authenticated(c, rec, code) })
	})
	if !ok {
		l.farewell(c, protocol.CodeBusy, protocol.ReconnectCloseMS, closeTryAgain)
	}
}

func (s *Server) resolve(token, ticket string) (store.Session, protocol.Code) {
	if token == "" {
		if s.o.Tickets != nil {
			if rec, ok := s.o.Tickets.Redeem(ticket); ok {
				return rec, protocol.OK
			}
		}
		return store.Session{}, protocol.CodeTokenInvalid
	}
	rec, err := s.o.Sessions(s.work.asking(), token)
	switch {
	case err == nil && !rec.Expires.IsZero() && !s.o.Clock().Before(rec.Expires), errors.Is(err, ErrExpired):
		return rec, protocol.CodeLoginInvalid
	case err == nil:
		return rec, protocol.OK
	case errors.Is(err, store.ErrNotFound):
		return rec, protocol.CodeTokenInvalid
	}
	s.logger.Error().Err(err).Msg("session lookup")
	return rec, protocol.CodeBusy
}

func (l *loop) authenticated(c *conn, rec store.Session, code protocol.Code) {
	if c.state != open {
		return
	}
	var live *session
	if code == protocol.OK {
		live, code = l.srv.sessions.open(rec)
	}
	switch {
	case code == protocol.CodeBusy:
		l.dismiss(c, code, protocol.ReconnectCloseMS, closeTryAgain)
	case code != protocol.OK: // never a visitor in silence [SES2]
		l.dismiss(c, code, 0, protocol.CloseSession)
	default:
		c.session = live
		l.welcome(c)
	}
}

func (l *loop) welcome(c *conn) {
	c.greeted = true
	if c.mode == channel {
		l.openChannel(c)
		return
	}
	w := protocol.Welcome{Type: protocol.TypeWelcome, ServerTimeMS: l.srv.o.Clock().UnixMilli(),
		PingAfterMS: ms(l.srv.o.PingAfter)}
	if c.session != nil {
		w.Session, w.PlayerID = c.session.publicID(), playerID(c.session.Player)
	}
	l.sendEnvelope(c, &w)
}

func (c *conn) viewer() store.PlayerID {
	if c.session == nil {
		return 0
	}
	return c.session.Player
}

// topicName gives a wire topic its name inside the process: "player" is the session's own. "" is no topic of this
// connection. [TOP1]
func (c *conn) topicName(wire string) string {
	kind, id := protocol.SplitTopic(wire)
	switch kind {
	case protocol.TopicPlayer:
		if kind == wire && c.session != nil {
			return protocol.TopicPlayer + ":" + playerID(c.session.Player)
		}
	default:
		if slices.Contains(protocol.PublicTopics, wire) {
			return wire
		}
		if slices.Contains(protocol.RoomTopics, kind) && id != "" && id[0] != '0' &&
			strings.Trim(id, "0123456789") == "" && len(id) < 20 {
			return wire
		}
	}
	return ""
}

func wireTopic(t *topic) string {
	if t.kind == protocol.TopicPlayer {
		return protocol.TopicPlayer
	}
	return t.name
}

func (c *conn) subscriptionOf(name string) *subscription {
	for s := c.subs; s != nil; s = s.next {
		if s.stream.topic.name == name {
			return s
		}
	}
	return nil
}

func (l *loop) subscribe(c *conn, m protocol.Subscribe) {
	name := c.topicName(m.Topic)
	switch {
	case !c.greeted: // Hello is still being looked up: the client waits for Welcome
		l.broken(c, protocol.CodeBadRequest, protocol.CloseBroken)
		return
	case name == "":
		l.fail(c, m.Ref, protocol.CodeTopic)
		return
	case c.calls >= protocol.CommandsInFlight:
		l.fail(c, m.Ref, protocol.CodeRateLimited)
		return
	}
	if old := c.subscriptionOf(name); old != nil {
		l.unsubscribe(old) // [TOP8]
	}
	if c.topics >= protocol.TopicsMax {
		l.fail(c, m.Ref, protocol.CodeLimit)
		return
	}
	s := l.newSubscription(c, l.srv.acquire(name))
	s.ref, s.code = m.Ref, m.Code
	c.calls++
	if m.Recover {
		if cursor, ok := s.stream.topic.recoverFrom(c.viewer(), m.Epoch, m.Offset); ok {
			c.calls--
			l.srv.stats.recovered.Add(1)
			l.sendEnvelope(c, &protocol.Subscribed{Type: protocol.TypeSubscribed, Ref: m.Ref, Topic: m.Topic,
				TopicID: s.stream.topic.id,
				Epoch:   m.Epoch, Offset: m.Offset, Recovered: true})
			s.answered = true
			l.live(s, cursor)
			return
		}
	}
	l.askSnapshot(s)
}

func (l *loop) newSubscription(c *conn, t *topic) *subscription {
	s := &subscription{conn: c, stream: &t.binary, next: c.subs, index: -1}
	c.subs = s
	c.topics++
	return s
}

// command runs a player's intent. [CMD1, CMD2, CMD3]
func (l *loop) command(c *conn, m protocol.Command) {
	switch {
	case !c.greeted:
		l.broken(c, protocol.CodeBadRequest, protocol.CloseBroken)
		return
	case c.session == nil:
		l.fail(c, m.Ref, protocol.CodeTokenInvalid)
		return
	case l.srv.o.Commands == nil:
		l.fail(c, m.Ref, protocol.CodeUnsupported)
		return
	case c.calls >= protocol.CommandsInFlight:
		l.fail(c, m.Ref, protocol.CodeRateLimited)
		return
	}
	rec, cmd := c.session.Session, Command{Name: m.Name, Key: m.Key, Body: m.Body, Language: c.language.Whole(),
		Address: c.peer()}
	c.calls++
	ok := l.srv.work.do(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, commandWithin)
		defer cancel()
		data, err := l.srv.o.Commands(ctx, rec, cmd)
		l.post(func() { l.answered(c, m.Ref, data, err) })
	})
	if !ok {
		c.calls--
		l.fail(c, m.Ref, protocol.CodeBusy)
	}
}

func (l *loop) answered(c *conn, ref uint32, data []byte, err error) {
	if c.state != open {
		return
	}
	c.calls--
	if err != nil {
		l.fail(c, ref, l.srv.codeOf(err))
		return
	}
	l.sendEnvelope(c, &protocol.Reply{Type: protocol.TypeReply, Ref: ref, Body: data})
}
