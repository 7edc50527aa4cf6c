//go:build linux

package phases

import (
	"context"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

func (p *player) openRoll(ctx context.Context, at time.Time, publish bool) string {
	var made client.CreatedRoll
	setup := client.SetupRoll{Name: "phases", JoinType: protocol.RollJoinOpen, OpenAtMS: at.UnixMilli(),
		GemsCents: []int64{prizeCents, prizeCents}}
	if err := p.do(ctx, "roll.create", client.PathRollCreate, setup, &made); err != nil {
		p.refused("roll.create", err)
		return ""
	}
	p.cents -= 2 * prizeCents
	if publish {
		p.change(ctx, made.RollID, "publish")
	}
	return made.RollID
}

func (p *player) change(ctx context.Context, id, action string) {
	var seen protocol.RollSnapshot
	if err := p.do(ctx, "roll."+action, client.PathStudio(id, action), struct{}{}, &seen); err != nil {
		p.refused("roll."+action, err)
	}
}

func (p *player) join(ctx context.Context, id string) {
	var seen protocol.RollSnapshot
	if err := p.do(ctx, "roll.join", client.PathRollJoin, client.JoinRoll{RoomID: id}, &seen); err != nil {
		p.refused("roll.join", err)
		return
	}
	p.mu.Lock()
	p.joined[id]++
	p.mu.Unlock()
}

// takeBottle takes one by chance; false says that the player can have no more of this room.
func (p *player) takeBottle(ctx context.Context, id string) bool {
	room := p.wishRoom(ctx, id)
	var got client.TakenBottles
	body := client.TakeBottles{Bottles: []int32{}, Count: 1, Pay: "gems", BottleCents: room.Card.BottleCents}
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
	p.cents -= room.Card.BottleCents
	p.mu.Lock()
	p.taken[id]++
	p.mu.Unlock()
	return true
}

// flip turns a card; false says that the room is over or the card is taken.
func (p *player) flip(ctx context.Context, id string, place int) bool {
	price := p.deckRoom(ctx, id).Card.PriceCents
	var got client.FlippedCard
	err := p.do(ctx, "luckycard.flip", client.PathFlip(id), client.FlipCard{Place: place, PriceCents: price}, &got)
	switch code := client.CodeOf(err); {
	case code == protocol.CodeLuckycardOver || code == protocol.CodeLuckycardTaken:
		return false
	case err != nil:
		p.refused("luckycard.flip", err)
		return false
	}
	p.cents, p.bag = p.cents-price, p.bag+1
	p.mu.Lock()
	p.flips[id]++
	p.mu.Unlock()
	return true
}

func (p *player) open(ctx context.Context) { p.openBox(ctx, p.box) }

// openBox opens five.
func (p *player) openBox(ctx context.Context, b client.Box) {
	var o client.Opened
	if err := p.do(ctx, "box.open", client.PathOpen(b.ID), client.OpenBox{Count: 5, PriceCents: b.PriceCents},
		&o); err != nil {
		p.refused("box.open", err)
		return
	}
	p.cents -= 5 * b.PriceCents
	for _, r := range o.Results {
		p.bag++
		p.items = append(p.items, r.ItemID)
		p.worth[r.ItemID] = r.ValueCents
	}
}

// upgrade plays one item for the cheapest target whose rate is played; false says that there is none.
func (p *player) upgrade(ctx context.Context) bool {
	if len(p.items) == 0 {
		return false
	}
	id := p.items[0]
	p.items = p.items[1:]
	for _, target := range p.market {
		rate, err := p.rule.RateE8(p.worth[id], target.PriceCents)
		if err != nil || rate < p.rule.RateLeastE8 || rate > p.rule.RateMostE8 {
			continue
		}
		var u client.Upgraded
		body := client.PlayUpgrade{Items: []string{id}, Target: target.ID, TargetCents: target.PriceCents, RateE8: rate}
		if err := p.do(ctx, "upgrade.play", client.PathUpgrade, body, &u); err != nil {
			p.refused("upgrade.play", err)
			return false
		}
		if p.bag--; u.Won {
			p.bag++
		}
		given, fragments, cards := client.Given(u.Rewards)
		p.cents, p.fragments, p.cards = p.cents+given, p.fragments+fragments, p.cards+cards
		return true
	}
	return true
}

// tradeIn gives two items for the cheapest one there is, with gems that pay for it anyway.
func (p *player) tradeIn(ctx context.Context) bool {
	if len(p.items) < 2 {
		return false
	}
	ids := p.items[:2]
	p.items = p.items[2:]
	target, gems := p.market[0], 2*p.market[0].PriceCents
	var t client.Traded
	body := client.TradeItems{Items: ids, GemsCents: gems, Target: target.ID, TargetCents: target.PriceCents}
	if err := p.do(ctx, "item.trade", client.PathTrade, body, &t); err != nil {
		p.refused("item.trade", err)
		return false
	}
	p.cents += p.worth[ids[0]] + p.worth[ids[1]] - target.PriceCents
	p.bag--
	return true
}

// claim clicks on a packet; what is refused by a number of the rain costs nothing.
func (p *player) claim(ctx context.Context, round, packet string) {
	var got client.ClaimedPacket
	err := p.do(ctx, "rain.claim", client.PathClaim, client.ClaimPacket{Round: round, Packet: packet}, &got)
	switch client.CodeOf(err) {
	case protocol.CodeRainSpent, protocol.CodeRainCap, protocol.CodeRainEmpty, protocol.CodeRainOver:
		return
	}
	if err != nil {
		p.refused("rain.claim", err)
		return
	}
	p.cents += got.ValueCents
}
