package prize

import (
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// Kind is a reward type of product-spec §3.
type Kind string

// Kinds of prizes. All but the first two are vouchers.
const (
	Diamond     Kind = "diamond"
	Debris      Kind = "debris"
	OpenBox     Kind = "OpenBox"             // a percentage off the price of boxes, for some hours
	TrendChart  Kind = "TrendChart"          // opens the history chart for some hours
	Competition Kind = "armyCompetitionCard" // pays one battle entry up to its worth
	Reset       Kind = "resetOpenBox"        // opens once more what is taken once a day
)

// Voucher is a definition. Held vouchers name it by its number, which therefore never gets another meaning: other terms
// are another number.
type Voucher struct {
	Number     int   `json:"number"`
	Kind       Kind  `json:"kind"`
	Percent    int64 `json:"percent,omitempty"`    // of OpenBox
	Hours      int64 `json:"hours,omitempty"`      // in force, of OpenBox and TrendChart
	WorthCents int64 `json:"worthCents,omitempty"` // of Competition
	Days       int64 `json:"days"`                 // within which it is to be used
}

// standardVouchers are given by the first of their kind. Numbers 1 and 3 were given before and stay what they are; more
// than 2 % off, beside the rest of what play brings, would be more than a box keeps.
var standardVouchers = []Voucher{
	{Number: 5, Kind: OpenBox, Percent: 2, Hours: 24, Days: 30},
	{Number: 2, Kind: TrendChart, Hours: 24, Days: 30},
	{Number: 6, Kind: Competition, WorthCents: 2_00, Days: 30},
	{Number: 4, Kind: Reset, Days: 30},
	{Number: 1, Kind: OpenBox, Percent: 5, Hours: 24, Days: 30},
	{Number: 3, Kind: Competition, WorthCents: 10_00, Days: 30},
}

// A voucher that is used for some hours leaves an effect: a record of the voucher's definition + effects, whose time is
// when it began.
const (
	numberMax = 1<<20 - 1
	effects   = store.VoucherEffects

	// VouchersTo and EffectsTo end the ranges of definitions: vouchers from store.VoucherBase, effects behind them. The
	// lock comes next (store.LockDef).
	VouchersTo = store.VoucherBase + effects
	EffectsTo  = VouchersTo + effects
)

// Def is the definition of the voucher's items.
func (c Voucher) Def() store.DefID { return store.VoucherBase + store.DefID(c.Number) }

// Effect is the definition of what using it leaves.
func (c Voucher) Effect() store.DefID { return c.Def() + effects }

// ExpiresAt is when a voucher of that age can no longer be used.
func (c Voucher) ExpiresAt(given time.Time) time.Time {
	return given.Add(time.Duration(c.Days) * 24 * time.Hour)
}

// EndsAt is when its effect is over.
func (c Voucher) EndsAt(used time.Time) time.Time {
	return used.Add(time.Duration(c.Hours) * time.Hour)
}

func (c Voucher) good() bool {
	if c.Number < 1 || c.Number > numberMax || c.Days < 1 || c.Days > 3650 {
		return false
	}
	switch hours := c.Hours >= 1 && c.Hours <= 24*365; c.Kind {
	case OpenBox:
		return hours && c.Percent >= 1 && c.Percent <= 50 && c.WorthCents == 0
	case TrendChart:
		return hours && c.Percent == 0 && c.WorthCents == 0
	case Competition:
		return c.WorthCents >= 1 && c.WorthCents <= 1_000_000_00 && c.Hours == 0 && c.Percent == 0
	case Reset:
		return c.Hours == 0 && c.Percent == 0 && c.WorthCents == 0
	}
	return false
}

// Voucher finds a definition by that of an item or effect.
func (t Settings) Voucher(def store.DefID) (Voucher, bool) {
	if def >= VouchersTo {
		def -= effects
	}
	i := slices.IndexFunc(t.Vouchers, func(c Voucher) bool { return c.Def() == def })
	if i < 0 {
		return Voucher{}, false
	}
	return t.Vouchers[i], true
}

// Prize is one thing that can be won.
type Prize struct {
	Kind    Kind  `json:"kind"`
	Num     int64 `json:"num"`            // cents of gems, fragments, or vouchers
	Voucher int   `json:"card,omitempty"` // number of the definition; 0: the first of its kind
}

const vouchersAtOnce = 20

func (t Settings) voucherOf(p Prize) (Voucher, bool) {
	i := slices.IndexFunc(t.Vouchers, func(c Voucher) bool {
		return c.Kind == p.Kind && (p.Voucher == 0 ||
			p.Voucher == c.Number)
	})
	if i < 0 {
		return Voucher{}, false
	}
	return t.Vouchers[i], true
}

// Of is the voucher that a prize is of; gems and fragments are of none.
func (t Settings) Of(p Prize) (Voucher, bool) { return t.voucherOf(p) }

// Givable reports why one of the prizes cannot be given by the settings of prizes that hold. A setting that gives
// prizes asks it beside them.
func Givable(now *store.SettingsNow, prizes ...Prize) error {
	t, err := Setting.In(now)
	for _, p := range prizes {
		if err == nil {
			err = t.Check(p)
		}
	}
	return err
}

// Check reports why a prize cannot be given.
func (t Settings) Check(p Prize) error {
	switch p.Kind {
	case Diamond, Debris:
		if p.Num < 1 || p.Num > 1_000_000_00 || p.Voucher != 0 {
			return fmt.Errorf("prize: %d of %s", p.Num, p.Kind)
		}
		return nil
	}
	if _, ok := t.voucherOf(p); !ok || p.Num < 1 || p.Num > vouchersAtOnce {
		return fmt.Errorf("prize: %d cards of %s, number %d", p.Num, p.Kind, p.Voucher)
	}
	return nil
}

// Give puts a prize into the giver's op. Vouchers are always the op's last items.
func (t Settings) Give(op *store.Op, to store.PlayerID, p Prize) error {
	if err := t.Check(p); err != nil {
		return err
	}
	switch p.Kind {
	case Diamond:
		op.Postings = append(op.Postings, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(to),
			AmountCents: p.Num})
	case Debris:
		op.Postings = append(op.Postings, store.Posting{Debit: store.HouseFragments, Credit: store.PlayerFragments(to),
			AmountCents: p.Num})
	default:
		c, _ := t.voucherOf(p)
		for range p.Num {
			op.NewItems = append(op.NewItems, store.NewItem{Owner: to, Def: c.Def(), Source: store.FromReward})
		}
	}
	return nil
}

// InForce is what a player's effects give at a moment. Zero times are over.
type InForce struct {
	Percent       int64 // off the price of boxes
	DiscountUntil time.Time
	ChartUntil    time.Time
}

// InForce reads a player's effects.
func (t Settings) InForce(list []store.Item, now time.Time) InForce {
	var f InForce
	for _, it := range list {
		c, known := t.Voucher(it.Def)
		end := c.EndsAt(it.At)
		if !known || it.Def < VouchersTo || !end.After(now) {
			continue
		}
		switch c.Kind {
		case OpenBox:
			f.Percent, f.DiscountUntil = c.Percent, end
		case TrendChart:
			f.ChartUntil = end
		}
	}
	return f
}

// Discounted is a price under a discount at a moment: prices round up (docs/store.md).
func (f InForce) Discounted(cents int64, now time.Time) (price, percent int64) {
	if !f.DiscountUntil.After(now) {
		return cents, 0
	}
	return (cents*(100-f.Percent) + 99) / 100, f.Percent
}
