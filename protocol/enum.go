package protocol

// Words of the wire. protogen reads them by prefix and gives the client a union type of each set.

// Battle modes (docs/rules.md).
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

// Statuses of a red-packet rain as the client sees them.
const (
	RainStatusSoon    = "soon" // the beacon is awaited
	RainStatusFalling = "falling"
	RainStatusOver    = "over"
	RainStatusVoid    = "void"
)

// How a roll room is entered (product-spec §3).
const (
	RollJoinOpen         = "roll_join_open"
	RollJoinPassword     = "roll_join_password"
	RollJoinOncePassword = "roll_join_once_password"
)

// Roll room statuses as the client sees them.
const (
	RollStatusDraft  = "draft" // the host's only
	RollStatusOpen   = "open"
	RollStatusLocked = "locked" // roster locked, beacon awaited
	RollStatusDrawn  = "drawn"
	RollStatusVoid   = "void"
)
