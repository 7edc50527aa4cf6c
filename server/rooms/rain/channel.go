package rain

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// rainMessage is msgType 3 on the drop channel and type 1 on the wish channel, which also reports when there is rain
// no more. Time is how many seconds are left until the last packet, the countdown included; below 1 there is no rain
// (product-spec §4). Clients that know the server's clock go by startsAtMs.
type rainMessage struct {
	MsgType  int   `json:"msgType"`
	Type     int   `json:"type"` // 1 from the moment that a rain is coming, 0 when it is over
	Time     int64 `json:"time"`
	Duration int64 `json:"duration"` // seconds
	protocol.RainRound
}

// texts are sent where the specification has them: to each player, and beside the wish tree.
var texts = []jsonchannel.Text{
	jsonchannel.Made(jsonchannel.Text{Name: "rain", Says: "A red-packet rain is coming (type 1) or over (type 0).",
		On: []string{jsonchannel.Player, "wish"}, Topic: protocol.TopicRain,
		Events: []uint16{protocol.EventRainComing, protocol.EventRainOver}, Fixed: map[string]any{"msgType": 3}},
		func(r protocol.RainRound, e *publish.Event, _ jsonchannel.Items) rainMessage {
			m := rainMessage{MsgType: 3, Duration: r.DurationMS / 1000, RainRound: r}
			if e.Type == protocol.EventRainComing {
				m.Type, m.Time = 1, max(r.EndsAtMS-e.AtMS+999, 0)/1000
			}
			return m
		}),
}
