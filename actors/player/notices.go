package player

import (
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
)

// Invited reports that another player invites this one to a battle. Nothing is kept of it: a player who is not there
// misses it. No answer.
type Invited struct{ Invite protocol.Invite }

// Given reports that a durable op of the house gave this player items beside all play. No answer.
type Given struct{ Drop protocol.PropsDrop }

func (a *player) invited(r directory.Request, m Invited) {
	r.Reply(nil, nil)
	a.topic.Publish(a.Now().UnixMilli(), protocol.EventInvite, &m.Invite)
}

func (a *player) given(r directory.Request, m Given) {
	a.topic.Publish(a.Now().UnixMilli(), protocol.EventPropsDrop, &m.Drop)
	a.credited(r)
}
