package sim

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated(luckycard.Kind, 2000, 0, func() workload { return new(luckycards) })

// luckycards are flipped by all clients at once, often the same card; the lobbies of all processes keep the decks
// stocked.
type luckycards struct {
	baseWorkload
	rows   map[store.RoomID]protocol.LuckycardSummary // that clients have seen; they may be old
	turned map[store.RoomID][]int64                   // values, as ops turned them
}

func (*luckycards) rooms() room.Specs { return room.Specs{luckycard.Spec} }

func (*luckycards) plays() plays { return plays{stake: []string{luckycard.KindFlip}} }

func (*luckycards) pays(_ *model, _ *store.OpRecord, cmd any) (gems int64, known bool) {
	c, known := cmd.(luckycard.Flip)
	return -c.PriceCents, known
}

// moves: a card is one of the items of the deck's box, which is any of the catalogue's.
func (*luckycards) moves(_ *model, _ *store.OpRecord, cmd any) (g goods) {
	if _, flip := cmd.(luckycard.Flip); flip {
		g.makes = [][]store.DefID{boxItems[1]}
	}
	return g
}

func (d *luckycards) register(n *node, h room.Deps) {
	d.rooms().Register(n.dir, h)
	n.dir.Post(luckycard.LobbyKind, lobby.ID, directory.Wake{}, nil)
}

// stays: a deck is always open.
func (*luckycards) stays() bool { return true }

// calmed: a lobby with a stock looks for ever; long before that it must have opened every deck.
func (*luckycards) calmed(s *simulation) func() bool {
	end := s.now.Add(calmTime)
	return func() bool { return s.now.After(end) }
}

func (d *luckycards) begin(*simulation) { d.rows = map[store.RoomID]protocol.LuckycardSummary{} }

func (d *luckycards) choose(c *client) *call {
	s := c.sim
	if s.chance(.35) {
		return nil
	}
	rows := d.open(s)
	if len(rows) == 0 {
		return nil
	}
	row := rows[0] // the cheapest to empty
	if s.chance(.3) {
		row = rows[s.rng.IntN(len(rows))]
	}
	flip := luckycard.Flip{Player: c.id, Place: s.rng.IntN(min(int(row.Cards), 12)), PriceCents: d.price(s, row)}
	switch n := s.rng.IntN(100); {
	case n < 4:
		flip.PriceCents--
	case n < 8:
		flip.Place = int(row.Cards)
	}
	return c.call(luckycard.Kind, row.ID, func(k string) any {
		flip.Key = k
		return flip
	})
}

// price is what a client sends as the price of a flip: mostly what it does, else what it did when the room was seen.
func (*luckycards) price(s *simulation, row protocol.LuckycardSummary) int64 {
	if s.chance(.1) {
		return row.PriceCents
	}
	id, err := strconv.ParseInt(row.ID, 10, 64)
	if err != nil {
		s.fail("room %q", row.ID)
	}
	rec, err := s.engine.Room(context.Background(), store.RoomID(id))
	if err == nil {
		row, err = luckycard.SummaryOf(rec)
	}
	if err != nil {
		s.fail("room %s: %v", row.ID, err)
	}
	return row.PriceCents
}

// open lists the rooms that are open, the smallest deck first.
func (d *luckycards) open(s *simulation) []protocol.LuckycardSummary {
	recs, err := s.engine.OpenRooms(context.Background(), luckycard.Kind)
	if err != nil {
		s.fail("open rooms: %v", err)
	}
	var rows []protocol.LuckycardSummary
	for _, rec := range recs {
		row, known := d.rows[rec.ID]
		if !known {
			if row, err = luckycard.SummaryOf(rec); err != nil {
				s.fail("room %d: %v", rec.ID, err)
			}
			d.rows[rec.ID] = row
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b protocol.LuckycardSummary) int { return int(a.Cards - b.Cards) })
	return rows
}

func (*luckycards) answered(k *call, v any) answer {
	m, ok := v.(luckycard.Flipped)
	if !ok {
		return answer{}
	}
	s, c := k.c.sim, k.c
	if items, err := s.engine.ItemsByID(context.Background(), []store.ItemID{m.Item}); err != nil || len(items) != 1 ||
		int32(items[0].Def) != m.Flip.Def {
		s.fail("player %d was told of item %d (def %d), the store has %+v, %v", c.id, m.Item, m.Flip.Def, items, err)
	}
	if !k.settled {
		c.items = append(c.items, m.Item)
	}
	return answer{outcome: fmt.Sprintf("room %s, place %d, card %d, item %d", k.id, m.Flip.Place, m.Flip.Card, m.Item)}
}

