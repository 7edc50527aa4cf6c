package roomtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

var record = flag.Bool("record", false, "write protocol/testdata/rooms anew")

// message is one that a room published, as the client's tests read it: an event, or the snapshot after the
// events up to Offset.
type message struct {
	Snapshot bool   `json:"snapshot"`
	Offset   uint64 `json:"offset"`
	AtMS     int64  `json:"atMs"`
	Type     uint16 `json:"type"`
	Body     []byte `json:"bodyBase64"`
}

// telling is what a room, and the actors beside it, have published so far.
type telling struct {
	list   []message
	epoch  uint32
	known  uint64
	beside []*listing
}

// tells plays a room to its end and takes a snapshot whenever something was published. What it tells today is what is
// recorded, and the client's tests fold the recording's events with the very functions that pages use: each snapshot
// must be what the events before it say. What goes by the topics beside it is folded here.
func (suite) tells(b *table) {
	l := b.listen()
	l.look(b)
	b.ready()
	for range b.Acts {
		b.insist(b.next())
		l.look(b)
	}
	if b.Finish != nil {
		b.Finish(b.Rig, b.id)
	}
	for end := time.Now().Add(b.Ends); b.Finish == nil && time.Now().Before(end) &&
		!b.stored().Status.Final(); time.Sleep(time.Second) {
		l.look(b)
	}
	l.look(b)
	b.settled()
	for _, one := range l.beside {
		if one.known == 0 {
			b.Errorf("nothing was told by the topic %s", one.one.Topic)
		}
	}
	b.keep("", l)
}

// tellsVoid ends a room without its result, after acts of players where they need no step of the house before.
func (suite) tellsVoid(b *table) {
	l := b.listen()
	l.look(b)
	for range b.Acts - 1 {
		if b.Ready == nil {
			b.insist(b.next())
			l.look(b)
		}
	}
	b.order(room.ReasonRestored, func() bool { return true })
	b.wake()
	l.look(b)
	if rec := b.stored(); rec.Status != store.RoomVoid {
		b.Fatalf("the room is at status %d", rec.Status)
	}
	b.keep("-void", l)
}

func (b *table) listen() *telling {
	l := &telling{}
	for _, one := range b.spec.Beside {
		if one.Topic != "" {
			l.beside = append(l.beside, &listing{one: one})
		}
	}
	return l
}

func (l *telling) look(b *table) {
	b.Helper()
	b.Settle()
	for _, one := range l.beside {
		one.look(b)
	}
	events := b.Hub.Events(b.topic())
	if len(l.list) > 0 && uint64(len(events)) == l.known {
		return
	}
	snap := rig.Do[publish.Snapshot](b.Rig, b.spec.Kind, room.ID(b.id), room.SnapshotRequest{})
	if len(l.list) > 0 && snap.Epoch != l.epoch || snap.Offset != uint64(len(events)) {
		b.Errorf("a snapshot of epoch %d, event %d after %d events of epoch %d", snap.Epoch, snap.Offset,
			len(events), l.epoch)
	}
	for _, e := range events[l.known:] {
		l.list = append(l.list, message{Offset: e.Offset, AtMS: e.AtMS, Type: e.Type, Body: e.Body})
	}
	l.epoch, l.known = snap.Epoch, uint64(len(events))
	l.list = append(l.list, message{Snapshot: true, Offset: snap.Offset, Type: snap.Type, Body: snap.Body})
}

// listing is the fold of a topic beside the rooms: rows that have an id, each as it was told last.
type listing struct {
	one   room.Singleton
	known int               // events that were read
	rows  map[string]string // nil: no snapshot was seen
}

