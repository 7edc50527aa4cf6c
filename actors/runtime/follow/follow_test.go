package follow

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// mailbox runs what Go was given at once and timers when the test says so.
type mailbox struct {
	directory.Activation
	queue     []func()
	timers    []timer
	recovered int
}

func (m *mailbox) Recovered() { m.recovered++ }

type timer struct {
	after time.Duration
	f     func()
}

func (m *mailbox) Go(work func() func()) { m.queue = append(m.queue, work()) }

func (m *mailbox) After(d time.Duration, f func()) *directory.Timer {
	m.timers = append(m.timers, timer{d, f})
	return nil
}

func (m *mailbox) drain() {
	for len(m.queue) > 0 {
		f := m.queue[0]
		m.queue = m.queue[1:]
		f()
	}
}

// fire runs the timers of one duration that are set now.
func (m *mailbox) fire(d time.Duration) {
	due := m.timers
	m.timers = nil
	for _, t := range due {
		if t.after != d {
			m.timers = append(m.timers, t)
			continue
		}
		t.f()
	}
	m.drain()
}

type outbox struct {
	events  []store.Event
	kept    []byte
	rows    map[string]map[string][]byte // by key
	whole   map[string][]byte            // what is kept beside the rows
	puts    []map[string][]byte
	failing error
	lost    error // of the next write, which is done
	most    int   // events of one answer, as an engine may bound them
	asked   func()
	between func() // happens once, before rows are read
	ended   int64  // writers up to it are returned as store.AllUpTo
}

func (o *outbox) Events(_ context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	if o.failing != nil {
		return nil, nil, o.failing
	}
	if o.asked != nil {
		o.asked()
	}
	cursor := store.Cursor{}
	maps.Copy(cursor, from)
	var out []store.Event
	for _, e := range o.events {
		if e.Op.Seq() > from[e.Op.Writer()] && len(out) < min(n, o.most) {
			out = append(out, e)
			cursor[e.Op.Writer()] = e.Op.Seq()
		}
	}
	if o.ended > 0 {
		cursor[store.AllUpTo] = o.ended
		maps.DeleteFunc(cursor, func(w, _ int64) bool { return 0 < w && w <= o.ended })
	}
	return out, cursor, nil
}

func (o *outbox) KeptRows(_ context.Context, key string) (map[string][]byte, error) {
	if between := o.between; between != nil {
		o.between = nil
		between()
	}
	return maps.Clone(o.rows[key]), o.failing
}

func (o *outbox) PutKeptIf(ctx context.Context, key string, was [32]byte, value []byte,
	rows map[string][]byte) error {
	o.puts = append(o.puts, rows)
	if o.failing != nil {
		return o.failing
	}
	var is [32]byte
	if kept, err := o.Kept(ctx, key); err == nil {
		is = sha256.Sum256(kept)
	}
	if is != was {
		return store.ErrConflict
	}
	o.put(key, value, rows)
	err := o.lost
	o.lost = nil
	return err
}

// put keeps whatever is kept: so did releases before PutKeptIf.
func (o *outbox) put(key string, value []byte, rows map[string][]byte) {
	if !strings.HasSuffix(key, rowsOf) {
		o.kept = slices.Clone(value)
		return
	}
	if o.rows == nil {
		o.rows, o.whole = map[string]map[string][]byte{}, map[string][]byte{}
	}
	if o.rows[key] == nil {
		o.rows[key] = map[string][]byte{}
	}
	o.whole[key] = value
	for name, row := range rows {
		if o.rows[key][name] = row; row == nil {
			delete(o.rows[key], name)
		}
	}
}

func (o *outbox) Kept(_ context.Context, key string) ([]byte, error) {
	if o.failing != nil {
		return nil, o.failing
	}
	if whole, there := o.whole[key]; there {
		return whole, nil
	}
	if strings.HasSuffix(key, rowsOf) {
		return nil, store.ErrNotFound
	}
	if o.kept == nil {
		return nil, store.ErrNotFound
	}
	return o.kept, nil
}

type seen struct {
	Position
	Types []string `json:"topics"`
}

const every = 250 * time.Millisecond

func event(writer, seq int64, kind string) store.Event {
	return store.Event{Op: store.MakeOpID(writer, seq), NewEvent: store.NewEvent{Type: kind}}
}

type world struct {
	box   *mailbox
	out   *outbox
	early map[string]bool
	all   []bool
	lags  Lags
	f     *Follower[seen, *seen]
}

func begin(o *outbox) *world {
	w := &world{}
	w.begin(o)
	return w
}

