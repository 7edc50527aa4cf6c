package sim

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated(roll.Kind, 250, 250, func() workload { return new(rolls) })

// rolls are giveaways among the clients: every client is a streamer.
type rolls struct {
	baseWorkload
	ids   []store.RoomID
	house *client // gives official rolls
}

// begin lets the house give rolls of several prizes in gems, and of items that it makes.
func (d *rolls) begin(s *simulation) {
	d.house = &client{sim: s}
	for range 1 + s.rng.IntN(2) {
		s.after(nil, s.between(time.Second, 20*time.Second), "house", func() {
			setup := roll.Setup{Name: "official", JoinType: protocol.RollJoinOpen,
				OpenAtMS: s.now.Add(s.between(25*time.Second, 50*time.Second)).UnixMilli(),
				House:    []roll.HousePrize{{Def: 4, ValueCents: itemCents[3]}}}
			for range 2 + s.rng.IntN(2) {
				setup.GemsCents = append(setup.GemsCents, 1+s.rng.Int64N(60))
			}
			d.house.start(d.house.call(roll.Kind, "", func(k string) any {
				return roll.Create{Key: k, Setup: setup, Publish: true}
			}))
		})
	}
}

func (*rolls) rooms() room.Specs { return room.Specs{roll.Spec} }

func (*rolls) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	switch c := cmd.(type) {
	case roll.Create:
		return -prizeCents(c.Setup), true
	case roll.Edit:
		return m.gemsIn(op.Room.Room, c.Host) - prizeCents(c.Setup), true
	case roll.Cancel:
		return m.gemsIn(op.Room.Room, c.Host), true
	case roll.Publish, roll.Join, roll.MakePasswords:
		return 0, true
	}
	return 0, false
}

// moves: items go in with the setup, come back when another takes its place, and an official roll makes its own.
func (*rolls) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	switch c := cmd.(type) {
	case roll.Create:
		g.takes = c.Setup.Items
	case roll.Edit:
		had := m.of(op.Room.Room, c.Host)
		g.takes, g.back = without(c.Setup.Items, had), without(had, c.Setup.Items)
	case nil:
		if op.Kind == roll.KindSettle {
			for _, p := range setupOf(m.opened[op.Room.Room]).House {
				g.makes = append(g.makes, []store.DefID{p.Def, 0})
			}
		}
	}
	return g
}

func (*rolls) changes(cmd any) bool {
	_, edit := cmd.(roll.Edit)
	return edit
}

// setupOf is the setup by which a roll stands.
func setupOf(cmd any) roll.Setup {
	if e, edit := cmd.(roll.Edit); edit {
		return e.Setup
	}
	c, _ := cmd.(roll.Create)
	return c.Setup
}

func without(list, others []store.ItemID) []store.ItemID {
	return slices.DeleteFunc(slices.Clone(list), func(id store.ItemID) bool { return slices.Contains(others, id) })
}

// prizeCents are the gems that a host gives.
func prizeCents(set roll.Setup) (sum int64) {
	for _, cents := range set.GemsCents {
		sum += cents
	}
	return sum
}

func (d *rolls) register(n *node, h room.Deps) {
	d.rooms().Register(n.dir, h)
	n.dir.Register(progress.Register(progress.Ports{Store: n.sim.engine, Kinds: kinds.All, Catalog: n.sim.catalog}))
}

func (d *rolls) choose(c *client) *call {
	s := c.sim
	n := s.rng.IntN(100)
	if n < 30 {
		return nil // open, sell, rotate: the prizes come from somewhere
	}
	if n < 50 || len(d.ids) == 0 {
		return c.call(roll.Kind, "", func(k string) any {
			return roll.Create{Key: k, Host: c.id, Setup: d.setup(c), Publish: s.chance(.5)}
		})
	}
	id := d.ids[max(0, len(d.ids)-1-s.rng.IntN(3))]
	in := func(msg func(string) any) *call { return c.call(roll.Kind, room.ID(id), msg) }
	switch n := s.rng.IntN(100); {
	case n < 62:
		sharer := s.clients[s.rng.IntN(len(s.clients))].id
		return in(func(k string) any { return roll.Join{Key: k, Player: c.id, Sharer: sharer, Password: "1234"} })
	case n < 78:
		return in(func(k string) any { return roll.Publish{Key: k, Host: c.id} })
	case n < 88:
		return in(func(k string) any { return roll.Edit{Key: k, Host: c.id, Setup: d.setup(c)} })
	case n < 94:
		return in(func(k string) any { return roll.MakePasswords{Key: k, Host: c.id, Count: 2} })
	default:
		return in(func(k string) any { return roll.Cancel{Key: k, Host: c.id} })
	}
}

