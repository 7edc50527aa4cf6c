package room

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Deps is what every kind may use: rooms are given Ports, what prepares commands the rest, too.
type Deps struct {
	Ports
	Catalog *catalog.Catalog
	Beacon  beacon.Source
	Rand    io.Reader // CSPRNG
}

// Profile asks a player's actor who the player is.
func (h Deps) Profile(id store.PlayerID, then func(player.Profile, error)) {
	h.Directory.Post(player.Kind, player.ID(id), player.GetProfile{}, func(v any, err error) {
		p, _ := v.(player.Profile)
		then(p, err)
	})
}

// Plain has the methods of a Kind for kinds whose state is all in its record: nothing is due while no
// activation runs, and nothing is known from the store's receipt only.
type Plain[S any] struct{}

// FinalKey implements Kind.
func (Plain[S]) FinalKey(S) string { return "" }

// Resume implements Kind.
func (Plain[S]) Resume(s S, _ time.Time) S { return s }

// Bind implements Kind.
func (Plain[S]) Bind(s S, _ store.Receipt) S { return s }

// Spectators is the event with how many watch.
func Spectators[S any](kind uint16, body msgp.Marshaler) Event[S] {
	return Event[S]{Type: kind, Body: func(S) msgp.Marshaler { return body }}
}

// Shown answers the query of a kind whose rooms everybody sees alike; hidden is why there is none to see.
func Shown[Query, View any](msg any, hidden error, view func() View) (any, bool, error) {
	if _, ok := msg.(Query); !ok {
		return nil, false, nil
	}
	return Seen(hidden, view)
}

// Seen answers a query that is a kind's: with the view, or with why the viewer may not see the room.
func Seen[View any](hidden error, view func() View) (any, bool, error) {
	if hidden != nil {
		return nil, true, hidden
	}
	return view(), true, nil
}

// Snapshot is the event of a room's topic that holds all of it, or why the subscriber may not see the room.
func Snapshot[View any, V interface {
	*View
	msgp.Marshaler
}](event uint16, hidden error, view func() View) (uint16, msgp.Marshaler, error) {
	if hidden != nil {
		return 0, nil, hidden
	}
	v := view()
	return event, V(&v), nil
}

// Numbers gives rooms their ids.
type Numbers interface {
	NewRoomID(context.Context) (store.RoomID, error)
}

// Open has a room of a kind created under a new id; create makes its command. A key that is repeated gives the room
// that it opened first; the id taken for the repetition stays unused.
func Open[Created any](ctx context.Context, rooms Numbers, dir directory.Directory, kind string,
	create func(store.RoomID) any) (Created, error) {
	id, err := rooms.NewRoomID(ctx)
	if err != nil {
		var none Created
		return none, fmt.Errorf("%s: room id: %w", kind, err)
	}
	return directory.Ask[Created](ctx, dir, kind, ID(id), create(id))
}

// ResultOf reads what an op answered, as its step wrote it (Op.Result).
func ResultOf[Result any](rec store.Receipt) (Result, error) {
	var r Result
	if err := json.Unmarshal(rec.Result, &r); err != nil {
		return r, fmt.Errorf("room: result of op %d: %w", rec.Op, err)
	}
	return r, nil
}

// Stored reads the room of a kind that a proof is asked of; CodeNotFound for one of another kind.
func Stored(ctx context.Context, rooms Reader, kind string, id store.RoomID) (store.Room, error) {
	rec, err := rooms.Room(ctx, id)
	switch {
	case err != nil:
		return rec, apierr.FromStore(err)
	case rec.Kind != kind:
		return rec, apierr.New(protocol.CodeNotFound)
	}
	return rec, nil
}

// StoredPart is Stored for "<room>-<place>", a part of a room, or "<room>" for the whole (place -1).
func StoredPart(ctx context.Context, rooms Reader, kind, text string) (rec store.Room, place int, err error) {
	number, part, one := strings.Cut(text, "-")
	id, err := ParseID(number)
	if err != nil {
		return rec, 0, err
	}
	if place = -1; one {
		if place, err = strconv.Atoi(part); err != nil || place < 0 || strconv.Itoa(place) != part {
			return rec, 0, apierr.New(protocol.CodeNotFound)
		}
	}
	rec, err = Stored(ctx, rooms, kind, id)
	return rec, place, err
}
