package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated("payment", 3000, 100, func() workload { return new(payments) })

// payments are orders whose provider reports what became of them late, twice, or with false events beside, to
// whichever process there is, until it is answered; and withdrawals that an operator decides upon. Every client pays by
// a payer of their own, and now and then by that of another client, who may exclude themselves meanwhile.
type payments struct {
	baseWorkload
	purchases []*purchase
	levels    []levelOf // whose bonus clients have asked for
}

// levelOf is a level of a client.
type levelOf struct {
	who   store.PlayerID
	level int
}

// levels are what the standard's first two ask for in recharges, and bring once.
var levels = []struct{ need, bonus int64 }{{1_000, 1}, {5_000, 5}}

// purchase is one order, as the player and the provider know it.
type purchase struct {
	c     *client
	key   string
	gems  int64
	order payment.Order
	payer string
	paid  bool // the provider has the money
	shut  bool // the player was excluded before the order was made
}

// credit is what the order brings: from 10.00 on two thousandths more, rounded down, which is the standard's lowest
// tier; no client asks for as much as the next one is for.
func (p *purchase) credit() int64 {
	if p.gems < 1_000 {
		return p.gems
	}
	return p.gems + p.gems*2/1_000
}

// realCents is what each client begins with.
const realCents = 5_000

// rooms: a withdrawal is a record without an actor.
func (*payments) rooms() room.Specs {
	return room.Specs{{Kind: payment.KindWithdrawal, Stake: func(store.Room) (room.Stake, error) {
		return room.Stake{},
			nil
	}}}
}

func (*payments) stays() bool { return true }

func (d *payments) begin(s *simulation) {
	s.inline = true
	for _, c := range s.clients {
		c.left += 4
		_, err := s.engine.Commit(context.Background(), &store.Op{Player: c.id, Key: "real", Kind: "test.real",
			At: s.now,
			Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(c.id),
				AmountCents: realCents}}})
		if err != nil {
			s.fail("R$: %v", err)
		}
	}
	s.inline = false
	if gone := s.clients[s.rng.IntN(len(s.clients))]; s.chance(.5) {
		s.after(nil, s.between(2*time.Second, playTime), "client", func() {
			gone.start(gone.self(func(k string) any {
				return player.SetLimits{Key: k, Change: limits.Change{ExclusionMonths: 6}}
			}))
		})
	}
	for range 12 {
		s.after(nil, s.between(2*time.Second, playTime), "operator", func() { d.decide(s) })
	}
}

// lose takes the whole balance of a client, as play does that is lost: what is taken back then is owed.
func (*payments) lose(s *simulation, who store.PlayerID) {
	has, err := s.engine.Balance(context.Background(), store.PlayerGems(who))
	if err != nil {
		s.fail("balance: %v", err)
	}
	if has == 0 {
		return
	}
	s.engine.Submit(&store.Op{Player: who, Key: fmt.Sprint("lost at ", s.now.UnixNano()), Kind: "test.lose", At: s.now,
		Postings: []store.Posting{{Debit: store.PlayerGems(who), Credit: store.House, AmountCents: has}}},
		func(store.Receipt, error) {}) // it may have been spent meanwhile
}

// pays: an order is worth the gems that its client asked for, once its provider has the money, and a player who owes
// gives back no more than the orders whose money went back were worth.
func (d *payments) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	switch cmd.(type) {
	case player.Escrow, player.SetLimits: // a withdrawal is of R$
		return 0, true
	}
	switch op.Kind {
	case payment.KindCredit:
		if p := d.ordered(op, ""); p != nil && p.paid {
			m.bought[op.Player] += p.gems
			m.credited[p.order.ID] = true
			return p.credit(), true
		}
	case store.KindReversed:
		if p := d.ordered(op, ":reversed"); p != nil {
			m.owed[op.Player] += p.credit()
		}
	case vip.KindClaim:
		for i, l := range levels {
			if op.Key == fmt.Sprint("vip:", i+1) && m.bought[op.Player] >= l.need &&
				slices.Contains(d.levels, levelOf{op.Player, i + 1}) {
				return l.bonus, true
			}
		}
	case store.KindRecovered:
		gems = max(m.gems(op, op.Player), -m.owed[op.Player])
		m.owed[op.Player] += gems
		return gems, true
	}
	return 0, false
}

// ordered is the purchase of an op's player whose order its key names.
func (d *payments) ordered(op *store.OpRecord, what string) *purchase {
	for _, p := range d.purchases {
		if p.c.id == op.Player && op.Key == fmt.Sprintf("pay:%d%s", p.order.ID, what) {
			return p
		}
	}
	return nil
}

