package audit

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// payments are what the journal says of money in and out. Ops of two writers come in no order of time, so that what one
// says of another is judged at the end.
type payments struct {
	orders  map[store.OpID]order
	paid    map[store.OpID]payment.ProviderEvent // by order: what a provider has vouched for
	refused map[store.OpID]bool                  // orders that a provider said came to nothing, or took back
	credits map[store.OpID]payment.Recharge      // by order
	backs   []payment.Reversal
	again   []payment.Restoration
	won     map[store.OpID]bool // orders whose money a provider said has come again
	chains  map[store.PlayerID][]payment.Recovery
	steps   map[store.RoomID][]step // of withdrawals
	// foreign are credits by other players' payers, and out is when players have excluded themselves.
	foreign []foreign
	out     map[store.PlayerID][]exclusion
	// fresh are the credits of the chunk at hand, in a whole audit, which looks their orders up, and vouchedBy the
	// events without a credit before them in it, by order; nil otherwise.
	fresh     []payment.Recharge
	vouchedBy map[store.OpID]store.OpID
	sift      bool
}

// foreign is a credit of another player's payer, as its op says it.
type foreign struct {
	payment.Recharge
	at time.Time
}

// exclusion is one that a player has chosen, or has made longer.
type exclusion struct{ from, until time.Time }

type order struct {
	player store.PlayerID
	payment.Placed
}

type step struct {
	kind   string
	before uint64 // how many there were
	player store.PlayerID
	cents  int64
}

func newPayments() payments {
	return payments{map[store.OpID]order{}, map[store.OpID]payment.ProviderEvent{}, map[store.OpID]bool{},
		map[store.OpID]payment.Recharge{}, nil, nil, map[store.OpID]bool{},
		map[store.PlayerID][]payment.Recovery{}, map[store.RoomID][]step{}, nil, map[store.PlayerID][]exclusion{}, nil,
		map[store.OpID]store.OpID{}, false}
}

func (p *payments) feed(e *store.JournalEntry, r *Report) {
	if e.Kind != payment.KindCredit && e.Kind != store.KindRecovered && e.Kind != payment.KindRestored {
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
		if !p.sift {
			p.orders[e.ID] = order{e.Player, placed}
		}
	case payment.KindEvent:
		event, id, wrong := payment.ReadEvent(&e.Op)
		switch err = wrong; {
		case event.Paid:
			p.paid[id] = event
			if p.sift {
				p.vouchedBy[id] = e.ID
			}
			p.vouched(r, id)
		case event.Back == payment.BackReturned:
			p.won[id] = true
		default:
			p.refused[id] = true
		}
	case payment.KindCredit:
		var credit payment.Recharge
		credit, err = payment.ReadCredit(&e.Op)
		p.credits[credit.Order] = credit
		if credit.Holder != 0 {
			p.foreign = append(p.foreign, foreign{credit, e.At})
		}
		if p.sift {
			p.fresh = append(p.fresh, credit)
		}
		p.vouched(r, credit.Order)
	case payment.KindPayer:
		_, err = payment.ReadPayer(&e.Op)
	case payment.KindRefused:
		_, err = payment.ReadRefusal(&e.Op)
	case limits.KindPayer:
		_, err = limits.ReadPaid(&e.Op)
	case limits.KindSet:
		var s limits.State
		if s, err = limits.ReadSet(e.ID, e.Result); err == nil && s.Excluded(e.At) {
			p.out[e.Player] = append(p.out[e.Player], exclusion{e.At, time.UnixMilli(s.ExcludedMS)})
		}
	case store.KindReversed:
		back, wrong := payment.ReadReversal(&e.Op)
		if err = wrong; err == nil {
			p.backs = append(p.backs, back)
		}
	case payment.KindRestored:
		again, wrong := payment.ReadRestoration(&e.Op)
		if err = wrong; err == nil {
			p.again = append(p.again, again)
		}
	case store.KindRecovered:
		took, wrong := payment.ReadRecovery(&e.Op)
		if err = wrong; err == nil {
			p.chains[took.Player] = append(p.chains[took.Player], took)
		}
	case payment.KindRequest, payment.KindApprove, payment.KindPaid, payment.KindRefund:
		payout, wrong := payment.ReadPayout(&e.Op)
		err = wrong
		s := step{kind: e.Kind, player: e.Player, cents: payout.AmountCents}
		if e.Room != nil {
			s.before = e.Room.FromVersion
		}
		p.steps[payout.ID] = append(p.steps[payout.ID], s)
		if steps := p.steps[payout.ID]; p.sift && whole(steps) {
			p.payout(payout.ID, steps, r)
			delete(p.steps, payout.ID)
		}
	}
	if err != nil {
		r.violate(Payments, "op %d: %v", e.ID, err)
	}
}

// vouched compares a credit with the word of its provider when both are known; a whole audit drops them then.
func (p *payments) vouched(r *Report, id store.OpID) {
	c, credited := p.credits[id]
	event, vouched := p.paid[id]
	if !p.sift || !credited || !vouched {
		return
	}
	vouchedFor(r, c, event, true)
	delete(p.credits, id)
	delete(p.paid, id)
	delete(p.vouchedBy, id)
}

func vouchedFor(r *Report, c payment.Recharge, event payment.ProviderEvent, vouched bool) {
	if vouched && (event.AmountCents != c.PriceCents || event.Currency != payment.Currency) || !vouched && r.Full {
		r.violate(Payments, "order %d was credited for %d cents, its provider vouched for %d %s", c.Order, c.PriceCents,
			event.AmountCents, event.Currency)
	}
}

