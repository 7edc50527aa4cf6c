package protocol

// Words of the wire. Unions gathers them into sets, each of which is a type of the client and a schema of the HTTP
// document.

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

// Unions are the sets by the name that a field's tag enum gives. A word of this file that is in none fails the
// generator.
var Unions = map[string][]string{
	"BattleMode":   {ModeNormal, ModeInverse, ModeTerminal, ModeShare, ModeTeams},
	"BattleStatus": {BattleWaiting, BattleCountdown, BattleRunning, BattleFinished, BattleVoid},
	"RainStatus":   {RainStatusSoon, RainStatusFalling, RainStatusOver, RainStatusVoid},
	"RollJoin":     {RollJoinOpen, RollJoinPassword, RollJoinOncePassword},
	"RollStatus":   {RollStatusDraft, RollStatusOpen, RollStatusLocked, RollStatusDrawn, RollStatusVoid},
}
