package ws

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/publish"
	"jadebox/protocol"
	"jadebox/store"

	"github.com/gobwas/ws"
)

func (p *peer) text() string {
	p.t.Helper()
	op, payload := p.frame()
	if op != ws.OpText {
		p.t.Fatalf("frame %d %q, want text", op, payload)
	}
	return string(payload)
}

func (p *peer) wantFields(want map[string]any) {
	p.t.Helper()
	var got map[string]any
	text := p.text()
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		p.t.Fatalf("%q: %v", text, err)
	}
	for k, v := range want {
		if got[k] != v {
			p.t.Errorf("%s is %v, want %v in %s", k, got[k], v, text)
		}
	}
}

func (w *world) channelOf(token, id string) *peer {
	p := w.dial("/ws/drop/" + id)
	p.raw(maskedFrame(0x81, []byte(`{"token":"`+token+`","lang":"en"}`)))
	return p
}

// [JSON1, JSON2, JSON3]
func TestJSON3_DropsAndInvites(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Items: func(def int32) (Item, bool) {
			return Item{"Talon", "Nebula", "/art/7.webp", "contraband", "knife"}, def == 7
		}})
		w.login("a", 1, time.Time{})
		w.login("b", 2, time.Time{})
		p, other := w.channelOf("a", "1"), w.channelOf("b", "2")
		p.wantFields(map[string]any{"msgType": "welcome", "playerId": "1"})
		other.wantFields(map[string]any{"msgType": "welcome", "playerId": "2"})
		for _, c := range []*peer{p, other} {
			for _, heart := range []string{"heart check", `"heart check"`} {
				c.raw(maskedFrame(0x81, []byte(heart)))
				if got := c.text(); got != "heart check" {
					t.Fatalf("%q", got)
				}
			}
		}
		drop := protocol.Drop{ID: "9-0", PlayerName: "Ana", Def: 7, OddsPPM: 12_345, Source: 1, ValueCents: 5}
		body, _ := drop.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: body})
		counters, _ := (&protocol.Counters{Online: 3}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 2, Type: protocol.EventCounters, Body: counters})
		invite := protocol.Invite{RoomID: "5", Name: "Bo", RoomPriceCents: 1234}
		body, _ = invite.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "player:1", Epoch: 1, Offset: 1, Type: protocol.EventInvite, Body: body})
		for _, c := range []*peer{p, other} {
			c.wantFields(map[string]any{"msgType": 0.0, "userName": "Ana", "stuffName": "Talon|Nebula", "stuffImage": "/art/7.webp",
				"rarity": "contraband", "category": "knife", "successRate": "1.23", "type": 1.0, "valueCents": 5.0})
		}
		p.wantFields(map[string]any{"msgType": 1.0, "name": "Bo", "roomPrice": 12.34, "roomId": "5"})
		other.raw(maskedFrame(0x81, []byte("heart check")))
		if got := other.text(); got != "heart check" {
			t.Errorf("another player's channel got %q", got)
		}
	})
}

// [SES3, JSON1]
func TestJSON1_Refusals(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		tickets := NewTickets(time.Now)
		w := newWorld(t, Options{Backend: b, Tickets: tickets})
		w.login("a", 1, time.Time{})
		foreign := w.channelOf("a", "2")
		foreign.wantFields(map[string]any{"msgType": "error", "errCode": 403.0})
		foreign.wantClose(protocol.CloseSession)
		unknown := w.channelOf("nobody", "1")
		unknown.wantFields(map[string]any{"errCode": 403.0, "errMsg": "Invalid token, please log in again!"})
		unknown.wantClose(protocol.CloseSession)

		p := w.dial("/ws/drop/1?ticket=" + tickets.Issue(store.Session{Player: 1, TokenHash: [32]byte{1}}))
		p.wantFields(map[string]any{"msgType": "welcome"})
		stolen := w.dial("/ws/drop/3?ticket=" + tickets.Issue(store.Session{Player: 1, TokenHash: [32]byte{1}}))
		stolen.wantFields(map[string]any{"errCode": 403.0})
		stolen.wantClose(protocol.CloseSession)

		for _, text := range []string{"{", `{"token":""}`, `[]`, `"x"`} {
			bad := w.dial("/ws/drop/1")
			bad.raw(maskedFrame(0x81, []byte(text)))
			bad.wantFields(map[string]any{"errCode": 4000.0})
			bad.wantClose(protocol.CloseBroken)
		}
		utf := w.dial("/ws/drop/1")
		utf.raw(maskedFrame(0x81, []byte("\xff\xfe")))
		utf.wantClose(1007)
		bin := w.dial("/ws/drop/1")
		bin.raw(maskedFrame(0x82, []byte{0xc0}))
		bin.wantClose(1003)
	})
}