// moves: a withdrawal takes the R$ that its client asked for, and gives all of them back or none.
func (*payments) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	switch c := cmd.(type) {
	case player.Escrow:
		for _, p := range c.Op.Postings {
			g.realCents -= p.AmountCents
		}
	case nil:
		if op.Kind == payment.KindRefund {
			g.realCents = m.put[stakeIn{op.Room.Room, op.Player}][store.PlayerReal(op.Player)]
		}
	}
	return g
}

func (d *payments) choose(c *client) *call {
	s := c.sim
	switch n := s.rng.IntN(100); {
	case n < 40:
		c.count++
		p := &purchase{c: c, key: fmt.Sprintf("p%d-%d", c.id, c.count), gems: 500 + s.rng.Int64N(3_000),
			payer: payerOf(c)}
		if s.chance(.3) {
			p.payer = payerOf(s.clients[s.rng.IntN(len(s.clients))])
		}
		d.purchases = append(d.purchases, p)
		c.busy++
		s.after(nil, time.Millisecond, "order", func() { d.open(s, p) })
	case n < 60:
		return d.withdraw(c)
	case n < 75:
		level := 1 + s.rng.IntN(2)
		d.levels = append(d.levels, levelOf{c.id, level})
		c.untilAnswered("level", func(n *node) error {
			service := &vip.Service{Store: counter{faultyStore{s.engine, n}}, Directory: n.dir, Now: n.now}
			_, err := service.Claim(context.Background(), c.id, level)
			return err
		})
	}
	return nil
}

func payerOf(c *client) string { return fmt.Sprint("payer of ", c.id) }

// counter is the store as a handler outside of actors sees it: each commit may be cut off, before or after, as by kill
// -9.
type counter struct {
	faultyStore
}

func (d counter) Commit(_ context.Context, op *store.Op) (store.Receipt, error) {
	s := d.n.sim
	if s.mistake != nil {
		s.mistake(op)
	}
	if s.faults && s.chance(s.trouble.unknown) {
		return store.Receipt{}, store.ErrUnknown
	}
	var rec store.Receipt
	err := store.ErrUnknown // where it has to wait for another op of the player, the caller's patience has an end
	s.inline = true
	d.Engine.Submit(op, func(r store.Receipt, e error) { rec, err = r, e })
	s.inline = false
	if s.faults && s.chance(2*s.trouble.unknown) {
		return store.Receipt{}, store.ErrUnknown
	}
	return rec, err
}

// service is of whichever process is there, nil for none.
func (d *payments) service(s *simulation) *payment.Service {
	n := s.listens(.3)
	if n == nil {
		return nil
	}
	return &payment.Service{Store: counter{faultyStore{s.engine, n}}, Directory: n.dir, Now: n.now}
}

func (s *simulation) later(name string, f func()) {
	s.after(nil, s.between(100*time.Millisecond, 3*time.Second), name, f)
}

// open repeats until the player is shown how to pay, and sometimes once more.
func (d *payments) open(s *simulation, p *purchase) {
	made, err := d.make(s, p)
	if apierr.Code(err) == protocol.CodeExcluded && p.order.ID == 0 {
		p.shut = true
		p.c.busy--
		return
	}
	if err != nil {
		if apierr.Code(err) != protocol.CodeBusy && !errors.Is(err, store.ErrUnknown) {
			s.fail("order %s: %v", p.key, err)
		}
		s.later("order", func() { d.open(s, p) })
		return
	}
	if p.order.ID != 0 {
		if made.ID != p.order.ID || made.Begun.Reference != p.order.Begun.Reference || made.Quote != p.order.Quote {
			s.fail("order %s was %+v and is %+v", p.key, p.order, made)
		}
		return
	}
	p.order = made
	p.c.busy--
	if s.chance(.3) {
		s.later("order", func() { d.open(s, p) })
	}
	d.provide(s, p)
}

var errNobody = apierr.Wrap(protocol.CodeBusy, errors.New("no process"))

func (d *payments) make(s *simulation, p *purchase) (payment.Order, error) {
	service := d.service(s)
	if service == nil {
		return payment.Order{}, errNobody
	}
	o, err := service.Open(context.Background(), p.c.id, p.key, payment.ChannelDesktop, p.gems,
		func(string) bool { return true })
	if err == nil && o.Begun == nil {
		o, err = service.Begin(context.Background(), o,
			payment.Begun{Action: "open", Reference: fmt.Sprintf("r%d", s.rng.Uint32())})
	}
	return o, err
}

