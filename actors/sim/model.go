package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/store"
)

// model says what each player must own, from what the clients asked for: prices and worths are the catalogue's of the
// simulation (itemCents), what may come out of a box is its own (boxItems), what a room gives back is what was put in,
// by whom, and a voucher has no value to its holder. What no command asked for moves nothing of a player, but for a
// room's own ops, which give to players who came into it by a command of theirs, and what the workload names.
//
// Of the op under test it takes what chance decides, which the proofs of checkProofs and of the workloads hold: which
// of the items that may come did, whether an upgrade won and which player of a room; of a sale of everything, what lay
// in the backpack; and how many gems a room that is over gives, which is a workload's to say by its proof. Vouchers
// and balances that the simulation itself gives (kinds that begin with "test.") are what these ops say.
type model struct {
	sim    *simulation
	back   []string // kinds of ops that give stakes back
	items  map[store.ItemID]thing
	put    map[stakeIn]map[store.AccountID]int64   // balances of a player in a room
	held   map[store.RoomID]map[store.ItemID]thing // items in a room, as they were in the backpack
	in     map[stakeIn]bool                        // players in a room, by their commands
	opened map[store.RoomID]any                    // the command that a room was opened by, or changed by last
	owed   map[store.PlayerID]int64                // gems of orders whose money went back
	spent  map[store.PlayerID]int64                // gems that commands took
	boxes  map[store.PlayerID]int64                // of them, for boxes
	bought map[store.PlayerID]int64                // gems of orders that were paid
	// orders that were credited, and what commission they brought
	credited map[store.OpID]bool
	shared   map[store.OpID]int64
	signed   map[store.PlayerID][]string // days of sign-ins
}

type thing struct {
	owner store.PlayerID
	def   store.DefID
	cents int64
	bag   bool // it lies in the backpack
}

// goods are what an op moves of a player's besides gems, below 0 for what it takes.
type goods struct {
	wishCards, realCents, fragments, tokens int64
	vouchers                                int             // that are made behind the items
	takes, back                             []store.ItemID  // out of the backpack, and out of a room into it
	makes                                   [][]store.DefID // one item of each, in this order; with a 0: or none
}

// itemCents are what the items of seedCatalog are worth.
var itemCents = []int64{5, 20, 20, 150, 900}

// boxItems are what comes out of the boxes of seedCatalog.
var boxItems = map[store.BoxID][]store.DefID{1: {1, 2, 3, 4, 5}, 2: {2, 3}}

// worthOf is what an item of a definition is worth; nothing but items of the catalogue is worth anything.
func worthOf(def store.DefID) int64 {
	if def < 1 || int(def) > len(itemCents) {
		return 0
	}
	return itemCents[def-1]
}

func newModel(s *simulation) *model {
	return &model{s, s.workload.plays().back, map[store.ItemID]thing{}, map[stakeIn]map[store.AccountID]int64{},
		map[store.RoomID]map[store.ItemID]thing{}, map[stakeIn]bool{}, map[store.RoomID]any{},
		map[store.PlayerID]int64{}, map[store.PlayerID]int64{}, map[store.PlayerID]int64{},
		map[store.PlayerID]int64{}, map[store.OpID]bool{}, map[store.OpID]int64{}, map[store.PlayerID][]string{}}
}

// given reports whether the simulation itself made an op, which is believed.
func given(op *store.OpRecord) bool {
	return op.Kind == kindWelcome || strings.HasPrefix(op.Kind, "test.")
}

// feed says what is wrong with an op; "" for nothing.
func (m *model) feed(op *store.OpRecord) string {
	if !given(op) {
		for _, wrong := range []string{m.asked(op), m.room(op)} {
			if wrong != "" {
				return wrong
			}
		}
	}
	for _, mv := range op.Moves {
		t := m.items[mv.Item]
		t.owner, t.bag = mv.To.Owner, mv.To.Status == store.ItemInBackpack
		m.items[mv.Item] = t
	}
	for i, it := range op.NewItems {
		if it.ValueCents != worthOf(it.Def) {
			return fmt.Sprintf("makes %+v, which is worth %d", it, worthOf(it.Def))
		}
		m.items[store.Receipt{Op: op.ID}.ItemID(i)] = thing{it.Owner, it.Def, worthOf(it.Def), true}
	}
	return ""
}

