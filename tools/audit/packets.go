package audit

import (
	"jadebox/actors/kinds"
	"jadebox/store"
)

// packets counts what went into every pool (room.Pool: red-packet rain) and what came out of it. Ops of two writers
// come in no order of time, so that it is judged at the end.
type packets struct {
	fills, pays map[string]string // kinds of rooms by kinds of ops
	pool        map[store.AccountID]int64
	paid        map[store.AccountID]int64
	back        map[store.AccountID]int64
	kind        map[store.AccountID]string
}

func newPackets() packets {
	p := packets{map[string]string{}, map[string]string{}, map[store.AccountID]int64{}, map[store.AccountID]int64{},
		map[store.AccountID]int64{}, map[store.AccountID]string{}}
	for _, k := range kinds.All {
		if k.Pool != nil {
			p.fills[k.Pool.Fill], p.pays[k.Pool.Pay] = k.Kind, k.Kind
		}
	}
	return p
}

func (p packets) feed(op *store.Op) {
	_, fills := p.fills[op.Kind]
	kind, pays := p.pays[op.Kind]
	for _, move := range op.Postings {
		_, known := p.pool[move.Debit]
		switch {
		case fills && move.Credit.Class() == store.ClassRoomEscrow:
			p.pool[move.Credit] += move.AmountCents
			p.spent(move.Credit)
		case pays && move.Debit.Class() == store.ClassRoomEscrow:
			p.paid[move.Debit] += move.AmountCents
			p.kind[move.Debit] = kind
			p.spent(move.Debit)
		case known: // what was not claimed
			p.back[move.Debit] += move.AmountCents
			p.spent(move.Debit)
		}
	}
}

// spent drops a pool of which everything has gone, and not more.
func (p packets) spent(a store.AccountID) {
	if pool, filled := p.pool[a]; filled && pool == p.paid[a]+p.back[a] {
		delete(p.pool, a)
		delete(p.paid, a)
		delete(p.back, a)
		delete(p.kind, a)
	}
}

// judge compares. A report that is not full knows nothing of pools that were filled before it.
func (p packets) judge(r *Report) {
	for account, paid := range p.paid {
		if pool, known := p.pool[account]; paid > pool && (known || r.Full) {
			r.violate(Packets, "%s %d paid %d cents of a pool of %d", p.kind[account], account.Owner(), paid, pool)
		}
	}
}
