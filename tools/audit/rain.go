package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/period"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

var _ = audited(rain.Kind, kindRules{outcome: (*outcomes).rain,
	ops:     map[string]opRule{rain.KindCreate: (*roomBooks).pool, rain.KindClaim: (*roomBooks).claims},
	unasked: map[string]string{rain.KindCreate: "it fills the pool, and the claims ask"},
	orders:  &kindOrders{setting: rain.OrdersSetting.Name, cents: poolsOrdered}})

// poolsOrdered are the pools of the rains that a version of their orders adds.
func poolsOrdered(b *rulebook, v *store.SettingVersion) (cents int64) {
	before, after := orders(b, rain.OrdersSetting, v)
	for _, o := range after.Orders {
		if !slices.Contains(before.Orders, o) {
			cents += o.PoolCents
		}
	}
	return cents
}

func (o *outcomes) rain(_ context.Context, _ store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	for _, c := range b.Rain.Claims {
		o.p.rooms.parts.add(-1, partText("claim", rec.ID, uint64(c.Place), c.Player, c.ValueCents))
	}
	return nil
}

// pool: of the house's, as it was ordered or follows from what was spent.
func (b *roomBooks) pool(p *prices, e *store.JournalEntry) error {
	if len(e.Postings) != 1 || e.Postings[0].Debit != store.Bonus ||
		e.Postings[0].Credit != store.RoomEscrow(e.Room.Room) {
		return wrongf("it fills a pool with %v", e.Postings)
	}
	return p.rained(e)
}

// claims: each as its leaf says.
func (b *roomBooks) claims(_ *prices, e *store.JournalEntry) error {
	var postings []store.Posting
	for _, l := range e.Leaves {
		c, err := log.ParseRainClaim(string(l.Data))
		if err != nil || c.Scope != fairness.RainScope(int64(e.Room.Room)) ||
			l.Key != rain.LeafKey(e.Room.Room, int(c.N)) {
			return wrongf("leaf %q is no claim: %v", l.Key, err)
		}
		b.parts.add(1, partText("claim", e.Room.Room, c.N, c.Player, c.ValueCents))
		to := store.PlayerGems(store.PlayerID(c.Player))
		i := slices.IndexFunc(postings, func(p store.Posting) bool { return p.Credit == to })
		if i < 0 {
			i, postings = len(postings), append(postings, store.Posting{Debit: store.RoomEscrow(e.Room.Room),
				Credit: to})
		}
		postings[i].AmountCents += c.ValueCents
	}
	return does(e, postings, nil, nil)
}

// rained: the pool that was ordered, or one within what the settings of its day allow.
func (p *prices) rained(e *store.JournalEntry) error {
	cents := e.Postings[0].AmountCents
	within := func(t rain.Settings) bool { return cents >= t.Pool.LeastCents && cents <= t.Pool.MostCents }
	good := false
	switch id, ordered := strings.CutPrefix(e.Key, "rain:order:"); {
	case ordered:
		good = slices.ContainsFunc(ever(p.rulebook, rain.OrdersSetting), func(t rain.Orders) bool {
			return slices.ContainsFunc(t.Orders, func(o rain.Order) bool {
				return o.ID == id && (o.PoolCents == cents || o.PoolCents == 0 && allows(p.rulebook, rain.Setting,
					e.At, within))
			})
		})
	case strings.HasPrefix(e.Key, "rain:every:") && p.trial:
		good = allows(p.rulebook, rain.Setting, e.At, within)
	default:
		good = allows(p.rulebook, rain.Setting, e.At, func(t rain.Settings) bool {
			return within(t) && daily(p.rulebook, t, e.Key, e.At)
		})
	}
	if !good {
		return wrongf("nobody has set a pool of %d under %q", cents, e.Key)
	}
	return does(e, e.Postings, nil, nil)
}

// daily reports whether a key is that of a rain which the settings let fall at about a time: at one of their times of
// the day, in a zone that the site had then. The key is made once, and so is the rain.
func daily(b *rulebook, t rain.Settings, key string, at time.Time) bool {
	text, found := strings.CutPrefix(key, "rain:daily:")
	return found && allows(b, period.Setting, at, func(name string) bool {
		zone, err := period.Named(name)
		if err != nil {
			return false
		}
		due, err := time.ParseInLocation("2006-01-02T15:04", text, zone)
		return err == nil && due.Sub(at).Abs() <= rainWithin && slices.Contains(t.Daily, due.Format("15:04")) &&
			due.Format("2006-01-02T15:04") == text
	})
}

// rainWithin is how far from its time a rain begins: minutes, as long as a store may be away, beside the hour that is
// there twice when clocks are put back and of which the key does not say which it is.
const rainWithin = 90 * time.Minute
