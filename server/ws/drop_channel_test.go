package ws

import (
	"testing"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

// All connections are notified of a rain and of a site-wide invitation; a gift is its player's. [JSON3]
func TestJSON3_RainsGiftsAndSiteInvites(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		w.login("b", 2, time.Time{})
		p, other := w.channelOf("a", "1"), w.channelOf("b", "2")
		for _, c := range []*peer{p, other} {
			c.wantFields(map[string]any{"msgType": "welcome"})
		}
		hear := func(want map[string]any) {
			t.Helper()
			for _, c := range []*peer{p, other} {
				c.wantFields(want)
			}
		}
		round := protocol.RainRound{ID: "7", StartsAtMS: 105_000, EndsAtMS: 140_000, DurationMS: 35_000}
		body, _ := round.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: protocol.TopicRain, Epoch: 1, Offset: 1, AtMS: 100_000,
			Type: protocol.EventRainComing, Body: body})
		hear(map[string]any{"msgType": 3.0, "time": 40.0, "duration": 35.0, "id": "7"})
		w.Publish(publish.Event{Topic: protocol.TopicRain, Epoch: 1, Offset: 2, AtMS: 141_000,
			Type: protocol.EventRainOver, Body: body})
		hear(map[string]any{"msgType": 3.0, "time": 0.0})
		invite := protocol.Invite{RoomID: "5", Name: "Bo", HostID: "9"}
		body, _ = invite.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventSiteInvite, Body: body})
		hear(map[string]any{"msgType": 1.0, "roomId": "5", "name": "Bo"})
		gift := protocol.PropsDrop{OpID: "3", Items: []protocol.PropsItem{{ID: "4", Def: 7, ValueCents: 5}}}
		body, _ = gift.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "player:1", Epoch: 1, Offset: 1, Type: protocol.EventPropsDrop, Body: body})
		p.wantFields(map[string]any{"msgType": 4.0})
		other.say(heartCheck)
		if got := other.text(); got != "heart check" {
			t.Errorf("another player's channel got %q", got)
		}
	})
}
