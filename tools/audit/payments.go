package audit

import (
	"jadebox/actors/payment"
	"jadebox/store"
)

// payments are what the journal says of money in and out. Ops of two writers come in no order of time, so that what one says
// of another is judged at the end.
type payments struct {
	orders  map[store.OpID]order
	paid    map[store.OpID]payment.Told     // by order: what a provider has vouched for
	credits map[store.OpID]payment.Recharge // by order
	steps   map[store.RoomID][]step         // of withdrawals
}

type order struct {
	player store.PlayerID
	payment.Terms
}

type step struct {
	kind   string
	player store.PlayerID
	cents  int64
}

func newPayments() payments {
	return payments{map[store.OpID]order{}, map[store.OpID]payment.Told{}, map[store.OpID]payment.Recharge{}, map[store.RoomID][]step{}}
}

func (p payments) feed(e *store.JournalEntry, r *Report) {
	if e.Kind != payment.KindCredit {
		for _, entry := range e.Postings {
			if payment.Provides(entry) {
				r.violate(Payments, "op %d (%s) moves %d cents of a provider's", e.ID, e.Kind, entry.AmountCents)
			}
		}
	}
	var err error
	switch e.Kind {
	case payment.KindOrder:
		var terms payment.Terms
		terms, err = payment.ReadOrder(&e.Op)
		p.orders[e.ID] = order{e.Player, terms}
	case payment.KindEvent:
		told, id, wrong := payment.ReadEvent(&e.Op)
		if err = wrong; told.Paid {
			p.paid[id] = told
		}
	case payment.KindCredit:
		var credit payment.Recharge
		credit, err = payment.ReadCredit(&e.Op)
		p.credits[credit.Order] = credit
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
func (p payments) judge(r *Report) {
	for id, c := range p.credits {
		o, ordered := p.orders[id]
		if ordered && (o.player != c.Player || o.PriceCents != c.PriceCents || o.GemsCents != c.GemsCents || o.BonusCents != c.BonusCents) || !ordered && r.Full {
			r.violate(Payments, "order %d of %+v was credited as %+v", id, o, c)
		}
		told, vouched := p.paid[id]
		if vouched && (told.AmountCents != c.PriceCents || told.Currency != payment.Currency) || !vouched && r.Full {
			r.violate(Payments, "order %d was credited for %d cents, its provider vouched for %d %s", id, c.PriceCents, told.AmountCents, told.Currency)
		}
	}
	for room, steps := range p.steps {
		p.payout(room, steps, r)
	}
}

// payout: every step of a withdrawal is of one player and amount, and it was requested once and ended at most once.
func (p payments) payout(room store.RoomID, steps []step, r *Report) {
	requests, ends := 0, 0
	for _, s := range steps {
		switch s.kind {
		case payment.KindRequest:
			requests++
		case payment.KindPaid, payment.KindRefund:
			ends++
		}
		if s.player != steps[0].player || s.cents != steps[0].cents {
			r.violate(Payments, "withdrawal %d is of player %d over %d cents and of player %d over %d", room, steps[0].player, steps[0].cents, s.player, s.cents)
		}
	}
	if requests > 1 || ends > 1 || requests == 0 && r.Full {
		r.violate(Payments, "withdrawal %d was requested %d times and ended %d times", room, requests, ends)
	}
}
