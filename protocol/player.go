package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Wallet Invite PropsDrop PropsItem SessionEnded
//msgp:limit arrays:16 maps:16

// Event types of the topic "player". The snapshot is a Wallet.
const (
	EventPlayerSnapshot uint16 = 200
	EventWallet         uint16 = 201
	EventSessionEnded   uint16 = 202
	EventInvite         uint16 = 203
	EventPropsDrop      uint16 = 204
)

// Wallet is what the header shows.
type Wallet struct {
	GemsCents int64  `json:"gemsCents"`
	RealCents int64  `json:"realCents"`
	BagCount  int32  `json:"bagCount"`
	WishCards int64  `json:"wishCards"`
	OpID      string `json:"opId"` // last op it includes
}

// Invite is spec §3 "Invite" (drop socket msgType 1; toast 5 s).
type Invite struct {
	RoomID         string `json:"roomId"`
	Name           string `json:"name"`
	Avatar         string `json:"avatar"`
	RoomPriceCents int64  `json:"roomPriceCents"`
	Code           string `json:"code"`   // of a private room, "" else
	HostID         string `json:"hostId"` // who invites
}

// PropsDrop is items that the player was given beside all play (drop socket msgType 4, "reward-drop popup").
type PropsDrop struct {
	OpID  string      `json:"opId"`
	Items []PropsItem `json:"items"`
}

// PropsItem is one of them.
type PropsItem struct {
	ID         string `json:"id"`
	Def        int32  `json:"def"`
	ValueCents int64  `json:"valueCents"`
}

// SessionEnded tells every socket of a session that it is over.
type SessionEnded struct {
	Code int32 `json:"code"`
}

var playerMessages = []Message{
	{Number: EventPlayerSnapshot, Name: "PlayerSnapshot", Direction: OfTopic, Topic: TopicPlayer, Snapshot: true,
		New: func() Codec { return new(Wallet) }},
	{Number: EventWallet, Name: "Wallet", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(Wallet) }},
	{Number: EventSessionEnded, Name: "SessionEnded", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(SessionEnded) }},
	{Number: EventInvite, Name: "Invite", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(Invite) }},
	{Number: EventPropsDrop, Name: "PropsDrop", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(PropsDrop) }},
}
