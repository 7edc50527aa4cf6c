package rain

import (
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

// Spec is the kind; its rounds fall by the settings in the store.
var Spec = SpecEvery(Every{})

// SpecEvery is the kind with rounds that fall again and again besides those of the settings.
func SpecEvery(e Every) room.Spec {
	return room.Spec{
		Kind:  Kind,
		Rooms: func(h room.Deps) directory.Kind { return room.Register(kind{Deps: h}, h.Ports) },
		Beside: []room.Singleton{{Kind: SchedulerKind, ID: SchedulerID, Topic: protocol.TopicRain,
			Register: func(h room.Deps) directory.Kind { return registerScheduler(h, e) }}},
		Stake:  stake,
		Return: room.Return{Gifts: &room.Gifts{Name: "play, and claim every rain", Setting: Setting, Day: giftDay}},
		Bundle: proofs,
		Pool:   &room.Pool{Fill: KindCreate, Pay: KindClaim},
		Ops:    []room.OpKind{{Kind: KindClaim, Record: Kind}},

		Unplayed: "a rain keeps a hash of each claim's key, and not the key",
		Settings: []settings.Any{OrdersSetting, Setting},
	}
}

// giftDay are the pools of a day at the settings, without the rounds that operators order and those of a demo.
func giftDay(now *store.SettingsNow) (room.GiftDay, error) {
	s, err := Setting.In(now)
	return room.GiftDay{Pools: len(s.Daily), SharePPM: s.Pool.SharePPM, LeastCents: s.Pool.LeastCents,
		CapPPM: s.Each.CapPPM, Asks: s.Asks}, err
}

// stake is what of the pool was not claimed, until the round is over.
func stake(rec store.Room) (room.Stake, error) {
	r, err := decode(rec.State)
	if err != nil || r.status.Final() {
		return room.Stake{}, err
	}
	return room.Stake{Cents: r.PoolCents - r.paid}, nil
}
