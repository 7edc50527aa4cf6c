package snapshots_test

import (
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/snapshots"
	"jadebox/actors/player"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
)

func TestEveryTopicHasASnapshotOrANumber(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(5)
		s := snapshots.From(r.Dir, kinds.All)
		for topic, want := range map[string]uint16{
			protocol.TopicFeed:     protocol.EventFeedSnapshot,
			protocol.TopicLobby:    protocol.EventLobbySnapshot,
			publish.PlayerTopic(p): protocol.EventPlayerSnapshot,
		} {
			if got, err := s.Snapshot(t.Context(), p, topic, ""); err != nil || got.Type != want {
				t.Errorf("%s: %d %v", topic, got.Type, err)
			}
		}
		for topic, want := range map[string]protocol.Code{
			"": protocol.CodeTopic, "player": protocol.CodeTopic, "player:" + player.ID(p+1): protocol.CodeTopic,
			"nothing:1": protocol.CodeNotFound,
			"battle:99": protocol.CodeBattleGone,
		} {
			_, err := s.Snapshot(t.Context(), p, topic, "")
			r.Refused(err, want)
		}
	})
}
