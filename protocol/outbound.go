package protocol

import "github.com/tinylib/msgp/msgp"

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Welcome Subscribed Event Reply Error Pong Gap Bye
//msgp:limit arrays:1048576 maps:16

// Envelope types that the server sends.
const (
	TypeWelcome    uint8 = 16
	TypeSubscribed uint8 = 17
	TypeEvent      uint8 = 18
	TypeReply      uint8 = 19
	TypeError      uint8 = 20
	TypePong       uint8 = 21
	TypeGap        uint8 = 22
	TypeBye        uint8 = 23
)

// Welcome answers Hello. PlayerID is "" for a visitor; Session names the session in logs and is no secret.
type Welcome struct {
	Type         uint8  `json:"type"`
	Session      string `json:"session"`
	PlayerID     string `json:"playerId"`
	ServerTimeMS int64  `json:"serverTimeMs"`
	PingAfterMS  uint32 `json:"pingAfterMs"`
}

// Subscribed answers Subscribe. When Recovered is false, Snapshot (of SnapshotType) replaces all that the client knew.
type Subscribed struct {
	Type         uint8    `json:"type"`
	Ref          uint32   `json:"ref"`
	Topic        string   `json:"topic"`
	TopicID      uint32   `json:"topicId"` // stands in Event instead of the name; valid on this socket only
	Epoch        uint32   `json:"epoch"`
	Offset       uint64   `json:"offset"`
	Recovered    bool     `json:"recovered"`
	SnapshotType uint16   `json:"snapshotType"`
	Snapshot     msgp.Raw `json:"snapshot"` // nil when recovered
}

// Event is encoded once per topic. Offset counts by one within an epoch; clients drop older epochs.
type Event struct {
	Type      uint8    `json:"type"`
	TopicID   uint32   `json:"topicId"`
	Epoch     uint32   `json:"epoch"`
	Offset    uint64   `json:"offset"`
	AtMS      int64    `json:"atMs"`
	EventType uint16   `json:"eventType"`
	Body      msgp.Raw `json:"body"`
}

// Reply answers Command: Body is the JSON data of the HTTP call of the same name.
type Reply struct {
	Type uint8  `json:"type"`
	Ref  uint32 `json:"ref"`
	Body []byte `json:"body"`
}

// Error numbers are those of the catalogue; Ref 0 when it answers nothing.
type Error struct {
	Type      uint8  `json:"type"`
	Ref       uint32 `json:"ref"`
	Code      int32  `json:"code"`
	Retryable bool   `json:"retryable"`
	Message   string `json:"message"` // in the language of Hello
}

// Pong answers Ping and carries the server's clock, from which the client estimates its offset.
type Pong struct {
	Type         uint8  `json:"type"`
	Ref          uint32 `json:"ref"`
	ServerTimeMS int64  `json:"serverTimeMs"`
}

// Gap tells a slow client that it missed events of a topic; the snapshot replaces what it knew.
type Gap struct {
	Type         uint8    `json:"type"`
	TopicID      uint32   `json:"topicId"`
	Epoch        uint32   `json:"epoch"`
	Offset       uint64   `json:"offset"`
	SnapshotType uint16   `json:"snapshotType"`
	Snapshot     msgp.Raw `json:"snapshot"`
}

// Bye announces a close; ReconnectAfterMS 0 means: do not come back by yourself.
type Bye struct {
	Type             uint8  `json:"type"`
	Code             int32  `json:"code"`
	ReconnectAfterMS uint32 `json:"reconnectAfterMs"`
}
