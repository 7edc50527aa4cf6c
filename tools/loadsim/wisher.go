package loadsim

import (
	"context"
	"slices"
	"sync"

	"jadebox/actors/kinds/wish"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

var wisher = role{wish.Kind, "wisher"}

var _ = plays(game{kind: wish.Kind, needs: true, role: func(int) role { return wisher }, rooms: 20,
	seats: wishSeats,
	watch: func() check.Room { return &check.Wish{} }, snapshot: protocol.EventWishSnapshot,
	parts: func(ctx context.Context, working *sync.WaitGroup, r *run, c crew) (list parts) {
		if len(c[wisher]) < wishSeats {
			return nil
		}
		rooms := r.stock(ctx, working, len(c[wisher])/wishSeats+1, func(ctx context.Context, n int) ([]string, error) {
			return r.house.Wishes(ctx, n, wishBottles)
		})
		for len(c[wisher]) >= wishSeats {
			t := &table{run: r, members: c.take(wisher, wishSeats), rooms: rooms}
			list = append(list, r.inRooms(wish.Kind, t.members[0], t.wish))
		}
		return list
	}})

const (
	wishBottles    = 10 // of which one player may take three
	wishSeats      = 4
	wishProofShare = 0.1
	namedShare     = 0.5 // of takings that name their bottles
)

// wish fills one room and waits for its draw; false ends the table.
func (t *table) wish(ctx context.Context) bool {
	id, ok := t.rooms.next(ctx)
	if !ok {
		return false
	}
	defer t.census.enter(wish.Kind)()
	var playing sync.WaitGroup
	for _, m := range t.members {
		playing.Go(func() { m.fillBottles(ctx, id) })
	}
	playing.Wait()
	return !slices.ContainsFunc(t.members, func(b *bot) bool { return b.gone })
}

// fillBottles takes bottles until the room is full, and sees who wins.
func (b *bot) fillBottles(ctx context.Context, id string) {
	t := b.link.subscribe(protocol.TopicWish+":"+id, "")
	defer b.link.unsubscribe(t)
	if !b.granted(ctx, t) {
		return
	}
	for !b.gone && ctx.Err() == nil {
		s := look(b.link, t, func(w *check.Wish) protocol.WishSnapshot { return w.State })
		own := 0
		for _, bottle := range s.Bottles {
			if bottle.PlayerID == b.account.Player {
				own++
			}
		}
		if s.Summary.Status != protocol.WishOpen || len(s.Bottles) == int(s.Summary.Bottles) ||
			own == int(s.Summary.Most) {
			break
		}
		if !b.affords(s.Summary.BottleCents * int64(s.Summary.Most)) {
			b.sellAll(ctx)
		}
		b.takeBottles(ctx, id, t, s.Summary, 1+b.rng.IntN(int(s.Summary.Most)-own))
		if !b.over() {
			b.pause(b.thinking())
		}
	}
	if b.gone || !b.awaitEnd(ctx, t, "wish "+id, 0) {
		return
	}
	drawn := look(b.link, t, func(w *check.Wish) *protocol.WishDrawn { return w.State.Drawn })
	if b.findings.Hold(drawn != nil, check.Result, b.account.Name, "wish %s was full and ended without a draw", id) &&
		drawn.Bottle.PlayerID == b.account.Player {
		b.ledger.Enter(0, 1)
	}
	b.settleUp(ctx)
	if drawn != nil && b.rng.Float64() < wishProofShare {
		b.verify(ctx, drawn.ResultID)
	}
}

func (b *bot) takeBottles(ctx context.Context, id string, t *topic, c protocol.WishSummary, count int) {
	body := client.TakeBottles{Bottles: []int32{}, Count: count, Pay: "gems", BottleCents: c.BottleCents}
	if b.rng.Float64() < namedShare {
		free := look(b.link, t, (*check.Wish).Free)
		b.rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		body.Bottles, body.Count = free[:min(len(free), count)], 0
		if len(body.Bottles) == 0 {
			return
		}
	}
	var got client.TakenBottles
	if err := b.do(ctx, "wish.take", client.NewCall(client.PathTake(id), b.key(), body), &got); err != nil {
		// another player was faster, or the own socket slower
		b.unexpected(err, protocol.CodeWishTaken, protocol.CodeWishClosed, protocol.CodeWishCap)
		return
	}
	want := max(len(body.Bottles), body.Count)
	b.findings.Hold(len(got.Bottles) == want && !slices.ContainsFunc(got.Bottles,
		func(w protocol.WishBottle) bool { return w.PlayerID != b.account.Player }),
		check.Answer, b.account.Name, "took %d bottles of wish %s, told %+v", want, id, got.Bottles)
	b.ledger.Enter(-c.BottleCents*int64(len(got.Bottles)), 0)
}
