package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple WishSummary WishBottle WishSnapshot WishTaken WishLocked WishDrawn WishSpectators WishLobby
//msgp:limit arrays:256 maps:16

// Event types of the topics "wish:<id>" and "wishes", the tree.
const (
	EventWishSnapshot   uint16 = 700 // also when the room is void
	EventWishTaken      uint16 = 701
	EventWishLocked     uint16 = 702
	EventWishDrawn      uint16 = 703
	EventWishSpectators uint16 = 704
	EventWishLobby      uint16 = 1100
	EventWishSummary    uint16 = 1101 // a room of the tree is new, has changed or is over
)

// WishSummary is one room of the list.
type WishSummary struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Status      string `json:"status"` // WishStatus…
	Def         int32  `json:"def"`
	PrizeCents  int64  `json:"prizeCents"`
	Bottles     int32  `json:"bottles"`
	Taken       int32  `json:"taken"`
	CardNum     int64  `json:"cardNum"`     // wish cards for a bottle, or 0
	BottleCents int64  `json:"bottleCents"` // gems for a bottle, or 0
	Most        int32  `json:"most"`        // bottles of one player
	EndsAtMS    int64  `json:"endsAtMs"`    // by when a room that is not full gives everything back
	WinnerName  string `json:"winnerName"`
	AtMS        int64  `json:"atMs"`
}

// WishBottle is a bottle that is taken.
type WishBottle struct {
	Number   int32  `json:"number"` // from 1
	PlayerID string `json:"playerId"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	Bot      bool   `json:"bot"`
	Letter   string `json:"letter"` // first character of the user seed
}

// WishSnapshot is a room as any visitor may see it.
type WishSnapshot struct {
	Summary      WishSummary  `json:"card"`
	Bottles      []WishBottle `json:"bottles"` // those taken, by number
	Commit       string       `json:"commit"`
	ContextHash  string       `json:"contextHash"`
	BeaconSource string       `json:"beaconSource"`
	BeaconRound  uint64       `json:"beaconRound"`
	DrawsAtMS    int64        `json:"drawsAtMs"` // not before; 0 until the room is full
	Drawn        *WishDrawn   `json:"drawn"`
	VoidReason   string       `json:"voidReason"`
	Spectators   int32        `json:"spectators"`
	ServerTimeMS int64        `json:"serverTimeMs"`
}

// WishTaken tells of bottles that one player took.
type WishTaken struct {
	Bottles []WishBottle `json:"bottles"`
	Taken   int32        `json:"taken"`
}

// WishLocked tells that the room is full and waits for its beacon.
type WishLocked struct {
	ContextHash  string `json:"contextHash"`
	BeaconSource string `json:"beaconSource"`
	BeaconRound  uint64 `json:"beaconRound"`
	DrawsAtMS    int64  `json:"drawsAtMs"`
}

// WishDrawn is the end of a room.
type WishDrawn struct {
	Bottle    WishBottle `json:"bottle"`
	Hash      string     `json:"hash"`
	Server    string     `json:"serverSeed"`
	Key       string     `json:"key"`
	DrawnAtMS int64      `json:"drawnAtMs"`
	ResultID  string     `json:"resultId"`
}

// WishSpectators tells how many watch.
type WishSpectators struct {
	Count int32 `json:"count"`
}

// WishLobby is every open room.
type WishLobby struct {
	Rooms        []WishSummary `json:"rooms"`
	ServerTimeMS int64         `json:"serverTimeMs"`
}

// Words of WishSummary.Status.
const (
	WishOpen   = "open"
	WishLock   = "locked"
	WishOver   = "drawn"
	WishVoided = "void"
)

var wishMessages = []Message{
	{Number: EventWishSnapshot, Name: "WishSnapshot", Direction: OfTopic, Topic: TopicWish, Snapshot: true,
		New: func() Codec { return new(WishSnapshot) }},
	{Number: EventWishTaken, Name: "WishTaken", Direction: OfTopic, Topic: TopicWish,
		New: func() Codec { return new(WishTaken) }},
	{Number: EventWishLocked, Name: "WishLocked", Direction: OfTopic, Topic: TopicWish,
		New: func() Codec { return new(WishLocked) }},
	{Number: EventWishDrawn, Name: "WishDrawn", Direction: OfTopic, Topic: TopicWish,
		New: func() Codec { return new(WishDrawn) }},
	{Number: EventWishSpectators, Name: "WishSpectators", Direction: OfTopic, Topic: TopicWish,
		New: func() Codec { return new(WishSpectators) }},
	{Number: EventWishLobby, Name: "WishLobby", Direction: OfTopic, Topic: TopicWishes, Snapshot: true, Public: true,
		New: func() Codec { return new(WishLobby) }},
	{Number: EventWishSummary, Name: "WishSummary", Direction: OfTopic, Topic: TopicWishes,
		New: func() Codec { return new(WishSummary) }},
}
