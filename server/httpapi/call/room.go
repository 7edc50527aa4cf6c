package call

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/server/sharecard"
	"jadebox/server/ws/jsonchannel"
	"jadebox/store"
)

// RoomKind is what a kind of room shows over HTTP; room.Spec has what is no matter of how it is asked. A kind exports
// one as Edge (server/rooms/<kind>), and server/rooms lists them.
type RoomKind struct {
	Kind string // room.Spec.Kind
	// Calls adds the kind's calls.
	Calls func(to Edge, s *Site)
	// Card is what a shared link to a room shows, or to a result in it: rest is what follows the kind's name in a
	// result's id.
	Card func(ctx context.Context, s Cards, rest string) (sharecard.Card, error)
	// Says is everything that the kind's cards say in words of their own.
	Says []store.Text
	// Gone is what a proof is refused with while there is none, besides CodeNotFound; 0: nothing.
	Gone protocol.Code
	// Setup is what a room that breaks the rules of the kind is refused with: it says which field. 0: rooms are not
	// made by players.
	Setup protocol.Code
	// Price is what a play at a price that holds no more is refused with, where it is not CodePriceChanged: it says
	// which one does.
	Price protocol.Code
	// Tasks are those that only rooms of the kind count for, by protocol.Task….
	Tasks map[int32]Task
	// Record is what the player's own record calls the ops of the kind.
	Record store.Text
	// Sheets are the kind's lists of the player's records as tables, by the name that the client's page has for the
	// file; nil: none.
	Sheets func(s *Site) map[string]Sheet
	// Texts are what the JSON channels say of the kind; nil: nothing.
	Texts []jsonchannel.Text
}

// RoomKinds are kinds of rooms, each once.
type RoomKinds []RoomKind

// Of finds a kind by its name.
func (l RoomKinds) Of(kind string) (RoomKind, bool) {
	i := slices.IndexFunc(l, func(r RoomKind) bool { return r.Kind == kind })
	if i < 0 {
		return RoomKind{}, false
	}
	return l[i], true
}

// Says is everything that the cards of the kinds say in words of their own.
func (l RoomKinds) Says() (list []store.Text) {
	for _, r := range l {
		list = append(list, r.Says...)
	}
	return list
}

// Texts are what the JSON channels say of the kinds.
func (l RoomKinds) Texts() (list []jsonchannel.Text) {
	for _, r := range l {
		list = append(list, r.Texts...)
	}
	return list
}

// TextsOf lists the texts of a struct that has nothing else.
func TextsOf(words any) []store.Text {
	v := reflect.ValueOf(words)
	list := make([]store.Text, v.NumField())
	for i := range list {
		list[i] = v.Field(i).Interface().(store.Text)
	}
	return list
}

// Cards writes the cards of shared links in one language.
type Cards struct {
	*Site
	Language protocol.Language
	sharecard.Words
}

// Cards are those in a language.
func (s *Site) Cards(l protocol.Language) Cards {
	return Cards{s, l.Whole(), sharecard.WordsOf(l)}
}

// In is a text of the catalogue; one that a card cannot write in Chinese is English.
func (s Cards) In(t store.Text) string {
	if text := TextIn(t, s.Language); sharecard.Shows(text) {
		return text
	}
	return t.En
}

// Name is a player's, in whatever script; one that a card cannot write is that of a place, from 0.
func (s Cards) Name(name string, place int) string {
	if sharecard.Shows(name) {
		return name
	}
	return s.Player + " " + strconv.Itoa(place+1)
}

// InGems writes an amount with its unit.
func (s Cards) InGems(cents int64) string { return fmt.Sprintf(s.Gems, s.Amount(cents)) }

// Item is a thing of the catalogue with its picture; gems are no thing.
func (s Cards) Item(def store.DefID) (name, image string) {
	if def == 0 {
		return "", "/art/gem-lg.webp"
	}
	d, _ := s.Catalog.Item(def)
	return s.In(d.Brand) + " | " + s.In(d.Name), d.Image
}

// Room reads a room of a kind by its number in a result's id.
func (s Cards) Room(ctx context.Context, text string, kind string) (store.Room, error) {
	id, err := room.ParseID(text)
	if err != nil {
		return store.Room{}, err
	}
	return room.Stored(ctx, s.Store, kind, id)
}

// Read is Room with what read makes of it.
func Read[T any](ctx context.Context, s Cards, text, kind string, read func(store.Room) (T, error)) (T, error) {
	rec, err := s.Room(ctx, text, kind)
	if err != nil {
		var none T
		return none, err
	}
	return read(rec)
}

// RowsOf reads every room of a list.
func RowsOf[T any](rooms []store.Room, read func(store.Room) (T, error)) ([]T, error) {
	rows := make([]T, 0, len(rooms))
	for _, r := range rooms {
		row, err := read(r)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
