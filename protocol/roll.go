package protocol

//go:generate go run github.com/tinylib/msgp -io=false -tests=false -file $GOFILE

//msgp:tuple RollPrize RollTask RollEntrant RollWinner RollSummary RollSnapshot RollJoined RollLocked RollDrawn RollVoided RollSpectators
//msgp:limit arrays:4096 maps:16

// Event types of the topic "roll:<id>".
const (
	EventRollSnapshot   uint16 = 600 // also when the room was published or edited
	EventRollJoined     uint16 = 601
	EventRollLocked     uint16 = 602
	EventRollDrawn      uint16 = 603
	EventRollVoided     uint16 = 604
	EventRollSpectators uint16 = 605
)

// Task types: requirements of roll rooms, which count from the room's publication on, and of task boxes, which count
// within their day, week or month (product-spec §3, "Task item", "Task types 0 to 14"). A VIP level is had, not
// counted.
const (
	TaskUpgradeCents int32 = 0 // staked in upgrades, items at their values
	TaskUpgradeCount int32 = 1
	TaskBattleCents  int32 = 2 // entries of battles played to their end, whatever paid them
	TaskBattleCount  int32 = 3
	// 助力次数: players who joined this room by the player's link; of a task box, those who opened an account by it
	TaskAssists   int32 = 4
	TaskSoldCents int32 = 5 // gems obtained by selling
	// own gems spent on boxes, battles, upgrades, wishes and lucky cards; a trade-in gives back what it takes
	TaskSpentCents   int32 = 6
	TaskClassicOpens int32 = 7
	TaskHashOpens    int32 = 8
	TaskRecharge     int32 = 9 // cents
	TaskUpgradeWins  int32 = 10
	TaskWishBottles  int32 = 11 // of wish rooms that were drawn
	TaskFlips        int32 = 12 // lucky cards
	TaskTrades       int32 = 13 // trade-ins
	TaskRollJoins    int32 = 14

	TaskMax = TaskRollJoins

	// TaskVIP is a requirement of roll rooms alone: the VIP level when joining (product-spec §6, the roll-room reward
	// of a level).
	TaskVIP int32 = 15
)

// RollPrize is one thing to be won. Def 0 is ValueCents in gems.
type RollPrize struct {
	ID         int32  `json:"id"`     // 1, 2, 3 …; winners take them by value, then id
	ItemID     string `json:"itemId"` // "" unless a certain item is held for the winner
	Def        int32  `json:"def"`
	ValueCents int64  `json:"valueCents"`
}

// RollTask is one requirement.
type RollTask struct {
	Kind   int32 `json:"kind"` // Task…
	Target int64 `json:"target"`
}

