package verify

import (
	"math"
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// flip is one flip of a lucky-card room. Its ticket names the round, and the hash of that is what the stream is drawn
// under; the context is the leaf of the room, which the ticket names.
type flip struct {
	room   *box2.Luckycard
	ticket *box2.FlipTicket
	end    *box2.Flip
	before []box2.Leaf // that ended the flips before, *box2.Flip or *box2.Void
}

func (k *flip) form(v *verification) (err error) {
	b := v.b
	if len(b.Tickets) != 1 || len(b.Results) != 1 || len(b.Odds) != 0 {
		return malformed("a %s bundle has one ticket, one result and no odds", b.Kind)
	}
	if k.room, err = parse[box2.Luckycard](b.Context); err != nil {
		return err
	}
	if k.ticket, err = parse[box2.FlipTicket](b.Tickets[0]); err != nil {
		return err
	}
	if k.end, err = parse[box2.Flip](b.Results[0]); err != nil {
		return err
	}
	scope := fairness.LuckycardScope(k.room.Room)
	if b.ID != fairness.ResultID(scope, k.end.N) || uint64(len(b.Luckycard.Before)) != k.end.N {
		return malformed("id %q, %d flips before flip %d", b.ID, len(b.Luckycard.Before), k.end.N)
	}
	for n, e := range b.Luckycard.Before {
		l, err := box2.Parse([]byte(e.Leaf))
		if err != nil {
			return err
		}
		if !endsFlip(l, scope, uint64(n)) {
			return malformed("leaf %s does not end flip %d", l.Title(), n)
		}
		k.before = append(k.before, l)
	}
	v.locked = b.Tickets[0]
	v.promise = promise{
		log: k.room.Log, scope: scope, commit: k.room.Commit, height: slot.HeightLuckycard, beacon: k.ticket.Beacon,
		atMS: k.ticket.AtMS,
	}
	_, err = v.open(k.end.N, k.end.SlotKey)
	return err
}

// endsFlip says whether a leaf is the result of flip n or the void of it alone.
func endsFlip(l box2.Leaf, scope string, n uint64) bool {
	switch l := l.(type) {
	case *box2.Flip:
		return l.Scope == scope && l.N == n
	case *box2.Void:
		return l.Scope == scope && l.N == n && len(l.SlotKeys) == 1
	}
	return false
}

func (k *flip) context() error {
	seen := map[int]bool{}
	for _, c := range k.room.Cards {
		if seen[c.Card] {
			return mismatch("card %d is there twice", c.Card)
		}
		seen[c.Card] = true
	}
	return nil
}

func (k *flip) outcome(v *verification) {
	v.add(CheckTicket, "the flip ends a ticket of this room and beacon", k.checkTicket(v))
	v.add(CheckCard, "the stream draws this card of those that were left", k.checkCard(v))
}

func (k *flip) checkTicket(v *verification) error {
	t, e := k.ticket, k.end
	switch {
	case e.Ticket != v.ctx:
		return mismatch("the flip names another ticket")
	case t.Log != k.room.Log || t.Ctx != box2.Hash([]byte(v.b.Context)) || e.Beacon != v.beacon.Value:
		return mismatch("another log, room or beacon")
	case t.Scope != v.promise.scope || e.Scope != v.promise.scope || t.N != e.N:
		return mismatch("flip %d of %q, ticket %d of %q", e.N, e.Scope, t.N, t.Scope)
	case t.Player != e.Player || t.Bot != e.Bot:
		return mismatch("another player, or not the same bot")
	case t.AtMS < k.room.AtMS || e.AtMS < t.AtMS:
		return mismatch("room of %d ms, ticket of %d ms, flip of %d ms", k.room.AtMS, t.AtMS, e.AtMS)
	case t.Bot == botSeat || t.Bot == botHouse && t.UserSeed != botSeed(t.N):
		return mismatch("bot %d with user seed %q", t.Bot, t.UserSeed)
	}
	return nil
}

func (k *flip) checkCard(v *verification) error {
	left, err := k.left(v)
	if err != nil {
		return err
	}
	stream, err := slot.Stream(v.opens[0].key, slot.LabelFlip, v.promise.scope, v.beacon.Value, v.ctx)
	if err != nil {
		return err
	}
	card := left[stream.Uniform(uint64(len(left)))]
	if card.Card != k.end.Card || card.ValueCents != k.end.ValueCents {
		return mismatch("the stream draws card %d", card.Card)
	}
	return nil
}

// left are the cards that the flips before have left, in the order of the room. Each of those must be in the log.
func (k *flip) left(v *verification) ([]box2.Card, error) {
	left := slices.Clone(k.room.Cards)
	own := int64(math.MaxInt64) // where this flip ended; a place that does not hold is told by the check of the log
	if v.b.Logged != "" && v.ended() == nil {
		own = v.logged.index
	}
	for n, l := range k.before {
		if err := v.endedBefore(v.b.Luckycard.Before[n], own); err != nil {
			return nil, err
		}
		drawn, ok := l.(*box2.Flip)
		if !ok {
			continue // a void takes no card
		}
		at := slices.IndexFunc(left, func(c box2.Card) bool { return c.Card == drawn.Card })
		if at < 0 {
			return nil, mismatch("card %d of flip %d was not left", drawn.Card, n)
		}
		left = slices.Delete(left, at, at+1)
	}
	if len(left) == 0 {
		return nil, mismatch("no card was left")
	}
	return left, nil
}

// endedBefore is nil when a leaf stands in the log, under a quorum and in front of index own.
func (v *verification) endedBefore(e Ended, own int64) error {
	in := readInclusion(e.Logged)
	if _, err := v.openCheckpoint(in); err != nil {
		return err
	}
	if in.index >= own {
		return mismatch("leaf %d, of a flip before, is behind leaf %d", in.index, own)
	}
	return in.holds(e.Leaf)
}

func (k *flip) logged(v *verification) (string, error) { return v.b.Results[0], nil }
