// Package snapshots answers the hub's question for the state of a topic by asking the actor behind it.
package snapshots

import (
	"context"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/hall"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// From answers from the actors of a directory. Topics are the process's own names: "feed", "lobby", "upgrade", "player:<id>" and
// "<room kind>:<id>".
func From(d directory.Directory) publish.Snapshots { return source{d} }

type source struct{ dir directory.Directory }

// Snapshot implements publish.Snapshots.
func (s source) Snapshot(ctx context.Context, viewer store.PlayerID, topic, code string) (publish.Snapshot, error) {
	kind, id := protocol.SplitTopic(topic)
	switch kind {
	case protocol.TopicFeed:
		kind, id = room.FeedKind, room.FeedID
	case protocol.TopicLobby:
		kind, id = room.LobbyKind, room.LobbyID
	case protocol.TopicRain:
		kind, id = rain.SchedulerKind, rain.SchedulerID
	case protocol.TopicLuckycards:
		kind, id = luckycard.HallKind, hall.ID
	case protocol.TopicWishes:
		kind, id = wish.HallKind, hall.ID
	case protocol.TopicUpgrade:
		kind, id = ranking.Kind, ranking.ID
	}
	if id == "" {
		return publish.Snapshot{}, apierr.New(protocol.CodeTopic)
	}
	return directory.Ask[publish.Snapshot](ctx, s.dir, kind, id, publish.SnapshotRequest{Viewer: viewer, Code: code})
}
