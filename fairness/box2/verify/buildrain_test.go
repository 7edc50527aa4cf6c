package verify

import (
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// rain is the second window of a rain of ten packets: two parts of claims after one of the window before, under a cap
// that binds.
func (m *made) rain() {
	const room, startMS = 71, contextMS - 60_000
	scope := fairness.RainScope(room)
	context := &box2.Rain{
		Log: origin, Room: room, PoolCents: 1000, Packets: 10, LeastCents: 10, ClaimsMax: 3, CapCents: 120,
		WindowMS: 1000, Commit: m.commit(scope, slot.HeightRain), Beacon: m.exact(startMS), AtMS: startMS,
	}
	change(m.rained, context)
	m.b.Context = text(context)
	m.leaves = append(m.leaves, []byte(m.b.Context))
	m.b.Rain = &Rain{Opened: m.prove(2-m.few0, startMS/1000+1+m.late0), Windows: []Window{}}
	value, shown := m.fetch(context.Beacon, m.first)
	m.b.Rain.Beacon = shown
	ctx := box2.Hash([]byte(m.b.Context))
	k := m.slot(0)
	left := must(fairness.RedPacket(must(slot.Stream(k, slot.LabelRain, scope, value.Value, ctx)), context.PoolCents,
		context.Packets, context.LeastCents))
	amounts := &box2.RainAmounts{Scope: scope, Ctx: ctx, Beacon: value.Value, SlotKey: k.Reveal(),
		LargestCents: slices.Max(left), SumCents: context.PoolCents, AtMS: startMS + 10_000}
	change(m.amounts, amounts)
	m.b.Rain.Amounts = m.ended(amounts)
	cents := map[int64]int64{}
	pay := func(c box2.Claim, index int) box2.Payment {
		paid := min(left[index], context.CapCents-cents[c.Player])
		left = slices.Delete(left, index, index+1)
		cents[c.Player] += paid
		return box2.Payment{Player: c.Player, Index: index, PaidCents: paid}
	}

	one := &box2.RainClaims{Scope: scope, Window: 1, Last: true, Previous: "-", Beacon: m.exact(contextMS - 30_000),
		Claims: []box2.Claim{{Player: 7, Packet: 4}, {Player: 8, Packet: 0}}, AtMS: contextMS - 30_000}
	change(m.before, box2.Leaf(one))
	paid := &box2.RainPaid{Scope: scope, Window: 1, Ctx: box2.Hash([]byte(text(one))), Beacon: other, SlotKey: other,
		Claims: []box2.Payment{pay(one.Claims[0], 3), pay(one.Claims[1], 8)}, AtMS: contextMS - 20_000}
	change(m.before, box2.Leaf(paid))
	m.leaves = append(m.leaves, []byte(text(one)))
	m.b.Rain.Windows = []Window{{Claims: []string{text(one)}, Paid: []Ended{m.ended(paid)}}}

	parts := []*box2.RainClaims{
		{Claims: []box2.Claim{{Player: 9, Packet: 1}, {Player: 7, Packet: 2}}, AtMS: contextMS - 5},
		{Claims: []box2.Claim{{Player: 7, Packet: 9}, {Player: 9, Packet: 3, Bot: botHouse}}, AtMS: contextMS, Part: 1,
			Last: true},
	}
	for i, p := range parts {
		p.Scope, p.Window, p.Beacon, p.Previous = scope, 2, m.round, "-"
		if i == 1 {
			p.Previous = box2.Hash([]byte(m.b.Tickets[0]))
			m.b.Tickets = append(m.b.Tickets, m.lock(p, &p.Beacon))
			continue
		}
		change(m.build.context, box2.Leaf(p))
		m.b.Tickets = []string{text(p)}
		m.leaves = append(m.leaves, []byte(text(p)))
	}
	ctx = box2.Hash([]byte(m.b.Tickets[1]))
	k = m.slot(2)
	stream := must(slot.Stream(k, slot.LabelClaim, scope, m.value.Value, ctx))
	for i, p := range parts {
		r := &box2.RainPaid{Scope: scope, Window: 2, Ctx: ctx, Beacon: m.value.Value, SlotKey: k.Reveal(),
			AtMS: resultMS}
		for _, c := range p.Claims {
			r.Claims = append(r.Claims, pay(c, int(stream.Uniform(uint64(len(left))))))
		}
		if i == 0 {
			change(m.payment, &r.Claims[0])
		}
		change(m.result, box2.Leaf(r))
		m.b.Results = append(m.b.Results, text(r))
		m.leaves = append(m.leaves, []byte(text(r)))
	}
	m.b.ID = fairness.ResultID(scope, 2)
	m.end(m.b.Results[1])
	if before := &m.b.Rain.Windows[0].Paid[0]; m.behind {
		m.leaves = append(m.leaves, []byte(before.Leaf))
		before.Logged = m.prove(2, resultMS/1000+2)
	}
}

// ended puts a leaf into the log and proves it.
func (m *made) ended(l box2.Leaf) Ended {
	m.leaves = append(m.leaves, []byte(text(l)))
	return Ended{Leaf: text(l), Logged: m.prove(2, contextMS/1000-10)}
}
