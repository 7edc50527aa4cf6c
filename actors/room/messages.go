package room

import "jadebox/actors/runtime/publish"

// Presence tells a room how many sockets watch it; a room that is watched stays in memory. No answer.
type Presence struct{ Count int }

// SnapshotRequest is publish.SnapshotRequest.
type SnapshotRequest = publish.SnapshotRequest

// Wake loads a room that is not in memory, so that its timers run (sweep at start). The answer is nil.
type Wake struct{}

// The feed of the site, an actor that there is one of.
const (
	FeedKind = "feed"
	FeedID   = "live"
)
