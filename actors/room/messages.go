package room

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

// Presence tells a room how many sockets watch it; a room that is watched stays in memory. No answer.
type Presence struct{ Count int }

// SnapshotRequest is publish.SnapshotRequest.
type SnapshotRequest = publish.SnapshotRequest

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
