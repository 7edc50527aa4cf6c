package roomtest

import (
	"bytes"
	"fmt"
	"testing"

	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/store"
)

// Ways are what an act can come to where chance decides what a play brings: each way is an act, and of each the same is
// to be expected. Rooms that are alike, one for each way, bring together what they bring on average, and no sample is
// taken. Where each play is paid and given at once (AtOnce), it is so after a third of the acts, too.
type Ways struct {
	// Open makes a room in which there are so many Acts.
	Open func(r *rig.Rig) store.RoomID
	Acts int
}

// returns holds what plays cost and bring, by the ops, to what the kind says of them (Return of its Spec):
// server/registry/economy searches for profitable loops in what is said there and checks it no further.
func (s suite) returns(t *testing.T) {
	t.Helper()
	play := s.spec.Return.Play
	if s.Ways != nil {
		s.Open = s.Ways.Open
		if s.Ways.Acts == 0 || !s.eachWay(t, 0) || s.spec.AtOnce && !s.eachWay(t, s.Ways.Acts/3) {
			t.Error("Driver has Ways, and none can be gone")
		}
		return
	}
	one := s.whole(t, 1)
	if play == nil || play.Rate == nil { // what boxes bring is held to what was drawn
		return
	}
	if s.spec.AtOnce {
		t.Error("each play is paid at once: Driver has Ways")
		return
	}
	// What is given seldom may be given in neither: two rooms that bring nothing say nothing.
	if other := s.whole(t, 2); one.gives != other.gives || one.gives == 0 {
		t.Errorf("gives %d cents once and %d once: where chance decides it, Driver has Ways", one.gives, other.gives)
	}
}

// whole plays a room to its end.
func (s suite) whole(t *testing.T, seed uint64) (f turnover) {
	t.Helper()
	s.playWith(t, seed, func(b *table) {
		for range b.Acts {
			b.guests = append(b.guests, b.Guest(b.Rig))
		}
		b.Settle()
		aside := b.ids(func(op store.OpRecord) bool { return !b.writes(op) })
		b.ready()
		for n, p := range b.guests {
			b.insist(b.Act(b.Rig, b.id, p, n))
		}
		b.end()
		f = b.turnover(aside)
		b.judge(f)
	})
	return f
}

// eachWay plays, after so many acts, every way there is. It reports whether the room has not ended before.
func (s suite) eachWay(t *testing.T, before int) (there bool) {
	t.Helper()
	var sum turnover
	var state []byte
	for way := before; way < s.Ways.Acts; way++ {
		s.play(t, func(b *table) {
			b.ready()
			for n := range before {
				b.insist(b.nth(n))
			}
			b.Settle()
			rec := b.stored()
			if there = !rec.Status.Final(); !there {
				return
			}
			if state == nil {
				state = rec.State
			}
			if !bytes.Equal(state, rec.State) {
				b.Errorf("rooms of two ways are not alike: %q and %q", state, rec.State)
			}
			act := b.nth(way)
			aside := b.ids(func(store.OpRecord) bool { return true })
			b.insist(act)
			b.end()
			sum.add(b.turnover(aside))
			if way == s.Ways.Acts-1 {
				b.judge(sum)
			}
		})
		if !there {
			return false
		}
	}
	return true
}

// end brings a room to its end, unless nothing is paid or given any more.
func (b *table) end() {
	b.Helper()
	if b.spec.AtOnce {
		b.Settle()
		return
	}
	b.settled()
}

// turnover is what players put into rooms and got out of them.
type turnover struct {
	takes, least int64    // cents of gems, and the fewest that one op took
	plays        int64    // how many ops took some
	gives        int64    // cents of gems, and of new items at their values
	times        int64    // how often something was given
	house, items int64    // cents of gems from the house, in the rooms or to players; how many new items
	others       []string // what else was given
}

func (f *turnover) add(more turnover) {
	if f.least == 0 || more.least > 0 && more.least < f.least {
		f.least = more.least
	}
	f.takes, f.gives, f.times = f.takes+more.takes, f.gives+more.gives, f.times+more.times
	f.plays += more.plays
	f.house, f.items, f.others = f.house+more.house, f.items+more.items, append(f.others, more.others...)
}

// turnover sums the ops but those.
func (b *table) turnover(but map[store.OpID]bool) (sum turnover) {
	b.Helper()
	for _, op := range b.journal() {
		if !but[op.ID] {
			sum.add(b.turnoverOf(op))
		}
	}
	return sum
}

