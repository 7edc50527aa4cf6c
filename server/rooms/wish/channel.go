package wish

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// wishMessage is a room of the wish tree that is new, has changed or is over. Type 1 of this channel is a red-packet
// rain.
type wishMessage struct {
	MsgType    int    `json:"msgType"`
	Type       int    `json:"type"`
	StuffName  string `json:"stuffName"` // of the prize
	StuffImage string `json:"stuffImage"`
	protocol.WishSummary
}

var texts = []jsonchannel.Text{
	jsonchannel.Made(jsonchannel.Text{Name: "wish", Says: "A wish room that is new, has changed or is over.",
		On: []string{"wish"}, Topic: protocol.TopicWishes, Events: []uint16{protocol.EventWishSummary},
		Fixed: map[string]any{"msgType": 0, "type": 0}},
		func(w protocol.WishSummary, _ *publish.Event, items jsonchannel.Items) wishMessage {
			m := wishMessage{WishSummary: w}
			m.StuffName, m.StuffImage = items.Words(w.Def)
			return m
		}),
}