// provide is the provider's part: it reports a failure, a payment, both, or nothing, and later that money went back.
func (d *payments) provide(s *simulation, p *purchase) {
	about := func(what string, paid bool) payment.ProviderEvent {
		event := payment.ProviderEvent{ID: what + p.order.Name(),
			Order: p.order.Name(), Reference: p.order.Begun.Reference,
			AmountCents: p.order.PriceCents,
			Currency:    p.order.Currency, Paid: paid}
		if paid {
			event.Payer = p.payer
		}
		return event
	}
	if s.chance(.25) {
		s.later("provider", func() { d.tell(s, p, about("no", false)) })
	}
	if p.paid = s.chance(.75); p.paid {
		for range 1 + s.rng.IntN(3) {
			s.later("provider", func() { d.tell(s, p, about("yes", true)) })
		}
	}
	if p.paid && s.chance(.3) { // the buyer goes to the bank, some of them when all is spent
		s.after(nil, s.between(5*time.Second, playTime), "provider", func() {
			if s.chance(.7) {
				d.lose(s, p.c.id)
			}
			s.later("provider", func() { d.tell(s, p, about("back", false)) })
		})
	}
	lie := about("lie", true)
	switch s.rng.IntN(6) {
	case 0:
		lie.AmountCents--
	case 1:
		lie.Reference = "r"
	case 2:
		lie.Order = d.purchases[s.rng.IntN(len(d.purchases))].order.Name()
	default:
		return
	}
	if lie.Order != p.order.Name() || lie.AmountCents != p.order.PriceCents || lie.Reference == "r" {
		s.later("liar", func() { d.lie(s, lie) })
	}
}

// tell repeats until the webhook is answered with success.
func (d *payments) tell(s *simulation, p *purchase, e payment.ProviderEvent) {
	service := d.service(s)
	if service == nil {
		s.later("provider", func() { d.tell(s, p, e) })
		return
	}
	_, err := service.Settle(context.Background(), p.order.Provider, e)
	switch {
	case errors.Is(err, payment.ErrMismatch), errors.Is(err, payment.ErrPaidAgain):
		s.fail("event %+v was refused: %v", e, err)
	case errors.Is(err, payment.ErrPayer): // the audit looks whether it had to be
	case err != nil:
		s.later("provider", func() { d.tell(s, p, e) })
	case e.Paid:
		if _, err := s.engine.Lookup(context.Background(), p.c.id, fmt.Sprintf("pay:%d", p.order.ID)); err != nil &&
			s.mistake == nil {
			s.fail("event %+v was answered before it was durable: %v", e, err)
		}
	}
}

func (d *payments) lie(s *simulation, e payment.ProviderEvent) {
	if service := d.service(s); service != nil {
		if _, err := service.Settle(context.Background(), "sandbox-qr", e); err == nil {
			s.fail("a lie was believed: %+v", e)
		}
	}
}

// withdraw is by the player's own actor, often over more than there is.
func (d *payments) withdraw(c *client) *call {
	s := c.sim
	id, err := s.engine.NewRoomID(context.Background())
	if err != nil {
		s.fail("room id: %v", err)
		return nil
	}
	cents := 1_000 + s.rng.Int64N(3_000)
	return c.self(func(k string) any {
		op, err := payment.Request(id, s.now, c.id, k, cents, "sim@example.com")
		if err != nil {
			s.fail("withdrawal: %v", err)
		}
		return player.Escrow{Op: op}
	})
}

func (*payments) answered(_ *call, v any) answer {
	if m, ok := v.(player.LimitsSet); ok {
		return answer{outcome: fmt.Sprintf("op %d, excluded", m.Op)}
	}
	if rec, ok := v.(store.Receipt); ok {
		return answer{outcome: fmt.Sprintf("op %d, withdrawn", rec.Op)}
	}
	return answer{}
}

// decide is an operator's step, by a process of its own, sometimes taken twice.
func (d *payments) decide(s *simulation) {
	open, err := s.engine.OpenRooms(context.Background(), payment.KindWithdrawal)
	if err != nil {
		s.fail("open rooms: %v", err)
	}
	if len(open) == 0 {
		return
	}
	id := open[s.rng.IntN(len(open))].ID
	step := []string{payment.Approve, payment.Approve, payment.Pay, payment.GiveBack}[s.rng.IntN(4)]
	for range 1 + s.rng.IntN(2) {
		n := &node{machine: machine{sim: s, life: &life{}}}
		w, err := payment.Decide(context.Background(), counter{faultyStore{s.engine, n}}, s.now, id, step, "sim")
		if err == nil && s.nodes[0] != nil {
			s.nodes[0].dir.Post(player.Kind, player.ID(w.Player), player.Credited{}, nil)
		}
	}
}

// calmed: all clients come back, and something comes in for them, by their own hand or by another's. A player who owes
// something has paid with it in the end, also where a process was killed between what came in and what the debt took of
// it.
func (d *payments) calmed(s *simulation) func() bool {
	n := s.nodes[0]
	for _, c := range s.clients {
		ask := func(msg any) { n.dir.Post(player.Kind, player.ID(c.id), msg, nil) }
		what := s.rng.IntN(3)
		s.after(n.life, s.between(time.Second, 20*time.Second), "back", func() {
			if what == 1 {
				s.sent["back"] = player.SellAll{Key: "back"}
				ask(s.sent["back"])
				return
			}
			ask(player.Wallet{})
			if what == 2 {
				s.later("prize", func() { d.prize(s, c.id, func() { ask(player.Credited{}) }) })
			}
		})
	}
	return nil
}

