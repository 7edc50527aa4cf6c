package loadsim

import (
	"context"
	"slices"
	"sync"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

var flipper = role{luckycard.Kind, "flipper"}

const deckSeats = 2

var _ = plays(game{kind: luckycard.Kind, role: func(int) role { return flipper }, rooms: 20, seats: deckSeats,
	watch: func() check.Room { return &check.Luckycard{} }, snapshot: protocol.EventLuckycardSnapshot,
	parts: func(ctx context.Context, working *sync.WaitGroup, r *run, c crew) (list parts) {
		var decks *supply
		if n := len(c[flipper]); r.house != nil && n > 0 {
			decks = r.stock(ctx, working, n/deckSeats+1, r.house.Luckycards)
		}
		for len(c[flipper]) > 0 {
			t := &table{run: r, members: c.take(flipper, deckSeats), rooms: decks}
			list = append(list, r.inRooms(luckycard.Kind, t.members[0], t.flip))
		}
		return list
	}})

// table is a few players at one lucky-card or wish room after the other.
type table struct {
	*run
	members []*bot
	rooms   *supply // of the house; nil: the rooms of the lobby
}

const flipProofShare = 0.05

// flip plays one lucky-card room until its top prize is found; false ends the table.
func (t *table) flip(ctx context.Context) bool {
	id, ok := t.deck(ctx)
	if !ok {
		t.pause(500 * time.Millisecond)
		return true
	}
	defer t.census.enter(luckycard.Kind)()
	var playing sync.WaitGroup
	for _, m := range t.members {
		playing.Go(func() { m.flipCards(ctx, id) })
	}
	playing.Wait()
	return !slices.ContainsFunc(t.members, func(b *bot) bool { return b.gone })
}

// deck is a room to play: the next one of the house's stock, or any of the lobby.
func (t *table) deck(ctx context.Context) (string, bool) {
	if t.rooms != nil {
		return t.rooms.next(ctx)
	}
	var list []protocol.LuckycardSummary
	b := t.members[0]
	if err := b.conn.Get(ctx, client.PathDecks, &list); err != nil {
		b.failed("luckycard.rooms", err, true)
		return "", false
	}
	cents, _ := b.ledger.Now()
	list = slices.DeleteFunc(list, func(c protocol.LuckycardSummary) bool { return c.PriceCents > cents })
	if len(list) == 0 {
		return "", false
	}
	return list[b.rng.IntN(len(list))].ID, true
}

// flipCards turns cards until the room is over, the money is, or the run.
func (b *bot) flipCards(ctx context.Context, id string) {
	t := b.link.subscribe(protocol.TopicLuckycard+":"+id, "")
	defer b.link.unsubscribe(t)
	if !b.granted(ctx, t) {
		return
	}
	defer b.settleUp(ctx)
	for !b.gone && ctx.Err() == nil {
		s := look(b.link, t, func(l *check.Luckycard) protocol.LuckycardSnapshot { return l.State })
		switch s.Summary.Status {
		case protocol.LuckycardShuffling: // the beacon comes within seconds
			if !b.changes(ctx, t) {
				return
			}
			continue
		case protocol.LuckycardOpen:
		default:
			b.findings.Hold(true, check.Stuck, b.account.Name, "")
			b.compare(ctx, t)
			return
		}
		if cents, _ := b.ledger.Now(); cents < s.Summary.PriceCents {
			if b.sellAll(ctx); b.gone || !b.affords(s.Summary.PriceCents) {
				return
			}
		}
		if b.over() {
			return
		}
		b.turnCard(ctx, id, t, s.Summary.PriceCents)
		b.pause(b.thinking())
	}
}

func (b *bot) affords(cents int64) bool {
	have, _ := b.ledger.Now()
	return have >= cents
}

func (b *bot) turnCard(ctx context.Context, id string, t *topic, priceCents int64) {
	free := look(b.link, t, (*check.Luckycard).Free)
	if len(free) == 0 {
		return
	}
	place := free[b.rng.IntN(len(free))]
	var got client.FlippedCard
	err := b.do(ctx, "luckycard.flip", client.NewCall(client.PathFlip(id), b.key(),
		client.FlipCard{Place: place, PriceCents: priceCents}), &got)
	if err != nil {
		// another player was faster
		b.unexpected(err, protocol.CodeLuckycardTaken, protocol.CodeLuckycardOver, protocol.CodeLuckycardPrice)
		return
	}
	b.ledger.Enter(-priceCents, 1)
	b.items = append(b.items, item{got.ItemID, got.Flip.ValueCents})
	b.findings.Hold(int(got.Flip.Place) == place && got.Flip.PlayerID == b.account.Player && got.ItemID != "",
		check.Answer, b.account.Name,
		"turned place %d, told %d of player %s, item %q", place, got.Flip.Place, got.Flip.PlayerID, got.ItemID)
	if b.rng.Float64() < flipProofShare {
		b.verify(ctx, got.Flip.ResultID)
	}
}

// granted waits for the first snapshot of a topic.
func (b *bot) granted(ctx context.Context, t *topic) bool {
	select {
	case err := <-t.granted:
		return b.findings.Hold(err == nil, check.Answer, b.account.Name, "%s is not shown: %v", t.name, err)
	case <-ctx.Done():
		return false
	}
}

// changes waits for a room to change, at most the run's slack; false gives the bot up.
func (b *bot) changes(ctx context.Context, t *topic) bool {
	timeout := time.NewTimer(b.Slack)
	defer timeout.Stop()
	select {
	case <-t.changed:
		return true
	case <-timeout.C:
		b.findings.Hold(false, check.Stuck, b.account.Name, "%s has not changed for %v", t.name, b.Slack)
	case <-ctx.Done():
	}
	b.giveUp()
	return false
}
