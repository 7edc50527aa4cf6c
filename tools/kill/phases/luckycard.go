//go:build linux

package phases

import (
	"context"

	"jadebox/actors/kinds/luckycard"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

var _ = killed(roomKind{kind: luckycard.Kind, phases: []string{"luckycard shuffling", "luckycard flipping"},
	midway: []string{"luckycard.flip"}, seats: 3, play: func(s stage) game { return &decks{stage: s} }})

const deckRooms = 6

// decks are opened by the house. The last is shuffled while the first crash point falls.
type decks struct {
	quiet
	stage
	rooms   []string
	flipped counts
}

func (g *decks) furnish(ctx context.Context) (err error) {
	if g.rooms, err = g.house.Luckycards(ctx, deckRooms); err != nil {
		return err
	}
	g.await(ctx, func() bool { return g.status(ctx, g.rooms[0]) == protocol.LuckycardOpen })
	g.flip(ctx, g.players[0], g.rooms[0], 0)
	return nil
}

func (g *decks) midway(ctx context.Context) (acts []func(), err error) {
	fresh, err := g.house.Luckycards(ctx, 1) // its beacon is seconds away
	if err != nil {
		return nil, err
	}
	g.hit("luckycard shuffling", g.status(ctx, fresh[0]) == protocol.LuckycardShuffling)
	deck := g.room(ctx, g.rooms[0])
	g.hit("luckycard flipping", deck.Summary.Left < deck.Summary.Cards)
	open := g.rooms[1:]
	for i, p := range g.players {
		acts = append(acts, func() {
			for _, id := range open {
				for n := range 6 {
					if !g.flip(ctx, p, id, n*len(g.players)+i) {
						break
					}
				}
			}
		})
	}
	g.rooms = append(g.rooms, fresh...)
	return acts, nil
}

func (g *decks) after(ctx context.Context) {
	id := g.rooms[len(g.rooms)-1]
	if !g.await(ctx, func() bool { return g.status(ctx, id) == protocol.LuckycardOpen }) ||
		!g.flip(ctx, g.players[0], id, 0) {
		g.wrong("lucky cards %s were shuffled when the server died, and cannot be turned: %s", id, g.status(ctx, id))
	}
}

func (g *decks) settle(ctx context.Context) {
	for _, id := range g.rooms {
		var turned []string
		for _, f := range g.room(ctx, id).Flips {
			turned = append(turned, f.PlayerID)
		}
		if g.own(turned) != g.flipped.of[id] {
			g.wrong("lucky cards %s: %d cards lie open, acknowledged are %d", id, g.own(turned), g.flipped.of[id])
		}
	}
}

func (g *decks) room(ctx context.Context, id string) (s protocol.LuckycardSnapshot) {
	g.look(ctx, client.PathDeck(id), &s)
	return s
}

func (g *decks) status(ctx context.Context, id string) string { return g.room(ctx, id).Summary.Status }

// flip turns a card; false says that the room is over or the card is taken. A player who was slower than another pays
// the price that the other has made.
func (g *decks) flip(ctx context.Context, p *player, id string, place int) bool {
	var price int64
	var got client.FlippedCard
	var err error
	for range 20 {
		price = g.room(ctx, id).Summary.PriceCents
		err = p.do(ctx, "luckycard.flip", client.PathFlip(id), client.FlipCard{Place: place, PriceCents: price}, &got)
		if client.CodeOf(err) != protocol.CodeLuckycardPrice {
			break
		}
	}
	switch code := client.CodeOf(err); {
	case code == protocol.CodeLuckycardOver || code == protocol.CodeLuckycardTaken:
		return false
	case err != nil:
		p.refused("luckycard.flip", err)
		return false
	}
	p.cents, p.bag = p.cents-price, p.bag+1
	g.flipped.add(id)
	return true
}
