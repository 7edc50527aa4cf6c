package roll

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of roll rooms in the directory and the store; the id is the decimal room id.
const Kind = "roll"

// EntrantsMax is how many may join a room unless its setup says fewer. The whole roster is written with each join,
// about 20 bytes an entrant.
const EntrantsMax = 5000

// Setup is what a host chooses. Prizes are own items, gems, and, in a room of the house, new items.
type Setup struct {
	Name        string
	Description string
	JoinType    string // protocol.RollJoin…
	Password    string // of a RollJoinPassword room; "" in an edit keeps the old one
	Tasks       []protocol.RollTask
	OpenAtMS    int64 // the draw
	JoinMax     int   // 0: as many as a room takes
	Items       []store.ItemID
	GemsCents   []int64 // a prize each
	House       []HousePrize
}

// HousePrize is an item that the house makes for the winner.
type HousePrize struct {
	Def        store.DefID
	ValueCents int64
}

// Create opens a room; send it with Open, which allocates the id. Host 0 is the house. The answer is a Created.
type Create struct {
	Key     string
	Host    store.PlayerID
	Setup   Setup
	Publish bool // at once
}

// Created is the answer to Create.
type Created struct{ ID store.RoomID }

// Edit replaces the setup of a room that is not published. The answer is a protocol.RollSnapshot.
type Edit struct {
	Key   string
	Host  store.PlayerID
	Setup Setup
}

// Publish opens the room for joining; from here on nothing that entrants rely upon changes. The answer is a
// protocol.RollSnapshot.
type Publish struct {
	Key  string
	Host store.PlayerID
}

// Cancel ends a room before its draw and gives the prizes back. The answer is a protocol.RollSnapshot.
type Cancel struct {
	Key  string
	Host store.PlayerID
}

// MakePasswords replaces the unused one-time passwords of a room by Count new ones. The answer is a Passwords.
type MakePasswords struct {
	Key   string
	Host  store.PlayerID
	Count int
}

// Passwords is the answer to MakePasswords. Only hashes are kept, so that a repeated key is answered with an empty
// list.
type Passwords struct{ List []string }

// Join enters the room. Sharer is the player whose link brought this one, 0 for none. The answer is a
// protocol.RollSnapshot; missing requirements come as an *Unmet.
type Join struct {
	Key      string
	Player   store.PlayerID
	Password string
	Sharer   store.PlayerID
}

// View asks for the room as the viewer may see it. The answer is a protocol.RollSnapshot.
type View struct {
	Viewer store.PlayerID // 0 = visitor
	Token  string         // of the overlay
}

// Roster asks for places of the room, latest first. The answer is a RosterPage.
type Roster struct {
	Viewer        store.PlayerID
	Offset, Limit int
}

// RosterPage is the answer to Roster.
type RosterPage struct {
	Entrants []protocol.RollEntrant
	Total    int
}

// SetupOf asks the host's own view of the setup, for editing. The answer is a Setup without password.
type SetupOf struct{ Viewer store.PlayerID }

// Errors of the rules.
var (
	ErrGone     = apierr.New(protocol.CodeRollGone)
	ErrJoined   = apierr.New(protocol.CodeRollJoined)
	ErrClosed   = apierr.New(protocol.CodeRollClosed)
	ErrPassword = apierr.New(protocol.CodeRollPassword)
	ErrFull     = apierr.New(protocol.CodeRollFull)
	ErrHost     = apierr.New(protocol.CodeRollHost)
	ErrState    = apierr.New(protocol.CodeRollState)
	ErrToken    = apierr.New(protocol.CodeRollToken)
	ErrTasks    = apierr.New(protocol.CodeRollTask)
)

// Progress is a requirement with what the player has done of it.
type Progress struct {
	protocol.RollTask
	Done int64
}

// Unmet is ErrTasks with every requirement of the room.
type Unmet struct{ Tasks []Progress }

func (u *Unmet) Error() string { return "roll: requirements are missing: " + ErrTasks.Error() }

// Unwrap makes an Unmet carry the public code.
func (u *Unmet) Unwrap() error { return ErrTasks }
