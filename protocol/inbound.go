package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Hello Subscribe Unsubscribe Command Ping
//msgp:limit arrays:16384 maps:16

// The limit of arrays is also that of byte strings: no more than a frame holds (FrameBytes).

// Envelope types that a client sends. A binary message is one or more concatenated envelopes; each is a msgpack array
// (tuple) whose first element is the type.
const (
	TypeHello       uint8 = 1
	TypeSubscribe   uint8 = 2
	TypeUnsubscribe uint8 = 3
	TypeCommand     uint8 = 4
	TypePing        uint8 = 5
)

// Hello authenticates the socket; an empty Token is an anonymous visitor. Must be the first envelope, once.
type Hello struct {
	Type     uint8  `json:"type"`
	Token    string `json:"token"`
	Language string `json:"language"`
}

// Subscribe asks for a topic; Recover with the last (Epoch, Offset) seen asks for the missing events instead of a
// snapshot.
type Subscribe struct {
	Type    uint8  `json:"type"`
	Ref     uint32 `json:"ref"`
	Topic   string `json:"topic"`
	Recover bool   `json:"recover"`
	Epoch   uint32 `json:"epoch"`
	Offset  uint64 `json:"offset"`
	Code    string `json:"code"` // invite code of a private room, else ""
}

// Unsubscribe is answered by nothing: events already on their way may still arrive.
type Unsubscribe struct {
	Type  uint8  `json:"type"`
	Ref   uint32 `json:"ref"`
	Topic string `json:"topic"`
}

// Command is a player's intent in a room; Key makes it idempotent; Body is the JSON body of the HTTP call of the same
// name.
type Command struct {
	Type uint8  `json:"type"`
	Ref  uint32 `json:"ref"`
	Key  string `json:"key"`
	Name string `json:"name"`
	Body []byte `json:"body"`
}

// Ping is answered by Pong with the same Ref.
type Ping struct {
	Type uint8  `json:"type"`
	Ref  uint32 `json:"ref"`
}
