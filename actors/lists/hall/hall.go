// Package hall is the actor of a list of rooms that the house keeps stocked: it tells everybody which rooms of a kind are
// open and opens the next one of a template as soon as that has none.
//
// A template's rooms are numbered by those of it that are over, and the number is in the key of the op that opens one: two
// halls, or one before and one after a crash, open the same room once. What a template is belongs to the kind. Deliberately
// absent: the rules of rooms, and players.
package hall

import (
	"context"
	"strconv"
	"time"

	"github.com/rs/zerolog"
	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// ID is the one id of every hall's kind.
const ID = "hall"

// Changed tells a hall that a room is new, has changed or is over, after News of how that came. No answer.
type Changed[C any] struct {
	Card C
	News []News
}

// News is something in a room that everybody who hears the hall is told once; it may be lost with a process.
type News struct {
	Type uint16
	Body msgp.Marshaler
}

// List asks for the open rooms; the answer is a []C, oldest first.
type List struct{}

// Store is what a hall reads.
type Store interface {
	NewRoomID(context.Context) (store.RoomID, error)
	OpenRooms(ctx context.Context, kind string) ([]store.Room, error)
	FinalRooms(ctx context.Context, kind, listed string, page store.Page) ([]store.Room, int, error)
}

// Ports of a hall.
type Ports struct {
	Store   Store
	Publish publish.Publisher
	Now     store.Clock
	Log     zerolog.Logger
}

// Shop is what a kind of room brings: C is the card of a room.
type Shop[C any] struct {
	Kind      string // of the hall in the directory
	RoomKind  string
	Topic     string
	Card      func(store.Room) (C, error)
	ID        func(C) string
	Template  func(C) string // "" for a room that is nobody's template
	Over      func(C) bool
	Templates func() []string
	// Directory delivers what Make makes: the command that opens a template's room of a number, counted from 1, under a key of
	// the house. The room must be listed under the template's name (store.RoomWrite.Listed). ok is false when there is nothing
	// to open it with.
	Directory directory.Directory
	Make      func(template string, number int, key string) (cmd any, ok bool)
	Snapshot  func([]C, time.Time) (uint16, msgp.Marshaler)
	Changed   func(C) (uint16, msgp.Marshaler)
}

const lookEvery = 5 * time.Second

// Register is the registration line.
func Register[C any](p Ports, s Shop[C]) directory.Kind {
	return directory.Kind{Name: s.Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		h := &hall[C]{Ports: p, Shop: s, activation: activation, opening: map[string]bool{}}
		h.topic = publish.NewTopic(p.Publish, s.Topic, activation.Epoch(publish.Epoch(p.Now())))
		h.look()
		return h
	}}
}

type hall[C any] struct {
	Ports
	Shop[C]
	activation directory.Activation
	topic      *publish.Topic
	timer      *directory.Timer
	loaded     bool
	waiting    []func()
	cards      []C
	seen       map[store.RoomID]listed[C]
	told       int // notices so far: what was read before one of them is old
	opening    map[string]bool
}

// listed is the card of a room in one version: most rooms have not changed since the last look.
type listed[C any] struct {
	version uint64
	card    C
}

// Receive implements directory.Handler.
func (h *hall[C]) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		h.read(func() {
			kind, body := h.Shop.Snapshot(h.cards, h.Now())
			r.Reply(h.topic.Snapshot(kind, body), nil)
		})
	case List:
		h.read(func() { r.Reply(append([]C{}, h.cards...), nil) })
	case Changed[C]:
		r.Reply(nil, nil)
		h.change(m)
	case room.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (h *hall[C]) Stop() { h.timer.Stop() }

func (h *hall[C]) read(answer func()) {
	if !h.loaded {
		h.waiting = append(h.waiting, answer)
		return
	}
	answer()
}

// change takes a room's notice.
func (h *hall[C]) change(m Changed[C]) {
	card := m.Card
	h.told++
	at := h.place(h.Shop.ID(card))
	switch {
	case h.Shop.Over(card):
		if at >= 0 {
			h.cards = append(h.cards[:at:at], h.cards[at+1:]...)
		}
	case at >= 0:
		h.cards[at] = card
	default:
		h.cards = append(h.cards, card)
	}
	for _, n := range m.News {
		h.topic.Publish(h.Now().UnixMilli(), n.Type, n.Body)
	}
	kind, body := h.Shop.Changed(card)
	h.topic.Publish(h.Now().UnixMilli(), kind, body)
	if h.Shop.Over(card) {
		h.stock()
	}
}

func (h *hall[C]) place(id string) int {
	for i, c := range h.cards {
		if h.Shop.ID(c) == id {
			return i
		}
	}
	return -1
}

// look reads the open rooms again and again: notices may be lost with a process, rooms are not.
func (h *hall[C]) look() {
	told, before := h.told, h.seen
	h.activation.Go(func() func() {
		rooms, err := h.Store.OpenRooms(context.Background(), h.RoomKind)
		cards, seen := make([]C, 0, len(rooms)), map[store.RoomID]listed[C]{}
		for _, r := range rooms {
			l := before[r.ID]
			if l.version != r.Version {
				card, e := h.Shop.Card(r)
				if e != nil {
					h.Log.Error().Err(e).Int64("room", int64(r.ID)).Msg("room is not listed")
					continue
				}
				l = listed[C]{r.Version, card}
			}
			seen[r.ID] = l
			cards = append(cards, l.card)
		}
		return func() {
			h.seen = seen
			h.timer = h.activation.After(lookEvery, h.look)
			if err != nil {
				h.Log.Warn().Err(err).Msg("open rooms not read")
				return
			}
			if told != h.told && h.loaded {
				return
			}
			h.cards, h.loaded = cards, true
			for _, answer := range h.waiting {
				answer()
			}
			h.waiting = nil
			h.stock()
		}
	})
}

// stock opens a room of every template that has none.
func (h *hall[C]) stock() {
	if !h.loaded {
		return
	}
	has := map[string]bool{}
	for _, c := range h.cards {
		has[h.Shop.Template(c)] = true
	}
	for _, t := range h.Shop.Templates() {
		if has[t] || h.opening[t] {
			continue
		}
		h.opening[t] = true
		h.open(t)
	}
}

// open opens the next room of a template. All rooms before it are over, or there would be no number for it yet: whoever asks
// at the same time, or asked in vain before a crash, comes to the same key.
func (h *hall[C]) open(template string) {
	h.activation.Go(func() func() {
		ctx := context.Background()
		_, over, err := h.Store.FinalRooms(ctx, h.RoomKind, template, store.Page{})
		var id store.RoomID
		if err == nil {
			id, err = h.Store.NewRoomID(ctx)
		}
		return func() {
			if err != nil {
				h.opened(template, err)
				return
			}
			cmd, ok := h.Shop.Make(template, over+1, h.RoomKind+":stock:"+template+":"+strconv.Itoa(over+1))
			if !ok {
				h.opened(template, nil)
				return
			}
			h.Shop.Directory.Post(h.RoomKind, room.ID(id), cmd, func(_ any, err error) {
				h.activation.Reenter(func() { h.opened(template, err) })
			})
		}
	})
}

// opened ends an attempt; after a failure the next look makes another.
func (h *hall[C]) opened(template string, err error) {
	delete(h.opening, template)
	if err != nil {
		h.Log.Warn().Err(err).Str("template", template).Msg("room not opened")
	}
}
