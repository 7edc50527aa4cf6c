// Package snapshots answers the hub's question for the state of a topic by asking the actor behind it.
package snapshots

import (
	"context"

	"jadebox/actors/lists/feed"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// address is of an actor.
type address struct{ kind, id string }

// From answers from the actors of a directory. Topics are the process's own names: "player:<id>", "<room kind>:<id>",
// and those of the actors that there is one of.
func From(d directory.Directory, kinds room.Specs) publish.Snapshots {
	s := source{d, map[string]address{protocol.TopicFeed: {feed.Kind, feed.ID},
		protocol.TopicUpgrade: {ranking.Kind, ranking.ID}}}
	for _, one := range kinds.Singletons() {
		if one.Topic != "" {
			s.singletons[one.Topic] = address{one.Kind, one.ID}
		}
	}
	return s
}

type source struct {
	dir        directory.Directory
	singletons map[string]address // by topic
}

// Snapshot implements publish.Snapshots.
func (s source) Snapshot(ctx context.Context, viewer store.PlayerID, topic, code string) (publish.Snapshot, error) {
	kind, id := protocol.SplitTopic(topic)
	if a, ok := s.singletons[topic]; ok {
		kind, id = a.kind, a.id
	}
	if id == "" {
		return publish.Snapshot{}, apierr.New(protocol.CodeTopic)
	}
	return directory.Ask[publish.Snapshot](ctx, s.dir, kind, id, publish.SnapshotRequest{Viewer: viewer, Code: code})
}
