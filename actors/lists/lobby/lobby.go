// Package lobby lists the open rooms of a kind: one actor a kind keeps a summary of each, publishes what changes,
// and, where the house keeps rooms in stock, opens the next one of a template as soon as that has none.
//
// It holds nothing durable: it is filled from the store's open rooms, is notified of every change by the rooms
// themselves, and reads the store again while there are any or the list is read, because a notice may be lost
// with a process, or go to the lobby of another. What no notice has told by the next reading is published then. A
// template's rooms are numbered by those of it that are over, and the number is in the key of the op that opens one:
// two lobbies, or one before and one after a crash, open the same room once. Deliberately absent: the rules of rooms,
// players, and rooms that are over (read from the store by page).
package lobby

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// ID is the one id of every lobby.
const ID = "lobby"

// Changed notifies a lobby that a room is new, has changed or is over, after News of how that came. No answer.
type Changed[R any] struct {
	Room R
	News []News
}

// News is something in a room that every subscriber of the lobby gets once; it may be lost with a process.
type News struct {
	Type uint16
	Body msgp.Marshaler
}

// List asks for the open rooms; the answer is a []R in the order of the lobby.
type List struct{}

// Lobby is what a kind brings: R is its summary (BattleSummary and so on), the row of a room in lists.
type Lobby[R any] struct {
	Kind     string // of the actor in the directory
	RoomKind string
	Topic    string // public topic of the list; "" for a list that is only asked for
	// Summary reads a stored room; listed is false for one that is not public.
	Summary func(rec store.Room, now time.Time) (summary R, listed bool, err error)
	ID      func(R) string
	Over    func(R) bool
	Order   func(a, b R) int // of lists; nil: the oldest first
	// Snapshot and Changed are the events of the topic: the whole list, and a room that is new, has changed or is over.
	Snapshot func([]R, time.Time) (uint16, msgp.Marshaler)
	Changed  func(R) (uint16, msgp.Marshaler)
	Stock    *Stock[R] // nil: rooms are opened by players
}

// Stock are rooms of the house of which one of each template is always open.
type Stock[R any] struct {
	Templates func() []string
	Template  func(R) string // "" for a room without a template
	// Make makes the command that opens a template's room of a number, counted from 1, under a key of the house. The
	// room must be listed under the template's name (store.RoomWrite.Listed). ok is false when there is nothing to open
	// it with.
	Make func(h room.Deps, template string, number int, key string) (cmd any, ok bool)
}

const (
	lookEvery = 5 * time.Second
	retry     = time.Second // after a first reading that has failed
)

// Singleton is the actor for a kind's Spec.
func (l Lobby[R]) Singleton() room.Singleton {
	return room.Singleton{Kind: l.Kind, ID: ID, Topic: l.Topic, Register: l.register}
}

func (l Lobby[R]) register(h room.Deps) directory.Kind {
	return directory.Kind{Name: l.Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		a := &list[R]{Lobby: l, deps: h, activation: activation, rows: map[string]R{}, opening: map[string]bool{},
			unread: map[string]bool{}, published: map[string]R{}}
		if l.Topic != "" {
			a.topic = publish.NewTopic(h.Publish, l.Topic, activation.Epoch(publish.Epoch(h.Now())))
		}
		a.look()
		return a
	}}
}

// Notice is the message by which a room notifies its lobby.
func (l Lobby[R]) Notice(summary R, news ...News) room.Notice {
	return room.Notice{Kind: l.Kind, ID: ID, Msg: Changed[R]{summary, news}}
}

// list is one life of a lobby. Every field belongs to the mailbox.
type list[R any] struct {
	Lobby[R]
	deps       room.Deps
	activation directory.Activation
	topic      *publish.Topic
	timer      *directory.Timer

	rows     map[string]R
	versions map[string]uint64 // of the stored rooms at the last look: most have not changed since
	// rooms that the last look found new, changed or closed before their own notice came, which is to be published:
	// with the next look that knows how they are, if none comes
	unread map[string]bool
	// rows that a look has published: a notice that comes late says them again
	published map[string]R
	// rooms that a notice came of since the look under way began: what it reads of them is old
	noticed map[string]bool
	loaded  bool
	looking bool
	asked   bool // for a snapshot: the caller that asked may be there at the next look
	armed   bool // the timer brings the next look
	looked  time.Time
	waiting []func()
	opening map[string]bool // templates
}

