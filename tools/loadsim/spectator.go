package loadsim

import (
	"context"
	"time"

	"jadebox/protocol"
)

// What a spectator may do while it watches, and how likely.
const (
	cutShare     = 0.25 // the network goes away; the socket comes back and recovers
	refreshShare = 0.25 // asks for a fresh snapshot, which must be what it built
	leaveEarly   = 0.3
)

// watchBattles goes from one battle of the lobby to the next, with or without an account.
func (b *bot) watchBattles(ctx context.Context) {
	topic := b.link.subscribe(protocol.TopicLobby, "")
	for !b.over() {
		id := b.lobby.pick(b.rng)
		if id == "" {
			b.pause(500 * time.Millisecond)
			continue
		}
		b.watch(ctx, id)
	}
	b.link.unsubscribe(topic)
}

func (b *bot) watch(ctx context.Context, id string) {
	t := b.link.subscribe(protocol.BattleTopic(id), "")
	defer b.link.unsubscribe(t)
	select {
	case err := <-t.granted:
		if err != nil { // it ended between two looks at the lobby
			b.pause(200 * time.Millisecond)
			return
		}
	case <-b.playing:
		return
	case <-ctx.Done():
		return
	}
	for {
		select {
		case <-t.final:
			b.link.subscribe(t.name, "") // what was built must be what a newcomer is told
			b.pause(200 * time.Millisecond)
			return
		case <-b.playing:
			return
		case <-time.After(time.Second + time.Duration(b.rng.Int64N(int64(3*time.Second)))):
		}
		switch dice := b.rng.Float64(); {
		case dice < cutShare*0.5:
			b.link.cut()
		case dice < (cutShare+refreshShare)*0.5:
			b.link.subscribe(t.name, "")
		case dice > 1-leaveEarly*0.5:
			return
		}
	}
}
