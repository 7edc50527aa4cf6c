package room

import "jadebox/actors/runtime/publish"

// Presence notifies a room how many sockets watch it; a room that is watched stays in memory. No answer.
type Presence struct{ Count int }

// SnapshotRequest is publish.SnapshotRequest.
type SnapshotRequest = publish.SnapshotRequest
