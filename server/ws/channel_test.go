package ws

import (
	"encoding/json"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/rooms"
	"jadebox/server/ws/jsonchannel"
	"jadebox/store"

	"github.com/gobwas/ws"
)

func (p *peer) text() string {
	p.t.Helper()
	op, payload := p.frame()
	if op != ws.OpText {
		p.t.Fatalf("frame %d %q, want text", op, payload)
	}
	p.asDescribed(string(payload))
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
	p.say(`{"token":"` + token + `","lang":"en"}`)
	return p
}

// [JSON1, JSON3]
func TestJSON3_DropsAndInvitesReachTheirChannels(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Items: func(def int32, _ protocol.Language) (jsonchannel.Item, bool) {
			return jsonchannel.Item{Brand: "Talon", Name: "Nebula", Image: "/art/7.webp", Rarity: "contraband",
				Category: "knife"}, def == 7
		}})
		w.login("a", 1, time.Time{})
		w.login("b", 2, time.Time{})
		p, other := w.channelOf("a", "1"), w.channelOf("b", "2")
		p.wantFields(map[string]any{"msgType": "welcome", "playerId": "1"})
		other.wantFields(map[string]any{"msgType": "welcome", "playerId": "2"})
		drop := protocol.Drop{ID: "9-0", PlayerName: "Ana", Def: 7, OddsPPM: 12_345, Source: 1, ValueCents: 5}
		body, _ := drop.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: body})
		counters, _ := (&protocol.Counters{Online: 3}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 2, Type: protocol.EventCounters, Body: counters})
		invite := protocol.Invite{RoomID: "5", Name: "Bo", RoomPriceCents: 1234}
		body, _ = invite.MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "player:1", Epoch: 1, Offset: 1, Type: protocol.EventInvite, Body: body})
		for _, c := range []*peer{p, other} {
			c.wantFields(map[string]any{"msgType": 0.0, "userName": "Ana", "stuffName": "Talon|Nebula",
				"stuffImage": "/art/7.webp",
				"rarity":     "contraband", "category": "knife", "successRate": 1.2345, "type": 1.0, "valueCents": 5.0})
		}
		p.wantFields(map[string]any{"msgType": 1.0, "name": "Bo", "roomPrice": 12.34, "roomId": "5"})
		other.say(heartCheck)
		if got := other.text(); got != "heart check" {
			t.Errorf("another player's channel got %q", got)
		}
	})
}

// [SES3, JSON1]
func TestJSON1_ADropChannelIsItsPlayers(t *testing.T) {
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
		bin := w.dial("/ws/drop/1")
		bin.raw(maskedFrame(0x82, []byte{0xc0}))
		bin.wantClose(1003)
	})
}

// A subscriber is told why its connection ends, on every channel. [JSON1]
func TestJSON1_EveryChannelSaysWhyItCloses(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		all := []*peer{w.channelOf("a", "1")}
		for name := range jsonChannels(rooms.All.Texts()) {
			if name != jsonchannel.Player {
				all = append(all, w.dial("/ws/"+name))
			}
		}
		for _, p := range all {
			p.wantFields(map[string]any{"msgType": "welcome"})
			p.say(heartCheck)
			p.text()
		}
		w.Maintain(true)
		for _, p := range all {
			p.wantFields(map[string]any{"msgType": "error", "errCode": float64(protocol.CodeMaintenance)})
			p.wantClose(int(closeTryAgain))
		}
	})
}

// [JSON2]
func TestJSON2_HeartChecksAreAnswered(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.dial("/ws/drop/1")
		beat := func() {
			t.Helper()
			for _, heart := range []string{"heart check", `"heart check"`} {
				p.raw(maskedFrame(0x81, []byte(heart)))
				if got := p.text(); got != "heart check" {
					t.Fatalf("%q", got)
				}
			}
		}
		beat()
		p.say(`{"token":"a"}`)
		p.wantFields(map[string]any{"msgType": "welcome"})
		beat()
	})
}