// Receive implements directory.Handler.
func (a *list[R]) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		if a.topic == nil {
			r.Reply(nil, apierr.New(protocol.CodeTopic))
			return
		}
		a.read(func() {
			kind, body := a.Snapshot(a.sorted(), a.deps.Now())
			r.Reply(a.topic.Snapshot(kind, body), nil)
		})
		a.asked = true
		a.arm(lookEvery)
	case List:
		a.read(func() { r.Reply(a.sorted(), nil) })
	case Changed[R]:
		r.Reply(nil, nil)
		a.change(m)
	case directory.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (a *list[R]) Stop() { a.timer.Stop() }

// read answers from the list, after a look when the last one is old.
func (a *list[R]) read(answer func()) {
	if a.loaded && (a.armed || a.looking || a.deps.Now().Sub(a.looked) < lookEvery) {
		answer()
		return
	}
	a.waiting = append(a.waiting, answer)
	if !a.armed {
		a.look()
	}
}

func (a *list[R]) sorted() []R {
	order := a.Order
	if order == nil {
		order = func(x, y R) int { return cmp.Compare(Number(a.ID(x)), Number(a.ID(y))) }
	}
	return slices.SortedFunc(maps.Values(a.rows), order)
}

// Number is a room's id as a number, by which the ids of two rooms are compared.
func Number(id string) int64 {
	n, _ := strconv.ParseInt(id, 10, 64)
	return n
}

// change takes a room's notice.
func (a *list[R]) change(m Changed[R]) {
	id, over := a.ID(m.Room), a.Over(m.Room)
	_, listed := a.rows[id]
	listed = listed || a.unread[id]
	said, known := a.published[id]
	known = known && reflect.DeepEqual(said, m.Room)
	delete(a.unread, id)
	delete(a.published, id)
	if over {
		delete(a.rows, id)
	} else {
		a.rows[id] = m.Room
	}
	if a.looking {
		a.noticed[id] = true
	}
	if a.topic != nil {
		now := a.deps.Now().UnixMilli()
		for _, n := range m.News {
			a.topic.Publish(now, n.Type, n.Body)
		}
		if (listed || !over) && !known {
			a.publish(m.Room)
		}
	}
	if over {
		a.stock()
	}
	a.arm(lookEvery)
}

func (a *list[R]) publish(row R) {
	kind, body := a.Changed(row)
	a.topic.Publish(a.deps.Now().UnixMilli(), kind, body)
}

// arm sets the timer of the next look, unless there is nothing to look after.
func (a *list[R]) arm(wait time.Duration) {
	if a.armed || a.looking || a.loaded && a.silent() && !a.asked {
		return
	}
	a.armed = true
	a.timer = a.activation.After(wait, func() {
		if a.armed, a.asked = false, false; !a.loaded || !a.silent() {
			a.look()
		}
	})
}

// silent reports whether there is no room, no reader of the list, and none to be opened.
func (a *list[R]) silent() bool {
	return len(a.rows)+len(a.unread) == 0 && a.Stock == nil &&
		(a.topic == nil || a.deps.Publish.Presence(a.Topic) == 0)
}

// look reads the open rooms, and those that are to be published and are not open any more. Unchanged rows stay as
// notices have left them.
func (a *list[R]) look() {
	if a.armed = false; a.looking {
		return
	}
	a.looking, a.noticed = true, map[string]bool{}
	before, now := a.versions, a.deps.Now()
	unread := slices.Sorted(maps.Keys(a.unread))
	a.activation.Go(func() func() {
		ctx := context.Background()
		open, err := a.deps.Store.OpenRooms(ctx, a.RoomKind)
		seen := sight[R]{versions: make(map[string]uint64, len(open)), fresh: map[string]R{}, over: map[string]R{},
			away: map[string]bool{}}
		for _, rec := range open {
			id := room.ID(rec.ID)
			seen.versions[id] = rec.Version
			if before[id] == rec.Version {
				continue
			}
			summary, listed, err := a.Summary(rec, now)
			if err != nil {
				a.deps.Log.Error().Err(err).Str("kind", a.RoomKind).Str("room", id).Msg("room is not listed")
			} else if listed {
				seen.fresh[id] = summary
			}
		}
		for _, id := range unread {
			if _, still := seen.versions[id]; still || err != nil {
				continue
			}
			row, err := a.closed(ctx, id, now)
			switch {
			case err != nil:
				seen.away[id] = !errors.Is(err, errNever)
				a.deps.Log.Warn().Err(err).Str("kind", a.RoomKind).Str("room", id).Msg("closed room not read")
			case a.Over(row):
				seen.over[id] = row
			}
		}
		return func() { a.install(seen, now, err) }
	})
}

// sight is what a look has seen: the versions of the open rooms, the rows of those that were new or had another
// version, and of those that were closed; and of which closed ones the store did not answer.
type sight[R any] struct {
	versions    map[string]uint64
	fresh, over map[string]R
	away        map[string]bool
}