func (w *world) begin(o *outbox) {
	w.box, w.out, w.early = &mailbox{}, o, map[string]bool{}
	w.f = Start[seen](AtStart, &w.lags, Ports{Activation: w.box, Store: o, Log: zerolog.Nop(),
		Key: "test.position", Every: every,
		Early:  func(e store.Event) bool { return w.early[e.Type] },
		Take:   func(e store.Event) { w.f.State.Types = append(w.f.State.Types, e.Type) },
		Looked: func(all bool, _ error) { w.all = append(w.all, all) }})
}

func TestEveryEventIsTakenOnceAndInOrderOfItsWriter(t *testing.T) {
	w := begin(&outbox{most: 2, events: []store.Event{event(1, 1, "a"), event(1, 2, "b"), event(2, 1, "x"),
		event(1, 3, "c"), event(2, 2, "y")}})
	w.box.drain()
	if got := w.f.State.Types; !slices.Equal(got, []string{"a", "b", "x", "c", "y"}) {
		t.Fatal(got)
	}
	if !w.all[len(w.all)-1] || w.all[0] {
		t.Fatalf("the end of the outbox is told at its end: %v", w.all)
	}
	w.out.events = append(w.out.events, event(2, 3, "z"))
	w.box.fire(every)
	if got := w.f.State.Types; len(got) != 6 || got[5] != "z" {
		t.Fatal(got)
	}
}

func TestWhatIsEarlyKeepsItsWriterWaitingAndNoOther(t *testing.T) {
	w := begin(&outbox{most: 9, events: []store.Event{event(1, 1, "a"), event(1, 2, "early"), event(1, 3, "c"),
		event(2, 1, "x")}})
	w.early["early"] = true
	w.box.drain()
	if got := w.f.State.Types; !slices.Equal(got, []string{"a", "x"}) {
		t.Fatal(got)
	}
	w.early["early"] = false
	w.box.fire(every)
	if got := w.f.State.Types; !slices.Equal(got, []string{"a", "x", "early", "c"}) {
		t.Fatal(got)
	}
}

func TestARestartGoesOnWhereTheStateWasKept(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a"), event(2, 1, "x")}}
	w := begin(o)
	w.box.drain()
	w.box.fire(persistEvery)
	o.events = append(o.events, event(1, 2, "b"))
	w.box.fire(every) // taken, and not kept: the process ends here
	w = begin(o)
	w.box.drain()
	if got := w.f.State.Types; !slices.Equal(got, []string{"a", "x", "b"}) {
		t.Fatal(got)
	}
	var kept seen
	if err := json.Unmarshal(o.kept, &kept); err != nil || kept.Cursor[1] != 1 || kept.Cursor[2] != 1 {
		t.Fatalf("%s %v", o.kept, err)
	}
}

func TestAStoreThatIsAwayLosesNothing(t *testing.T) {
	o := &outbox{most: 9, failing: errors.New("away"), events: []store.Event{event(1, 1, "a")}}
	w := begin(o)
	asked := 0
	w.f.WhenLoaded(func() { asked++ })
	w.box.drain()
	if w.f.loaded || asked != 0 {
		t.Fatal("loaded from a store that is away")
	}
	o.failing = nil
	w.box.fire(loadRetry)
	if asked != 1 || !slices.Equal(w.f.State.Types, []string{"a"}) {
		t.Fatal(asked, w.f.State.Types)
	}
	o.failing = errors.New("away")
	o.events = append(o.events, event(1, 2, "b"))
	w.box.fire(every)
	w.box.fire(persistEvery)
	if o.kept != nil {
		t.Fatal("kept by a store that is away")
	}
	o.failing = nil
	w.box.fire(persistEvery)
	w.box.fire(every)
	if o.kept == nil || !slices.Equal(w.f.State.Types, []string{"a", "b"}) {
		t.Fatalf("%s %v", o.kept, w.f.State.Types)
	}
}

// Half of the players vanished from ticker and ranking: with an early event in sight one reading of 256 events was all
// that a look took, and the first writers filled it.
func TestAnEarlyEventEndsNoReadingOfOtherWriters(t *testing.T) {
	o := &outbox{most: 2, events: []store.Event{event(1, 1, "a"), event(1, 2, "early"), event(1, 3, "c"),
		event(2, 1, "t"), event(2, 2, "u"), event(2, 3, "v"), event(2, 4, "w"), event(2, 5, "x")}}
	w := begin(o)
	w.early["early"] = true
	w.box.drain()
	if got := w.f.State.Types; !slices.Equal(got, []string{"a", "t", "u", "v", "w", "x"}) {
		t.Fatal(got)
	}
	// The end is reported once every writer was read to it, and a day may be settled: not while one has not been
	// asked.
	if n := len(w.all); !w.all[n-1] || slices.Contains(w.all[:n-1], true) {
		t.Fatalf("the end of all outboxes was told at %v", w.all)
	}
	if c := w.f.Cursor(); c[1] != 1 || c[2] != 5 {
		t.Fatalf("cursor %v", c)
	}
	w.early["early"] = false
	w.box.fire(every)
	if got := w.f.State.Types[6:]; !slices.Equal(got, []string{"early", "c"}) {
		t.Fatal(got)
	}
}

