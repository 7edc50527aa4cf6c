package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated(battle.Kind, 250, 250, func() workload { return new(battles) })

// battles are of all sizes and modes, with bots where players do not come.
type battles struct {
	baseWorkload
	ids      []store.RoomID                    // known to the clients
	vouchers map[store.PlayerID][]store.ItemID // that each client began with, used or not
}

// begin gives each client vouchers that pay an entry.
func (d *battles) begin(s *simulation) {
	d.vouchers = map[store.PlayerID][]store.ItemID{}
	s.inline = true
	defer func() { s.inline = false }()
	for _, c := range s.clients {
		op := &store.Op{Player: c.id, Key: "entries", Kind: "test.cards", At: s.now}
		err := prize.Setting.Cached(nil).Give(op, c.id, prize.Prize{Kind: prize.Competition, Num: 2})
		var rec store.Receipt
		if err == nil {
			rec, err = s.engine.Commit(context.Background(), op)
		}
		if err != nil {
			s.fail("vouchers: %v", err)
			return
		}
		for i := range op.NewItems {
			d.vouchers[c.id] = append(d.vouchers[c.id], rec.ItemID(i))
		}
	}
}

// voucher is one that the client may pay with, or 0.
func (d *battles) voucher(c *client) store.ItemID {
	list := d.vouchers[c.id]
	if len(list) == 0 || !c.sim.chance(.4) {
		return 0
	}
	return list[c.sim.rng.IntN(len(list))]
}

func (*battles) rooms() room.Specs { return room.Specs{battle.Spec} }

func (*battles) plays() plays {
	return plays{stake: []string{battle.KindCreate, battle.KindJoin}, back: []string{battle.KindLeave, battle.KindVoid}}
}

func (*battles) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	switch c := cmd.(type) {
	case battle.Create:
		return -entry(c.PriceCents, c.Voucher), true
	case battle.Join:
		return -entry(c.PriceCents, c.Voucher), true
	case battle.Leave:
		return m.gemsIn(op.Room.Room, c.Player), true
	case battle.AddBots:
		return 0, true
	}
	return 0, false
}

// moves: a voucher goes in and comes back, and the player who wins gets what each seat drew of each box, or nothing
// where several share or a bot wins.
func (*battles) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	switch c := cmd.(type) {
	case battle.Create:
		g.takes = vouchersOf(c.Voucher)
	case battle.Join:
		g.takes = vouchersOf(c.Voucher)
	case battle.Leave:
		g.back = m.of(op.Room.Room, c.Player)
	case nil:
		if op.Kind != battle.KindSettle || len(op.NewItems) == 0 {
			return g
		}
		by, _ := m.opened[op.Room.Room].(battle.Create)
		for _, box := range by.Setup.Boxes {
			for range by.Setup.Seats {
				g.makes = append(g.makes, boxItems[box])
			}
		}
	}
	return g
}

func vouchersOf(id store.ItemID) []store.ItemID {
	if id == 0 {
		return nil
	}
	return []store.ItemID{id}
}

// entry is what a player pays of an entry: a voucher of the simulation is worth more than any.
func entry(cents int64, voucher store.ItemID) int64 {
	if voucher != 0 {
		return 0
	}
	return cents
}

func (d *battles) register(n *node, h room.Deps) { d.rooms().Register(n.dir, h) }

func (d *battles) choose(c *client) *call {
	s := c.sim
	switch n := s.rng.IntN(100); {
	case n < 50:
		return nil
	case n < 60 || len(d.ids) == 0:
		return d.create(c)
	}
	id := d.ids[max(0, len(d.ids)-1-s.rng.IntN(2))]
	in := func(msg func(string) any) *call { return c.call(battle.Kind, room.ID(id), msg) }
	switch n := s.rng.IntN(100); {
	case n < 74:
		entry, voucher := d.entry(s, id), d.voucher(c)
		return in(func(k string) any {
			return battle.Join{Key: k, Player: c.id, Seat: -1 + s.rng.IntN(2)*s.rng.IntN(3), PriceCents: entry,
				Voucher: voucher}
		})
	case n < 90:
		return in(func(k string) any { return battle.Leave{Key: k, Player: c.id} })
	default:
		return d.bots(c, id)
	}
}

