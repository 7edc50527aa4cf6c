package audit

import (
	"jadebox/actors/kinds/rain"
	"jadebox/store"
)

// packets counts what went into every red-packet rain and what came out of it. Ops of two writers come in no order of time,
// so that it is judged at the end.
type packets struct {
	pool map[store.AccountID]int64
	paid map[store.AccountID]int64
}

func newPackets() packets {
	return packets{map[store.AccountID]int64{}, map[store.AccountID]int64{}}
}

func (p packets) feed(op *store.Op) {
	for _, move := range op.Postings {
		switch {
		case op.Kind == rain.KindCreate && move.Credit.Class() == store.ClassRoomEscrow:
			p.pool[move.Credit] += move.AmountCents
		case op.Kind == rain.KindClaim && move.Debit.Class() == store.ClassRoomEscrow:
			p.paid[move.Debit] += move.AmountCents
		}
	}
}

// judge compares. A report that is not full knows nothing of rains that began before it.
func (p packets) judge(r *Report) {
	for account, paid := range p.paid {
		if pool, known := p.pool[account]; paid > pool && (known || r.Full) {
			r.violate(Packets, "rain %d paid %d cents of a pool of %d", account.Owner(), paid, pool)
		}
	}
}
