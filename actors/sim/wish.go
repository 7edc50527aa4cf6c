package sim

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated(wish.Kind, 700, 700, func() workload { return new(wishes) })

// wishes are small rooms for gems or wish cards whose bottles are taken by all clients at once, and trees whose cards
// pay for them.
type wishes struct {
	baseWorkload
	house *client // opens the rooms
}

func (*wishes) rooms() room.Specs { return room.Specs{wish.Spec} }

func (*wishes) plays() plays {
	return plays{stake: []string{wish.KindTake}, back: []string{wish.KindVoid}}
}

func (*wishes) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	c, known := cmd.(wish.Take)
	if c.Pay != wish.PayGems {
		return 0, known
	}
	gems = -c.BottleCents * int64(max(len(c.Bottles), c.Count))
	if got := m.gems(op, op.Player); c.Count > 0 && got > gems && got < 0 && got%c.BottleCents == 0 {
		gems = got // a quick pick takes what is left
	}
	return gems, true
}

// moves: wish cards go in, a card of the tree comes, and a full room makes the prize that it was opened with.
func (*wishes) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	c, take := cmd.(wish.Take)
	switch {
	case take && c.Pay == wish.PayWishCards:
		g.wishCards = -c.CardNum * int64(max(len(c.Bottles), c.Count))
		for _, d := range op.Deltas() { // a quick pick takes what is left
			if got := d.Cents; d.Account == store.PlayerWishCards(op.Player) && c.Count > 0 && got > g.wishCards &&
				got < 0 && got%c.CardNum == 0 {
				g.wishCards = got
			}
		}
	case op.Kind == wishtree.KindClaim:
		for _, cmd := range m.sim.sent {
			if c, ok := cmd.(wishtree.Claim); ok && c.Player == op.Player && strings.HasSuffix(op.Key, ":"+c.Task) {
				g.wishCards = 1
			}
		}
	case cmd == nil && op.Kind == wish.KindDraw:
		if by, ok := m.opened[op.Room.Room].(wish.Create); ok {
			g.makes = [][]store.DefID{{by.Setup.Def, 0}}
		}
	}
	return g
}

func (*wishes) register(n *node, h room.Deps) {
	s := n.sim
	n.dir.Register(wish.Spec.Rooms(h)) // without the lobby, whose rooms last for days
	n.dir.Register(progress.Register(progress.Ports{Store: s.engine, Kinds: kinds.All, Catalog: s.catalog}))
	n.dir.Register(wishtree.Register(wishtree.Ports{Store: h.Store, Directory: n.dir, Now: n.now}))
}

const (
	wishCompany = 4 // clients at least: 30 % of the bottles each do not fill a room of fewer
	wishCards   = 5 // of each client at the start
)

// begin gives each client some wish cards, brings more company, and opens a room every now and then.
func (d *wishes) begin(s *simulation) {
	s.inline = true
	for len(s.clients) < wishCompany {
		i := len(s.clients)
		p, err := s.engine.Register(context.Background(), store.NewPlayer{Name: fmt.Sprintf("Player%d", i),
			UserSeed: fmt.Sprintf("seed%d", i), At: s.now},
			&store.Op{Key: "welcome", Kind: "player.welcome", At: s.now,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 500}}})
		if err != nil {
			s.fail("company: %v", err)
			return
		}
		c := &client{sim: s, id: p.ID, left: 5}
		s.clients = append(s.clients, c)
		s.after(nil, time.Second, "client", c.act)
	}
	for _, c := range s.clients {
		c.left += 3
		_, err := s.engine.Commit(context.Background(), &store.Op{Player: c.id, Key: "cards", Kind: "test.cards",
			At: s.now,
			Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(c.id),
				AmountCents: wishCards}}})
		if err != nil {
			s.fail("cards: %v", err)
		}
	}
	s.inline = false
	d.house = &client{sim: s}
	for i := range 2 {
		s.after(nil, time.Duration(i)*s.between(4*time.Second, 10*time.Second)+time.Millisecond, "house",
			func() { d.open(s) })
	}
}

func (d *wishes) open(s *simulation) {
	set := wish.Setup{Name: "sim", Def: 4, PrizeCents: 150, Bottles: 4, Life: s.between(10*time.Second, 60*time.Second)}
	if s.chance(.2) {
		set.Bottles = 7
	}
	if s.chance(.5) {
		set.CardNum = 1 + s.rng.Int64N(2)
	} else {
		set.BottleCents = 20 + s.rng.Int64N(40)
	}
	d.house.start(d.house.call(wish.Kind, "", func(k string) any { return wish.Create{Key: k, Setup: set} }))
}

