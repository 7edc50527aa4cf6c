package roomtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
)

var record = flag.Bool("record", false, "write protocol/testdata/rooms anew")

// told is one message that a room published, as the client's tests read it: an event, or the snapshot after the
// events up to Offset.
type told struct {
	Snapshot bool   `json:"snapshot"`
	Offset   uint64 `json:"offset"`
	AtMS     int64  `json:"atMs"`
	Type     uint16 `json:"type"`
	Body     []byte `json:"bodyBase64"`
}

// tells plays a room to its end and takes a snapshot whenever something was published. The recording is kept; the
// client's tests fold its events with the very functions that pages use, and each snapshot must be what the events
// before it say.
func (suite) tells(b *table) {
	var list []told
	epoch, known := uint32(0), uint64(0)
	look := func() {
		b.Helper()
		b.Settle()
		events := b.Hub.Events(b.topic())
		if len(list) > 0 && uint64(len(events)) == known {
			return
		}
		snap := rig.Do[publish.Snapshot](b.Rig, b.spec.Kind, room.ID(b.id), room.SnapshotRequest{})
		if len(list) > 0 && snap.Epoch != epoch || snap.Offset != uint64(len(events)) {
			b.Errorf("a snapshot of epoch %d, event %d after %d events of epoch %d", snap.Epoch, snap.Offset,
				len(events), epoch)
		}
		for _, e := range events[known:] {
			list = append(list, told{Offset: e.Offset, AtMS: e.AtMS, Type: e.Type, Body: e.Body})
		}
		epoch, known = snap.Epoch, snap.Offset
		list = append(list, told{Snapshot: true, Offset: snap.Offset, Type: snap.Type, Body: snap.Body})
	}
	look()
	b.ready()
	for range b.Acts {
		b.insist(b.next())
		look()
	}
	if b.Finish != nil {
		b.Finish(b.Rig, b.id)
	}
	for end := time.Now().Add(b.Ends); b.Finish == nil && time.Now().Before(end) &&
		!b.stored().Status.Final(); time.Sleep(time.Second) {
		look()
	}
	look()
	b.settled()
	if known == 0 { // its news go by other topics
		if _, err := os.Stat(b.recording()); err == nil {
			b.Errorf("the room tells nothing, though there is a recording of what it tells: %s", b.recording())
		}
		return
	}
	b.keep(list)
}

// recording is where the client's tests find what the kind publishes.
func (b *table) recording() string {
	return filepath.Join("..", "..", "..", "protocol", "testdata", "rooms", b.spec.Kind+".json")
}

// keep compares what was published with the recording: the same messages, in the form that they have today.
func (b *table) keep(list []told) {
	b.Helper()
	path := b.recording()
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
	var kept []told
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		b.Fatalf("%v: run the contract test of %s with -record", err, b.spec.Kind)
	}
	types := func(list []told) (types []uint16) {
		for _, t := range list {
			types = append(types, t.Type)
		}
		slices.Sort(types)
		return slices.Compact(types)
	}
	if now, then := types(list), types(kept); !slices.Equal(now, then) {
		b.Errorf("the room tells messages %v, the recording has %v: run the contract test of %s with -record", now,
			then, b.spec.Kind)
	}
	for i, t := range kept {
		at := slices.IndexFunc(protocol.Catalog, func(m protocol.Message) bool { return m.Number == t.Type })
		if at < 0 {
			b.Fatalf("message %d is not in the catalogue", t.Type)
		}
		m := protocol.Catalog[at].New()
		rest, err := m.UnmarshalMsg(t.Body)
		if err != nil || len(rest) != 0 {
			b.Fatalf("message %d of the recording, %s: %v: run the contract test of %s with -record", i,
				protocol.Catalog[at].Name, err, b.spec.Kind)
		}
		if again, err := m.MarshalMsg(nil); err != nil || !bytes.Equal(again, t.Body) {
			b.Errorf("message %d of the recording, %s, has another form: run the contract test of %s with -record", i,
				protocol.Catalog[at].Name, b.spec.Kind)
		}
	}
}
