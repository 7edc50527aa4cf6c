package audit

import (
	"cmp"
	"slices"

	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// payments are what the journal says of money in and out. Ops of two writers come in no order of time, so that what one
// says of another is judged at the end.
type payments struct {
	orders  map[store.OpID]order
	paid    map[store.OpID]payment.Told     // by order: what a provider has vouched for
	refused map[store.OpID]bool             // orders that a provider said came to nothing, or took back
	credits map[store.OpID]payment.Recharge // by order
	backs   []payment.Reversal
	again   []payment.Restoration
	won     map[store.OpID]bool // orders whose money a provider said has come again
	chains  map[store.PlayerID][]payment.Recovery
	steps   map[store.RoomID][]step // of withdrawals
}

type order struct {
	player store.PlayerID
	payment.Placed
}

type step struct {
	kind   string
	player store.PlayerID
	cents  int64
}

func newPayments() payments {
	return payments{map[store.OpID]order{}, map[store.OpID]payment.Told{}, map[store.OpID]bool{},
		map[store.OpID]payment.Recharge{}, nil, nil, map[store.OpID]bool{},
		map[store.PlayerID][]payment.Recovery{}, map[store.RoomID][]step{}}
}

func (p *payments) feed(e *store.JournalEntry, r *Report) {
	if e.Kind != payment.KindCredit && e.Kind != payment.KindRecovered && e.Kind != payment.KindRestored {
		for _, entry := range e.Postings {
			if payment.Provides(entry) {
				r.violate(Payments, "op %d (%s) moves %d cents of a provider's", e.ID, e.Kind, entry.AmountCents)
			}
		}
	}
	var err error
	switch e.Kind {
	case payment.KindOrder:
		var placed payment.Placed
		placed, err = payment.ReadOrder(&e.Op)
		p.orders[e.ID] = order{e.Player, placed}
	case payment.KindEvent:
		told, id, wrong := payment.ReadEvent(&e.Op)
		switch err = wrong; {
		case told.Paid:
			p.paid[id] = told
		case told.Back == payment.BackReturned:
			p.won[id] = true
		default:
			p.refused[id] = true
		}
	case payment.KindCredit:
		var credit payment.Recharge
		credit, err = payment.ReadCredit(&e.Op)
		p.credits[credit.Order] = credit
	case payment.KindReversed:
		back, wrong := payment.ReadReversal(&e.Op)
		if err = wrong; err == nil {
			p.backs = append(p.backs, back)
		}
	case payment.KindRestored:
		again, wrong := payment.ReadRestoration(&e.Op)
		if err = wrong; err == nil {
			p.again = append(p.again, again)
		}
	case payment.KindRecovered:
		took, wrong := payment.ReadRecovery(&e.Op)
		if err = wrong; err == nil {
			p.chains[took.Player] = append(p.chains[took.Player], took)
		}
	case payment.KindRequest, payment.KindApprove, payment.KindPaid, payment.KindRefund:
		payout, wrong := payment.ReadPayout(&e.Op)
		err = wrong
		p.steps[payout.ID] = append(p.steps[payout.ID], step{e.Kind, e.Player, payout.AmountCents})
	}
	if err != nil {
		r.violate(Payments, "op %d: %v", e.ID, err)
	}
}

// judge compares. A report that is not full knows nothing of orders, events and requests that came before it.
func (p *payments) judge(r *Report) {
	for id, c := range p.credits {
		o, ordered := p.orders[id]
		if ordered && (o.player != c.Player || o.PriceCents != c.PriceCents || o.GemsCents != c.GemsCents ||
			o.BonusCents != c.BonusCents) || !ordered && r.Full {
			r.violate(Payments, "order %d of %+v was credited as %+v", id, o, c)
		}
		told, vouched := p.paid[id]
		if vouched && (told.AmountCents != c.PriceCents || told.Currency != payment.Currency) || !vouched && r.Full {
			r.violate(Payments, "order %d was credited for %d cents, its provider vouched for %d %s", id, c.PriceCents,
				told.AmountCents, told.Currency)
		}
	}
	p.debts(r)
	for room, steps := range p.steps {
		p.payout(room, steps, r)
	}
}

// debts: what is taken back was credited, and its provider said so; what is taken from a player for it is a chain
// without a gap, and never more than is owed.
func (p *payments) debts(r *Report) {
	owed := map[store.PlayerID]payment.Gems{}
	for _, b := range p.backs {
		c, credited := p.credits[b.Order]
		if credited && (c.Player != b.Player || c.GemsCents != b.BoughtCents || c.BonusCents != b.BonusCents) ||
			!credited && r.Full {
			r.violate(Payments, "order %d of %+v was taken back as %+v", b.Order, c, b)
		}
		if !p.refused[b.Order] && r.Full {
			r.violate(Payments, "order %d was taken back, and no provider has said so", b.Order)
		}
		sum := owed[b.Player]
		owed[b.Player] = payment.Gems{BoughtCents: sum.BoughtCents + b.BoughtCents, BonusCents: sum.BonusCents +
			b.BonusCents}
	}
	for _, a := range p.again {
		c, credited := p.credits[a.Order]
		if credited && (c.Player != a.Player || c.GemsCents != a.BoughtCents || c.BonusCents != a.BonusCents) ||
			!credited && r.Full {
			r.violate(Payments, "order %d of %+v was credited again as %+v", a.Order, c, a)
		}
		back := slices.ContainsFunc(p.backs, func(b payment.Reversal) bool { return b.Order == a.Order })
		if r.Full && (!back || !p.won[a.Order]) {
			r.violate(Payments, "order %d was credited again: taken back %t, its provider has said that the money came again %t", a.Order, back, p.won[a.Order])
		}
	}
	for who, chain := range p.chains {
		slices.SortFunc(chain, func(a, b payment.Recovery) int { return cmp.Compare(a.N, b.N) })
		for i, took := range chain {
			if i > 0 && (took.N != chain[i-1].N+1 || took.Before != chain[i-1].After()) || r.Full && i == 0 &&
				(took.N != 0 || took.Before != payment.Gems{}) {
				r.violate(Payments, "recovery %d of player %d does not follow what was taken before: %+v", took.N, who,
					took)
			}
		}
		all := chain[len(chain)-1].After()
		if r.Full && (all.BoughtCents > owed[who].BoughtCents || all.BonusCents > owed[who].BonusCents) {
			r.violate(Payments, "player %d owes %+v and %+v was taken", who, owed[who], all)
		}
	}
}

// payout: every step of a withdrawal is of one player and amount, and it was requested once and ended at most once.
func (p *payments) payout(room store.RoomID, steps []step, r *Report) {
	requests, ends := 0, 0
	for _, s := range steps {
		switch s.kind {
		case payment.KindRequest:
			requests++
		case payment.KindPaid, payment.KindRefund:
			ends++
		}
		if s.player != steps[0].player || s.cents != steps[0].cents {
			r.violate(Payments, "withdrawal %d is of player %d over %d cents and of player %d over %d", room,
				steps[0].player, steps[0].cents, s.player, s.cents)
		}
	}
	if requests > 1 || ends > 1 || requests == 0 && r.Full {
		r.violate(Payments, "withdrawal %d was requested %d times and ended %d times", room, requests, ends)
	}
}
