package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Wallet Invite PropsDrop PropsItem
//msgp:limit arrays:16 maps:16

// Event types of the topic "player". The snapshot is a Wallet. 202 was an event that was never sent: the end of a
// session is told by Bye.
const (
	EventPlayerSnapshot uint16 = 200
	EventWallet         uint16 = 201
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

var playerMessages = []Message{
	{Number: EventPlayerSnapshot, Name: "PlayerSnapshot", Direction: OfTopic, Topic: TopicPlayer, Snapshot: true,
		New: func() Codec { return new(Wallet) }},
	{Number: EventWallet, Name: "Wallet", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(Wallet) }},
	{Number: EventInvite, Name: "Invite", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(Invite) }},
	{Number: EventPropsDrop, Name: "PropsDrop", Direction: OfTopic, Topic: TopicPlayer,
		New: func() Codec { return new(PropsDrop) }},
}
