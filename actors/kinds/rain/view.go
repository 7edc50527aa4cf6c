package rain

import (
	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

func (r Record) statusText() string {
	switch r.status {
	case store.RoomRunning:
		return protocol.RainStatusFalling
	case store.RoomSettled:
		return protocol.RainStatusOver
	case store.RoomVoid:
		return protocol.RainStatusVoid
	default:
		return protocol.RainStatusSoon
	}
}

// round is what any visitor may see.
func (r Record) round() protocol.RainRound {
	v := protocol.RainRound{ID: room.ID(r.Room), Status: r.statusText(), DurationMS: r.DurationMS,
		PoolCents: r.PoolCents, Packets: int32(r.Packets),
		ClaimsMax: int32(r.ClaimsMax), CapCents: r.CapCents, Claimed: int32(len(r.claims)), PaidCents: r.paid,
		Commit: r.Commit, Root: r.Root,
		BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound}
	v.ContextHash, _ = r.context().Hash()
	if r.StartsMS > 0 {
		v.StartsAtMS, v.EndsAtMS = r.StartsMS, r.endsMS()
	}
	if r.status == store.RoomSettled {
		v.ResultID = ResultPrefix + room.ID(r.Room)
	}
	return v
}

// seen is what one player may see: ids of packets are theirs alone.
func (r Record) seen(viewer store.PlayerID) Seen {
	v := Seen{Round: r.round()}
	if viewer == 0 || r.StartsMS == 0 {
		return v
	}
	mine := r.shares[viewer]
	v.TotalCents = mine.cents
	for slot := range r.ClaimsMax {
		p := Packet{ID: r.packetID(viewer, slot), OpensAtMS: r.opensMS(slot)}
		if place := mine.places[slot]; place > 0 {
			p.Claimed, p.Place, p.ValueCents = true, int(place-1), r.amount(int(place-1))
		}
		v.Packets = append(v.Packets, p)
	}
	return v
}

func (r Record) claimed(p store.PlayerID, slot int) Claimed {
	mine := r.shares[p]
	place := int(mine.places[slot]) - 1
	return Claimed{Packet: r.packetID(p, slot), Place: place, ValueCents: r.amount(place), TotalCents: mine.cents,
		Claims: mine.claims}
}

// watched: a round has no watchers of its own, the topic is the scheduler's.
func watched(int) event {
	return event{Type: protocol.EventRainComing, Body: func(r Record) msgp.Marshaler {
		v := r.round()
		return &v
	}}
}
