package audit

import (
	"cmp"
	"math"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/delivery"
	"jadebox/store"
)

// dayAtMost is longer than a day of any zone, of which one in a year has 25 hours.
const dayAtMost = 26 * time.Hour

// dayUpgrade is an upgrade as the count of its day sees it.
type dayUpgrade struct {
	op         store.OpID
	at         time.Time
	nonce      store.NonceUse
	nth        int
	stakeCents int64
}

// countedUpgrades holds the count of an upgrade that brought something to those before it (docs/rules.md, "Upgrade"):
// which upgrade of its day it is nothing but the op says.
func (p *prices) countedUpgrades(e *store.JournalEntry) error {
	var list []dayUpgrade
	if err := p.view.OpsOf(p.ctx, e.Player, player.KindUpgrade, e.At.Add(-dayAtMost), e.At.Add(sealedWithin),
		func(rec store.OpRecord) error {
			u, err := player.ReadUpgraded(rec.ID, rec.Result)
			if err == nil && rec.Nonce != nil { // what has none is a violation of its own
				list = append(list, dayUpgrade{rec.ID, rec.At, *rec.Nonce, u.Nth, u.StakeCents()})
			}
			return nil
		}); err != nil {
		return err
	}
	if op, n := p.rulebook.miscounted(list, e.ID); op != 0 {
		return wrongf("upgrade %d is not the %dth of its day", op, n)
	}
	return nil
}

// miscounted is the first upgrade of a player's day, up to the one that is asked about, which says another count than
// follows from the one before it: by their nonces, which leave no doubt of their order, whichever processes made them.
// 0: there is none.
func (b *rulebook) miscounted(list []dayUpgrade, until store.OpID) (op store.OpID, nth int) {
	slices.SortFunc(list, func(a, b dayUpgrade) int {
		return cmp.Or(cmp.Compare(a.nonce.Epoch, b.nonce.Epoch), cmp.Compare(a.nonce.From, b.nonce.From))
	})
	end := slices.IndexFunc(list, func(u dayUpgrade) bool { return u.op == until })
	for i := range end + 1 {
		u := list[i]
		if same, _ := b.sameDay(u.at, list[end].at); !same {
			continue
		}
		before := []int{0} // that count on this day
		if i > 0 {
			same, apart := b.sameDay(list[i-1].at, u.at)
			if same && apart {
				before = append(before, list[i-1].nth)
			} else if same {
				before[0] = list[i-1].nth
			}
		}
		if !allows(b, prize.Setting, u.at, func(t prize.Settings) bool {
			switch {
			case len(t.Upgrades) == 0:
				return u.nth == 0
			case u.stakeCents < t.UpgradeLeastCents:
				return slices.Contains(before, u.nth)
			}
			return slices.Contains(before, u.nth-1)
		}) {
			return u.op, u.nth
		}
	}
	return 0, 0
}

// sameDay reports whether two moments, the earlier one first, may have been of one day of the site, and whether of two:
// by the zones that may have held at each and between them.
func (b *rulebook) sameDay(first, then time.Time) (same, apart bool) {
	zones := inForce(b, period.Setting, then)
	for _, now := range zones {
		for _, past := range slices.Concat(inForce(b, period.Setting, first), since(b, period.Setting, first, then),
			zones) {
			if dayIn(past, first) == dayIn(now, then) {
				same = true
			} else {
				apart = true
			}
		}
	}
	return same, apart
}

// dayIn is the day of a moment in a zone that was checked when it was set.
func dayIn(zone string, at time.Time) string {
	loc, err := period.Named(zone)
	if err != nil {
		loc = time.UTC
	}
	return period.Day(at.In(loc)).Name
}

// unseenOrder holds an order that goes on without a reviewer to what it is worth, and to what a player's day allows of
// them together (docs/rules.md, "Retrieval"): what is too much for one order does not go out in many.
func (p *prices) unseenOrder(e *store.JournalEntry, o *delivery.Record) error {
	value, least := worthOf(o), int64(math.MaxInt64) // least: of the day, by the zone that is kindest
	if sent, err := p.orderOf(e); err != nil || sent.ValueCents() != value {
		return cmp.Or(err, wrongf("an order worth %d cents goes on as one worth %d", sent.ValueCents(), value))
	}
	for _, zone := range inForce(p.rulebook, period.Setting, e.At) {
		sum := int64(0)
		if err := p.view.OpsOf(p.ctx, e.Player, delivery.KindApprove, e.At.Add(-dayAtMost), e.At,
			func(rec store.OpRecord) error {
				other, err := delivery.ReadRecord(rec.ID, rec.Result)
				if err == nil && other.Unseen && dayIn(zone, rec.At) == dayIn(zone, e.At) &&
					(rec.At.Before(e.At) || rec.ID <= e.ID) {
					sum += worthOf(&other)
				}
				return nil
			}); err != nil {
			return err
		}
		least = min(least, sum)
	}
	if !allows(p.rulebook, delivery.Setting, e.At, func(s delivery.Settings) bool {
		return value <= min(s.AutoCents, s.DayCents) && least <= s.DayCents
	}) {
		return wrongf("an order worth %d cents goes on, %d of its day with it, and nobody has reviewed it", value,
			least)
	}
	return nil
}

// orderOf is the order of a step, as it is now: its items are those that are sent.
func (p *prices) orderOf(e *store.JournalEntry) (o delivery.Order, err error) {
	err = wrongf("it is of no order")
	if e.Room == nil {
		return o, err
	}
	if failed := p.view.Rooms(p.ctx, []store.RoomID{e.Room.Room}, func(r store.Room) error {
		if o, err = delivery.ReadOrder(r); err != nil {
			err = wrongf("%v", err)
		}
		return nil
	}); failed != nil {
		return o, failed
	}
	return o, err
}

// worthOf is what the items of an order are worth, as its step says.
func worthOf(o *delivery.Record) (cents int64) {
	for _, it := range o.Items {
		cents += it.ValueCents
	}
	return cents
}