func (*battles) bots(c *client, id store.RoomID) *call {
	return c.call(battle.Kind, room.ID(id), func(k string) any {
		return battle.AddBots{Key: k, Player: c.id,
			Seat: -1}
	})
}

func (d *battles) create(c *client) *call {
	s := c.sim
	setup := battle.Setup{Seats: 2 + s.rng.IntN(2), Mode: []string{protocol.ModeNormal, protocol.ModeInverse,
		protocol.ModeTerminal, protocol.ModeShare, protocol.ModeTeams}[s.rng.IntN(5)]}
	if setup.Mode == protocol.ModeTeams {
		setup.Seats = 4
	}
	var price int64
	for range 1 + s.rng.IntN(2) {
		box := store.BoxID(1 + s.rng.IntN(2))
		setup.Boxes = append(setup.Boxes, box)
		price += 40 * int64(box)
	}
	voucher := d.voucher(c)
	return c.call(battle.Kind, "", func(k string) any {
		return battle.Create{Key: k, Host: c.id, Setup: setup, PriceCents: price, Voucher: voucher}
	})
}

func (*battles) entry(s *simulation, id store.RoomID) int64 {
	rec, err := s.engine.Room(context.Background(), id)
	if err != nil {
		return 1
	}
	summary, err := battle.SummaryOf(rec)
	if err != nil {
		return 1
	}
	return summary.EntryCents
}

func (d *battles) answered(k *call, v any) answer {
	s, c := k.c.sim, k.c
	switch m := v.(type) {
	case battle.Created:
		if !slices.Contains(d.ids, m.ID) {
			d.ids = append(d.ids, m.ID)
			if s.chance(.6) { // this host asks for bots when the time has come
				s.after(nil, battle.BotsAfter+s.between(0, 5*time.Second), "client",
					func() { c.start(d.bots(c, m.ID)) })
			}
		}
		return answer{outcome: fmt.Sprintf("battle %d", m.ID)}
	case protocol.BattleSnapshot:
		return answer{outcome: "battle " + m.Summary.ID}
	}
	return answer{}
}

// audit: every battle verifies, and its prizes follow from the proof.
func (d *battles) audit(ctx context.Context, s *simulation) {
	for _, rec := range s.final(ctx, battle.Kind, store.RoomSettled) {
		s.done++
		s.checkBattle(ctx, rec)
	}
}

func (s *simulation) checkBattle(ctx context.Context, rec store.Room) {
	bundle, err := battle.BundleOf(rec, s.catalog.ItemName)
	if !s.verifies(fmt.Sprint("room ", rec.ID), bundle, err) {
		return
	}
	op, err := s.settlement(ctx, rec)
	if err != nil {
		s.fail("settlement of room %d: %v", rec.ID, err)
		return
	}
	summary, _ := battle.SummaryOf(rec)
	s.checkPrizes(rec, op, bundle, len(summary.Seats), func(seat int) (string, bool) {
		return summary.Seats[seat].PlayerID,
			summary.Seats[seat].Bot
	})
}

// checkPrizes recomputes from the verified bundle who must have got what.
func (s *simulation) checkPrizes(rec store.Room, op store.OpRecord, bundle *fairness.Bundle, seats int,
	who func(int) (string, bool)) {
	p := bundle.Battle
	var pot int64
	for _, total := range p.Totals {
		pot += total
	}
	paid := map[string]int64{}
	for _, posting := range op.Postings {
		if posting.Credit.Class() == store.ClassPlayerGems {
			paid[fmt.Sprint(posting.Credit.Owner())] += posting.AmountCents
		}
	}
	for seat := range seats {
		id, bot := who(seat)
		won := false
		for _, w := range p.Winners {
			won = won || w == seat
		}
		want, items := int64(1), 0
		if won && len(p.Winners) > 1 {
			want = pot / int64(len(p.Winners))
		} else if won {
			want, items = 0, len(bundle.Results)
		}
		if bot {
			want, items = 0, 0
		}
		got := 0
		for _, it := range op.NewItems {
			if fmt.Sprint(it.Owner) == id {
				got++
			}
		}
		if paid[id] != want || got != items {
			s.fail("room %d seat %d (bot %t, won %t): %d cents and %d items, want %d and %d", rec.ID, seat, bot, won,
				paid[id], got, want, items)
		}
	}
}