// A server whose clock ran a month ahead wrote ops that would have held its writer's followers for a month.
func TestAnOpFromTheFutureIsNotWaitedFor(t *testing.T) {
	now, age := time.Unix(1_800_000_000, 0), 6*time.Second
	for ahead, want := range map[time.Duration]bool{-7 * time.Second: false, -6 * time.Second: false,
		-5 * time.Second: true, 0: true,
		time.Minute: true, time.Minute + 1: false, 30 * 24 * time.Hour: false} {
		if got := TooYoung(now.Add(ahead), now, age); got != want {
			t.Errorf("an op stamped %v from now waits: %v", ahead, got)
		}
	}
}

// A look goes on while there is anything to read: with a writer that is never at rest it would not end, and an event
// that was early when it began would wait as long.
func TestAWriterThatIsNeverAtRestKeepsNoEarlyEventWaiting(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "early")}}
	w := &world{}
	readings, taken := int64(0), int64(0)
	o.asked = func() {
		if readings++; readings > 1000 { // the test's end
			return
		}
		o.events = append(o.events, event(2, readings, "busy"))
		w.early["early"] = readings < 10
		if taken == 0 && slices.Contains(w.f.State.Types, "early") {
			taken = readings
		}
	}
	w.begin(o)
	w.box.drain()
	if taken == 0 || taken > 200 {
		t.Errorf("due at the 10th reading, taken before the %dth", taken)
	}
}

// An op that a wrong clock stamped with another month counts where it is read.
func TestAnOpFromTheFutureIsOfNow(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for ahead, want := range map[time.Duration]time.Duration{-time.Hour: -time.Hour, 0: 0, time.Minute: time.Minute,
		time.Minute + 1: 0, 30 * 24 * time.Hour: 0} {
		if got := Moment(now.Add(ahead), now).Sub(now); got != want {
			t.Errorf("an op stamped %v from now is of %v, want %v", ahead, got, want)
		}
	}
}

func TestAWriterThatTheStoreNamesNoMoreIsNotKept(t *testing.T) {
	o := &outbox{most: 9, events: []store.Event{event(1, 1, "a"), event(2, 1, "b"), event(3, 1, "c")}}
	w := begin(o)
	w.box.drain()
	o.ended, o.events = 2, []store.Event{event(3, 2, "d")}
	w.box.fire(every)
	if c := w.f.Cursor(); !maps.Equal(c, store.Cursor{store.AllUpTo: 2, 3: 2}) {
		t.Errorf("cursor %v", c)
	}
}

func TestAFollowerTellsHowFarItCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &outbox{most: 9, failing: errors.New("away"), events: []store.Event{event(1, 1, "a")}}
		w := begin(o)
		is := func(behind time.Duration, ready bool) {
			t.Helper()
			if all := maps.Collect(w.lags.All()); len(all) != 1 || all["test"] != (Lag{Behind: behind, Ready: ready}) {
				t.Errorf("%+v, want %v, %t", all, behind, ready)
			}
		}
		time.Sleep(time.Minute)
		w.box.drain()
		is(time.Minute, false) // since it began, and not loaded yet
		o.failing = nil
		w.box.fire(loadRetry)
		is(0, true)
		time.Sleep(time.Second)
		is(time.Second, true)
		o.failing = errors.New("away")
		w.box.fire(every)
		is(time.Second, false)
		o.failing, o.events = nil, append(o.events, event(1, 2, "early"))
		w.early["early"] = true
		w.box.fire(every)
		is(0, true) // what it must not publish yet does not count as lag
		time.Sleep(time.Second)
		w.f = Start[seen](AtStart, w.f.lags, w.f.Ports) // another life of the actor
		is(time.Second, false)
	})
}

// counted is a state with rows: how often each topic came.
type counted struct {
	Position
	Old     map[string]int `json:"old,omitempty"`
	count   map[string]int
	changed map[string]bool
}

func (t *counted) add(kind string, n int) {
	if t.count == nil {
		t.count, t.changed = map[string]int{}, map[string]bool{}
	}
	t.count[kind] += n
	t.changed[kind] = true
}

func (t *counted) ReadRows(rows map[string][]byte) error {
	if rows == nil {
		for topic, n := range t.Old {
			t.add(topic, n)
		}
	}
	t.Old = nil
	for topic, value := range rows {
		t.add(topic, len(value))
	}
	if rows != nil {
		clear(t.changed)
	}
	return nil
}

