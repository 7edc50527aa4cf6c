package ws

import (
	"fmt"
	"slices"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// ownTexts are those of the JSON channels that are about no kind of room.
var ownTexts = []jsonchannel.Text{
	jsonchannel.Made(jsonchannel.Text{Name: "drop", Says: "The latest drop of any player.",
		On: []string{jsonchannel.Player}, Topic: protocol.TopicFeed, Events: []uint16{protocol.EventDrop},
		Fixed: map[string]any{"msgType": 0}}, dropText),
	jsonchannel.Made(jsonchannel.Text{Name: "props", Says: "Items that were given to the player.",
		On: []string{jsonchannel.Player}, Events: []uint16{protocol.EventPropsDrop},
		Fixed: map[string]any{"msgType": 4}}, propsText),
	jsonchannel.Made(jsonchannel.Text{Name: "upgrade", Says: "An upgrade that is over.", On: []string{"upgrade"},
		Topic: protocol.TopicUpgrade, Events: []uint16{protocol.EventUpgradeDone},
		Fixed: map[string]any{"msgType": 0}}, upgradeText),
	jsonchannel.Made(jsonchannel.Text{Name: "ranking", Says: "The ranking of the day, made anew.",
		On: []string{"upgrade"}, Topic: protocol.TopicUpgrade, Events: []uint16{protocol.EventUpgradeRanking},
		Fixed: map[string]any{"msgType": 1}},
		func(r protocol.UpgradeRanking, _ *publish.Event, _ jsonchannel.Items) rankingMessage {
			return rankingMessage{1, r}
		}),
}

// textChannels are all JSON channels of a server.
type textChannels struct {
	topics map[string][]string         // whose every event a channel carries, by the last part of its address
	texts  map[uint16]jsonchannel.Text // by their events
}

func channelsOf(kinds []jsonchannel.Text) (textChannels, error) {
	c := textChannels{map[string][]string{}, map[uint16]jsonchannel.Text{}}
	for _, t := range slices.Concat(ownTexts, kinds) {
		for _, event := range t.Events {
			if other, taken := c.texts[event]; taken {
				return c, fmt.Errorf("ws: event %d is both %q and %q of the JSON channels", event, other.Name, t.Name)
			}
			c.texts[event] = t
		}
		for _, name := range t.On {
			if t.Topic != "" && !slices.Contains(c.topics[name], t.Topic) {
				c.topics[name] = append(c.topics[name], t.Topic)
			}
		}
	}
	return c, nil
}

// public are the topics of a channel that needs no token; the first text is the client's own affair.
func (c textChannels) public(name string) []string {
	if name == jsonchannel.Player {
		return nil
	}
	return c.topics[name]
}

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

func upgradeText(u protocol.UpgradeDone, _ *publish.Event, items jsonchannel.Items) upgradeMessage {
	m := upgradeMessage{UserName: u.PlayerName, SuccessRate: float64(u.RateE8) / 1e6, UpgradeDone: u}
	m.LeftStuffName, m.LeftStuffImage = items.Words(u.LeftDef)
	m.RightStuffName, m.RightStuffImage = items.Words(u.RightDef)
	if !u.Won {
		m.Result = 1
	}
	return m
}

type rankingMessage struct {
	MsgType int `json:"msgType"`
	protocol.UpgradeRanking
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