func (d *wishes) choose(c *client) *call {
	s := c.sim
	switch n := s.rng.IntN(100); {
	case n < 20:
		return nil
	case n < 30:
		task := []string{wishtree.TaskOpen, wishtree.TaskOpen, wishtree.TaskBattle, wishtree.TaskUpgrade}[s.rng.IntN(4)]
		return c.call(wishtree.Kind, player.ID(c.id),
			func(string) any { return wishtree.Claim{Player: c.id, Task: task} })
	}
	open, err := s.engine.OpenRooms(context.Background(), wish.Kind)
	if err != nil {
		s.fail("open rooms: %v", err)
	}
	if len(open) == 0 {
		return nil
	}
	rec := open[s.rng.IntN(len(open))]
	summary, err := wish.SummaryOf(rec)
	if err != nil {
		s.fail("room %d: %v", rec.ID, err)
		return nil
	}
	take := wish.Take{Player: c.id, Pay: wish.PayGems, CardNum: summary.CardNum, BottleCents: summary.BottleCents}
	if summary.CardNum > 0 {
		take.Pay = wish.PayWishCards
	}
	switch n := s.rng.IntN(100); {
	case n < 45:
		take.Count = 1 + s.rng.IntN(2)*s.rng.IntN(2)
	case n < 90:
		take.Bottles = []int32{1 + s.rng.Int32N(summary.Bottles)}
	case n < 94:
		take.Bottles, take.BottleCents = []int32{1}, take.BottleCents+1
	default:
		take.Bottles = []int32{summary.Bottles + 1}
	}
	return c.call(wish.Kind, room.ID(rec.ID), func(k string) any {
		take.Key = k
		return take
	})
}

func (d *wishes) answered(k *call, v any) answer {
	switch m := v.(type) {
	case wish.Created:
		return answer{outcome: fmt.Sprintf("wish %d", m.ID)}
	case wish.Taken:
		outcome := "room " + m.Room.Summary.ID
		for _, b := range m.Bottles {
			outcome += fmt.Sprintf(", bottle %d of %s", b.Number, b.PlayerID)
		}
		return answer{outcome: outcome}
	case wishtree.Tree:
		return answer{outcome: "tree", seen: true} // its key is the day's: audit looks at those
	}
	return answer{}
}

// taken is what the journal says of one room.
type taken struct {
	by     map[int32]store.PlayerID
	prices map[store.AccountID]int64 // what each player paid, by the account
	ends   []store.OpRecord
}

// checkTaken: a bottle that was answered as a player's is the player's.
func (s *simulation) checkTaken(e publish.Event, rec store.Room) {
	var m protocol.WishTaken
	if _, err := m.UnmarshalMsg(e.Body); err != nil {
		s.fail("event of room %d: %v", rec.ID, err)
	}
	for _, b := range m.Bottles {
		who, _ := strconv.ParseInt(b.PlayerID, 10, 64)
		row, err := wish.RecordOf(rec, store.PlayerID(who))
		if err != nil || !slices.Contains(row.Bottles, b.Number) {
			s.fail("room %d tells that bottle %d is player %s's, who has %v: %v", rec.ID, b.Number, b.PlayerID,
				row.Bottles, err)
		}
	}
}

// audit: no bottle went twice and no player has too many; a full room gave one prize to the bottle that the proof names
// and its escrow to the house, any other room gave back what it took; a card of the tree came once for each task and
// day.
func (d *wishes) audit(ctx context.Context, s *simulation) {
	rooms := map[store.RoomID]*taken{}
	at := func(op *store.OpRecord) *taken {
		t := rooms[op.Room.Room]
		if t == nil {
			t = &taken{by: map[int32]store.PlayerID{}, prices: map[store.AccountID]int64{}}
			rooms[op.Room.Room] = t
		}
		return t
	}
	opened := map[store.PlayerID]bool{}
	s.journal(ctx, func(op *store.OpRecord) {
		switch op.Kind {
		case player.KindOpen:
			opened[op.Player] = true
		case wishtree.KindClaim:
			d.checkClaim(s, op, opened[op.Player])
		case wish.KindTake:
			t := at(op)
			for _, p := range op.Postings {
				t.prices[p.Debit] += p.AmountCents
			}
		case wish.KindDraw, wish.KindVoid:
			at(op).ends = append(at(op).ends, *op)
		}
	})
	for _, rec := range append(s.final(ctx, wish.Kind, store.RoomSettled), s.final(ctx, wish.Kind, store.RoomVoid)...) {
		t := rooms[rec.ID]
		if t == nil || len(t.ends) != 1 {
			s.fail("room %d is over, its ends are %+v", rec.ID, t)
			continue
		}
		d.checkPrices(s, rec, t)
		if rec.Status == store.RoomSettled {
			s.done++
			d.checkDraw(s, rec, t.ends[0])
		}
		held, err := s.engine.Balance(ctx, store.RoomWishCards(rec.ID))
		if err != nil || held != 0 {
			s.fail("room %d is over and holds %d cards, %v", rec.ID, held, err)
		}
	}
}