func (t *counted) ChangedRows() map[string][]byte {
	rows := map[string][]byte{}
	for topic := range t.changed {
		rows[topic] = make([]byte, t.count[topic])
	}
	clear(t.changed)
	return rows
}

func (t *counted) AllRows() map[string][]byte {
	for topic := range t.count {
		t.changed[topic] = true
	}
	return t.ChangedRows()
}

// Of a follower with rows those are written that have changed, together with the position; what could not be kept is
// kept the next time. The setting of before it had rows is where it begins, and stays.
func TestAFollowerWithRowsWritesThoseThatHaveChanged(t *testing.T) {
	o := &outbox{most: 9, kept: []byte(`{"cursor":{"1":1},"old":{"a":2,"b":1}}`),
		events: []store.Event{event(1, 1, "a"), event(1, 2, "a")}}
	begins := func() (*mailbox, *Follower[counted, *counted]) {
		box := &mailbox{}
		var f *Follower[counted, *counted]
		f = Start[counted](AtStart, &Lags{}, Ports{Activation: box, Store: o, Log: zerolog.Nop(),
			Key: "test.position", Every: every,
			Take: func(e store.Event) { f.State.add(e.Type, 1) }})
		box.drain()
		return box, f
	}
	box, _ := begins()
	box.fire(persistEvery)
	want := map[string][]byte{"a": make([]byte, 3), "b": make([]byte, 1)}
	if got := o.rows["test.position.rows"]; !maps.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("kept %v", got)
	}
	if !strings.Contains(string(o.kept), `"old"`) {
		t.Errorf("the setting of before is %s", o.kept)
	}
	o.events = append(o.events, event(1, 3, "b"))
	o.failing = errors.New("away")
	box.fire(every)
	o.failing = nil
	box.fire(every)
	o.failing = errors.New("away")
	box.fire(persistEvery)
	o.failing = nil
	o.events = append(o.events, event(1, 4, "c"))
	box.fire(every)
	box.fire(persistEvery)
	last := o.puts[len(o.puts)-1]
	want = map[string][]byte{"b": make([]byte, 2), "c": make([]byte, 1)}
	if !maps.EqualFunc(last, want, slices.Equal) {
		t.Errorf("written at last: %v", last)
	}
	_, f := begins()
	if want := map[string]int{"a": 3, "b": 2, "c": 1}; !maps.Equal(f.State.count, want) {
		t.Errorf("after a restart: %v", f.State.count)
	}
}

// A release that knows no rows has run for a while in between, and has read further: its state holds, and rows that it
// has no more of are gone.
func TestAFollowerWithRowsGoesOnFromAnOlderReleaseThatIsAhead(t *testing.T) {
	const older = `{"cursor":{"1":2,"2":5},"old":{"a":7}}`
	o := &outbox{most: 9, kept: []byte(older),
		events: []store.Event{event(1, 2, "a"), event(2, 5, "a"), event(2, 6, "a")},
		whole:  map[string][]byte{"test.position.rows": []byte(`{"cursor":{"1":2}}`)},
		rows:   map[string]map[string][]byte{"test.position.rows": {"a": make([]byte, 3), "b": make([]byte, 1)}}}
	box := &mailbox{}
	f := Start[counted](AtStart, &Lags{}, Ports{Activation: box, Store: o, Log: zerolog.Nop(),
		Key: "test.position", Every: every})
	f.Take = func(e store.Event) { f.State.add(e.Type, 1) }
	box.drain()
	if want := map[string]int{"a": 8}; !maps.Equal(f.State.count, want) {
		t.Errorf("began with %v", f.State.count)
	}
	box.fire(persistEvery)
	want := map[string][]byte{"a": make([]byte, 8)}
	if got := o.rows["test.position.rows"]; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("kept %v", got)
	}
}

func TestAWriterThatHasEndedIsNotAhead(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"1":3}`, `{"1":3}`, false},
		{`{"1":4}`, `{"1":3}`, true},
		{`{"1":3}`, `{"1":4}`, false},
		{`{"1":3,"2":1}`, `{"1":3}`, true},
		{`{"1":3,"2":1}`, `{"0":2,"3":1}`, false},
		{`{"0":3}`, `{"0":2,"3":1}`, true},
		{`{"0":3}`, `{"3":1}`, true},
	} {
		got, err := isAhead([]byte(`{"cursor":`+c.a+`}`), []byte(`{"cursor":`+c.b+`}`))
		if err != nil || got != c.want {
			t.Errorf("%s before %s: %t, %v", c.a, c.b, got, err)
		}
	}
}