func (d *rolls) setup(c *client) roll.Setup {
	s := c.sim
	setup := roll.Setup{Name: "of the house", JoinType: protocol.RollJoinOpen,
		OpenAtMS: s.now.Add(s.between(25*time.Second, 70*time.Second)).UnixMilli()}
	switch s.rng.IntN(6) {
	case 0:
		setup.JoinType, setup.Password = protocol.RollJoinPassword, "1234"
	case 1:
		setup.JoinType = protocol.RollJoinOncePassword
	case 2:
		setup.Tasks = []protocol.RollTask{{Kind: protocol.TaskClassicOpens, Target: 1}}
	}
	for range s.rng.IntN(3) {
		setup.GemsCents = append(setup.GemsCents, 1+s.rng.Int64N(60))
	}
	if n := len(c.items); n > 0 {
		setup.Items = slices.Clone(c.items[:s.rng.IntN(min(n, 3)+1)])
	}
	if len(setup.Items)+len(setup.GemsCents) == 0 {
		setup.GemsCents = []int64{5}
	}
	return setup
}

func (d *rolls) answered(_ *call, v any) answer {
	switch m := v.(type) {
	case roll.Created:
		if !slices.Contains(d.ids, m.ID) {
			d.ids = append(d.ids, m.ID)
		}
		return answer{outcome: fmt.Sprintf("roll %d", m.ID)}
	case protocol.RollSnapshot:
		return answer{outcome: "roll " + m.Summary.ID}
	case roll.Passwords:
		return answer{outcome: "passwords"}
	}
	return answer{}
}

// audit: no item is left in a room that is over, every draw verifies, and what it says is what was moved.
func (d *rolls) audit(ctx context.Context, s *simulation) {
	snap, err := s.engine.Snapshot(ctx)
	if err != nil {
		s.fail("snapshot: %v", err)
		return
	}
	defer snap.Close()
	err = snap.Items(ctx, nil, func(it store.Item) error {
		if it.Owner < 0 {
			s.fail("item %d is still held by room %d", it.ID, -it.Owner)
		}
		return nil
	})
	if err != nil {
		s.fail("items: %v", err)
	}
	for _, rec := range s.final(ctx, roll.Kind, store.RoomSettled) {
		s.done++
		d.checkDraw(ctx, s, rec)
	}
}

func (d *rolls) checkDraw(ctx context.Context, s *simulation, rec store.Room) {
	bundle, err := roll.BundleOf(rec)
	if !s.verifies(fmt.Sprint("room ", rec.ID), bundle, err) {
		return
	}
	c, err := fairness.ParseRollContext(bundle.Context.Leaf)
	if err != nil {
		s.fail("roster of room %d: %v", rec.ID, err)
		return
	}
	op, err := s.settlement(ctx, rec)
	if err != nil {
		s.fail("settlement of room %d: %v", rec.ID, err)
		return
	}
	winner := map[int64]int64{} // prize → player
	seen := map[int64]bool{}
	for _, w := range bundle.Roll.Winners {
		if seen[w.Player] {
			s.fail("room %d: player %d wins twice", rec.ID, w.Player)
		}
		winner[w.Prize], seen[w.Player] = w.Player, true
	}
	if want := min(len(c.Prizes), len(c.Entrants)); len(winner) != want {
		s.fail("room %d: %d winners of %d prizes and %d entrants", rec.ID, len(winner), len(c.Prizes), len(c.Entrants))
	}
	items := map[string]int64{}
	for _, m := range op.Moves {
		items[fmt.Sprint(m.Item)] = int64(m.To.Owner)
	}
	made := map[store.NewItem]int{}
	for _, it := range op.NewItems {
		made[it]++
	}
	summary, _, _ := roll.SummaryOf(rec)
	paid := map[string]int64{}
	for _, p := range op.Postings {
		paid[player.ID(store.PlayerID(p.Credit.Owner()))] += p.AmountCents
	}
	for _, p := range c.Prizes {
		to := cmp.Or(summary.HostID, "0") // the house
		if w := winner[p.ID]; w != 0 {
			to = fmt.Sprint(w)
		}
		switch {
		case p.Item != "0" && fmt.Sprint(items[p.Item]) != to:
			s.fail("room %d: item %s went to %d, it was won by %s", rec.ID, p.Item, items[p.Item], to)
		case p.Def != 0 && p.Item == "0":
			if winner[p.ID] != 0 {
				made[store.NewItem{Owner: store.PlayerID(winner[p.ID]), Def: store.DefID(p.Def),
					ValueCents: p.ValueCents, Source: store.FromRoll}]--
			}
		case p.Item == "0":
			paid[to] -= p.ValueCents
		}
	}
	for it, left := range made {
		if left != 0 {
			s.fail("room %d: %d of %+v too many", rec.ID, left, it)
		}
	}
	for who, left := range paid {
		if left != 0 {
			s.fail("room %d: player %s got %d cents too many", rec.ID, who, left)
		}
	}
}
