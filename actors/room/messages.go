package room

import (
	"jadebox/protocol"
	"jadebox/store"
)

// Presence tells a room how many sockets watch it; a room that is watched stays in memory. No answer.
type Presence struct{ Count int }

// SnapshotRequest asks an actor for the snapshot of its topic; the answer is a publish.Snapshot. Code is the invite code
// of a private room. The lobby, the feed and players answer it too.
type SnapshotRequest struct {
	Viewer store.PlayerID // 0 = visitor
	Code   string
}

// Wake loads a room that is not in memory, so that its timers run (sweep at start). The answer is nil.
type Wake struct{}

// BattleListed tells the lobby that a battle is open or has changed.
type BattleListed struct{ Card protocol.BattleCard }

// BattleUnlisted takes a battle from the lobby.
type BattleUnlisted struct{ ID string }

// Names of the actors that there is one of.
const (
	LobbyKind = "lobby"
	LobbyID   = "hall"
	FeedKind  = "feed"
	FeedID    = "live"
)
