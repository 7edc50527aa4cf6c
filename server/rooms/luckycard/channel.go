package luckycard

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// luckycardMessage is a room of the lobby that is new, has changed or is over.
type luckycardMessage struct {
	MsgType   int    `json:"msgType"`
	StuffName string `json:"stuffName"` // of the top prize
	protocol.LuckycardSummary
}

// turnedMessage is one flip in any room, sent before the room's new state.
type turnedMessage struct {
	MsgType    int    `json:"msgType"`
	StuffName  string `json:"stuffName"`
	StuffImage string `json:"stuffImage"`
	protocol.LuckycardTurned
}

var texts = []jsonchannel.Text{
	jsonchannel.Made(jsonchannel.Text{Name: "luckycard", Says: "A room that is new, has changed or is over.",
		On: channels, Topic: protocol.TopicLuckycards, Events: []uint16{protocol.EventLuckycardSummary},
		Fixed: map[string]any{"msgType": 0}},
		func(l protocol.LuckycardSummary, _ *publish.Event, items jsonchannel.Items) luckycardMessage {
			m := luckycardMessage{LuckycardSummary: l}
			m.StuffName, _ = items.Words(l.TopDef)
			return m
		}),
	jsonchannel.Made(jsonchannel.Text{Name: "flip", Says: "One flip in any room, before the room's new state.",
		On: channels, Topic: protocol.TopicLuckycards, Events: []uint16{protocol.EventLuckycardTurned},
		Fixed: map[string]any{"msgType": 1}},
		func(l protocol.LuckycardTurned, _ *publish.Event, items jsonchannel.Items) turnedMessage {
			m := turnedMessage{MsgType: 1, LuckycardTurned: l}
			m.StuffName, m.StuffImage = items.Words(l.Flip.Def)
			return m
		}),
}

var channels = []string{"luckycard"}