func (b *table) turnoverOf(op store.OpRecord) (f turnover) {
	escrow := store.RoomEscrow(b.id)
	for _, p := range op.Postings {
		owned := p.Debit.OfPlayer() || p.Debit == escrow || p.Debit == store.RoomWishCards(b.id)
		switch {
		case p.Credit.OfPlayer() && p.Credit.Currency() == store.Gems:
			f.gives, f.times = f.gives+p.AmountCents, f.times+1
			if !owned {
				f.house += p.AmountCents
			}
		case p.Credit.OfPlayer() && !owned:
			f.others = append(f.others, fmt.Sprint(p.AmountCents, " ", p.Credit.Currency()))
		case p.Credit == escrow && !owned && !b.fills(op.Kind):
			f.house += p.AmountCents
		}
		if p.Debit.OfPlayer() && p.Debit.Currency() == store.Gems {
			f.takes, f.least, f.plays = f.takes+p.AmountCents, f.least+p.AmountCents, 1
		}
	}
	for _, one := range op.NewItems {
		if one.Owner > 0 {
			f.gives, f.times, f.items = f.gives+one.ValueCents, f.times+1, f.items+1
		}
	}
	return f
}

// fills reports whether an op puts the house's gems into a room to be given away.
func (b *table) fills(kind string) bool {
	pool, lots := b.spec.Pool, b.spec.Lots
	return pool != nil && pool.Fill == kind || lots != nil && lots.Create == kind
}

// judge holds a turnover to what the kind says.
func (b *table) judge(f turnover) {
	b.Helper()
	r := b.spec.Return
	for _, what := range f.others {
		b.Errorf("gives %s, which is no matter of a Return", what)
	}
	if r.Play == nil {
		b.judgeFree(f)
		return
	}
	if f.takes == 0 {
		b.Error("takes no gems, though its Return has a Play")
	}
	var most float64
	if r.Play.Rate == nil { // what is drawn has whole values, and is no more when it is split
		prices, values := b.boxes()
		if f.takes != prices {
			b.Errorf("takes %d cents: its Return has no Rate, and the boxes that were opened cost %d", f.takes, prices)
		}
		most = float64(values) + r.Play.AlsoCents*float64(f.plays)
	} else {
		now, err := b.Engine.Settings(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		rate, err := r.Play.Rate(now, b.Catalog.Items())
		if err != nil || rate.StakeCents <= 0 || float64(f.least) < rate.StakeCents {
			b.Fatalf("a play costs %d cents, by its Rate %.2f at the least, %v", f.least, rate.StakeCents, err)
		}
		// What is given is in whole cents.
		most = rate.Back(0)*float64(f.takes) + r.Play.AlsoCents*float64(f.plays) + float64(f.times)
	}
	if float64(f.gives) > most {
		b.Errorf("gives %d cents for %d, and not more than %.2f come back by its Return", f.gives, f.takes, most)
	}
}

// judgeFree: where nothing is played, players give nothing, and are given what the room was filled with.
func (b *table) judgeFree(f turnover) {
	b.Helper()
	if f.takes > 0 {
		b.Errorf("takes %d cents, and its Return has no Play", f.takes)
	}
	if f.house > 0 || f.items > 0 && b.spec.Lots == nil {
		b.Errorf("gives %d cents of the house and %d items, by its Return nothing comes back but what a room was "+
			"filled with", f.house, f.items)
	}
}

// boxes is what the boxes cost that were opened in the room, by its proof, and what was drawn of them.
func (b *table) boxes() (prices, values int64) {
	b.Helper()
	bundle, _, err := b.spec.Bundle(b.Context(), b.Engine, b.Catalog, room.ID(b.id))
	if err != nil {
		b.Fatal(err)
	}
	if report := fairness.VerifyWith(bundle, fairness.Trust{Anchors: b.Beacon.Anchors()}); !report.OK {
		b.Errorf("its proof: %+v", report)
	}
	tables := map[string]fairness.OddsProof{}
	for _, table := range bundle.Odds {
		tables[table.Hash] = table
	}
	for _, drawn := range bundle.Results {
		table := tables[drawn.OddsHash]
		box, sold := b.Catalog.Box(store.BoxID(table.BoxID))
		if !sold {
			b.Fatalf("draw %d is of no box that is on sale", drawn.N)
		}
		prices += box.PriceCents
		for _, e := range table.Entries {
			if e.Item == drawn.Item {
				values += e.ValueCents
			}
		}
	}
	return prices, values
}