// look holds the topic's snapshot to the one before and what was told since: a row is what was told of it last, and
// one is new only if that was told, and gone only if it was told of in another status. What is told without an id is no
// row's.
func (l *listing) look(b *table) {
	b.Helper()
	snap := rig.Do[publish.Snapshot](b.Rig, l.one.Kind, l.one.ID, room.SnapshotRequest{})
	events := b.Hub.Events(l.one.Topic)
	before := maps.Clone(l.rows)
	for _, e := range events[l.known:] {
		if l.rows == nil {
			break
		}
		for id, row := range b.rows(e.Type, e.Body) {
			l.rows[id] = row
		}
	}
	l.known = len(events)
	now := b.rows(snap.Type, snap.Body)
	for id, row := range now {
		if was := l.rows[id]; l.rows != nil && row != was {
			b.Errorf("the snapshot of %s shows %s, told was %q", l.one.Topic, row, was)
		}
	}
	for id, was := range l.rows {
		if _, there := now[id]; !there && b.status(was) == b.status(before[id]) {
			b.Errorf("the snapshot of %s lacks %s, of which no other status was told", l.one.Topic, id)
		}
	}
	l.rows = now
}

// rows are the parts of a message that have an id, as JSON.
func (b *table) rows(kind uint16, body []byte) map[string]string {
	b.Helper()
	message := b.message(kind)
	if _, err := message.UnmarshalMsg(body); err != nil {
		b.Fatalf("message %d: %v", kind, err)
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		b.Fatal(err)
	}
	list := map[string]string{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			id, ok := v["id"].(string)
			if !ok {
				for _, one := range v {
					walk(one)
				}
				return
			}
			row, err := json.Marshal(v)
			if err != nil {
				b.Fatal(err)
			}
			list[id] = string(row)
		}
	}
	walk(value)
	return list
}

// status is that of a row; "" where there is none.
func (b *table) status(row string) string {
	b.Helper()
	var its struct {
		Status any `json:"status"`
	}
	if row == "" {
		return ""
	}
	if err := json.Unmarshal([]byte(row), &its); err != nil {
		b.Fatal(err)
	}
	return fmt.Sprint(its.Status)
}

func (b *table) message(number uint16) protocol.Codec {
	b.Helper()
	i := slices.IndexFunc(protocol.Catalog, func(m protocol.Message) bool { return m.Number == number })
	if i < 0 {
		b.Fatalf("message %d is not in the catalogue", number)
	}
	return protocol.Catalog[i].New()
}

// recording is where the client's tests find what the kind publishes; which is "" for a room that is played to its end.
func (b *table) recording(which string) string {
	return filepath.Join("..", "..", "..", "protocol", "testdata", "rooms", b.spec.Kind+which+".json")
}

// keep holds what was published to the recording, message by message.
func (b *table) keep(which string, l *telling) {
	b.Helper()
	path, list := b.recording(which), l.list
	if l.known == 0 { // its news go by the topics beside it
		if _, err := os.Stat(path); err == nil {
			b.Errorf("the room tells nothing, though there is a recording of what it tells: %s", path)
		}
		if len(l.beside) == 0 {
			b.Errorf("nobody is told what happens in the room: it tells nothing, and no topic is beside it")
		}
		return
	}
	if *record {
		text, err := json.MarshalIndent(list, "", "  ")
		if err == nil {
			err = os.WriteFile(path, append(text, '\n'), 0o600)
		}
		if err != nil {
			b.Fatal(err)
		}
		return
	}
	var kept []message
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		b.Fatalf("%v: run the contract test of %s with -record", err, b.spec.Kind)
	}
	for i := range max(len(list), len(kept)) {
		now, then := b.line(list, i), b.line(kept, i)
		if now != then {
			b.Errorf("message %d is\n%s\nthe recording has\n%s\nrun the contract test of %s with -record",
				i, now, then, b.spec.Kind)
			return
		}
	}
}

// line is a message as JSON; "" beyond the last.
func (b *table) line(list []message, i int) string {
	b.Helper()
	if i >= len(list) {
		return ""
	}
	t := list[i]
	message := b.message(t.Type)
	if rest, err := message.UnmarshalMsg(t.Body); err != nil || len(rest) > 0 {
		return "unreadable: " + t.text(nil)
	}
	if again, err := message.MarshalMsg(nil); err != nil || !bytes.Equal(again, t.Body) {
		return "of another form: " + t.text(message)
	}
	return t.text(message)
}

func (t message) text(message any) string {
	t.Body = nil
	text, _ := json.Marshal(map[string]any{"as": t, "message": message})
	return string(text)
}
