package app

import (
	"context"
	"crypto/rand"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/feed"
	"jadebox/actors/player"
	"jadebox/actors/player/support"
	"jadebox/actors/rewards/playthrough"
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
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/repeat"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/config"
	"jadebox/server/demo"
	"jadebox/store"
)

// kindsOf are the kinds of rooms that a server has.
func kindsOf(c *config.Serve, now time.Time) room.Specs {
	if !c.Demo {
		return kinds.All
	}
	return demo.Kinds(kinds.All, now, c.DemoRain)
}

// register makes every kind of actor known.
func (a *App) register() {
	shell := room.Ports{Store: a.db, Directory: a.directory, Publish: a.hub, Now: a.now, Log: a.log,
		MustEnd: a.mustEnd}
	a.kinds.Register(a.directory, room.Deps{Ports: shell, Catalog: a.catalog, Beacon: a.beacon, Rand: rand.Reader})
	for _, one := range a.kinds.Singletons() {
		a.singletons = append(a.singletons, address{one.Kind, one.ID})
	}
	levels := &vip.Service{Store: a.db, Directory: a.directory, Settings: a.db.watch, Now: a.now}
	debts := &payment.Service{Store: a.db, Directory: a.directory, Now: a.now}
	a.directory.Register(player.Register(player.Ports{Store: a.db, Catalog: a.catalog, Beacon: a.beacon, Publish: a.hub,
		Now:  a.now,
		Rand: rand.Reader, Claim: a.claimOf, Log: a.log, Badge: levels.Badge, Settings: a.db.watch,
		Drawn:   drawn,
		Outcome: a.kinds.Outcome, MovesVouchers: a.kinds.MovesVouchers, Stakes: a.kinds.Stakes, Passes: a.kinds.Passes,
		HeldBack: func(cents int64) int64 { return playthrough.Setting.Cached(a.db.watch).HeldBack(cents) },
		Collect:  debts.Collect,
		InRooms: func(ctx context.Context, who store.PlayerID) (int64, error) {
			return playthrough.InRooms(ctx, a.db, a.kinds, who)
		}}))
	a.directory.Register(progress.Register(progress.Ports{Store: a.db, Kinds: a.kinds, Catalog: a.catalog,
		Level: levels.Badge}))
	a.directory.Register(taskbox.Register(taskbox.Ports{Store: a.db, Directory: a.directory, Settings: a.db.watch,
		Now: a.now}))
	a.directory.Register(wishtree.Register(wishtree.Ports{Store: a.db, Directory: a.directory, Settings: a.db.watch,
		Now: a.now}))
	a.directory.Register(sign.Register(sign.Ports{Store: a.db, Directory: a.directory, Catalog: a.catalog,
		Settings: a.db.watch, Now: a.now}))
	a.follow(feed.Register(feed.Ports{Store: a.db, Publish: a.hub, Now: a.now, Log: a.log,
		Counters: a.counters}), feed.ID)
	a.follow(props.Register(props.Ports{Store: a.db, Catalog: a.catalog, Directory: a.directory, Settings: a.db.watch,
		Now: a.now, Log: a.log}), props.ID)
	a.single(delivery.Register(delivery.Ports{Store: a.db, Bot: a.bot(), Now: a.now, Log: a.log, Owes: debts.Owes}),
		delivery.WorkerID)
	a.follow(promotion.Register(promotion.Ports{Store: a.db, Directory: a.directory, Now: a.now,
		Log: a.log}), promotion.ID)
	a.follow(support.Register(support.Ports{Store: a.db, Directory: a.directory, Out: a.logOut,
		Log: a.log}), support.ID)
	a.follow(ranking.Register(ranking.Ports{Store: a.db, Catalog: a.catalog, Directory: a.directory, Publish: a.hub,
		Settings: a.db.watch, Now: a.now, Log: a.log}), ranking.ID)
}

// logOut ends every session of a player, with its sockets, also those that another process has ended.
func (a *App) logOut(ctx context.Context, who store.PlayerID) error {
	err := a.api.EndAll(ctx, who)
	a.hub.EndPlayer(who, protocol.CodeTokenInvalid)
	return err
}

// address is of an actor.
type address struct{ kind, id string }

// single registers an actor that there is one of and that must not wait for its first visitor.
func (a *App) single(k directory.Kind, id string) {
	a.directory.Register(k)
	a.singletons = append(a.singletons, address{k.Name, id})
}

// follow is single for what follows the outbox, whose lag the metrics tell.
func (a *App) follow(k follow.Registration, id string) {
	a.single(k(&a.lags), id)
	a.followers++
}

// wake starts the actors of which there is one, and the rooms that were open when the process ended.
func (a *App) wake(ctx context.Context) error {
	return a.sweep(ctx, func(kind string, n int) {
		a.log.Info().Str("kind", kind).Int("rooms",
			n).Msg("rooms resumed")
	})
}

// sweep loads those of them that are not in memory.
func (a *App) sweep(ctx context.Context, resumed func(kind string, n int)) error {
	for _, one := range a.singletons {
		a.directory.Post(one.kind, one.id, directory.Wake{}, nil)
	}
	for _, k := range a.kinds {
		n, err := k.Sweep(ctx, a.db, a.directory)
		if err != nil {
			return err
		}
		if n > 0 {
			resumed(k.Kind, n)
		}
	}
	return nil
}

const sweepEvery = 30 * time.Second

// sweepOn activates open rooms again and again: one that could not be loaded, while the store was away, has no one
// else to do it (invariant 11: no room is stuck 60 s past its deadline). So it is with an actor of which there is one,
// that has ended because it panicked again and again, and has no visitors (promotion, support).
func (a *App) sweepOn(ctx context.Context) {
	repeat.After(ctx, sweepEvery, func() {
		if err := a.sweep(ctx, func(string, int) {}); err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("open rooms not swept")
		}
	})
}

// present notifies a room how many watch it.
func (a *App) present(topic string, count int) {
	kind, id := protocol.SplitTopic(topic)
	if _, known := a.kinds.Of(kind); known {
		a.directory.Post(kind, id, room.Presence{Count: count}, nil)
	}
}

// stake asks the kind of a room what its escrow must hold.
func (a *App) stake(r store.Room) (cents int64, known bool) {
	s, known := a.kinds.StakeOf(r)
	return s.Cents, known
}

// wishCardStake is stake for wish cards.
func (a *App) wishCardStake(r store.Room) (wishCards int64, known bool) {
	s, known := a.kinds.StakeOf(r)
	return s.WishCards, known
}
