package demo

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

// wishTable lets house players take bottles, so that rooms fill.
type wishTable struct {
	looked time.Time
	rooms  []wishRoom
}

// wishRoom is an open room; met says that a player who is not the house's has a bottle in it.
type wishRoom struct {
	id      store.RoomID
	summary protocol.WishSummary
	met     bool
}

// WelcomeWishCards is how many wish cards a demo login starts with.
const WelcomeWishCards = 20

const (
	wishLook       = 10 * time.Second // between two looks at what is open
	wishSlow       = 5                // one turn in so many takes bottles …
	wishMet        = 2                // … and in so many where a real player waits for the draw
	wishOnce       = 2                // bottles at a time, at most
	purseWishCards = 500              // each refill of a house player
)

// wishing lets a house player take a bottle or two; rooms that real players are in come first.
func (c *crew) wishing(ctx context.Context, who store.PlayerID) error {
	t := &c.wishes
	if now := c.Now(); now.Sub(t.looked) >= wishLook {
		t.looked = now
		if err := c.lookForWishes(ctx); err != nil {
			return err
		}
	}
	if len(t.rooms) == 0 {
		return nil
	}
	r := t.rooms[rand.IntN(len(t.rooms))]
	odds := wishSlow
	if i := slices.IndexFunc(t.rooms, func(r wishRoom) bool { return r.met }); i >= 0 {
		r, odds = t.rooms[i], wishMet
	}
	if rand.IntN(odds) != 0 {
		return nil
	}
	if r.summary.CardNum > 0 {
		if err := c.refillWishCards(ctx, who, r.summary.CardNum*wishOnce); err != nil {
			return err
		}
	}
	take := wish.Take{Key: c.key("wish"), Player: who, Count: 1 + rand.IntN(wishOnce), Pay: wish.PayGems,
		CardNum: r.summary.CardNum, BottleCents: r.summary.BottleCents}
	if r.summary.CardNum > 0 {
		take.Pay = wish.PayWishCards
	}
	c.Directory.Post(wish.Kind, room.ID(r.id), take, nil) // refused when the player has enough, or the room is full
	return nil
}

func (c *crew) lookForWishes(ctx context.Context) error {
	rooms, err := c.Store.OpenRooms(ctx, wish.Kind)
	if err != nil {
		return err
	}
	c.wishes.rooms = c.wishes.rooms[:0]
	for _, rec := range rooms {
		summary, err := wish.SummaryOf(rec)
		if err != nil {
			return err
		}
		if summary.Status != protocol.WishOpen {
			continue
		}
		met, err := wish.Met(rec)
		if err != nil {
			return err
		}
		c.wishes.rooms = append(c.wishes.rooms, wishRoom{rec.ID, summary, met})
	}
	return nil
}

func (c *crew) refillWishCards(ctx context.Context, who store.PlayerID, need int64) error {
	has, err := c.Store.Balance(ctx, store.PlayerWishCards(who))
	if err != nil || has >= need {
		return err
	}
	_, err = c.Store.Commit(ctx, &store.Op{Player: who, Key: c.key("cards"), Kind: "demo.credit", At: c.Now(),
		Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(who),
			AmountCents: purseWishCards}}})
	if err == nil {
		c.Directory.Post(player.Kind, player.ID(who), player.Credited{}, nil)
	}
	return err
}