// prize is an op of another origin that credits a player.
func (*payments) prize(s *simulation, who store.PlayerID, won func()) {
	s.engine.Submit(&store.Op{Player: who, Key: "prize", Kind: "test.prize", At: s.now,
		Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(who), AmountCents: 7}}},
		func(_ store.Receipt, err error) {
			if err != nil {
				s.fail("a prize: %v", err)
			}
			won()
		})
}

// audit: a player who paid was credited once, or refused where the payer is that of an account which was excluded
// before; one who did not pay was not credited, one who owes has nothing, and R$ is with the player or with the
// withdrawals that were not given back.
func (d *payments) audit(ctx context.Context, s *simulation) {
	credits, owed := map[store.OpID]int{}, map[store.PlayerID]int64{}
	out, refused := map[store.PlayerID]bool{}, map[store.OpID]bool{}
	holders := map[string]store.PlayerID{} // by payer
	payers := map[store.OpID]*purchase{}
	for _, p := range d.purchases {
		payers[p.order.ID] = p
	}
	s.journal(ctx, func(op *store.OpRecord) {
		switch op.Kind {
		case limits.KindSet:
			out[op.Player] = true // no other credit is expected here
			return
		case payment.KindPayer:
			r, err := payment.ReadPayer(&op.Op)
			p := payers[r.Order]
			if err != nil || holders[r.Payer] != 0 || p == nil || p.payer != r.Payer || p.c.id != r.Player {
				s.fail("op %d: payer %+v of purchase %+v, %v", op.ID, r, p, err)
			}
			holders[r.Payer] = r.Player
			return
		case payment.KindRefused:
			r, err := payment.ReadRefusal(&op.Op)
			p := payers[r.Order]
			if err != nil || p == nil || r.Holder != holders[p.payer] || !out[r.Holder] || r.Holder == op.Player {
				s.fail("op %d refuses %+v of purchase %+v, %v", op.ID, r, p, err)
			}
			refused[r.Order] = true
			return
		case store.KindReversed: // reported as failed after it was reported as paid
			r, err := payment.ReadReversal(&op.Op)
			if err != nil {
				s.fail("op %d: %v", op.ID, err)
			}
			owed[r.Player] += r.Cents()
			return
		case store.KindRecovered:
			r, err := payment.ReadRecovery(&op.Op)
			if err != nil {
				s.fail("op %d: %v", op.ID, err)
			}
			owed[r.Player] -= r.Taken.Cents()
			return
		case payment.KindCredit:
		default:
			return
		}
		s.done++
		r, err := payment.ReadCredit(&op.Op)
		if err != nil {
			s.fail("op %d: %v", op.ID, err)
		}
		credits[r.Order]++
		if p := payers[r.Order]; p != nil {
			if holder := holders[p.payer]; holder == 0 || holder != r.Player && (out[holder] || r.Holder != holder) {
				s.fail("op %d credits %+v by the payer of player %d, excluded %t", op.ID, r, holder, out[holder])
			}
		}
	})
	for _, p := range d.purchases {
		want := 0
		if p.paid && !refused[p.order.ID] {
			want = 1
		}
		if got := credits[p.order.ID]; !p.shut && (got != want || p.order.ID == 0) {
			s.fail("order %d was credited %d times, paid %t, refused %t", p.order.ID, got, p.paid,
				refused[p.order.ID])
		}
	}
	for who, cents := range owed {
		if cents < 0 {
			s.fail("player %d gave back %d cents more than was owed", who, -cents)
		}
		if has, err := s.engine.Balance(ctx, store.PlayerGems(who)); err != nil || cents > 0 && has > 0 {
			s.fail("player %d owes %d cents and has %d: %v", who, cents, has, err)
		}
	}
	for _, c := range s.clients {
		rooms, _, err := s.engine.PlayerRooms(ctx, payment.KindWithdrawal, c.id, store.Page{Limit: 1000})
		if err != nil {
			s.fail("withdrawals: %v", err)
		}
		want := int64(realCents)
		for _, r := range rooms {
			w, err := payment.ReadWithdrawal(r)
			if err != nil {
				s.fail("withdrawal %d: %v", r.ID, err)
			}
			if w.Step == store.RoomVoid {
				s.voided++ // they are in no public list, where others are counted
			} else {
				want -= w.AmountCents
			}
		}
		if got, err := s.engine.Balance(ctx, store.PlayerReal(c.id)); err != nil || got != want {
			s.fail("player %d has R$ cents %d, %d withdrawals leave %d: %v", c.id, got, len(rooms), want, err)
		}
	}
}
