package room

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

// Presence notifies a room how many sockets watch it; a room that is watched stays in memory. No answer.
type Presence struct{ Count int }

// SnapshotRequest is publish.SnapshotRequest.
type SnapshotRequest = publish.SnapshotRequest

// Wake loads a room that is not in memory, so that its timers run (sweep at start), and ends one that is to end
// (Ports.MustEnd). The answer is nil.
type Wake struct{}

// Woken answers an actor's request where Wake is all that it is asked.
func Woken(r directory.Request) {
	if _, ok := r.Msg.(Wake); !ok {
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
		return
	}
	r.Reply(nil, nil)
}

// The feed of the site, an actor that there is one of.
const (
	FeedKind = "feed"
	FeedID   = "live"
)
