package ws

import (
	"encoding/json"
	"slices"
	"strconv"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
	"jadebox/store"

	"github.com/gobwas/ws"
)

// The product specification's JSON channel /ws/drop/{userId} (§7): msgType 0 is the latest drop, 1 an invite, 3 a
// red-packet rain, 4 a props drop. It never sends a snapshot: the page reads that by HTTP.

const heartCheck = "heart check"

var heartFrame = message(ws.OpText, []byte(heartCheck))

// dropMessage is the live drop of the specification (§3) with the site's own fields behind it.
type dropMessage struct {
	MsgType     int     `json:"msgType"`
	UserName    string  `json:"userName"`
	StuffName   string  `json:"stuffName"`
	StuffImage  string  `json:"stuffImage"`
	Rarity      string  `json:"rarity"`
	Category    string  `json:"category"`
	SuccessRate float64 `json:"successRate"` // per cent
	Type        uint8   `json:"type"`
	protocol.Drop
}

type channelError struct {
	MsgType string        `json:"msgType"`
	ErrCode protocol.Code `json:"errCode"`
	ErrMsg  string        `json:"errMsg"`
}

type channelWelcome struct {
	MsgType      string `json:"msgType"`
	PlayerID     string `json:"playerId"`
	ServerTimeMS int64  `json:"serverTimeMs"`
}

func dropText(d protocol.Drop, _ *publish.Event, items jsonchannel.Items) dropMessage {
	m := dropMessage{UserName: d.PlayerName, Type: d.Source, SuccessRate: float64(d.OddsPPM) / 1e4, Drop: d}
	if item, ok := items(d.Def); ok {
		m.StuffName, m.StuffImage, m.Rarity, m.Category = item.Title(), item.Image, item.Rarity, item.Category
	}
	return m
}

// channelFrame encodes an event for the JSON channels, once for all who listen in a language; nil for an event that
// they do not carry.
func (s *Server) channelFrame(e *publish.Event, l protocol.Language) []byte {
	text, carried := s.channels.texts[e.Type]
	if !carried {
		return nil
	}
	v, err := text.Make(e, func(def int32) (jsonchannel.Item, bool) {
		if s.o.Items == nil {
			return jsonchannel.Item{}, false
		}
		return s.o.Items(def, l)
	})
	if err != nil {
		s.logger.Error().Err(err).Str("text", text.Name).Msg("event of a JSON channel does not decode")
		return nil
	}
	return textFrame(v)
}

func textFrame(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil { // structs of strings and numbers always encode
		panic(err)
	}
	return message(ws.OpText, text)
}

// channelText handles one text: the heart check, or the token. [JSON1, JSON2]
func (l *loop) channelText(c *conn, text []byte) {
	if s := string(text); s == heartCheck || s == `"`+heartCheck+`"` {
		l.send(c, heartFrame)
		return
	}
	if c.greeted && c.session == nil { // a public channel: nothing that is received there changes anything
		return
	}
	if c.hello {
		l.fail(c, 0, protocol.CodeUnsupported)
		return
	}
	var first struct {
		Token string `json:"token"`
		Lang  string `json:"lang"`
	}
	if json.Unmarshal(text, &first) != nil || first.Token == "" || len(first.Token) > protocol.TokenLength {
		l.broken(c, protocol.CodeBadRequest, protocol.CloseBroken)
		return
	}
	c.hello = true
	if first.Lang != "" {
		c.language = protocol.ParseLanguage(first.Lang, "")
	}
	l.authenticate(c, first.Token, "")
}

// openChannel subscribes an authenticated channel to the public messages and those of its own player. [SES3]
func (l *loop) openChannel(c *conn) {
	id := playerID(c.session.Player)
	user := ""
	if c.extra != nil {
		user, c.pathUser = c.pathUser, ""
		c.shrink()
	}
	if user != id {
		l.farewell(c, protocol.CodeTokenInvalid, 0, protocol.CloseSession)
		return
	}
	all := l.srv.channels.topics[jsonchannel.Player]
	for _, name := range append(slices.Clone(all), protocol.TopicPlayer+":"+id) {
		if c.state != open {
			return
		}
		l.listen(c, name)
	}
	// Last, so that a client that is welcome misses nothing from now on; this loop sends nothing of those topics
	// before.
	l.send(c, textFrame(channelWelcome{"welcome", id, l.srv.o.Clock().UnixMilli()}))
}

// listen subscribes a channel to what a topic publishes from now on.
func (l *loop) listen(c *conn, topic string) {
	s := l.newSubscription(c, l.srv.acquire(topic))
	s.stream, s.answered = s.stream.topic.textStream(c.language, len(l.srv.loops)), true
	s.stream.topic.mu.Lock()
	cursor := s.stream.log.next
	s.stream.topic.mu.Unlock()
	l.live(s, cursor)
}

func (l *loop) sendChannelError(c *conn, code protocol.Code) {
	d := protocol.Lookup(code)
	l.send(c, textFrame(channelError{"error", d.Code, d.In(c.language)}))
}

func playerID(id store.PlayerID) string { return strconv.FormatInt(int64(id), 10) }