// [JSON4]
func TestJSON4_AnEventIsEncodedOnceAndASlowChannelMissesSome(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		var encoded atomic.Int64
		w := newWorld(t, Options{Backend: b, TickFeed: time.Millisecond, SendBuffer: 4 << 10,
			Items: func(int32, protocol.Language) (jsonchannel.Item, bool) {
				encoded.Add(1)
				return jsonchannel.Item{Name: strings.Repeat("x", 4<<10)}, true
			}})
		w.login("a", 1, time.Time{})
		open := func() *peer {
			conn, err := net.Dial("tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			conn.(*net.TCPConn).SetReadBuffer(4 << 10)
			p := upgraded(t, conn, "/ws/drop/1")
			p.say(`{"token":"a"}`)
			p.wantFields(map[string]any{"msgType": "welcome"})
			p.say(heartCheck)
			p.text()
			return p
		}
		body, _ := (&protocol.Drop{PlayerName: "Ana"}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: body})
		if n := encoded.Load(); n != 0 {
			t.Errorf("encoded %d times for no channel", n)
		}
		slow, one, two := open(), open(), open()
		const events = 400
		for o := uint64(2); o < 2+events; o++ {
			w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: o, AtMS: int64(o), Type: protocol.EventDrop,
				Body: body})
			one.text()
			two.text()
		}
		if n := encoded.Load(); n != events {
			t.Errorf("%d events were encoded %d times for 3 channels", events, n)
		}
		slow.say(heartCheck)
		got := 0
		for slow.text() != heartCheck {
			got++
		}
		if got == 0 || got >= events {
			t.Errorf("the slow channel got %d of %d drops: it was not slow", got, events)
		}
	})
}

// [WS9]
func TestWS9_InvalidUTF8ClosesTheSocket(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		for _, frames := range [][][]byte{
			{maskedFrame(0x81, []byte("\xff\xfe"))},
			{maskedFrame(0x01, []byte("heart ch\xe4")), maskedFrame(0x80, []byte("eck"))},
		} {
			p := w.dial("/ws/drop/1")
			for _, f := range frames {
				p.raw(f)
			}
			p.wantClose(1007)
		}
	})
}

// [JSON6]
func TestJSON6_WishesAndRainForEverybody(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Items: func(def int32, _ protocol.Language) (jsonchannel.Item, bool) {
			return jsonchannel.Item{Brand: "Talon", Name: "Nebula", Image: "/art/7.webp"}, def == 7
		}})
		p := w.dial("/ws/wish")
		p.wantFields(map[string]any{"msgType": "welcome", "playerId": ""})
		p.say(heartCheck)
		if got := p.text(); got != "heart check" {
			t.Errorf("got %q", got)
		}
		body, _ := (&protocol.WishSummary{ID: "5", Name: "dew", Def: 7, Bottles: 10, Taken: 3}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "wishes", Epoch: 1, Offset: 1, Type: protocol.EventWishSummary, Body: body})
		p.wantFields(map[string]any{"type": 0.0, "stuffName": "Talon|Nebula", "stuffImage": "/art/7.webp", "id": "5",
			"taken": 3.0, "bottles": 10.0})
		drop, _ := (&protocol.Drop{ID: "8-0"}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: drop})
		rain, _ := (&protocol.RainRound{ID: "3", EndsAtMS: 41_000, DurationMS: 35_000}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "rain", Epoch: 1, Offset: 1, AtMS: 1_000, Type: protocol.EventRainComing,
			Body: rain})
		p.wantFields(map[string]any{"type": 1.0, "id": "3", "time": 40.0, "duration": 35.0}) // and no drop before it
		w.Publish(publish.Event{Topic: "rain", Epoch: 1, Offset: 2, Type: protocol.EventRainOver, Body: rain})
		p.wantFields(map[string]any{"type": 0.0, "time": 0.0})
	})
}

// [JSON7]
func TestJSON7_EveryFlipIsAMessage(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Items: func(def int32, _ protocol.Language) (jsonchannel.Item, bool) {
			return jsonchannel.Item{Brand: "Talon", Name: "Nebula", Image: "/art/7.webp"}, def == 7
		}})
		p := w.dial("/ws/luckycard")
		p.wantFields(map[string]any{"msgType": "welcome", "playerId": ""})
		p.say(heartCheck)
		if got := p.text(); got != "heart check" {
			t.Errorf("got %q", got)
		}
		drop, _ := (&protocol.Drop{ID: "8-0"}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: drop})
		flip, _ := (&protocol.LuckycardTurned{RoomID: "5", Deck: "lotus", Flip: protocol.LuckycardFlip{Place: 4, Def: 7,
			Name: "Ana"}, Left: 8}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "luckycards", Epoch: 1, Offset: 1, Type: protocol.EventLuckycardTurned,
			Body: flip})
		card, _ := (&protocol.LuckycardSummary{ID: "5", TopDef: 7, Cards: 9, Left: 8}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "luckycards", Epoch: 1, Offset: 2, Type: protocol.EventLuckycardSummary,
			Body: card})
		// No drop before it.
		p.wantFields(map[string]any{"msgType": 1.0, "roomId": "5", "deck": "lotus", "left": 8.0,
			"stuffName": "Talon|Nebula", "stuffImage": "/art/7.webp"})
		p.wantFields(map[string]any{"msgType": 0.0, "id": "5", "left": 8.0, "stuffName": "Talon|Nebula"})
	})
}