func (*wishes) checkClaim(s *simulation, op *store.OpRecord, opened bool) {
	want := store.Posting{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(op.Player), AmountCents: 1}
	if !strings.HasPrefix(op.Key, "wish:tree:") || !strings.HasSuffix(op.Key, ":"+wishtree.TaskOpen) || !opened ||
		!slices.Equal(op.Postings, []store.Posting{want}) {
		s.fail("op %d (%s) of player %d gives %+v, box opened before: %t", op.ID, op.Key, op.Player, op.Postings,
			opened)
	}
}

// checkPrices: each player paid for the bottles that the record gives that player, and the end moved all of it to where
// it belongs.
func (*wishes) checkPrices(s *simulation, rec store.Room, t *taken) {
	summary, err := wish.SummaryOf(rec)
	if err != nil {
		s.fail("room %d: %v", rec.ID, err)
		return
	}
	want, back := map[store.AccountID]int64{}, map[store.AccountID]int64{}
	bottles := map[int32]bool{}
	for _, c := range s.clients {
		row, err := wish.RecordOf(rec, c.id)
		if err != nil {
			s.fail("room %d: %v", rec.ID, err)
			continue
		}
		if len(row.Bottles) > int(summary.Most) {
			s.fail("room %d: player %d has %v of %d bottles", rec.ID, c.id, row.Bottles, summary.Bottles)
		}
		for _, n := range row.Bottles {
			if bottles[n] {
				s.fail("room %d: bottle %d went twice", rec.ID, n)
			}
			bottles[n] = true
		}
		for account, cents := range map[store.AccountID]int64{store.PlayerGems(c.id): row.SpentCents,
			store.PlayerWishCards(c.id): row.SpentWishCards} {
			if cents != t.prices[account] {
				s.fail("room %d: account %d paid %d for %v, want %d", rec.ID, account, t.prices[account], row.Bottles,
					cents)
			}
			switch {
			case rec.Status == store.RoomVoid && cents > 0:
				want[account] += cents
			case account.Currency() == store.WishCards && cents > 0:
				want[store.HouseWishCards] += cents
			case cents > 0:
				want[store.House] += cents
			}
		}
	}
	for _, p := range t.ends[0].Postings {
		back[p.Credit] += p.AmountCents
	}
	if fmt.Sprint(back) != fmt.Sprint(want) {
		s.fail("room %d (status %d) ended with %v, want %v", rec.ID, rec.Status, back, want)
	}
	if full := len(bottles) == int(summary.Bottles); rec.Status == store.RoomSettled && !full || full &&
		summary.Status == protocol.WishOver != (len(t.ends[0].NewItems) == 1) {
		s.fail("room %d: %d of %d bottles, status %s, %d prizes", rec.ID, len(bottles), summary.Bottles, summary.Status,
			len(t.ends[0].NewItems))
	}
}

func (*wishes) checkDraw(s *simulation, rec store.Room, op store.OpRecord) {
	b, err := wish.BundleOf(rec)
	if !s.verifies(fmt.Sprint("wish room ", rec.ID), b, err) {
		return
	}
	c, err := fairness.ParseWishContext(b.Context.Leaf)
	if err != nil {
		s.fail("bottles of room %d: %v", rec.ID, err)
		return
	}
	winner := store.PlayerID(c.Bottles[b.Wish.Bottle-1].Player)
	want := store.NewItem{Owner: winner, Def: store.DefID(c.PrizeDef), ValueCents: c.PrizeCents, Source: store.FromWish}
	if !slices.Equal(op.NewItems, []store.NewItem{want}) {
		s.fail("room %d gave %+v, want %+v", rec.ID, op.NewItems, want)
	}
}
