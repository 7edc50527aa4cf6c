package protocol

const (
	EventLobbySnapshot uint16 = 300
	EventBattleCard    uint16 = 301 // listed or changed
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

// Battle modes (rules.md).
const (
	ModeNormal   = "normal"
	ModeInverse  = "inverse"
	ModeTerminal = "terminal"
	ModeShare    = "share"
	ModeTeams    = "teams" // 2v2: seats 0,1 against 2,3
)

// Battle statuses as the client sees them.
const (
	BattleWaiting   = "waiting"
	BattleCountdown = "countdown" // roster locked, beacon awaited
	BattleRunning   = "running"
	BattleFinished  = "finished"
	BattleVoid      = "void"
)

type Seat struct {
	Seat     uint8  `json:"seat"`
	PlayerID string `json:"playerId"` // "" = free
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	VIP      uint8  `json:"vip"`
	Bot      bool   `json:"bot"`
	UserSeed string `json:"userSeed"`
}

// BattleCard is one row of the hall.
type BattleCard struct {
	ID         string  `json:"id"`
	Mode       string  `json:"mode"`
	Status     string  `json:"status"`
	SeatCount  uint8   `json:"seatCount"`
	Seats      []Seat  `json:"seats"`
	Boxes      []int32 `json:"boxes"` // box ids, one per round
	EntryCents int64   `json:"entryCents"`
	Round      int32   `json:"round"` // rounds already shown
	Private    bool    `json:"private"`
	AtMS       int64   `json:"atMs"`
}

type LobbySnapshot struct {
	Battles []BattleCard `json:"battles"`
}

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

type Round struct {
	Index   int32        `json:"index"`
	Results []SeatResult `json:"results"`
}

// BattleSnapshot is all a client needs to draw the room at any moment: scenes seek to serverNow − startedAtMs.
type BattleSnapshot struct {
	Card         BattleCard `json:"card"`
	HostID       string     `json:"hostId"`
	Code         string     `json:"code"` // invite code, only to members of a private room
	Commit       string     `json:"commit"`
	BeaconSource string     `json:"beaconSource"`
	BeaconRound  uint64     `json:"beaconRound"`
	Beacon       string     `json:"beacon"`
	ContextHash  string     `json:"contextHash"`
	LockedAtMS   int64      `json:"lockedAtMs"`
	StartedAtMS  int64      `json:"startedAtMs"`
	RoundMS      int32      `json:"roundMs"` // one round: spin + pause
	Rounds       []Round    `json:"rounds"`  // only those already due
	Result       *Settled   `json:"result"`
	ExpiresAtMS  int64      `json:"expiresAtMs"` // of a waiting room
	BotsFromMS   int64      `json:"botsFromMs"`  // host may add bots from here on
	Spectators   int32      `json:"spectators"`
	ServerTimeMS int64      `json:"serverTimeMs"`
	VoidReason   string     `json:"voidReason"`
}

type SeatChanged struct {
	Seat Seat `json:"seat"`
}

type BattleLocked struct {
	LockedAtMS  int64  `json:"lockedAtMs"`
	BeaconRound uint64 `json:"beaconRound"`
	ContextHash string `json:"contextHash"`
}

type BattleStarted struct {
	StartedAtMS int64  `json:"startedAtMs"`
	RoundMS     int32  `json:"roundMs"`
	Beacon      string `json:"beacon"`
}

// Settled is the result. Items goes to winners; Paid lists money (share remainders, consolations).
type Settled struct {
	Totals      []int64 `json:"totals"`  // by seat, cents
	Winners     []uint8 `json:"winners"` // seats
	TieBroken   bool    `json:"tieBroken"`
	PotCents    int64   `json:"potCents"`
	Won         []Won   `json:"won"`
	Key         string  `json:"key"` // revealed room key, hex
	ResultID    string  `json:"resultId"`
	SettledAtMS int64   `json:"settledAtMs"`
}

type Won struct {
	Seat      uint8    `json:"seat"`
	Items     []string `json:"items"` // item ids, "" for burnt (bot)
	Defs      []int32  `json:"defs"`
	PaidCents int64    `json:"paidCents"`
}

type BattleVoided struct {
	Reason string `json:"reason"` // i18n key
}

type BattleSpectators struct {
	Count int32 `json:"count"`
}
