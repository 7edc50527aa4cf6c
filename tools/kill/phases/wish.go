//go:build linux

package phases

import (
	"context"
	"sync"

	"jadebox/actors/kinds/wish"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

var _ = killed(roomKind{kind: wish.Kind, phases: []string{"wish filling", "wish locked", "wish drawn"},
	midway: []string{"wish.take"}, seats: 4, play: func(s stage) game { return &wishes{stage: s} }})

const (
	wishRooms = 6
	bottles   = 10 // of which a player may take three
)

type wishes struct {
	stage
	rooms []string
	taken counts
}

func (g *wishes) furnish(ctx context.Context) (err error) {
	if g.rooms, err = g.house.Wishes(ctx, wishRooms, bottles); err != nil {
		return err
	}
	var all sync.WaitGroup
	for _, p := range g.players {
		all.Go(func() { g.each(ctx, p) })
	}
	all.Wait()
	return nil
}

// each takes one bottle in each room.
func (g *wishes) each(ctx context.Context, p *player) {
	for _, id := range g.rooms {
		g.take(ctx, p, id)
	}
}

func (g *wishes) midway(ctx context.Context) (acts []func(), err error) {
	if err := g.openAnother(ctx); err != nil { // on a slow machine house players have filled the others by now
		return nil, err
	}
	g.hit("wish filling", g.room(ctx, g.last()).Summary.Status == protocol.WishOpen)
	for _, p := range g.players {
		acts = append(acts, func() { g.each(ctx, p) })
	}
	return acts, nil
}

func (g *wishes) lock(ctx context.Context) error {
	if err := g.openAnother(ctx); err != nil { // one that no house player can have filled before
		return err
	}
	var filling sync.WaitGroup
	for _, p := range g.players {
		filling.Go(func() {
			for _, id := range g.rooms {
				for g.take(ctx, p, id) {
				}
			}
		})
	}
	filling.Wait()
	return nil
}

// openAnother opens a room and has it be the last one.
func (g *wishes) openAnother(ctx context.Context) error {
	fresh, err := g.house.Wishes(ctx, 1, bottles)
	g.rooms = append(g.rooms, fresh...)
	return err
}

func (g *wishes) last() string { return g.rooms[len(g.rooms)-1] }

func (g *wishes) locked(ctx context.Context) []func() {
	g.hit("wish locked", g.room(ctx, g.last()).Summary.Status == protocol.WishLock)
	return nil
}

func (g *wishes) over(ctx context.Context) {
	g.hit("wish drawn", g.await(ctx, func() bool { return g.room(ctx, g.last()).Drawn != nil }))
}

// after waits for the rooms whose beacons came last.
func (g *wishes) after(ctx context.Context) {
	for _, id := range g.rooms {
		g.await(ctx, func() bool { return g.room(ctx, id).Drawn != nil })
	}
}

func (g *wishes) settle(ctx context.Context) {
	for _, id := range g.rooms {
		s := g.room(ctx, id)
		var owners []string
		for _, b := range s.Bottles {
			owners = append(owners, b.PlayerID)
		}
		if s.Drawn == nil || g.own(owners) != g.taken.of[id] {
			g.wrong("wish %s: %s with %d bottles, %d acknowledged", id, s.Summary.Status, g.own(owners), g.taken.of[id])
			continue
		}
		if p := g.byID(s.Drawn.Bottle.PlayerID); p != nil {
			p.bag++
		}
	}
}

func (g *wishes) room(ctx context.Context, id string) (s protocol.WishSnapshot) {
	g.look(ctx, client.PathWish(id), &s)
	return s
}

// take takes a bottle by chance; false says that the player can have no more of this room.
func (g *wishes) take(ctx context.Context, p *player, id string) bool {
	room := g.room(ctx, id)
	var got client.TakenBottles
	body := client.TakeBottles{Bottles: []int32{}, Count: 1, Pay: "gems", BottleCents: room.Summary.BottleCents}
	err := p.do(ctx, "wish.take", client.PathTake(id), body, &got)
	switch code := client.CodeOf(err); {
	case code == protocol.CodeWishTaken: // the demo's house players take bottles too
		return true
	case code == protocol.CodeWishClosed || code == protocol.CodeWishCap:
		return false
	case err != nil:
		p.refused("wish.take", err)
		return false
	}
	p.cents -= room.Summary.BottleCents
	g.taken.add(id)
	return true
}