// [JSON5]
func TestJSON5_UpgradesForEverybody(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Items: func(def int32, _ protocol.Language) (jsonchannel.Item, bool) {
			return jsonchannel.Item{Brand: "Talon", Name: "Nebula", Image: "/art/7.webp"}, def == 7
		}})
		p := w.dial("/ws/upgrade")
		p.wantFields(map[string]any{"msgType": "welcome", "playerId": ""})
		p.raw(maskedFrame(0x81, []byte(`{"any":"thing"}`)))
		p.say(heartCheck)
		if got := p.text(); got != "heart check" {
			t.Errorf("got %q", got)
		}
		body, _ := (&protocol.UpgradeDone{ID: "9-0", PlayerName: "Ana", LeftDef: 3, RightDef: 7, RateE8: 12_340_000,
			Won: true}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "upgrade", Epoch: 1, Offset: 1, Type: protocol.EventUpgradeDone, Body: body})
		p.wantFields(map[string]any{"msgType": 0.0, "userName": "Ana", "rightStuffName": "Talon|Nebula",
			"leftStuffName": "",
			"successRate":   12.34, "result": 0.0, "id": "9-0"})
		drop, _ := (&protocol.Drop{ID: "8-0"}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: drop})
		ranking, _ := (&protocol.UpgradeRanking{MadeMS: 5,
			Ranking: []protocol.RankRow{{Rank: 1, Name: "Ana"}}}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "upgrade", Epoch: 1, Offset: 2, Type: protocol.EventUpgradeRanking,
			Body: ranking})
		p.wantFields(map[string]any{"msgType": 1.0, "madeMs": 5.0}) // and no drop before it
		if online := w.Online(); online != 1 {
			t.Errorf("%d are online, want the one who listens", online)
		}
	})
}

// [JSON8]
func TestJSON8_ItemsAreNamedInTheLanguageOfTheListener(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		tickets := NewTickets(time.Now)
		var encoded [len(protocol.Languages)]atomic.Int64
		items := func(_ int32, l protocol.Language) (jsonchannel.Item, bool) {
			encoded[l].Add(1)
			return jsonchannel.Item{Brand: "Talon", Name: l.String()}, true
		}
		w := newWorld(t, Options{Backend: b, Tickets: tickets, Items: items})
		w.login("a", 1, time.Time{})
		ticket := func() string { return tickets.Issue(store.Session{Player: 1, TokenHash: [32]byte{1}}) }
		first := func(path, text string) *peer {
			p := w.dial(path)
			p.raw(maskedFrame(0x81, []byte(text)))
			return p
		}
		drops := map[string]*peer{
			"by the first text":         first("/ws/drop/1", `{"token":"a","lang":"PT"}`),
			"by the address":            first("/ws/drop/1?lang=pt", `{"token":"a"}`),
			"by the text, not the path": first("/ws/drop/1?lang=zh", `{"token":"a","lang":"pt"}`),
			"with a ticket":             w.dial("/ws/drop/1?lang=pt&ticket=" + ticket()),
		}
		english, plain := first("/ws/drop/1", `{"token":"a","lang":"vi"}`), first("/ws/drop/1", `{"token":"a"}`)
		wishes := w.dial("/ws/wish?lang=pt")
		everybody := []*peer{english, plain, wishes}
		for _, p := range drops {
			everybody = append(everybody, p)
		}
		for _, p := range everybody {
			p.wantFields(map[string]any{"msgType": "welcome"})
			p.say(heartCheck) // what it listens to is there when this is answered
			p.text()
		}
		drop, _ := (&protocol.Drop{ID: "8-0", Def: 7}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "feed", Epoch: 1, Offset: 1, Type: protocol.EventDrop, Body: drop})
		wish, _ := (&protocol.WishSummary{ID: "5", Def: 7}).MarshalMsg(nil)
		w.Publish(publish.Event{Topic: "wishes", Epoch: 1, Offset: 1, Type: protocol.EventWishSummary, Body: wish})
		for name, p := range drops {
			t.Log(name)
			p.wantFields(map[string]any{"msgType": 0.0, "stuffName": "Talon|pt"})
		}
		english.wantFields(map[string]any{"stuffName": "Talon|en"}) // not every text is in Vietnamese
		plain.wantFields(map[string]any{"stuffName": "Talon|zh"})
		wishes.wantFields(map[string]any{"stuffName": "Talon|pt"})
		if zh, en, pt := encoded[0].Load(), encoded[1].Load(), encoded[2].Load(); zh != 1 || en != 1 || pt != 2 {
			t.Errorf("encoded %d, %d and %d times for a drop in three languages and a wish in one", zh, en, pt)
		}
	})
}