// asked holds an op to the command that it answers, or to none. What a command of the workload is worth, the workload
// says.
func (m *model) asked(op *store.OpRecord) string {
	cmd, known := m.sim.sent[op.Key]
	gems, moved := int64(0), goods{}
	switch c := cmd.(type) {
	case player.Open:
		gems = -c.PriceCents * int64(c.Count)
		m.boxes[op.Player] -= gems
		for range c.Count {
			moved.makes = append(moved.makes, boxItems[c.Box])
		}
	case player.Sell:
		gems, moved.takes = m.worth(c.Items), c.Items
	case player.SellAll:
		moves, _ := limits.WithoutLock(&op.Op) // another process may have given more since the backpack was read
		for _, mv := range moves {
			if t := m.items[mv.Item]; t.def.Voucher() {
				return fmt.Sprintf("sells voucher %d", mv.Item)
			}
			moved.takes = append(moved.takes, mv.Item)
		}
		gems = m.worth(moved.takes)
	case player.Rotate:
	default:
		var priced bool
		gems, priced = m.sim.workload.pays(m, op, cmd)
		if moved = m.sim.workload.moves(m, op, cmd); known && !priced && op.Player != 0 {
			return fmt.Sprintf("answers %T, whose price no workload says", cmd)
		}
	}
	m.spent[op.Player] += max(0, -gems)
	if op.Room != nil && known {
		m.comes(op, cmd)
	}
	if op.Room != nil && op.Player == 0 {
		return m.ownOf(op, moved)
	}
	void := op.Room != nil && op.Room.Status == store.RoomVoid // what others get then, the room's stakes say
	if void {
		moved.back = slices.Collect(maps.Keys(m.held[op.Room.Room]))
	}
	want := map[store.AccountID]int64{store.PlayerGems(op.Player): gems,
		store.PlayerWishCards(op.Player): moved.wishCards, store.PlayerReal(op.Player): moved.realCents,
		store.PlayerFragments(op.Player): moved.fragments, store.PlayerTokens(op.Player): moved.tokens}
	got := map[store.AccountID]int64{}
	for account := range want {
		got[account] = 0
	}
	for _, d := range op.Deltas() {
		if d.Account.OfPlayer() && (!void || d.Account.Owner() == int64(op.Player)) {
			got[d.Account] += d.Cents
		}
	}
	for _, account := range slices.Sorted(maps.Keys(got)) {
		if got[account] != want[account] {
			return fmt.Sprintf("moves %d %s of player %d, %T is worth %d", got[account], account.Currency(),
				account.Owner(), cmd, want[account])
		}
	}
	if wrong := m.made(op, moved); wrong != "" {
		return wrong
	}
	for _, it := range op.NewItems {
		if it.Owner != op.Player {
			return fmt.Sprintf("makes %+v for another player", it)
		}
	}
	return m.taken(op, moved)
}

// comes notes who is in a room, and by which command it stands.
func (m *model) comes(op *store.OpRecord, cmd any) {
	if m.opened[op.Room.Room] == nil || op.Room.FromStatus == op.Room.Status && m.sim.workload.changes(cmd) {
		m.opened[op.Room.Room] = cmd
	}
	m.in[stakeIn{op.Room.Room, op.Player}] = !slices.Contains(m.back, op.Kind)
}

// ownOf holds a room's own op: it takes nothing of a player, and gives to those who are in the room.
func (m *model) ownOf(op *store.OpRecord, moved goods) string {
	id := op.Room.Room
	for _, d := range op.Deltas() {
		if who := store.PlayerID(d.Account.Owner()); d.Account.OfPlayer() && (d.Cents < 0 || !m.in[stakeIn{id, who}]) {
			return fmt.Sprintf("moves %s of player %d by %d", d.Account.Currency(), who, d.Cents)
		}
	}
	for _, it := range op.NewItems {
		if !m.in[stakeIn{id, it.Owner}] {
			return fmt.Sprintf("makes %+v for a player who is not in the room", it)
		}
	}
	return m.made(op, moved)
}

// made: the op makes one item of each list, and so many vouchers.
func (m *model) made(op *store.OpRecord, want goods) string {
	_, made := limits.WithoutLock(&op.Op)
	for _, of := range want.makes {
		switch {
		case len(made) > 0 && slices.Contains(of, made[0].Def):
			made = made[1:]
		case !slices.Contains(of, 0):
			return fmt.Sprintf("does not make one of %d", of)
		}
	}
	for range want.vouchers {
		if len(made) == 0 || !made[0].Def.Voucher() || made[0].Def == limits.Lock {
			return fmt.Sprintf("makes %+v in place of %d vouchers", made, want.vouchers)
		}
		made = made[1:]
	}
	if len(made) > 0 {
		return fmt.Sprintf("makes %+v, which nobody asked for", made)
	}
	return ""
}

