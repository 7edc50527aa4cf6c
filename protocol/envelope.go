// Package protocol is the wire: messages (msgp-generated), the error catalogue, limits and topics.
// SPEC.md holds the rules with the ids that stand in test names. Deliberately absent: sockets, rules of play, records.
package protocol

import "github.com/tinylib/msgp/msgp"

// Envelope types. A binary message is one or more concatenated envelopes; each is a msgpack array (tuple) whose first
// element is the type.
const (
	TypeHello       uint8 = 1
	TypeSubscribe   uint8 = 2
	TypeUnsubscribe uint8 = 3
	TypeCommand     uint8 = 4
	TypePing        uint8 = 5

	TypeWelcome    uint8 = 16
	TypeSubscribed uint8 = 17
	TypeEvent      uint8 = 18
	TypeReply      uint8 = 19
	TypeError      uint8 = 20
	TypePong       uint8 = 21
	TypeGap        uint8 = 22
	TypeBye        uint8 = 23
)

// Hello authenticates the socket; an empty Token is an anonymous visitor. Must be the first envelope, once.
type Hello struct {
	Type     uint8
	Token    string
	Language string
}

// Subscribe asks for a topic; Recover with the last (Epoch, Offset) seen asks for the missing events instead of a snapshot.
type Subscribe struct {
	Type    uint8
	Ref     uint32
	Topic   string
	Recover bool
	Epoch   uint32
	Offset  uint64
	Code    string // invite code of a private room, else ""
}

type Unsubscribe struct {
	Type  uint8
	Ref   uint32
	Topic string
}

// Command is a player's intent in a room; Key makes it idempotent; Body is the JSON body of the HTTP call of the same name.
type Command struct {
	Type uint8
	Ref  uint32
	Key  string
	Name string
	Body []byte
}

type Ping struct {
	Type uint8
	Ref  uint32
}

type Welcome struct {
	Type         uint8
	Session      string
	PlayerID     string
	ServerTimeMS int64
	PingAfterMS  uint32
}

// Subscribed answers Subscribe. When Recovered is false, Snapshot (of SnapshotType) replaces all that the client knew.
type Subscribed struct {
	Type         uint8
	Ref          uint32
	Topic        string
	TopicID      uint32 // stands in Event instead of the name; valid for the life of this server process
	Epoch        uint32
	Offset       uint64
	Recovered    bool
	SnapshotType uint16
	Snapshot     msgp.Raw // nil when recovered
}

// Event is encoded once per topic. Offset counts by one within an epoch; clients drop older epochs.
type Event struct {
	Type      uint8
	TopicID   uint32
	Epoch     uint32
	Offset    uint64
	AtMS      int64
	EventType uint16
	Body      msgp.Raw
}

type Reply struct {
	Type uint8
	Ref  uint32
	Body []byte // JSON data of the HTTP call of the same name
}

// Error numbers are those of the catalogue; Ref 0 when it answers nothing.
type Error struct {
	Type      uint8
	Ref       uint32
	Code      int32
	Retryable bool
	Message   string
}

type Pong struct {
	Type         uint8
	Ref          uint32
	ServerTimeMS int64
}

// Gap tells a slow client that it missed events of a topic; the snapshot replaces what it knew.
type Gap struct {
	Type         uint8
	TopicID      uint32
	Epoch        uint32
	Offset       uint64
	SnapshotType uint16
	Snapshot     msgp.Raw
}

// Bye announces a close; ReconnectAfterMS 0 means: do not come back by yourself.
type Bye struct {
	Type             uint8
	Code             int32
	ReconnectAfterMS uint32
}
