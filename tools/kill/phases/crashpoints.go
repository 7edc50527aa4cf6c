//go:build linux

package phases

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
)

// threeCrashPoints is a cycle from the first crash point to the books.
func (t *injector) threeCrashPoints(ctx context.Context, c *scenario, h *house.House) error {
	if err := t.midway(ctx, c, h); err != nil || t.Rewind {
		return err
	}
	if err := t.locked(ctx, c, h); err != nil {
		return err
	}
	if err := t.over(ctx, c); err != nil {
		return err
	}
	c.settle(ctx)
	return nil
}

// midway is the crash point while everything is open, in the countdown of the rain.
func (t *injector) midway(ctx context.Context, c *scenario, h *house.House) error {
	countdown := func() bool {
		r := c.envelope(ctx, c.joiners[0]).Round
		return r.Status == protocol.RainStatusFalling && time.Now().UnixMilli() < r.StartsAtMS
	}
	t.hit("rain countdown", t.Rewind || c.await(ctx, countdown))
	t.hit("roll draft", c.rollRoom(ctx, c.draft).Card.Status == protocol.RollStatusDraft)
	t.hit("roll open", c.rollRoom(ctx, c.rolls[0]).Card.Status == protocol.RollStatusOpen)
	t.hit("wish filling", c.wishRoom(ctx, c.wishes[0]).Card.Status == protocol.WishOpen)
	fresh, err := h.Luckycards(ctx, 1) // its beacon is seconds away
	if err != nil {
		return err
	}
	t.hit("luckycard shuffling", c.deckStatus(ctx, fresh[0]) == protocol.LuckycardShuffling)
	deck := c.deckRoom(ctx, c.decks[0])
	t.hit("luckycard flipping", deck.Card.Left < deck.Card.Cards)
	var playing sync.WaitGroup
	for i, p := range c.joiners {
		playing.Go(func() {
			for n, id := range c.rolls {
				if i > 0 || n > 0 { // the first is in the first
					p.join(ctx, id)
				}
			}
		})
	}
	for _, p := range c.wishers {
		playing.Go(func() {
			for _, id := range c.wishes {
				p.takeBottle(ctx, id)
			}
		})
	}
	for i, p := range c.flippers {
		playing.Go(func() {
			for _, id := range c.decks[1:] {
				for place := range 6 {
					if !p.flip(ctx, id, place*len(c.flippers)+i) {
						break
					}
				}
			}
		})
	}
	for i, p := range c.exchangers {
		playing.Go(func() {
			for more := true; more; {
				if i%2 == 0 {
					more = p.upgrade(ctx)
				} else {
					more = p.tradeIn(ctx)
				}
			}
		})
	}
	c.shoppers[0].shop(ctx) // it takes the bot seconds: still under way when the crash point falls
	c.shoppers[0].retrieve(ctx)
	t.hit("item on its way", c.underWay(ctx))
	c.shopping(ctx, &playing)
	t.inFlight(c, "mall.buy", "item.retrieve", "roll.join", "luckycard.flip", "wish.take", "upgrade.play", "item.trade")
	err = t.crashAt(ctx, "with everything open")
	playing.Wait()
	c.decks = append(c.decks, fresh...)
	return err
}

// locked is the crash point between the lock of rolls and wishes and their draw, while packets fall.
func (t *injector) locked(ctx context.Context, c *scenario, h *house.House) error {
	c.earn(ctx) // while there is time
	time.Sleep(time.Until(c.opensAt.Add(-50 * time.Millisecond)))
	fresh, err := h.Wishes(ctx, 1, bottles) // one that no house player can have filled before
	if err != nil {
		return err
	}
	c.wishes = append(c.wishes, fresh...)
	var filling sync.WaitGroup
	for _, p := range c.wishers {
		filling.Go(func() {
			for _, id := range c.wishes {
				for p.takeBottle(ctx, id) {
				}
			}
		})
	}
	filling.Wait()
	isLocked := func() bool { return c.rollRoom(ctx, c.rolls[0]).Card.Status == protocol.RollStatusLocked }
	t.hit("roll locked", c.await(ctx, isLocked))
	t.hit("wish locked", c.wishRoom(ctx, fresh[0]).Card.Status == protocol.WishLock)
	e := c.envelope(ctx, c.joiners[0])
	now := time.Now().UnixMilli()
	t.hit("rain running", now > e.Round.StartsAtMS && now < e.Round.EndsAtMS)
	var playing sync.WaitGroup
	for _, p := range c.joiners {
		playing.Go(func() {
			mine := c.envelope(ctx, p)
			for _, packet := range mine.Packets {
				if packet.OpensAtMS <= time.Now().UnixMilli() {
					p.claim(ctx, mine.Round.ID, packet.ID)
				}
			}
		})
	}
	t.inFlight(c, "rain.claim")
	err = t.crashAt(ctx, "with rooms locked and packets falling")
	playing.Wait()
	return err
}

