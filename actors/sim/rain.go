package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated(rain.Kind, 2500, 0, func() workload { return new(rains) })

// rains fall by settings that every process reads, and once by an operator's hand, with few packets. Clients click more
// packets than they may have, also those of others, spent ones and invented ones.
type rains struct {
	baseWorkload
	packets map[store.RoomID]map[store.PlayerID][]string // that clients have seen
	got     map[string]claimed                           // by key
	orders  int
}

// claimed is what a client was answered for a claim.
type claimed struct {
	room store.RoomID
	rain.Claimed
	player store.PlayerID
}

func (*rains) rooms() room.Specs { return room.Specs{rain.Spec} }

func (*rains) plays() plays { return plays{give: []string{rain.KindClaim}} }

// pays: a claim is one of several in an op of the room's own, and each who is paid by it has asked for a packet. The
// round's committed list says how much it is (checkRound).
func (*rains) pays(m *model, op *store.OpRecord, _ any) (gems int64, known bool) {
	if op.Kind == rain.KindClaim {
		for _, cmd := range m.sim.sent {
			if c, ok := cmd.(rain.Claim); ok {
				m.in[stakeIn{op.Room.Room, c.Player}] = true
			}
		}
	}
	return 0, false
}

func (d *rains) register(n *node, h room.Deps) {
	if n.sim.calm { // no client starts another one, so that the world falls silent
		n.dir.Register(rain.Spec.Rooms(h))
		return
	}
	d.rooms().Register(n.dir, h)
	n.dir.Post(rain.SchedulerKind, rain.SchedulerID, directory.Wake{}, nil)
}

const rainMS = 10_000

func (d *rains) begin(s *simulation) {
	d.packets, d.got = map[store.RoomID]map[store.PlayerID][]string{}, map[string]claimed{}
	d.orders = 1 + s.rng.IntN(2)
	held := rain.Settings{DurationMS: rainMS, Each: rain.EachRules{Claims: 2 + s.rng.IntN(7),
		CapPPM: 20_000 + s.rng.Int64N(300_000)}}
	var orders rain.Orders
	for i := range d.orders {
		orders.Orders = append(orders.Orders,
			rain.Order{ID: fmt.Sprint(i), AtMS: s.now.Add(s.between(8*time.Second, 40*time.Second)).UnixMilli(),
				PoolCents: 10 + s.rng.Int64N(40)})
	}
	who := settings.Who{Author: "operator", At: s.now}
	err := settings.Change(context.Background(), s.engine, rain.Setting, who, func(rain.Settings) (rain.Settings,
		error) {
		return held, nil
	})
	if err == nil {
		err = settings.Change(context.Background(), s.engine, rain.OrdersSetting, who, func(rain.Orders) (rain.Orders,
			error) {
			return orders, nil
		})
	}
	if err != nil {
		s.fail("settings: %v", err)
	}
	few := rain.Create{Key: "rain:order:few", PoolCents: 5 + s.rng.Int64N(40), Packets: 1 + s.rng.IntN(5),
		DurationMS: rainMS,
		Each:       rain.EachRules{Claims: 1 + s.rng.IntN(4), CapPPM: 1_000_000}}
	s.after(nil, s.between(time.Second, 15*time.Second), "operator", func() { d.order(s, few, 20) })
	for _, c := range s.clients {
		for range 5 + s.rng.IntN(6) {
			s.after(nil, s.between(8*time.Second, 55*time.Second), "client", func() { c.start(d.click(c)) })
		}
	}
}

// order makes a round by hand, again and again until it is made.
func (d *rains) order(s *simulation, c rain.Create, tries int) {
	made := false
	if n := s.nodes[0]; n != nil {
		id, err := s.engine.NewRoomID(context.Background())
		if err != nil {
			s.fail("room id: %v", err)
		}
		n.dir.Post(rain.Kind, room.ID(id), c, func(_ any, err error) { made = err == nil })
	}
	s.after(nil, 2*time.Second, "operator", func() {
		if !made && tries > 0 && !s.calm {
			d.order(s, c, tries-1)
		}
	})
}

