package sim

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/room"
	"jadebox/store"
)

var _ = simulated("limits", 300, 0, func() workload { return new(promises) })

// promises are players who have limits of their own from the beginning on, and change them while they play, trade in
// and take seats of battles, whose entries count.
type promises struct {
	exchanges
	seats battles
}

func (d *promises) rooms() room.Specs { return d.seats.rooms() }

func (d *promises) plays() plays { return d.seats.plays() }

func (d *promises) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	if _, ok := cmd.(player.SetLimits); ok {
		return 0, true
	}
	if gems, known = d.seats.pays(m, op, cmd); known {
		return gems, true
	}
	return d.exchanges.pays(m, op, cmd)
}

func (d *promises) moves(m *model, op *store.OpRecord, cmd any) goods {
	if op.Room != nil {
		return d.seats.moves(m, op, cmd)
	}
	return d.exchanges.moves(m, op, cmd)
}

func (d *promises) register(n *node, h room.Deps) { d.seats.register(n, h) }

// wanted is a change of a player's limits, mostly to something tight.
func (s *simulation) wanted() limits.Change {
	return limits.Change{Limits: []limits.Set{{Kind: limits.Kinds[s.rng.IntN(len(limits.Kinds))],
		Span: limits.Spans[s.rng.IntN(3)], Cents: s.rng.Int64N(400)}}}
}

func (d *promises) begin(s *simulation) {
	s.inline = true
	defer func() { s.inline = false }()
	ctx := context.Background()
	for _, c := range s.clients {
		rec, err := s.engine.Commit(ctx, &store.Op{Player: c.id, Key: limits.KeyBegin, Kind: limits.KindBegin,
			At:      s.now,
			Request: sha256.Sum256([]byte(limits.KeyBegin)), NewItems: []store.NewItem{limits.NewLock(c.id)}})
		if err != nil {
			s.fail("lock: %v", err)
			return
		}
		state := limits.State{AtMS: s.now.UnixMilli()}
		for _, kind := range limits.Kinds {
			state, err = state.Apply(limits.Change{Limits: []limits.Set{{Kind: kind, Span: limits.Day,
				Cents: 100 + s.rng.Int64N(500)}}}, limits.Standard(), s.now)
			if err != nil {
				s.fail("limit: %v", err)
			}
		}
		result, err := json.Marshal(state)
		if err == nil {
			_, err = s.engine.Commit(ctx, &store.Op{Player: c.id, Key: "first", Kind: limits.KindSet, At: s.now,
				Result:   result,
				Moves:    []store.ItemMove{limits.Pass(c.id, rec.ItemID(0))},
				NewItems: []store.NewItem{limits.NewLock(c.id)}})
		}
		if err != nil {
			s.fail("limit: %v", err)
		}
	}
}

func (d *promises) choose(c *client) *call {
	s := c.sim
	switch n := s.rng.IntN(100); {
	case n < 6:
		change := s.wanted()
		return c.self(func(k string) any { return player.SetLimits{Key: k, Change: change} })
	case n < 7:
		return c.self(func(k string) any { return player.SetLimits{Key: k, Change: limits.Change{CoolOffHours: 24}} })
	}
	if s.chance(.4) {
		if k := d.seats.choose(c); k != nil {
			return k
		}
	}
	return d.exchanges.choose(c)
}

func (d *promises) answered(k *call, v any) answer {
	if m, ok := v.(player.LimitsSet); ok {
		return answer{outcome: fmt.Sprintf("op %d, %d limits", m.Op, len(m.State.Limits))}
	}
	if a := d.seats.answered(k, v); a.outcome != "" {
		return a
	}
	return d.exchanges.answered(k, v)
}

// played is what an op counts for in limits: an entry of a battle by what the player pays and gets back, all else by
// what it says of itself.
func played(op *store.Op) (limits.Entry, bool) {
	if op.Room == nil {
		return player.Played(op)
	}
	var gems int64
	for _, p := range op.Postings {
		if p.Debit == store.PlayerGems(op.Player) {
			gems += p.AmountCents
		}
		if p.Credit == store.PlayerGems(op.Player) {
			gems -= p.AmountCents
		}
	}
	return limits.Entry{At: op.At, SpendCents: gems, RiskCents: gems}, gems != 0
}

// audit: at each play the limits that held then allowed all of its stake to be lost, by what was durable before it.
func (d *promises) audit(ctx context.Context, s *simulation) {
	d.exchanges.audit(ctx, s)
	d.seats.audit(ctx, s)
	type life struct {
		state   limits.State
		lock    store.ItemID
		history *limits.History
	}
	lives := map[store.PlayerID]*life{}
	s.journal(ctx, func(op *store.OpRecord) {
		if op.Kind == battle.KindVoid { // what was staked comes back, to whomever it does
			for _, p := range op.Postings {
				who := store.PlayerID(p.Credit.Owner())
				if l := lives[who]; l != nil && p.Credit.Class() == store.ClassPlayerGems {
					l.history.Add(op.ID, limits.Entry{At: op.At, SpendCents: -p.AmountCents, RiskCents: -p.AmountCents})
				}
			}
			return
		}
		if op.Player == 0 {
			return
		}
		l := lives[op.Player]
		if l == nil {
			l = &life{history: limits.NewHistory(time.Time{})}
			lives[op.Player] = l
		}
		moves, items := limits.WithoutLock(&op.Op)
		locked := len(items) < len(op.NewItems)
		e, stakes := played(&op.Op)
		switch {
		case op.Kind == limits.KindBegin:
		case locked && (len(moves) != len(op.Moves)-1 || op.Moves[len(moves)].Item != l.lock):
			s.fail("op %d (%s) of player %d does not take the lock %d", op.ID, op.Kind, op.Player, l.lock)
		case op.Kind == limits.KindSet:
			var err error
			if l.state, err = limits.ReadSet(op.ID, op.Result); err != nil {
				s.fail("%v", err)
			}
		case stakes && e.SpendCents < 0 && op.Room != nil: // an entry comes back
		case stakes && !locked:
			s.fail("op %d (%s) of player %d plays without a lock", op.ID, op.Kind, op.Player)
		case stakes:
			spend, risk := e.SpendCents, e.RiskCents
			if op.Kind == player.KindBuy { // what is bought can be sold again: lost is what its price has on top
				risk -= e.WonCents
			}
			if err := l.state.Refuse(op.At); err != nil {
				s.fail("op %d (%s) of player %d in a pause", op.ID, op.Kind, op.Player)
			}
			if err := l.state.Allows(l.history, op.At, spend, risk); err != nil {
				s.fail("op %d (%s) of player %d passes a limit: %v, state %+v", op.ID, op.Kind, op.Player, err, l.state)
			}
		}
		if locked {
			l.lock = store.Receipt{Op: op.ID}.ItemID(slices.IndexFunc(op.NewItems,
				func(n store.NewItem) bool { return n.Def == limits.Lock }))
		}
		if stakes {
			l.history.Add(op.ID, e)
		}
	})
}
