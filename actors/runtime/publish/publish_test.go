package publish

import (
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

type hub []Event

func (h *hub) Publish(e Event)     { *h = append(*h, e) }
func (h *hub) Presence(string) int { return len(*h) }

func TestTopicNumbersItsEvents(t *testing.T) {
	var h hub
	topic := NewTopic(&h, "room:7", 3)
	if s := topic.Snapshot(protocol.EventCounters, &protocol.Counters{}); s.Offset != 0 || s.Epoch != 3 {
		t.Errorf("%+v", s)
	}
	for range 3 {
		topic.Publish(5, protocol.EventCounters, &protocol.Counters{Online: 1})
	}
	for i, e := range h {
		if e.Offset != uint64(i+1) || e.Epoch != 3 || e.Topic != "room:7" || e.AtMS != 5 {
			t.Errorf("%+v", e)
		}
	}
	if s := topic.Snapshot(protocol.EventCounters, &protocol.Counters{}); s.Offset != 3 || topic.Presence() != 3 {
		t.Errorf("%+v", s)
	}
}

func TestEpochsOfTopicsGrow(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if a, b := Epoch(at), Epoch(at.Add(250*time.Millisecond)); b != a+1 {
		t.Errorf("%d and %d", a, b)
	}
}

func TestAChangeOfNameRoundTrips(t *testing.T) {
	told, err := RenamedEvent(Renamed{Was: "alice01", Is: "JadeFox"})
	if err != nil || told.Type != OutboxName || string(told.Body) != `{"was":"alice01","is":"JadeFox"}` {
		t.Fatalf("%s %s %v", told.Type, told.Body, err)
	}
	e := store.Event{Op: store.MakeOpID(1, 5), NewEvent: told}
	if got, err := ReadRenamed(e); err != nil || got != (Renamed{"alice01", "JadeFox"}) {
		t.Errorf("%+v %v", got, err)
	}
	e.Body = e.Body[:3]
	if _, err := ReadRenamed(e); err == nil {
		t.Error("a cut change of name was accepted")
	}
}

func TestDropsRoundTrip(t *testing.T) {
	d := protocol.Drop{PlayerName: "P", Def: 3, BoxID: 1, ValueCents: 400, OddsPPM: 100_000}
	e := store.Event{Op: store.MakeOpID(1, 5), Index: 2, NewEvent: OutboxEvent(d)}
	got, err := ReadDrop(e)
	if d.ID = "1099511627781-2"; err != nil || got != d {
		t.Errorf("%+v %v", got, err)
	}
	d.ID = "room-7"
	e.NewEvent = OutboxEvent(d)
	if got, err := ReadDrop(e); err != nil || got != d {
		t.Errorf("%+v %v", got, err)
	}
	e.Body = append(e.Body, 1)
	if _, err := ReadDrop(e); err == nil {
		t.Error("trailing bytes were accepted")
	}
	e.Body = e.Body[:3]
	if _, err := ReadDrop(e); err == nil {
		t.Error("a cut drop was accepted")
	}
}

// Bytes behind the end of a body are named as what is wrong with it.
func TestWhatStandsBehindABodyIsNamed(t *testing.T) {
	drop := OutboxEvent(protocol.Drop{Def: 3})
	drop.Body = append(drop.Body, 1, 2)
	_, err := ReadDrop(store.Event{Op: 7, NewEvent: drop})
	upgrade := UpgradeEvent(protocol.UpgradeDone{})
	upgrade.Body = append(upgrade.Body, 1, 2)
	_, other := ReadUpgrade(store.Event{Op: 7, NewEvent: upgrade})
	for _, err := range []error{err, other} {
		if err == nil || !strings.HasSuffix(err.Error(), "op 7 is damaged: 2 bytes behind the end") {
			t.Error(err)
		}
	}
}
