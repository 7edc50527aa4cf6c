package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple LuckycardSummary LuckycardPrize LuckycardFlip LuckycardSnapshot LuckycardFlipped LuckycardSpectators LuckycardLobby LuckycardTurned
//msgp:limit arrays:256 maps:16

// Event types of the topics "luckycard:<id>" and "luckycards", the lobby.
const (
	EventLuckycardSnapshot   uint16 = 800 // also when the deck is committed and when the room is over
	EventLuckycardFlipped    uint16 = 801
	EventLuckycardSpectators uint16 = 802
	EventLuckycardLobby      uint16 = 1000
	EventLuckycardSummary    uint16 = 1001 // a room of the lobby is new, has changed or is over
	EventLuckycardTurned     uint16 = 1002 // a card of any room
)

// LuckycardSummary is one room of the lobby.
type LuckycardSummary struct {
	ID         string `json:"id"`
	Deck       string `json:"deck"`       // name of the template
	Status     string `json:"status"`     // LuckycardStatus…
	PriceCents int64  `json:"priceCents"` // of the next flip; of the last one when the room is over
	Cards      int32  `json:"cards"`
	Left       int32  `json:"left"`
	TopDef     int32  `json:"topDef"`
	TopCents   int64  `json:"topCents"`
	ReturnPPM  int64  `json:"returnPpm"` // of that flip, in parts per million of its price
	AtMS       int64  `json:"atMs"`
}

// LuckycardPrize is one kind of card with how many of it lie face down.
type LuckycardPrize struct {
	Def        int32 `json:"def"`
	ValueCents int64 `json:"valueCents"`
	Total      int32 `json:"total"`
	Left       int32 `json:"left"`
}

// LuckycardFlip is a card that lies face up.
type LuckycardFlip struct {
	Place      int32  `json:"place"` // from 0
	Card       int32  `json:"card"`
	Def        int32  `json:"def"`
	ValueCents int64  `json:"valueCents"`
	PriceCents int64  `json:"priceCents"` // what turning it cost
	PlayerID   string `json:"playerId"`
	Name       string `json:"name"`
	Avatar     string `json:"avatar"`
	Bot        bool   `json:"bot"`
	AtMS       int64  `json:"atMs"`
	ResultID   string `json:"resultId"`
}

// LuckycardSnapshot is a room as any visitor may see it.
type LuckycardSnapshot struct {
	Summary      LuckycardSummary `json:"card"`
	Prizes       []LuckycardPrize `json:"prizes"` // the top prize first
	Flips        []LuckycardFlip  `json:"flips"`  // in the order in which they were made
	Commit       string           `json:"commit"`
	ContextHash  string           `json:"contextHash"`
	Root         string           `json:"root"` // of the salted order; "" until the beacon has appeared
	BeaconSource string           `json:"beaconSource"`
	BeaconRound  uint64           `json:"beaconRound"`
	Key          string           `json:"key"` // "" until the room is over
	ResultID     string           `json:"resultId"`
	EndedAtMS    int64            `json:"endedAtMs"`
	VoidReason   string           `json:"voidReason"`
	Spectators   int32            `json:"spectators"`
	ServerTimeMS int64            `json:"serverTimeMs"`
}

// LuckycardFlipped tells of one flip.
type LuckycardFlipped struct {
	Flip LuckycardFlip `json:"flip"`
	Left int32         `json:"left"`
}

// LuckycardTurned tells the lobby of one flip in a room.
type LuckycardTurned struct {
	RoomID string        `json:"roomId"`
	Deck   string        `json:"deck"`
	Flip   LuckycardFlip `json:"flip"`
	Left   int32         `json:"left"` // cards that lie face down now
}

// LuckycardSpectators tells how many watch.
type LuckycardSpectators struct {
	Count int32 `json:"count"`
}

// LuckycardLobby is every open room.
type LuckycardLobby struct {
	Rooms        []LuckycardSummary `json:"rooms"`
	ServerTimeMS int64              `json:"serverTimeMs"`
}

// Words of LuckycardSummary.Status.
const (
	LuckycardShuffling = "shuffling" // the beacon is awaited
	LuckycardOpen      = "open"
	LuckycardOver      = "over" // the top prize went
	LuckycardVoid      = "void"
)

var luckycardMessages = []Message{
	{Number: EventLuckycardSnapshot, Name: "LuckycardSnapshot", Direction: OfTopic, Topic: TopicLuckycard,
		Snapshot: true, New: func() Codec { return new(LuckycardSnapshot) }},
	{Number: EventLuckycardFlipped, Name: "LuckycardFlipped", Direction: OfTopic, Topic: TopicLuckycard,
		New: func() Codec { return new(LuckycardFlipped) }},
	{Number: EventLuckycardSpectators, Name: "LuckycardSpectators", Direction: OfTopic, Topic: TopicLuckycard,
		New: func() Codec { return new(LuckycardSpectators) }},
	{Number: EventLuckycardLobby, Name: "LuckycardLobby", Direction: OfTopic, Topic: TopicLuckycards, Snapshot: true,
		Public: true, New: func() Codec { return new(LuckycardLobby) }},
	{Number: EventLuckycardSummary, Name: "LuckycardSummary", Direction: OfTopic, Topic: TopicLuckycards,
		New: func() Codec { return new(LuckycardSummary) }},
	{Number: EventLuckycardTurned, Name: "LuckycardTurned", Direction: OfTopic, Topic: TopicLuckycards,
		New: func() Codec { return new(LuckycardTurned) }},
}
