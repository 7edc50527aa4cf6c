package rain

import (
	"testing"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

type nobody struct{}

func (nobody) Publish(publish.Event) {}
func (nobody) Presence(string) int   { return 0 }

func TestARoundThatEndsWhileTheStoreIsReadIsNotWaitedFor(t *testing.T) {
	s := &scheduler{ended: map[string]bool{}, topic: publish.NewTopic(nobody{}, protocol.TopicRain, 1)}
	s.Now = time.Now
	falling := protocol.RainRound{ID: "7", Status: protocol.RainStatusFalling}
	over := falling
	over.Status = protocol.RainStatusOver

	s.told(over)      // by the round, after the store was asked
	s.found(&falling) // and what it had answered
	if s.round != nil {
		t.Errorf("%+v is over and still seen: no rain begins any more", *s.round)
	}
	next := protocol.RainRound{ID: "8", Status: protocol.RainStatusFalling}
	s.found(&next)
	if s.round == nil || s.round.ID != "8" {
		t.Errorf("the next round is not seen: %+v", s.round)
	}
	s.told(protocol.RainRound{ID: "9", Status: protocol.RainStatusFalling})
	s.found(&next)
	if s.round.ID != "9" {
		t.Errorf("an older answer hides what was told since: %+v", s.round)
	}
}
