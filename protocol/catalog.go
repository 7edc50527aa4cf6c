package protocol

import (
	"slices"

	"github.com/tinylib/msgp/msgp"
)

// Codec is what every message can do.
type Codec interface {
	msgp.Marshaler
	msgp.Unmarshaler
	msgp.Sizer
}

// Direction says who sends a message.
type Direction uint8

const (
	Inbound  Direction = iota // envelope from a client
	Outbound                  // envelope from the server
	OfTopic                   // body of an Event, Subscribed or Gap of a topic
)

// Message is one row of the catalogue.
type Message struct {
	Number    uint16 // envelope type, or event type
	Name      string // golden file, TypeScript constant
	Direction Direction
	Topic     string // kind of the topic, for OfTopic
	Snapshot  bool   // replaces what the client knew of the topic
	Public    bool   // of a Snapshot: the topic has no id and one snapshot for all subscribers
	New       func() Codec
}

// Catalog is every message of the binary protocol. Each topic's stand in the file of its types. Numbers are never
// reused.
var Catalog = slices.Concat(
	envelopes,
	feedMessages,
	playerMessages,
	battleMessages,
	rollMessages,
	upgradeMessages,
	rainMessages,
	luckycardMessages,
	wishMessages,
)

var envelopes = []Message{
	{Number: uint16(TypeHello), Name: "Hello", New: func() Codec { return new(Hello) }},
	{Number: uint16(TypeSubscribe), Name: "Subscribe", New: func() Codec { return new(Subscribe) }},
	{Number: uint16(TypeUnsubscribe), Name: "Unsubscribe", New: func() Codec { return new(Unsubscribe) }},
	{Number: uint16(TypeCommand), Name: "Command", New: func() Codec { return new(Command) }},
	{Number: uint16(TypePing), Name: "Ping", New: func() Codec { return new(Ping) }},

	{Number: uint16(TypeWelcome), Name: "Welcome", Direction: Outbound, New: func() Codec { return new(Welcome) }},
	{Number: uint16(TypeSubscribed), Name: "Subscribed", Direction: Outbound,
		New: func() Codec { return new(Subscribed) }},
	{Number: uint16(TypeEvent), Name: "Event", Direction: Outbound, New: func() Codec { return new(Event) }},
	{Number: uint16(TypeReply), Name: "Reply", Direction: Outbound, New: func() Codec { return new(Reply) }},
	{Number: uint16(TypeError), Name: "Error", Direction: Outbound, New: func() Codec { return new(Error) }},
	{Number: uint16(TypePong), Name: "Pong", Direction: Outbound, New: func() Codec { return new(Pong) }},
	{Number: uint16(TypeGap), Name: "Gap", Direction: Outbound, New: func() Codec { return new(Gap) }},
	{Number: uint16(TypeBye), Name: "Bye", Direction: Outbound, New: func() Codec { return new(Bye) }},
}