// audit: every flip was charged once and gave its card, no card went twice, every proof holds; a deck whose top prize
// went is over and has a successor, and there is exactly one open room of each.
func (d *luckycards) audit(ctx context.Context, s *simulation) {
	flips, decks := map[store.RoomID]int{}, map[string]int{}
	d.turned = map[store.RoomID][]int64{}
	s.journal(ctx, func(op *store.OpRecord) {
		if op.Room == nil {
			return
		}
		if op.Kind == luckycard.KindFlip {
			flips[op.Room.Room]++
			d.checkFlip(ctx, s, op)
		}
		d.checkStock(ctx, s, op, decks)
	})
	recs := append(s.final(ctx, luckycard.Kind, store.RoomSettled), s.final(ctx, luckycard.Kind, store.RoomVoid)...)
	open, err := s.engine.OpenRooms(ctx, luckycard.Kind)
	if err != nil {
		s.fail("open rooms: %v", err)
	}
	stock := map[string]int{}
	for _, rec := range append(recs, open...) {
		row, err := luckycard.SummaryOf(rec)
		if err != nil || int(row.Cards-row.Left) != flips[rec.ID] {
			s.fail("room %d says %+v (%v), %d flips were paid", rec.ID, row, err, flips[rec.ID])
		}
		s.done += flips[rec.ID]
		if !rec.Status.Final() {
			stock[row.Deck]++
		}
		if rec.Status == store.RoomSettled {
			b, _, err := luckycard.Bundle(ctx, s.engine, luckycard.ResultID(rec.ID, -1))
			s.verifies(fmt.Sprint("deck ", rec.ID), b, err)
		}
	}
	for _, deck := range luckycard.Templates() {
		if stock[deck] != 1 {
			s.fail("%d rooms of deck %s are open", stock[deck], deck)
		}
	}
	if len(open) != len(luckycard.Templates()) {
		s.fail("%d rooms are open of %d decks", len(open), len(luckycard.Templates()))
	}
}

// checkStock: there is never a second open room of a deck, not even for a moment.
func (*luckycards) checkStock(ctx context.Context, s *simulation, op *store.OpRecord, open map[string]int) {
	created, over := op.Kind == luckycard.KindCreate, op.Room.Status.Final()
	if !created && !over {
		return
	}
	rec, err := s.engine.Room(ctx, op.Room.Room)
	if err != nil {
		s.fail("room %d: %v", op.Room.Room, err)
		return
	}
	row, err := luckycard.SummaryOf(rec)
	if err != nil {
		s.fail("room %d: %v", rec.ID, err)
	}
	if created {
		open[row.Deck]++
	}
	if over {
		open[row.Deck]--
	}
	if open[row.Deck] > 1 {
		s.fail("op %d opens a second room of deck %s", op.ID, row.Deck)
	}
}

func (d *luckycards) checkFlip(ctx context.Context, s *simulation, op *store.OpRecord) {
	rec, err := s.engine.Room(ctx, op.Room.Room)
	if err != nil {
		s.fail("room %d: %v", op.Room.Room, err)
		return
	}
	_, mine, _, err := luckycard.FlipsOf(rec, op.Player)
	if err != nil {
		s.fail("room %d: %v", rec.ID, err)
		return
	}
	at := slices.IndexFunc(mine, func(f protocol.LuckycardFlip) bool {
		return op.Leaves[0].Key == luckycard.LeafKey(rec.ID, int(f.Place))
	})
	if at < 0 {
		s.fail("op %d flips what room %d does not know", op.ID, rec.ID)
		return
	}
	f := mine[at]
	if len(op.NewItems) != 1 || int32(op.NewItems[0].Def) != f.Def || op.NewItems[0].ValueCents != f.ValueCents ||
		op.NewItems[0].Owner != op.Player {
		s.fail("op %d gave %+v for %+v", op.ID, op.NewItems, f)
	}
	b, _, err := luckycard.Bundle(ctx, s.engine, f.ResultID)
	s.verifies("flip "+f.ResultID, b, err)
	if b == nil {
		return
	}
	deck, err := fairness.ParseLuckycardContext(b.Context.Leaf)
	if err != nil {
		s.fail("op %d: %v", op.ID, err)
	}
	worth := int64(0)
	for _, c := range deck.Cards {
		worth += c.ValueCents
	}
	for _, cents := range d.turned[rec.ID] {
		worth -= cents
	}
	left := int64(len(deck.Cards) - len(d.turned[rec.ID]))
	d.turned[rec.ID] = append(d.turned[rec.ID], f.ValueCents)
	price := (worth*100 + left*92 - 1) / (left * 92) // 92 % of it comes back, whatever was turned
	if err := paid(op, -price); err != nil {
		s.fail("op %d: %v", op.ID, err)
	}
}
