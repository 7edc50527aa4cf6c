package battle

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

type inviteMessage struct {
	MsgType   int           `json:"msgType"`
	Name      string        `json:"name"`
	Avatar    string        `json:"avatar"`
	RoomPrice protocol.Gems `json:"roomPrice"`
	RoomID    string        `json:"roomId"`
	Code      string        `json:"code,omitempty"` // of a private room
}

var texts = []jsonchannel.Text{
	jsonchannel.Made(jsonchannel.Text{Name: "invite",
		Says: "An invitation to a battle: the player's own, or one to everybody.",
		On:   []string{jsonchannel.Player}, Topic: protocol.TopicFeed,
		Events: []uint16{protocol.EventInvite, protocol.EventSiteInvite}, Fixed: map[string]any{"msgType": 1}},
		func(in protocol.Invite, _ *publish.Event, _ jsonchannel.Items) inviteMessage {
			return inviteMessage{1, in.Name, in.Avatar, protocol.Gems(in.RoomPriceCents), in.RoomID, in.Code}
		}),
}