// taken: the op takes exactly these of its player, and gives exactly those back.
func (m *model) taken(op *store.OpRecord, want goods) string {
	moves, _ := limits.WithoutLock(&op.Op)
	var takes, back []store.ItemID
	for _, mv := range moves {
		t := m.items[mv.Item]
		switch {
		case t.owner == op.Player && t.bag && t.def != limits.Lock:
			takes = append(takes, mv.Item)
		case op.Room != nil && t.owner == store.RoomHolder(op.Room.Room):
			back = append(back, mv.Item)
		default:
			return fmt.Sprintf("moves item %d, which is %+v", mv.Item, t)
		}
	}
	for _, c := range []struct {
		what      string
		got, want []store.ItemID
	}{{"takes", takes, want.takes}, {"gives back", back, want.back}} {
		slices.Sort(c.got)
		if !slices.Equal(c.got, slices.Sorted(slices.Values(c.want))) {
			return fmt.Sprintf("%s items %v of %v", c.what, c.got, c.want)
		}
	}
	return ""
}

// of are the items that a player has in a room.
func (m *model) of(id store.RoomID, who store.PlayerID) (list []store.ItemID) {
	for item, t := range m.held[id] {
		if t.owner == who {
			list = append(list, item)
		}
	}
	return list
}

// gemsIn are the gems that a player has in a room.
func (m *model) gemsIn(id store.RoomID, who store.PlayerID) int64 {
	return m.put[stakeIn{id, who}][store.PlayerGems(who)]
}

// gems are what an op moves of a player's.
func (m *model) gems(op *store.OpRecord, who store.PlayerID) (cents int64) {
	for _, d := range op.Deltas() {
		if d.Account == store.PlayerGems(who) {
			cents += d.Cents
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

// room: whatever goes out of a room without a result goes to the player it came from, and all of it.
func (m *model) room(op *store.OpRecord) string {
	if op.Room == nil {
		return ""
	}
	id := op.Room.Room
	void := op.Room.Status == store.RoomVoid
	back := void || slices.Contains(m.back, op.Kind)
	escrow := func(a store.AccountID) bool { // R$ of a withdrawal is the house's while it is one
		return a == store.RoomEscrow(id) || a == store.RoomWishCards(id) || a == store.HouseReal
	}
	got := map[store.AccountID]int64{}
	spec, known := m.sim.workload.rooms().Of(op.Room.Kind)
	for _, p := range op.Postings {
		if known && p.Debit.Class() == store.ClassPlayerGems && escrow(p.Credit) == spec.AtOnce {
			return fmt.Sprintf("takes gems of a player, in escrow or not, against AtOnce = %t of its Spec", spec.AtOnce)
		}
		switch {
		case escrow(p.Credit) && p.Debit.OfPlayer():
			m.putIn(id, p.Debit, p.AmountCents)
		case back && p.Credit.OfPlayer():
			got[p.Credit] += p.AmountCents
		case escrow(p.Debit) && p.Credit.OfPlayer() && op.Player != 0:
			m.putIn(id, p.Credit, -p.AmountCents) // a smaller prize of a host
		}
	}
	if wrong := m.things(op, back); wrong != "" || !back {
		return wrong
	}
	for at, balances := range m.put {
		if at.room != id || !void && at.who != op.Player {
			continue
		}
		for account, cents := range balances {
			if got[account] != cents {
				return fmt.Sprintf("gives %d %s back to player %d, who put in %d", got[account], account.Currency(),
					at.who, cents)
			}
			delete(got, account)
		}
		delete(m.put, at)
	}
	for account, cents := range got {
		return fmt.Sprintf("gives %d %s to player %d, who put in none", cents, account.Currency(), account.Owner())
	}
	return ""
}

func (m *model) putIn(id store.RoomID, account store.AccountID, cents int64) {
	at := stakeIn{id, store.PlayerID(account.Owner())}
	if m.put[at] == nil {
		m.put[at] = map[store.AccountID]int64{}
	}
	m.put[at][account] += cents
}

// things: items come back to their owners when their room gives back. From a room with a result a voucher comes back
// used, and another item goes to a player of the room.
func (m *model) things(op *store.OpRecord, back bool) string {
	id := op.Room.Room
	if m.held[id] == nil {
		m.held[id] = map[store.ItemID]thing{}
	}
	held := m.held[id]
	for _, mv := range op.Moves {
		t := m.items[mv.Item]
		if t.def == limits.Lock {
			continue
		}
		if mv.To.Owner == store.RoomHolder(id) {
			held[mv.Item] = t
			continue
		}
		was, there := held[mv.Item]
		over, bag := op.Room.Status == store.RoomSettled, mv.To.Status == store.ItemInBackpack
		won := over && !was.def.Voucher() && m.in[stakeIn{id, mv.To.Owner}]
		if !there || was.owner != mv.To.Owner && !won || bag == (over && was.def.Voucher()) {
			return fmt.Sprintf("gives item %d to player %d as %d, it was player %d's", mv.Item, mv.To.Owner,
				mv.To.Status, was.owner)
		}
		delete(held, mv.Item)
	}
	for item, was := range held {
		if op.Room.Status.Final() || back && was.owner == op.Player {
			return fmt.Sprintf("keeps item %d of player %d", item, was.owner)
		}
	}
	return ""
}