func (d *rains) choose(c *client) *call {
	if c.sim.chance(.4) {
		return d.click(c)
	}
	return nil
}

// click looks at a round that falls, or claims in it.
func (d *rains) click(c *client) *call {
	s := c.sim
	open, err := s.engine.OpenRooms(context.Background(), rain.Kind)
	if err != nil {
		s.fail("open rooms: %v", err)
	}
	if len(open) == 0 {
		return nil
	}
	id := open[s.rng.IntN(len(open))].ID
	mine := d.packets[id][c.id]
	if len(mine) == 0 {
		return c.call(rain.Kind, room.ID(id), func(string) any { return rain.View{Viewer: c.id} })
	}
	packet := mine[s.rng.IntN(len(mine))]
	switch n := s.rng.IntN(100); {
	case n < 8:
		other := d.packets[id][s.clients[s.rng.IntN(len(s.clients))].id]
		if len(other) > 0 {
			packet = other[s.rng.IntN(len(other))]
		}
	case n < 12:
		packet = fmt.Sprintf("%d%024x", s.rng.IntN(10), s.rng.Uint64())
	}
	return c.call(rain.Kind, room.ID(id), func(k string) any {
		return rain.Claim{Key: k, Player: c.id,
			Packet: packet}
	})
}

// excused: an activation that looked for a round just before it was made does not know it for a second.
func (*rains) excused(k *call, code protocol.Code) bool {
	_, view := k.msg.(rain.View)
	return view && code == protocol.CodeNotFound
}

func (d *rains) answered(k *call, v any) answer {
	s, c := k.c.sim, k.c
	switch m := v.(type) {
	case rain.Seen:
		if len(m.Packets) > 0 {
			id := roomID(m.Round.ID)
			if d.packets[id] == nil {
				d.packets[id] = map[store.PlayerID][]string{}
			}
			ids := make([]string, len(m.Packets))
			for i, p := range m.Packets {
				ids[i] = p.ID
			}
			if before := d.packets[id][c.id]; before != nil && !slices.Equal(before, ids) {
				s.fail("round %d: packets of player %d were %v and are %v", id, c.id, before, ids)
			}
			d.packets[id][c.id] = ids
		}
		return answer{"seen", true}
	case rain.Claimed:
		id := roomID(k.id)
		if !slices.Contains(d.packets[id][c.id], m.Packet) {
			s.fail("round %d: player %d got packet %s of somebody else", id, c.id, m.Packet)
		}
		d.got[k.key] = claimed{id, m, c.id}
		d.checkPaid(s, d.got[k.key])
		return answer{fmt.Sprintf("packet %s, place %d, %d cents", m.Packet, m.Place, m.ValueCents), true}
	}
	return answer{}
}

func roomID(text string) store.RoomID {
	var id store.RoomID
	_, _ = fmt.Sscan(text, &id)
	return id
}

// checkPaid: what a client was answered for a claim is in the round's record, and its proof holds.
func (d *rains) checkPaid(s *simulation, c claimed) {
	ctx := context.Background()
	b, _, err := rain.Bundle(ctx, s.engine, rain.ResultID(room.ID(c.room), c.Place))
	if !s.verifies(fmt.Sprintf("claim %d of round %d", c.Place, c.room), b, err) {
		return
	}
	if got := b.Rain.Claims[0]; got.Player != int64(c.player) || got.ValueCents != c.ValueCents {
		s.fail("round %d: player %d was told of %d cents at place %d, the record says %+v", c.room, c.player,
			c.ValueCents, c.Place, got)
	}
}

// round is what the journal says of one.
type round struct {
	pool, out int64
	root      bool
	over      bool
	paid      map[store.PlayerID]int64
}