func orderedAs(r *Report, c payment.Recharge, o order, ordered bool) {
	if ordered && (o.player != c.Player || o.PriceCents != c.PriceCents || o.GemsCents != c.GemsCents ||
		o.BonusCents != c.BonusCents) || !ordered && r.Full {
		r.violate(Payments, "order %d of %+v was credited as %+v", c.Order, o, c)
	}
}

// chunk compares credits with their orders, and forgets what a provider has said once more.
func (p *payments) chunk(ctx context.Context, view store.Snapshot, r *Report) error {
	if len(p.fresh)+len(p.vouchedBy) == 0 {
		return nil
	}
	ids := slices.Collect(maps.Keys(p.vouchedBy))
	for _, c := range p.fresh {
		ids = append(ids, c.Order)
	}
	orders := map[store.OpID]order{}
	if err := view.OpsByID(ctx, ids, func(rec store.OpRecord) error {
		if placed, err := payment.ReadOrder(&rec.Op); err == nil && rec.Kind == payment.KindOrder {
			orders[rec.ID] = order{rec.Player, placed}
		}
		return nil
	}); err != nil {
		return err
	}
	for _, c := range p.fresh {
		o, ordered := orders[c.Order]
		orderedAs(r, c, o, ordered)
	}
	p.fresh = p.fresh[:0]
	for id, event := range p.vouchedBy {
		rec, err := view.Keyed(ctx, orders[id].player, payment.CreditKey(id))
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		// A credit that was read before is not there any more: an earlier event has vouched for it.
		if _, waits := p.credits[id]; err == nil && rec.Kind == payment.KindCredit && rec.ID < event && !waits {
			delete(p.paid, id)
		}
	}
	clear(p.vouchedBy)
	return nil
}

// recall reads the credits again that were taken back, or given again.
func (p *payments) recall(ctx context.Context, view store.Snapshot) error {
	get := func(who store.PlayerID, id store.OpID) error {
		rec, err := view.Keyed(ctx, who, payment.CreditKey(id))
		if errors.Is(err, store.ErrNotFound) || err == nil && rec.Kind != payment.KindCredit {
			return nil
		}
		if err == nil {
			if c, wrong := payment.ReadCredit(&rec.Op); wrong == nil {
				p.credits[id] = c
			}
		}
		return err
	}
	for _, b := range p.backs {
		if err := get(b.Player, b.Order); err != nil {
			return err
		}
	}
	for _, a := range p.again {
		if err := get(a.Player, a.Order); err != nil {
			return err
		}
	}
	return nil
}

// judge compares. A report that is not full knows nothing of orders, events and requests that came before it.
func (p *payments) judge(r *Report) {
	for id, c := range p.credits {
		o, ordered := p.orders[id]
		orderedAs(r, c, o, ordered)
	}
	p.unvouched(r)
	p.rest(r)
}

// unvouched looks at the credits that no provider's word was compared with.
func (p *payments) unvouched(r *Report) {
	for id, c := range p.credits {
		event, vouched := p.paid[id]
		vouchedFor(r, c, event, vouched)
	}
}

// settling is how long a service may take between its look at an exclusion and its credit.
const settling = time.Minute

// payers: nothing was credited to another account by the payer of a player who was excluded then.
func (p *payments) payers(r *Report) {
	for _, c := range p.foreign {
		for _, out := range p.out[c.Holder] {
			if c.at.After(out.from.Add(settling)) && c.at.Before(out.until) {
				r.violate(Payments, "order %d of player %d was credited by the payer of player %d, excluded since %v",
					c.Order, c.Player, c.Holder, out.from.UTC())
				break
			}
		}
	}
}

// rest is what is judged at the end in any case.
func (p *payments) rest(r *Report) {
	p.debts(r)
	p.payers(r)
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
			r.violate(Payments,
				"order %d was credited again: taken back %t, its provider has said that the money came again %t",
				a.Order, back, p.won[a.Order])
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

// requests and ends count the steps of a withdrawal.
func requests(steps []step) int { return count(steps, payment.KindRequest) }
func ends(steps []step) int     { return count(steps, payment.KindPaid, payment.KindRefund) }

// whole reports whether a withdrawal is over and each of its steps was seen, in whatever order: what different
// operators' processes did stands with different writers.
func whole(steps []step) bool {
	return requests(steps) == 1 && ends(steps) == 1 && slices.ContainsFunc(steps, func(s step) bool {
		return (s.kind == payment.KindPaid || s.kind == payment.KindRefund) && s.before+1 == uint64(len(steps))
	})
}

func count(steps []step, kinds ...string) (n int) {
	for _, s := range steps {
		if slices.Contains(kinds, s.kind) {
			n++
		}
	}
	return n
}

// payout: every step of a withdrawal is of one player and amount, and it was requested once and ended at most once.
func (p *payments) payout(room store.RoomID, steps []step, r *Report) {
	for _, s := range steps {
		if s.player != steps[0].player || s.cents != steps[0].cents {
			r.violate(Payments, "withdrawal %d is of player %d over %d cents and of player %d over %d", room,
				steps[0].player, steps[0].cents, s.player, s.cents)
		}
	}
	if asked, ended := requests(steps), ends(steps); asked > 1 || ended > 1 || asked == 0 && r.Full {
		r.violate(Payments, "withdrawal %d was requested %d times and ended %d times", room, asked, ended)
	}
}
