package ws

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

// publicChannels are the specification's JSON channels (§7) that everybody may hear, by the last part of their path:
// the topics whose every event they carry. They need no token; the first text is the client's own affair.
var publicChannels = map[string][]string{"upgrade": {protocol.TopicUpgrade}, "luckycard": {protocol.TopicLuckycards},
	"wish": {protocol.TopicWishes, protocol.TopicRain}}

// dropTopics are what everybody is told on the drop channel.
var dropTopics = []string{protocol.TopicFeed, protocol.TopicRain}

// upgradeMessage is an upgrade with the names of the specification's upgrade record (§3) before the site's own.
type upgradeMessage struct {
	MsgType         int     `json:"msgType"`
	UserName        string  `json:"userName"`
	LeftStuffName   string  `json:"leftStuffName"`
	LeftStuffImage  string  `json:"leftStuffImage"`
	RightStuffName  string  `json:"rightStuffName"`
	RightStuffImage string  `json:"rightStuffImage"`
	SuccessRate     float64 `json:"successRate"` // per cent
	Result          int     `json:"result"`      // 0 = win
	protocol.UpgradeDone
}

type rankingMessage struct {
	MsgType int `json:"msgType"`
	protocol.UpgradeRanking
}

// luckycardMessage is a room of the lobby that is new, has changed or is over.
type luckycardMessage struct {
	MsgType   int    `json:"msgType"`
	StuffName string `json:"stuffName"` // of the top prize
	protocol.LuckycardSummary
}

// turnedMessage is one flip in any room, told before the room's new state.
type turnedMessage struct {
	MsgType    int    `json:"msgType"`
	StuffName  string `json:"stuffName"`
	StuffImage string `json:"stuffImage"`
	protocol.LuckycardTurned
}

// wishMessage is a room of the wish tree that is new, has changed or is over. Type 1 of this channel is a red-packet
// rain.
type wishMessage struct {
	MsgType    int    `json:"msgType"`
	Type       int    `json:"type"`
	StuffName  string `json:"stuffName"` // of the prize
	StuffImage string `json:"stuffImage"`
	protocol.WishSummary
}

// rainMessage is msgType 3 on the drop channel and type 1 on the wish channel, which also tells when there is rain no
// more. Time is how many seconds are left until the last packet, the countdown included; below 1 there is no rain
// (product-spec §4). Clients that know the server's clock go by startsAtMs.
type rainMessage struct {
	MsgType  int   `json:"msgType"`
	Type     int   `json:"type"` // 1 from the moment that a rain is coming, 0 when it is over
	Time     int64 `json:"time"`
	Duration int64 `json:"duration"` // seconds
	protocol.RainRound
}

// publicFrame is channelFrame for what everybody may hear.
func (s *Server) publicFrame(e *publish.Event, l protocol.Language) []byte {
	switch e.Type {
	case protocol.EventUpgradeDone:
		m := upgradeMessage{}
		if _, err := m.UnmarshalMsg(e.Body); err != nil {
			s.logger.Error().Err(err).Msg("upgrade does not decode")
			return nil
		}
		m.UserName, m.SuccessRate = m.PlayerName, float64(m.RateE8)/1e6
		m.LeftStuffName, m.LeftStuffImage = s.itemWords(m.LeftDef, l)
		m.RightStuffName, m.RightStuffImage = s.itemWords(m.RightDef, l)
		if !m.Won {
			m.Result = 1
		}
		return textFrame(m)
	case protocol.EventLuckycardSummary:
		m := luckycardMessage{}
		if _, err := m.UnmarshalMsg(e.Body); err != nil {
			s.logger.Error().Err(err).Msg("lucky-card room does not decode")
			return nil
		}
		m.StuffName, _ = s.itemWords(m.TopDef, l)
		return textFrame(m)
	case protocol.EventLuckycardTurned:
		m := turnedMessage{MsgType: 1}
		if _, err := m.UnmarshalMsg(e.Body); err != nil {
			s.logger.Error().Err(err).Msg("lucky-card flip does not decode")
			return nil
		}
		m.StuffName, m.StuffImage = s.itemWords(m.Flip.Def, l)
		return textFrame(m)
	case protocol.EventWishSummary:
		m := wishMessage{}
		if _, err := m.UnmarshalMsg(e.Body); err != nil {
			s.logger.Error().Err(err).Msg("wish room does not decode")
			return nil
		}
		m.StuffName, m.StuffImage = s.itemWords(m.Def, l)
		return textFrame(m)
	case protocol.EventRainComing, protocol.EventRainOver:
		return s.rainFrame(e)
	case protocol.EventUpgradeRanking:
		m := rankingMessage{MsgType: 1}
		if _, err := m.UnmarshalMsg(e.Body); err != nil {
			s.logger.Error().Err(err).Msg("ranking does not decode")
			return nil
		}
		return textFrame(m)
	}
	return nil
}

func (s *Server) rainFrame(e *publish.Event) []byte {
	m := rainMessage{MsgType: 3}
	if _, err := m.UnmarshalMsg(e.Body); err != nil {
		s.logger.Error().Err(err).Msg("rain does not decode")
		return nil
	}
	m.Duration = m.DurationMS / 1000
	if e.Type == protocol.EventRainComing {
		m.Type, m.Time = 1, max(m.EndsAtMS-e.AtMS+999, 0)/1000
	}
	return textFrame(m)
}

func (s *Server) item(def int32, l protocol.Language) (Item, bool) {
	if s.o.Items == nil {
		return Item{}, false
	}
	return s.o.Items(def, l)
}

func (s *Server) itemWords(def int32, l protocol.Language) (name, image string) {
	item, ok := s.item(def, l)
	if !ok {
		return "", ""
	}
	return item.Brand + "|" + item.Name, item.Image
}

// openPublicChannel makes c a visitor's channel of some topics.
func (l *loop) openPublicChannel(c *conn, topics []string) {
	c.hello, c.greeted = true, true
	l.srv.sessions.visit()
	l.send(c, textFrame(channelWelcome{"welcome", "", l.srv.o.Clock().UnixMilli()}))
	for _, topic := range topics {
		if c.state == open {
			l.listen(c, topic)
		}
	}
}
