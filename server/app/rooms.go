package app

import (
	"context"
	"crypto/rand"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/feed"
	"jadebox/actors/lists/hall"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	"jadebox/server/demo"
	"jadebox/store"
)

// roomKind is what the process must know of a kind of room; everything else is the kind's own.
type roomKind struct {
	name  string
	kind  directory.Kind
	sweep func(ctx context.Context, rooms store.Rooms, dir directory.Directory) (int, error) // wakes what a crash left open
	stake func(store.Room) (int64, error)                                                    // what its escrow must hold, for the auditor
	cards func(store.Room) (int64, error)                                                    // and of wish cards; nil: none
}

// rooms is one line for each kind of room.
func (a *App) rooms(r room.Ports) []roomKind {
	return []roomKind{
		{battle.Kind, battle.Register(battle.Ports{Directory: a.directory, Catalog: a.catalog, Beacon: a.beacon, Rand: rand.Reader}, r), battle.Sweep, battle.Stake, nil},
		{roll.Kind, roll.Register(roll.Ports{Directory: a.directory, Beacon: a.beacon, Rand: rand.Reader}, r), roll.Sweep, roll.Stake, nil},
		{rain.Kind, rain.Register(rain.Ports{Beacon: a.beacon, Rand: rand.Reader}, r), rain.Sweep, rain.Stake, nil},
		{luckycard.Kind, luckycard.Register(luckycard.Ports{Directory: a.directory, Beacon: a.beacon, Rand: rand.Reader}, r), luckycard.Sweep, luckycard.Stake, nil},
		{wish.Kind, wish.Register(wish.Ports{Directory: a.directory, Beacon: a.beacon, Rand: rand.Reader}, r), wish.Sweep, wish.Stake, wish.CardStake},
	}
}

// register makes every kind of actor known.
func (a *App) register() {
	shell := room.Ports{Store: a.db, Directory: a.directory, Publish: a.hub, Now: a.now, Log: a.log}
	for _, k := range a.rooms(shell) {
		a.kinds[k.name] = k
		a.directory.Register(k.kind)
	}
	levels := &vip.Service{Store: a.db, Directory: a.directory, Now: a.now}
	a.directory.Register(player.Register(player.Ports{Store: a.db, Catalog: a.catalog, Beacon: a.beacon, Publish: a.hub, Now: a.now,
		Rand: rand.Reader, Prizes: &a.prizes, Claim: a.claimOf, Log: a.log, Badge: levels.Badge, Zone: &a.zone,
		Outcome: progress.Outcome}))
	a.directory.Register(lobby.Register(lobby.Ports{Publish: a.hub, Now: a.now, Log: a.log,
		Cards: func(ctx context.Context, now time.Time) ([]protocol.BattleCard, error) {
			return battle.Cards(ctx, a.db, now)
		}}))
	a.directory.Register(progress.Register(progress.Ports{Store: a.db, Catalog: a.catalog, Level: levels.Badge}))
	a.directory.Register(feed.Register(feed.Ports{Store: a.db, Publish: a.hub, Now: a.now, Log: a.log, Counters: a.counters}))
	var every rain.Every
	if a.config.Demo {
		every = demo.Rains(a.now(), a.config.DemoRain)
	}
	a.directory.Register(rain.RegisterScheduler(rain.SchedulerPorts{Store: a.db, Directory: a.directory, Publish: a.hub, Now: a.now, Log: a.log, Every: every}))
	a.directory.Register(props.Register(props.Ports{Store: a.db, Catalog: a.catalog, Directory: a.directory, Prizes: &a.prizes, Now: a.now, Log: a.log}))
	a.directory.Register(delivery.Register(delivery.Ports{Store: a.db, Bot: a.bot(), Now: a.now, Log: a.log}))
	a.directory.Register(promotion.Register(promotion.Ports{Store: a.db, Directory: a.directory, Now: a.now, Log: a.log}))
	halls := hall.Ports{Store: a.db, Publish: a.hub, Now: a.now, Log: a.log}
	a.directory.Register(luckycard.Hall(halls, a.directory, a.catalog))
	a.directory.Register(wish.Hall(halls, a.directory, a.catalog))
	a.directory.Register(taskbox.Register(taskbox.Ports{Store: a.db, Directory: a.directory, Zone: &a.zone, Book: &a.tasks, Now: a.now}))
	a.directory.Register(wishtree.Register(wishtree.Ports{Store: a.db, Directory: a.directory, Now: a.now}))
	a.directory.Register(sign.Register(sign.Ports{Store: a.db, Directory: a.directory, Catalog: a.catalog, Zone: &a.zone, Now: a.now}))
	a.directory.Register(ranking.Register(ranking.Ports{Store: a.db, Catalog: a.catalog, Directory: a.directory, Publish: a.hub, Now: a.now, Log: a.log}))
}

// wake starts what must not wait for its first visitor: the ticker, the rankings, the gifts, and the rooms that were open when the process ended.
func (a *App) wake(ctx context.Context) error {
	a.directory.Post(room.FeedKind, room.FeedID, room.Wake{}, nil)
	a.directory.Post(rain.SchedulerKind, rain.SchedulerID, room.Wake{}, nil)
	a.directory.Post(props.Kind, props.ID, room.Wake{}, nil)
	a.directory.Post(delivery.WorkerKind, delivery.WorkerID, room.Wake{}, nil)
	a.directory.Post(promotion.Kind, promotion.ID, room.Wake{}, nil)
	a.directory.Post(luckycard.HallKind, hall.ID, room.Wake{}, nil)
	a.directory.Post(wish.HallKind, hall.ID, room.Wake{}, nil)
	a.directory.Post(ranking.Kind, ranking.ID, room.Wake{}, nil)
	return a.sweep(ctx, func(kind string, n int) { a.log.Info().Str("kind", kind).Int("rooms", n).Msg("rooms resumed") })
}

func (a *App) sweep(ctx context.Context, found func(kind string, n int)) error {
	for name, k := range a.kinds {
		n, err := k.sweep(ctx, a.db, a.directory)
		if err != nil {
			return err
		}
		if n > 0 {
			found(name, n)
		}
	}
	return nil
}

const sweepEvery = 30 * time.Second

// sweepOn wakes open rooms again and again: one that could not be loaded, while the store was away, has nobody else to do it
// (invariant 11: no room is stuck 60 s past its deadline).
func (a *App) sweepOn(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := a.sweep(ctx, func(string, int) {}); err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("open rooms not swept")
		}
	}
}

// present tells a room how many watch it.
func (a *App) present(topic string, count int) {
	if kind, id := protocol.SplitTopic(topic); a.kinds[kind].name != "" {
		a.directory.Post(kind, id, room.Presence{Count: count}, nil)
	}
}

// stake asks the kind of a room what its escrow must hold.
func (a *App) stake(r store.Room) (cents int64, known bool) {
	k := a.kinds[r.Kind]
	if k.stake == nil {
		return 0, false
	}
	cents, err := k.stake(r)
	return cents, err == nil
}

// cardStake is stake for wish cards.
func (a *App) cardStake(r store.Room) (cards int64, known bool) {
	k, known := a.kinds[r.Kind]
	if !known || k.cards == nil {
		return 0, known
	}
	cards, err := k.cards(r)
	return cards, err == nil
}