// RollEntrant is a player who has joined.
type RollEntrant struct {
	Place    int32  `json:"place"` // in join order, from 0
	PlayerID string `json:"playerId"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	Bot      bool   `json:"bot"`
	Weight   int32  `json:"weight"` // 1 + assists, at most 20
	Frame    string `json:"frame"`  // head frame; "" for none
}

// RollWinner is who takes which prize.
type RollWinner struct {
	Prize   int32       `json:"prize"`
	Entrant RollEntrant `json:"entrant"`
}

// RollSummary is one row of the list.
type RollSummary struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Streamer    bool        `json:"streamer"` // false: official
	JoinType    string      `json:"joinType" enum:"RollJoin"`
	Status      string      `json:"status" enum:"RollStatus"`
	HostID      string      `json:"hostId"` // "" for the house
	HostName    string      `json:"hostName"`
	HostAvatar  string      `json:"hostAvatar"`
	Prizes      []RollPrize `json:"prizes"` // the first few, as winners take them
	PrizeCount  int32       `json:"prizeCount"`
	TotalCents  int64       `json:"totalCents"`
	TaskCount   int32       `json:"taskCount"`
	VIPLevel    int32       `json:"vipLevel"` // the least that may join; 0: any
	Joined      int32       `json:"joined"`
	JoinMax     int32       `json:"joinMax"`
	OpenAtMS    int64       `json:"openAtMs"` // the draw
	AtMS        int64       `json:"atMs"`     // published
}

// RollSnapshot is a roll room as one viewer may see it. The roster is paged over HTTP; Recent are its latest places.
type RollSnapshot struct {
	Summary      RollSummary   `json:"card"`
	Prizes       []RollPrize   `json:"prizes"` // all, as winners take them
	Tasks        []RollTask    `json:"tasks"`
	Recent       []RollEntrant `json:"recent"`
	Me           *RollEntrant  `json:"me"`
	Assists      int32         `json:"assists"`     // brought by the viewer, also before joining
	TotalWeight  int64         `json:"totalWeight"` // the chance of one draw is weight / totalWeight
	Commit       string        `json:"commit"`
	ContextHash  string        `json:"contextHash"`
	BeaconSource string        `json:"beaconSource"`
	BeaconRound  uint64        `json:"beaconRound"`
	Beacon       string        `json:"beacon"`
	LockedAtMS   int64         `json:"lockedAtMs"`
	Drawn        *RollDrawn    `json:"drawn"`
	VoidReason   string        `json:"voidReason"`
	Spectators   int32         `json:"spectators"`
	ServerTimeMS int64         `json:"serverTimeMs"`
	Token        string        `json:"token"`     // of the overlay; to the host only
	Passwords    int32         `json:"passwords"` // unused one-time passwords; to the host only
}

// RollJoined is a new place. Assisted, when there is one, is who has a greater weight by it.
type RollJoined struct {
	Entrant     RollEntrant  `json:"entrant"`
	Assisted    *RollEntrant `json:"assisted"`
	Joined      int32        `json:"joined"`
	TotalWeight int64        `json:"totalWeight"`
}

// RollLocked says that roster and weights are fixed and that the beacon round is named.
type RollLocked struct {
	LockedAtMS   int64  `json:"lockedAtMs"`
	BeaconSource string `json:"beaconSource"`
	BeaconRound  uint64 `json:"beaconRound"`
	ContextHash  string `json:"contextHash"`
}

// RollDrawn is the result, prizes in the order in which they were drawn; scenes run on DrawnAtMS.
type RollDrawn struct {
	DrawnAtMS int64        `json:"drawnAtMs"`
	Winners   []RollWinner `json:"winners"`
	Beacon    string       `json:"beacon"`
	Key       string       `json:"key"`
	ResultID  string       `json:"resultId"`
}

// RollVoided is an end without a result: the prizes went back to those who gave them (docs/rules.md, "Roll rooms").
type RollVoided struct {
	Reason string `json:"reason"` // i18n key
}

// RollSpectators is the number of sockets that watch.
type RollSpectators struct {
	Count int32 `json:"count"`
}

var rollMessages = []Message{
	{Number: EventRollSnapshot, Name: "RollSnapshot", Direction: OfTopic, Topic: TopicRoll, Snapshot: true,
		New: func() Codec { return new(RollSnapshot) }},
	{Number: EventRollJoined, Name: "RollJoined", Direction: OfTopic, Topic: TopicRoll,
		New: func() Codec { return new(RollJoined) }},
	{Number: EventRollLocked, Name: "RollLocked", Direction: OfTopic, Topic: TopicRoll,
		New: func() Codec { return new(RollLocked) }},
	{Number: EventRollDrawn, Name: "RollDrawn", Direction: OfTopic, Topic: TopicRoll,
		New: func() Codec { return new(RollDrawn) }},
	{Number: EventRollVoided, Name: "RollVoided", Direction: OfTopic, Topic: TopicRoll,
		New: func() Codec { return new(RollVoided) }},
	{Number: EventRollSpectators, Name: "RollSpectators", Direction: OfTopic, Topic: TopicRoll,
		New: func() Codec { return new(RollSpectators) }},
}
