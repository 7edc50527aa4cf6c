package ws

import (
	"bytes"
	"testing"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/rooms"
	"jadebox/server/ws/jsonchannel"
)

// diceText is what a kind of room would add that the project lacks.
func diceText(event uint16) jsonchannel.Text {
	return jsonchannel.Made(jsonchannel.Text{Name: "dice", Says: "Dice that fell.", On: []string{"dice"},
		Topic: protocol.TopicLobby, Events: []uint16{event}, Fixed: map[string]any{"msgType": 7}},
		func(c protocol.Counters, _ *publish.Event, _ jsonchannel.Items) dropMessage {
			return dropMessage{MsgType: 7, UserName: "thrower"}
		})
}

// A kind of room that the server does not know has its channel, and its place in the description, by its list of
// texts alone.
func TestAKindBringsItsOwnJSONChannel(t *testing.T) {
	dice := diceText(9_999)
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Texts: []jsonchannel.Text{dice}})
		p := w.dial("/ws/dice")
		p.path = "/dice" // docs/asyncapi.json does not know it
		p.wantFields(map[string]any{"msgType": "welcome"})
		p.raw(maskedFrame(0x81, []byte(heartCheck))) // the welcome is sent before the topics are subscribed to
		if got := p.text(); got != heartCheck {
			t.Errorf("got %q", got)
		}
		body, _ := (&protocol.Counters{}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: protocol.TopicLobby, Epoch: 1, Offset: 1, Type: 9_999, Body: body})
		p.wantFields(map[string]any{"msgType": 7.0, "userName": "thrower"})
	})
	if text, err := AsyncAPI([]jsonchannel.Text{dice}); err != nil || !bytes.Contains(text, []byte(`"/ws/dice"`)) ||
		!bytes.Contains(text, []byte("Dice that fell.")) {
		t.Errorf("the description does not say it: %v", err)
	}
}

// One event is one text: of two, one would never be sent.
func TestAnEventThatIsTwoTextsStopsTheStart(t *testing.T) {
	for _, texts := range [][]jsonchannel.Text{{diceText(protocol.EventDrop)}, {diceText(9_999), diceText(9_999)}} {
		if _, err := channelsOf(texts); err == nil {
			t.Errorf("%q is taken", texts[0].Name)
		}
	}
	if _, err := channelsOf(rooms.All.Texts()); err != nil {
		t.Error(err)
	}
}
