// Package jsonchannel is what the JSON channels of the product specification (§7) say. Each text is declared by whom it
// is about: those of a kind of room stand in its call.RoomKind, those of no kind in server/ws, which sends them all and
// describes them (docs/asyncapi.json).
//
// Deliberately absent: sockets and topics' logs, which are server/ws's.
package jsonchannel

import (
	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/runtime/publish"
)

// Player is the channel of one player, who shows a token there. Any other is public.
const Player = "drop"

// Text is one text that channels send.
type Text struct {
	Name, Says string
	// On are the channels, by the last part of their address.
	On []string
	// Topic is public, and carries the events; the player's own is on Player anyway.
	Topic  string
	Events []uint16 // protocol.Event…
	// Of is a value of the struct that is encoded, and Fixed are those of its fields that distinguish the text from
	// others.
	Of    any
	Fixed map[string]any
	// Make is the struct of one event.
	Make func(*publish.Event, Items) (any, error)
}

// Item is what channels show of an item.
type Item struct{ Brand, Name, Image, Rarity, Category string }

// Items finds an item in the subscriber's language.
type Items func(def int32) (Item, bool)

// Words are the name and the picture of an item, empty for one that there is not.
func (i Items) Words(def int32) (name, image string) {
	item, ok := i(def)
	if !ok {
		return "", ""
	}
	return item.Title(), item.Image
}

// Title is an item's name as the specification writes it.
func (i Item) Title() string { return i.Brand + "|" + i.Name }

// Made is a text that is made of the body of its event.
func Made[In, Out any, Body interface {
	*In
	msgp.Unmarshaler
}](t Text, out func(In, *publish.Event, Items) Out) Text {
	var of Out
	t.Of = of
	t.Make = func(e *publish.Event, items Items) (any, error) {
		var in In
		if _, err := Body(&in).UnmarshalMsg(e.Body); err != nil {
			return nil, err
		}
		return out(in, e, items), nil
	}
	return t
}