// errNever is that of a room that another look would not read either.
var errNever = errors.New("lobby: there is no such room, or it is damaged")

// closed is the row of a room that is not open any more.
func (a *list[R]) closed(ctx context.Context, id string, now time.Time) (row R, err error) {
	n, err := room.ParseID(id)
	if err != nil {
		return row, errors.Join(errNever, err)
	}
	rec, err := a.deps.Store.Room(ctx, n)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return row, errors.Join(errNever, err)
	case err != nil:
		return row, err
	}
	if row, _, err = a.Summary(rec, now); err != nil {
		return row, errors.Join(errNever, err)
	}
	return row, nil
}

func (a *list[R]) install(seen sight[R], at time.Time, err error) {
	a.looking = false
	if err != nil {
		a.deps.Log.Warn().Err(err).Str("kind", a.RoomKind).Msg("open rooms not read")
		if !a.loaded {
			a.arm(retry)
			return
		}
	} else {
		a.makeUp(seen)
		a.take(seen)
		a.looked, a.loaded = at, true
	}
	for _, answer := range a.waiting {
		answer()
	}
	a.waiting = nil
	a.stock()
	a.arm(lookEvery)
}

// makeUp publishes what the look before has found and no notice has told since, as this look has seen it: what the one
// before saw may be old by now, and is then never said.
func (a *list[R]) makeUp(seen sight[R]) {
	for _, id := range slices.Sorted(maps.Keys(a.unread)) {
		if _, open := seen.versions[id]; !open {
			if seen.away[id] {
				continue // with the next look
			}
			delete(a.rows, id)
			delete(a.published, id)
			if row, read := seen.over[id]; read {
				a.publish(row)
			}
		} else {
			if row, changed := seen.fresh[id]; changed {
				a.rows[id] = row
			}
			if row, listed := a.rows[id]; listed {
				a.publish(row)
				a.published[id] = row
			}
		}
		delete(a.unread, id)
	}
}

// take makes the list what a look has seen. What differs is published by the notice that is on its way, or by the next
// look.
func (a *list[R]) take(seen sight[R]) {
	differs := func(id string) {
		if a.loaded && a.topic != nil {
			a.unread[id] = true
		}
	}
	for id := range a.rows {
		if _, open := seen.versions[id]; !open && !a.noticed[id] {
			differs(id)
			delete(a.rows, id)
			delete(a.published, id)
		}
	}
	for id, summary := range seen.fresh {
		if a.noticed[id] {
			continue
		}
		if row, listed := a.rows[id]; !listed || !reflect.DeepEqual(row, summary) {
			differs(id)
		}
		a.rows[id] = summary
	}
	// the row is the notice's, which may be the older of the two: the next look reads the room again
	for id := range a.noticed {
		if a.versions[id] != seen.versions[id] {
			delete(seen.versions, id)
		}
	}
	a.versions = seen.versions
}

// stock opens a room of every template that has none.
func (a *list[R]) stock() {
	if !a.loaded || a.Stock == nil {
		return
	}
	has := map[string]bool{}
	for _, r := range a.rows {
		has[a.Stock.Template(r)] = true
	}
	for _, t := range a.Stock.Templates() {
		if has[t] || a.opening[t] {
			continue
		}
		a.opening[t] = true
		a.open(t)
	}
}

// open opens the next room of a template. All rooms before it are over, or there would be no number for it yet: a
// caller that asks at the same time, or asked in vain before a crash, comes to the same key.
func (a *list[R]) open(template string) {
	a.activation.Go(func() func() {
		ctx := context.Background()
		_, over, err := a.deps.Store.FinalRooms(ctx, a.RoomKind, template, store.Page{})
		var id store.RoomID
		if err == nil {
			id, err = a.deps.Store.NewRoomID(ctx)
		}
		return func() {
			if err != nil {
				a.opened(template, err)
				return
			}
			cmd, ok := a.Stock.Make(a.deps, template, over+1, a.RoomKind+":stock:"+template+":"+strconv.Itoa(over+1))
			if !ok {
				a.opened(template, nil)
				return
			}
			a.deps.Directory.Post(a.RoomKind, room.ID(id), cmd, func(_ any, err error) {
				a.activation.Reenter(func() { a.opened(template, err) })
			})
		}
	})
}

// opened ends an attempt; after a failure the next look makes another.
func (a *list[R]) opened(template string, err error) {
	delete(a.opening, template)
	if err != nil {
		a.deps.Log.Warn().Err(err).Str("template", template).Msg("room not opened")
	}
}