// over is the crash point when every room has its result. The draft is cancelled after it.
func (t *injector) over(ctx context.Context, c *scenario) error {
	t.hit("roll drawn", c.await(ctx, func() bool { return c.rollRoom(ctx, c.rolls[0]).Drawn != nil }))
	t.hit("wish drawn", c.await(ctx, func() bool { return c.wishRoom(ctx, c.wishes[len(c.wishes)-1]).Drawn != nil }))
	t.hit("rain over", c.await(ctx, func() bool { return c.envelope(ctx, c.joiners[0]).Round.ID == "" }))
	lists := make([][]claim, len(c.harvesters)) // first: orders and withdrawals have an end
	for i, p := range c.harvesters {
		lists[i] = p.claims(ctx, c.harvesters[(i+1)%len(c.harvesters)])
	}
	var enough atomic.Bool
	paying := t.paying(ctx, c, &enough)
	t.hit("promotion.pay to come", c.await(ctx, func() bool { return c.commissionsOwed(ctx) > 0 }))
	c.harvesting(ctx, lists, &enough, paying)
	t.inFlight(c, append(claimKinds, "pay.order", "pay.webhook", "pay.withdraw", "vip.claim")...)
	err := t.crashAt(ctx, "with everything over, orders and withdrawals under way")
	enough.Store(true)
	paying.Wait()
	if err != nil {
		return err
	}
	t.review(c)
	if id := c.decks[len(c.decks)-1]; !c.await(ctx,
		func() bool { return c.deckStatus(ctx, id) == protocol.LuckycardOpen }) || !c.flippers[0].flip(ctx, id, 0) {
		c.wrong("lucky cards %s were shuffled when the server died, and cannot be turned: %s", id,
			c.deckStatus(ctx, id))
	}
	t.hit("items delivered", c.delivered(ctx))
	c.host.change(ctx, c.draft, "cancel")
	c.host.cents += 2 * prizeCents
	return nil
}

// settle adds up what everybody must have, and compares.
func (c *scenario) settle(ctx context.Context) {
	byID := map[string]*player{}
	for _, p := range c.all {
		byID[p.account.Player] = p
	}
	for _, id := range c.rolls {
		s := c.rollRoom(ctx, id)
		own := 0
		for _, e := range s.Recent { // few enough for all to be there
			if byID[e.PlayerID] != nil {
				own++
			}
		}
		if s.Drawn == nil || own != c.joined[id] || len(s.Drawn.Winners) != 2 ||
			s.Drawn.Winners[0].Entrant.PlayerID == s.Drawn.Winners[1].Entrant.PlayerID {
			c.wrong("roll %s: %s with %d places, %d acknowledged, drawn %+v", id, s.Card.Status, own, c.joined[id],
				s.Drawn)
			continue
		}
		for _, w := range s.Drawn.Winners {
			if p := byID[w.Entrant.PlayerID]; p != nil { // else a house player's
				p.cents += prizeCents
			}
		}
	}
	for _, id := range c.wishes {
		s := c.wishRoom(ctx, id)
		own := 0
		for _, b := range s.Bottles {
			if byID[b.PlayerID] != nil {
				own++
			}
		}
		if s.Drawn == nil || own != c.taken[id] {
			c.wrong("wish %s: %s with %d bottles, %d acknowledged", id, s.Card.Status, own, c.taken[id])
			continue
		}
		if p := byID[s.Drawn.Bottle.PlayerID]; p != nil {
			p.bag++
		}
	}
	for _, id := range c.decks {
		own := 0
		for _, f := range c.deckRoom(ctx, id).Flips {
			if byID[f.PlayerID] != nil {
				own++
			}
		}
		if own != c.flips[id] {
			c.wrong("lucky cards %s: %d cards lie open, acknowledged are %d", id, own, c.flips[id])
		}
	}
	c.settlePayments(ctx)
	c.settleLevels(ctx)
	c.settleClaims(ctx)
	for _, p := range c.all {
		p.settle(ctx)
	}
}

// settle compares one player's books with the server's.
func (p *player) settle(ctx context.Context) {
	var u client.User
	var gifts client.GiftPage // given beside all play
	var cards client.CardPage
	var purse client.Exchange
	if err := p.get(ctx, client.PathInfo, &u); err != nil {
		p.refused("user.info", err)
		return
	}
	if err := p.get(ctx, client.PathGifts, &gifts); err != nil {
		p.refused("drop.record", err)
		return
	}
	if err := errors.Join(p.get(ctx, client.PathCards, &cards), p.get(ctx, client.PathExchange, &purse)); err != nil {
		p.refused("cards and fragments", err)
		return
	}
	if cards.Total != p.cards || purse.Fragments != p.fragments {
		p.wrong("%s has %d cards and %d fragments; its operations make %d and %d", p.account.Name, cards.Total,
			purse.Fragments, p.cards, p.fragments)
	}
	if int64(u.Balance) != p.cents || u.BagNum != p.bag+gifts.Total {
		p.wrong("%s has %d cents and %d items; its operations make %d and %d, with %d gifts", p.account.Name, u.Balance,
			u.BagNum, p.cents, p.bag, gifts.Total)
	}
	p.journal.Balance(journal.Balance{Bot: p.account.Bot, Cents: int64(u.Balance), Bag: u.BagNum})
}
