package follow

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/rs/zerolog"

	"jadebox/store"
)

// process is one of several that follow for the same.
type process struct {
	*mailbox
	f *Follower[counted, *counted]
}

func counts(o *outbox) process {
	p := process{mailbox: &mailbox{}}
	p.f = Start[counted](AtStart, &Lags{}, Ports{Activation: p.mailbox, Store: o, Log: zerolog.Nop(),
		Key: "test.position", Every: every})
	p.f.Take = func(e store.Event) { p.f.State.add(e.Type, 1) }
	p.drain()
	return p
}

// restarts checks what a process counts that goes on from what is kept.
func restarts(t *testing.T, o *outbox, want map[string]int) {
	t.Helper()
	if got := counts(o).f.State.count; !maps.Equal(got, want) {
		t.Errorf("after a restart: %v, want %v", got, want)
	}
}

const rowsKey = "test.position" + rowsOf

// One process has read further, and has kept it, when the other keeps its own: with the cursor of one and the rows of
// both a restart would count what lies between twice.
func TestWhoIsBehindKeepsNothingOverWhoIsAhead(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a")}}
	ahead, behind := counts(o), counts(o)
	o.events = append(o.events, event(1, 2, "a"), event(1, 3, "b"))
	ahead.fire(every)
	ahead.fire(persistEvery)
	behind.fire(persistEvery)
	restarts(t, o, map[string]int{"a": 2, "b": 1})
	if n := behind.f.State.count; n["a"] != 1 || n["b"] != 0 {
		t.Errorf("its own cursor has jumped: %v", n)
	}
	for range 2 * takeOverAfter { // no node holds the lease any more, and it has not caught up
		behind.fire(persistEvery)
	}
	if behind.f.other == nil {
		t.Error("what it has not read was taken over")
	}
	behind.fire(every)
	for range 2 * takeOverAfter {
		behind.fire(persistEvery)
	}
	if behind.f.other == nil {
		t.Error("it has caught up, and takes over with nothing to add")
	}
	o.events = append(o.events, event(1, 4, "c"))
	behind.fire(every)
	for range takeOverAfter {
		behind.fire(persistEvery)
	}
	o.events = nil // what is not kept is lost to the test
	restarts(t, o, map[string]int{"a": 2, "b": 1, "c": 1})
}

// A quiet site: the stand-by took silence for the end of the other, wrote all rows again, and the two changed places
// with every event.
func TestWhileNothingIsNewNobodyWrites(t *testing.T) {
	o := &outbox{most: 9}
	keeps, standsBy := counts(o), counts(o)
	for i := range 4 {
		o.events = append(o.events, event(1, int64(i+1), "a"))
		keeps.fire(every)
		standsBy.fire(every)
		if i > 0 {
			standsBy.fire(persistEvery) // it sees the event before the other has kept it
		}
		keeps.fire(persistEvery)
		before := len(o.puts)
		for range 10 {
			standsBy.fire(persistEvery)
			keeps.fire(persistEvery)
		}
		if i == 0 {
			before++ // it sees the other by its own try
		}
		if n := len(o.puts) - before; n != 0 || keeps.f.other != nil || standsBy.f.other == nil {
			t.Errorf("after event %d: %d writings; one stands by: %t, the other: %t", i+1, n, keeps.f.other != nil,
				standsBy.f.other != nil)
		}
	}
}

// A connection that dies between a commit and its answer: what is kept then is this process's own.
func TestWhatWasKeptWithoutAnAnswerIsItsOwn(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a")}, lost: errors.New("connection lost")}
	p := counts(o)
	p.fire(persistEvery)
	o.events = append(o.events, event(1, 2, "b"))
	p.fire(every)
	o.failing = errors.New("away")
	p.fire(persistEvery) // with b, and in vain
	o.failing = nil
	o.events = append(o.events, event(1, 3, "c"))
	p.fire(every)
	p.fire(persistEvery)
	if p.f.other != nil {
		t.Error("it stands by for itself")
	}
	events := o.events
	o.events = nil
	restarts(t, o, map[string]int{"a": 1, "b": 1, "c": 1})

	o.events, o.failing = append(events, event(1, 4, "d")), errors.New("away")
	p.fire(every)
	p.fire(persistEvery)
	o.failing = nil
	p.fire(every)
	o.put(rowsKey, []byte(`{"cursor":{"1":9}}`), nil)
	p.fire(persistEvery)
	if p.f.other == nil {
		t.Error("it has written over another's")
	}
}

// While another process keeps, this one stands by, however long; within 20 s of its end it has taken over, with the
// rows that only it has, and without those that only the other had.
func TestWhoStandsByTakesOver(t *testing.T) {
	o := &outbox{most: 9}
	keeps, standsBy := counts(o), counts(o)
	want := map[string]int{}
	played := func(kind string) {
		o.events = append(o.events, event(1, int64(len(o.events)+1), kind))
		want[kind]++
		keeps.fire(every)
		standsBy.fire(every)
	}
	for i := range 10 {
		played(fmt.Sprint(i % 3))
		keeps.fire(persistEvery)
		standsBy.fire(persistEvery)
		if standsBy.f.other == nil {
			t.Fatalf("it keeps beside the other after %d events", i+1)
		}
	}
	keeps = counts(&outbox{most: 9}) // it has ended
	played("last")
	o.rows[rowsKey]["gone"] = []byte{1} // as a release wrote that did not look
	looks := 1
	for ; standsBy.f.other != nil; looks++ {
		if looks*int(persistEvery.Seconds()) > 20 {
			t.Fatalf("not taken over after %d looks", looks)
		}
		standsBy.fire(persistEvery)
	}
	o.events = nil
	restarts(t, o, want)
}

// A release that does not look, between two starts of one that does, writes over what is kept: its rows are of its own
// cursor, and what this process knows is kept whole when it writes no more.
func TestWhatAnOlderReleaseWroteBetweenIsPutRight(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a"), event(1, 2, "a"), event(1, 3, "b")}}
	p := counts(o)
	p.fire(persistEvery)
	o.put(rowsKey, []byte(`{"cursor":{"1":1}}`), map[string][]byte{"a": make([]byte, 1)})
	o.events = append(o.events, event(1, 4, "c"))
	p.fire(every)
	for range 1 + takeOverAfter {
		p.fire(persistEvery)
	}
	o.events = nil
	restarts(t, o, map[string]int{"a": 2, "b": 1, "c": 1})
}

// A state without rows is taken over as it is.
func TestAStateWithoutRowsIsTakenOverWhole(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a")}}
	first, second := begin(o), begin(o)
	for _, w := range []*world{first, second} {
		w.box.drain()
		w.box.fire(persistEvery)
	}
	o.events = append(o.events, event(1, 2, "b"))
	second.box.fire(every)
	for range takeOverAfter {
		second.box.fire(persistEvery)
	}
	o.events = nil
	restarted := begin(o)
	restarted.box.drain()
	if got := restarted.f.State.Types; !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("kept %v", got)
	}
}

// Another process writes while this one loads: the rows that it reads then are of another position than the text.
func TestTextAndRowsThatAreReadAreOfOnePosition(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a"), event(1, 2, "a")}}
	o.put(rowsKey, []byte(`{"cursor":{"1":1}}`), map[string][]byte{"a": make([]byte, 1)})
	o.between = func() {
		o.put(rowsKey, []byte(`{"cursor":{"1":2}}`), map[string][]byte{"a": make([]byte, 2)})
	}
	p := counts(o)
	p.fire(loadRetry)
	if got := p.f.State.count; got["a"] != 2 {
		t.Errorf("a was counted %d times", got["a"])
	}
}
