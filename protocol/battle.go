package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple Seat BattleSummary LobbySnapshot BattleGone SeatResult Round BattleSnapshot SeatChanged BattleLocked BattleStarted
//msgp:tuple Settled Won BattleVoided BattleSpectators
//msgp:limit arrays:4096 maps:16

// Event types of the topics "lobby" and "battle:<id>".
const (
	EventLobbySnapshot uint16 = 300
	EventBattleSummary uint16 = 301 // listed or changed
	EventBattleGone    uint16 = 302

	EventBattleSnapshot   uint16 = 400
	EventBattleSeat       uint16 = 401
	EventBattleLocked     uint16 = 402
	EventBattleStarted    uint16 = 403
	EventBattleRound      uint16 = 404
	EventBattleSettled    uint16 = 405
	EventBattleVoided     uint16 = 406
	EventBattleSpectators uint16 = 407
)

// Seat is one place of a battle; Winners and Won name it by its number.
type Seat struct {
	Seat     uint8  `json:"seat"`
	PlayerID string `json:"playerId"` // "" = free
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	VIP      uint8  `json:"vip"`
	Bot      bool   `json:"bot"`
	UserSeed string `json:"userSeed"`
	Frame    string `json:"frame"` // head frame; "" for none
}

// BattleSummary is one row of the lobby.
type BattleSummary struct {
	ID         string  `json:"id"`
	Mode       string  `json:"mode" enum:"BattleMode"`
	Status     string  `json:"status" enum:"BattleStatus"`
	SeatCount  uint8   `json:"seatCount"`
	Seats      []Seat  `json:"seats"`
	Boxes      []int32 `json:"boxes"` // box ids, one per round
	EntryCents int64   `json:"entryCents"`
	Round      int32   `json:"round"` // rounds already shown
	Private    bool    `json:"private"`
	AtMS       int64   `json:"atMs"`
}

// LobbySnapshot is the lobby: every listed battle.
type LobbySnapshot struct {
	Battles []BattleSummary `json:"battles"`
}

// BattleGone takes a battle from the lobby.
type BattleGone struct {
	ID string `json:"id"`
}

// SeatResult is what one seat drew in one round.
type SeatResult struct {
	Seat       uint8  `json:"seat"`
	Def        int32  `json:"def"`
	ValueCents int64  `json:"valueCents"`
	V          uint32 `json:"v"` // first 6 hex of the result hash
	ServerHash string `json:"serverHash"`
	ServerSeed string `json:"serverSeed"`
	ResultHash string `json:"resultHash"`
	Lo         uint32 `json:"lo"`
	Hi         uint32 `json:"hi"`
}

// Round is revealed when its second has come, never before.
type Round struct {
	Index   int32        `json:"index"`
	Results []SeatResult `json:"results"`
}

// BattleSnapshot is all a client needs to draw the room at any moment: scenes seek to serverNow − startedAtMs.
type BattleSnapshot struct {
	Summary      BattleSummary `json:"card"`
	HostID       string        `json:"hostId"`
	Code         string        `json:"code"` // invite code, only to members of a private room
	Commit       string        `json:"commit"`
	BeaconSource string        `json:"beaconSource"`
	BeaconRound  uint64        `json:"beaconRound"`
	Beacon       string        `json:"beacon"`
	ContextHash  string        `json:"contextHash"`
	LockedAtMS   int64         `json:"lockedAtMs"`
	StartedAtMS  int64         `json:"startedAtMs"`
	RoundMS      int32         `json:"roundMs"` // one round: spin + pause
	Rounds       []Round       `json:"rounds"`  // only those already due
	Result       *Settled      `json:"result"`
	ExpiresAtMS  int64         `json:"expiresAtMs"` // of a waiting room
	BotsFromMS   int64         `json:"botsFromMs"`  // host may add bots from here on
	Spectators   int32         `json:"spectators"`
	ServerTimeMS int64         `json:"serverTimeMs"`
	VoidReason   string        `json:"voidReason"`
}

// SeatChanged says that a seat was taken or left.
type SeatChanged struct {
	Seat Seat `json:"seat"`
}

// BattleLocked says that roster and odds are fixed and the beacon round is named; no player leaves from here on.
type BattleLocked struct {
	LockedAtMS   int64  `json:"lockedAtMs"`
	BeaconRound  uint64 `json:"beaconRound"`
	ContextHash  string `json:"contextHash"`
	BeaconSource string `json:"beaconSource"`
}

// BattleStarted carries the beacon value; scenes run on StartedAtMS.
type BattleStarted struct {
	StartedAtMS int64  `json:"startedAtMs"`
	RoundMS     int32  `json:"roundMs"`
	Beacon      string `json:"beacon"`
}

// Settled is the result. Items goes to winners; Paid lists money (share remainders, consolations).
type Settled struct {
	Totals      []int64 `json:"totals"`  // by seat, cents
	Winners     []int32 `json:"winners"` // seats; not []uint8, which JSON and msgpack take for a byte string
	TieBroken   bool    `json:"tieBroken"`
	PotCents    int64   `json:"potCents"`
	Won         []Won   `json:"won"`
	Key         string  `json:"key"` // revealed room key, hex
	ResultID    string  `json:"resultId"`
	SettledAtMS int64   `json:"settledAtMs"`
}

// Won is what one seat takes home.
type Won struct {
	Seat      uint8    `json:"seat"`
	Items     []string `json:"items"` // item ids, "" for burnt (bot)
	Defs      []int32  `json:"defs"`
	PaidCents int64    `json:"paidCents"`
}

// BattleVoided is an end without a result: every entry was paid back (docs/rules.md, "Battles").
type BattleVoided struct {
	Reason string `json:"reason"` // i18n key
}

// BattleSpectators is the number of sockets that watch; they are counted, not announced one by one.
type BattleSpectators struct {
	Count int32 `json:"count"`
}

var battleMessages = []Message{
	{Number: EventLobbySnapshot, Name: "LobbySnapshot", Direction: OfTopic, Topic: TopicLobby, Snapshot: true,
		Public: true, New: func() Codec { return new(LobbySnapshot) }},
	{Number: EventBattleSummary, Name: "BattleSummary", Direction: OfTopic, Topic: TopicLobby,
		New: func() Codec { return new(BattleSummary) }},
	{Number: EventBattleGone, Name: "BattleGone", Direction: OfTopic, Topic: TopicLobby,
		New: func() Codec { return new(BattleGone) }},

	{Number: EventBattleSnapshot, Name: "BattleSnapshot", Direction: OfTopic, Topic: TopicBattle, Snapshot: true,
		New: func() Codec { return new(BattleSnapshot) }},
	{Number: EventBattleSeat, Name: "BattleSeat", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(SeatChanged) }},
	{Number: EventBattleLocked, Name: "BattleLocked", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(BattleLocked) }},
	{Number: EventBattleStarted, Name: "BattleStarted", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(BattleStarted) }},
	{Number: EventBattleRound, Name: "BattleRound", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(Round) }},
	{Number: EventBattleSettled, Name: "BattleSettled", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(Settled) }},
	{Number: EventBattleVoided, Name: "BattleVoided", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(BattleVoided) }},
	{Number: EventBattleSpectators, Name: "BattleSpectators", Direction: OfTopic, Topic: TopicBattle,
		New: func() Codec { return new(BattleSpectators) }},
}