// audit: a round pays what its committed list says, to each player what the claims say, never more than the pool or a
// player's part; the list was committed before the first packet; an order is carried out at most once.
func (d *rains) audit(ctx context.Context, s *simulation) {
	rounds := map[store.RoomID]*round{}
	s.journal(ctx, func(op *store.OpRecord) {
		if op.Room == nil || op.Room.Kind != rain.Kind {
			return
		}
		r := rounds[op.Room.Room]
		if r == nil {
			r = &round{paid: map[store.PlayerID]int64{}}
			rounds[op.Room.Room] = r
		}
		d.replay(s, r, op)
	})
	if len(rounds) > d.orders+1 {
		s.fail("%d rounds of %d orders", len(rounds), d.orders+1)
	}
	for id, r := range rounds {
		d.checkRound(ctx, s, id, r)
	}
	for _, c := range d.got {
		d.checkPaid(s, c)
	}
}

func (d *rains) replay(s *simulation, r *round, op *store.OpRecord) {
	escrow := store.RoomEscrow(op.Room.Room)
	for _, p := range op.Postings {
		switch {
		case op.Kind == rain.KindCreate && p.Debit == store.Bonus && p.Credit == escrow:
			r.pool += p.AmountCents
		case op.Kind == rain.KindClaim && p.Debit == escrow && p.Credit.Class() == store.ClassPlayerGems:
			r.paid[store.PlayerID(p.Credit.Owner())] += p.AmountCents
			r.out += p.AmountCents
			if !r.root || r.over {
				s.fail("op %d pays out of round %d, its list committed %t, over %t", op.ID, op.Room.Room, r.root,
					r.over)
			}
		case op.Kind == rain.KindEnd && p.Debit == escrow && p.Credit == store.Bonus:
			if r.out+p.AmountCents != r.pool {
				s.fail("op %d gives back %d of %d, %d were paid", op.ID, p.AmountCents, r.pool, r.out)
			}
		default:
			s.fail("op %d (%s) moves %d from %d to %d", op.ID, op.Kind, p.AmountCents, p.Debit, p.Credit)
		}
	}
	for _, l := range op.Leaves {
		r.root = r.root || l.Key == fairlog.KeyRoot.Of(fairness.RainScope(int64(op.Room.Room)))
	}
	r.over = r.over || op.Room.Status.Final()
	if r.out > r.pool {
		s.fail("op %d: round %d has paid %d of %d", op.ID, op.Room.Room, r.out, r.pool)
	}
}

func (d *rains) checkRound(ctx context.Context, s *simulation, id store.RoomID, r *round) {
	rec, err := s.engine.Room(ctx, id)
	if err != nil {
		s.fail("round %d: %v", id, err)
		return
	}
	v, err := rain.RoundOf(rec)
	if err != nil || v.PoolCents != r.pool || v.PaidCents != r.out {
		s.fail("round %d says %+v (%v), its ops paid %d of %d", id, v, err, r.out, r.pool)
	}
	if rec.Status != store.RoomSettled {
		if r.out > 0 {
			s.fail("round %d is void and has paid %d", id, r.out)
		}
		return
	}
	b, _, err := rain.Bundle(ctx, s.engine, rain.ResultPrefix+room.ID(id))
	if !s.verifies(fmt.Sprint("round ", id), b, err) {
		return
	}
	owed, claims := map[store.PlayerID]int64{}, map[store.PlayerID]int{}
	for _, c := range b.Rain.Claims {
		owed[store.PlayerID(c.Player)] += c.ValueCents
		claims[store.PlayerID(c.Player)]++
	}
	s.done += len(b.Rain.Claims)
	if len(owed) != len(r.paid) {
		s.fail("round %d owes %v and paid %v", id, owed, r.paid)
	}
	for p := range owed {
		if owed[p] != r.paid[p] || owed[p] > v.CapCents || claims[p] > int(v.ClaimsMax) {
			s.fail("round %d: player %d has %d claims of %d cents, was paid %d; at most %d and %d", id, p, claims[p],
				owed[p], r.paid[p], v.ClaimsMax, v.CapCents)
		}
	}
}
