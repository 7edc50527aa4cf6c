package sim

import (
	"fmt"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/store"
)

// model says what each player must own, from what the clients asked for and from nothing that the code under test says
// about it: prices are the catalogue's of the simulation (itemCents), what a room gives back is what was put in, by
// whom, and a voucher has no value to its holder.
type model struct {
	sim   *simulation
	back  []string // kinds of ops that give stakes back
	items map[store.ItemID]thing
	put   map[stakeIn]int64                         // gems of a player in a room
	held  map[store.RoomID]map[store.ItemID]stakeIn // vouchers in a room, by the player who put them there
}

type thing struct {
	owner store.PlayerID
	def   store.DefID
	cents int64
	bag   bool // it lies in the backpack
}

// itemCents are what the items of seedCatalog are worth.
var itemCents = []int64{5, 20, 20, 150, 900}

func newModel(s *simulation) *model {
	return &model{s, s.workload.plays().back, map[store.ItemID]thing{}, map[stakeIn]int64{},
		map[store.RoomID]map[store.ItemID]stakeIn{}}
}

// feed says what is wrong with an op; "" for nothing.
func (m *model) feed(op *store.OpRecord) string {
	for _, wrong := range []string{m.asked(op), m.room(op)} {
		if wrong != "" {
			return wrong
		}
	}
	for _, mv := range op.Moves {
		t := m.items[mv.Item]
		t.owner, t.bag = mv.To.Owner, mv.To.Status == store.ItemInBackpack
		m.items[mv.Item] = t
	}
	for i, it := range op.NewItems {
		m.items[store.Receipt{Op: op.ID}.ItemID(i)] = thing{it.Owner, it.Def, it.ValueCents, true}
	}
	return ""
}

// asked holds an op to the command that it answers. What a command of the workload is worth, the workload says.
func (m *model) asked(op *store.OpRecord) string {
	cmd, known := m.sim.sent[op.Key]
	if !known || op.Player == 0 {
		return ""
	}
	var gems int64
	switch c := cmd.(type) {
	case player.Open:
		gems = -c.PriceCents * int64(c.Count)
		_, made := limits.WithoutLock(&op.Op)
		if len(made) != c.Count {
			return fmt.Sprintf("gives %d items for %d openings", len(made), c.Count)
		}
		for _, it := range made {
			if it.Owner != op.Player || it.Def < 1 || int(it.Def) > len(itemCents) ||
				it.ValueCents != itemCents[it.Def-1] {
				return fmt.Sprintf("gives %+v", it)
			}
		}
	case player.Sell:
		if wrong := m.takes(op, c.Items); wrong != "" {
			return wrong
		}
		gems = m.worth(c.Items)
	case player.SellAll:
		moves, _ := limits.WithoutLock(&op.Op) // another process may have given more since the backpack was read
		for _, mv := range moves {
			t := m.items[mv.Item]
			if t.owner != op.Player || !t.bag || t.def.Voucher() || t.def == limits.Lock {
				return fmt.Sprintf("sells %d, which is %+v", mv.Item, t)
			}
			gems += t.cents
		}
	case player.Rotate:
	default:
		if gems, known = m.sim.workload.pays(m, op, cmd); !known {
			return fmt.Sprintf("answers %T, whose price no workload says", cmd)
		}
	}
	if got := m.gems(op, op.Player); got != gems {
		return fmt.Sprintf("moves the player's gems by %d, %T is worth %d", got, cmd, gems)
	}
	return ""
}

func (m *model) gems(op *store.OpRecord, who store.PlayerID) (cents int64) {
	for _, p := range op.Postings {
		if p.Credit == store.PlayerGems(who) {
			cents += p.AmountCents
		}
		if p.Debit == store.PlayerGems(who) {
			cents -= p.AmountCents
		}
	}
	return cents
}

func (m *model) worth(items []store.ItemID) (cents int64) {
	for _, id := range items {
		cents += m.items[id].cents
	}
	return cents
}

// takes: the op takes exactly these of its player.
func (m *model) takes(op *store.OpRecord, want []store.ItemID) string {
	moves, _ := limits.WithoutLock(&op.Op)
	got := make([]store.ItemID, 0, len(moves))
	for _, mv := range moves {
		got = append(got, mv.Item)
	}
	slices.Sort(got)
	if !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		return fmt.Sprintf("sells %v of %v", got, want)
	}
	return ""
}

// room: whatever goes out of a room without a result goes to the player it came from, and all of it.
func (m *model) room(op *store.OpRecord) string {
	if op.Room == nil {
		return ""
	}
	id := op.Room.Room
	void := op.Room.Status == store.RoomVoid
	back := void || slices.Contains(m.back, op.Kind)
	got := map[store.PlayerID]int64{}
	spec, known := m.sim.workload.rooms().Of(op.Room.Kind)
	for _, p := range op.Postings {
		if known && p.Debit.Class() == store.ClassPlayerGems && (p.Credit == store.RoomEscrow(id)) == spec.AtOnce {
			return fmt.Sprintf("takes gems of a player, in escrow or not, against AtOnce = %t of its Spec", spec.AtOnce)
		}
		switch {
		case p.Credit == store.RoomEscrow(id) && p.Debit.Class() == store.ClassPlayerGems:
			m.put[stakeIn{id, store.PlayerID(p.Debit.Owner())}] += p.AmountCents
		case back && p.Credit.Class() == store.ClassPlayerGems:
			got[store.PlayerID(p.Credit.Owner())] += p.AmountCents
		case p.Debit == store.RoomEscrow(id) && p.Credit.Class() == store.ClassPlayerGems && op.Player != 0:
			m.put[stakeIn{id, store.PlayerID(p.Credit.Owner())}] -= p.AmountCents // a smaller prize of a host
		}
	}
	if wrong := m.vouchers(op, back); wrong != "" {
		return wrong
	}
	if !back {
		return ""
	}
	for at, cents := range m.put {
		if at.room != id || !void && at.who != op.Player {
			continue
		}
		if got[at.who] != cents {
			return fmt.Sprintf("gives %d cents back to player %d, who put in %d", got[at.who], at.who, cents)
		}
		delete(m.put, at)
		delete(got, at.who)
	}
	for who, cents := range got {
		return fmt.Sprintf("gives %d cents to player %d, who put in none", cents, who)
	}
	return ""
}

// vouchers: they come back to their owners, unused, when their room gives back.
func (m *model) vouchers(op *store.OpRecord, back bool) string {
	id := op.Room.Room
	held := m.held[id]
	if held == nil {
		held = map[store.ItemID]stakeIn{}
		m.held[id] = held
	}
	for _, mv := range op.Moves {
		if def := m.items[mv.Item].def; !def.Voucher() || def == limits.Lock {
			continue
		}
		if mv.To.Owner == store.RoomHolder(id) {
			held[mv.Item] = stakeIn{id, mv.From.Owner}
			continue
		}
		was, there := held[mv.Item]
		if !there || was.who != mv.To.Owner || back && mv.To.Status != store.ItemInBackpack ||
			!back && mv.To.Status == store.ItemInBackpack {
			return fmt.Sprintf("gives voucher %d to player %d as %d, it was player %d's", mv.Item, mv.To.Owner,
				mv.To.Status, was.who)
		}
		delete(held, mv.Item)
	}
	for item, was := range held {
		if op.Room.Status.Final() || back && was.who == op.Player {
			return fmt.Sprintf("keeps voucher %d of player %d", item, was.who)
		}
	}
	return ""
}
