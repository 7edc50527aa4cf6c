package prize_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/store"
)

// takes reports whether settings of prizes may be so.
func takes(t *testing.T, held prize.Settings) bool {
	t.Helper()
	text, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	_, err = prize.Setting.Parse(text)
	return err == nil
}

// Each bound at the last value that is allowed, and one behind it.
func TestVouchersKeepToTheirBounds(t *testing.T) {
	const worth = 1_000_000_00
	good := map[prize.Kind]prize.Voucher{
		prize.OpenBox:     {Number: 7, Kind: prize.OpenBox, Percent: 2, Hours: 24, Days: 30},
		prize.TrendChart:  {Number: 7, Kind: prize.TrendChart, Hours: 24, Days: 30},
		prize.Competition: {Number: 7, Kind: prize.Competition, WorthCents: 200, Days: 30},
		prize.Reset:       {Number: 7, Kind: prize.Reset, Days: 30},
	}
	all := []prize.Kind{prize.OpenBox, prize.TrendChart, prize.Competition, prize.Reset}
	hours := []prize.Kind{prize.OpenBox, prize.TrendChart}
	for _, b := range []struct {
		what        string
		set         func(*prize.Voucher, int64)
		least, most int64
		of          []prize.Kind // the others have none of it
	}{
		{"number", func(c *prize.Voucher, n int64) { c.Number = int(n) }, 1, 1<<20 - 1, all},
		{"days", func(c *prize.Voucher, n int64) { c.Days = n }, 1, 3650, all},
		{"hours", func(c *prize.Voucher, n int64) { c.Hours = n }, 1, 24 * 365, hours},
		{"percent", func(c *prize.Voucher, n int64) { c.Percent = n }, 1, 50, all[:1]},
		{"worth", func(c *prize.Voucher, n int64) { c.WorthCents = n }, 1, worth, all[2:3]},
	} {
		for kind, c := range good {
			want := map[int64]bool{b.least - 1: false, b.least: true, b.most: true, b.most + 1: false, -1: false}
			if !slices.Contains(b.of, kind) {
				want = map[int64]bool{0: true, 1: false, -1: false}
			}
			for n, allowed := range want {
				changed := c
				b.set(&changed, n)
				held := prize.Settings{Vouchers: []prize.Voucher{changed}, Upgrades: []prize.UpgradeStep{}}
				if takes(t, held) != allowed {
					t.Errorf("%s %d of %s: allowed is %v", b.what, n, kind, !allowed)
				}
			}
		}
	}
	held := prize.Settings{Upgrades: []prize.UpgradeStep{}, Vouchers: []prize.Voucher{good[prize.Reset],
		good[prize.TrendChart]}}
	if takes(t, held) {
		t.Error("two vouchers have one number")
	}
	held.Vouchers = []prize.Voucher{{Number: 7, Kind: prize.Diamond, Days: 30}}
	if takes(t, held) {
		t.Error("gems are a voucher")
	}
	held.Vouchers = nil
	for n := range 101 {
		if n == 100 && !takes(t, held) {
			t.Error("a hundred vouchers are refused")
		}
		held.Vouchers = append(held.Vouchers, prize.Voucher{Number: n + 1, Kind: prize.Reset, Days: 1})
	}
	if takes(t, held) {
		t.Error("a hundred and one vouchers are taken")
	}
}

func TestStepsOfUpgradesKeepToTheirBounds(t *testing.T) {
	gems := prize.Prize{Kind: prize.Diamond, Num: 1}
	list := func(n int) (list []prize.UpgradeStep) {
		for i := range n {
			list = append(list, prize.UpgradeStep{Count: i + 1, Prize: gems})
		}
		return list
	}
	for what, c := range map[string]struct {
		held prize.Settings
		want bool
	}{
		"the first upgrade":       {prize.Settings{Upgrades: []prize.UpgradeStep{{Count: 1, Prize: gems}}}, true},
		"an upgrade before":       {prize.Settings{Upgrades: []prize.UpgradeStep{{Count: 0, Prize: gems}}}, false},
		"the thousandth":          {prize.Settings{Upgrades: []prize.UpgradeStep{{Count: 1000, Prize: gems}}}, true},
		"one behind":              {prize.Settings{Upgrades: []prize.UpgradeStep{{Count: 1001, Prize: gems}}}, false},
		"no prize":                {prize.Settings{Upgrades: []prize.UpgradeStep{{Count: 1}}}, false},
		"twenty steps":            {prize.Settings{Upgrades: list(20)}, true},
		"twenty-one":              {prize.Settings{Upgrades: list(21)}, false},
		"a stake of a cent":       {prize.Settings{UpgradeLeastCents: 1}, true},
		"a stake below one":       {prize.Settings{UpgradeLeastCents: -1}, false},
		"items at their price":    {prize.Settings{FragmentPPM: 1_000_000}, true},
		"items at a hundredfold":  {prize.Settings{FragmentPPM: 100_000_000}, true},
		"items below their price": {prize.Settings{FragmentPPM: 999_999}, false},
	} {
		if takes(t, c.held) != c.want {
			t.Errorf("%s: allowed is %v", what, !c.want)
		}
	}
	held := prize.Settings{Upgrades: append(list(3), prize.UpgradeStep{Count: 2, Prize: prize.Prize{Kind: prize.Debris,
		Num: 4}})}
	for n, want := range [][]prize.Prize{nil, {gems}, {gems, {Kind: prize.Debris, Num: 4}}, {gems}, nil} {
		if got := held.Reached(n); !slices.Equal(got, want) {
			t.Errorf("upgrade %d of a day brings %+v, want %+v", n, got, want)
		}
	}
}

// What may be given is given whole, and what may not leaves the op as it was.
func TestAPrizeWithinItsBoundsIsGivenWhole(t *testing.T) {
	held := prize.Standard()
	const me = store.PlayerID(7)
	for _, c := range []struct {
		prize.Prize
		good bool
		def  store.DefID
	}{
		{prize.Prize{Kind: prize.Diamond, Num: 1}, true, 0},
		{prize.Prize{Kind: prize.Diamond, Num: 1_000_000_00}, true, 0},
		{prize.Prize{Kind: prize.Diamond, Num: 1_000_000_01}, false, 0},
		{prize.Prize{Kind: prize.Diamond, Num: 0}, false, 0},
		{prize.Prize{Kind: prize.Diamond, Num: 1, Voucher: 5}, false, 0},
		{prize.Prize{Kind: prize.Debris, Num: 40}, true, 0},
		{prize.Prize{Kind: prize.Debris, Num: -1}, false, 0},
		{prize.Prize{Kind: prize.OpenBox, Num: 1}, true, store.VoucherBase + 5}, // the first of its kind
		{prize.Prize{Kind: prize.OpenBox, Num: 20, Voucher: 1}, true, store.VoucherBase + 1},
		{prize.Prize{Kind: prize.OpenBox, Num: 21}, false, 0},
		{prize.Prize{Kind: prize.OpenBox, Num: 0}, false, 0},
		{prize.Prize{Kind: prize.OpenBox, Num: 1, Voucher: 2}, false, 0}, // of another kind
		{prize.Prize{Kind: "none", Num: 1}, false, 0},
	} {
		var op store.Op
		if err := held.Give(&op, me, c.Prize); (err == nil) != c.good {
			t.Errorf("%+v: %v", c.Prize, err)
		}
		var cents, fragments, vouchers int64
		for _, p := range op.Postings {
			switch p {
			case store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(me), AmountCents: p.AmountCents}:
				cents += p.AmountCents
			case store.Posting{Debit: store.HouseFragments, Credit: store.PlayerFragments(me),
				AmountCents: p.AmountCents}:
				fragments += p.AmountCents
			default:
				t.Errorf("%+v posts %+v", c.Prize, p)
			}
		}
		for _, it := range op.NewItems {
			if it == (store.NewItem{Owner: me, Def: c.def, Source: store.FromReward}) {
				vouchers++
			} else {
				t.Errorf("%+v gives %+v", c.Prize, it)
			}
		}
		want := map[prize.Kind]int64{}
		if c.good {
			want[c.Kind] = c.Num
		}
		if cents != want[prize.Diamond] || fragments != want[prize.Debris] || vouchers != want[prize.OpenBox] {
			t.Errorf("%+v gives %d cents, %d fragments and %d vouchers", c.Prize, cents, fragments, vouchers)
		}
	}
}

// A discount and the history chart hold to their last moment, and a price under a discount rounds up.
func TestEffectsHoldUntilTheirEnd(t *testing.T) {
	held := prize.Standard()
	began := time.Unix(1000, 0)
	end := began.Add(24 * time.Hour)
	discount, chart := store.VoucherBase+1+1<<20, store.VoucherBase+2+1<<20
	effects := []store.Item{{Def: discount, At: began}, {Def: chart, At: began},
		{Def: store.VoucherBase + 1, At: began}, // a voucher that was not used
		{Def: discount + 90, At: began}}         // of no voucher
	f := held.InForce(effects, end.Add(-1))
	if f.Percent != 5 || !f.DiscountUntil.Equal(end) || !f.ChartUntil.Equal(end) {
		t.Errorf("in the last moment: %+v", f)
	}
	if over := held.InForce(effects, end); over != (prize.InForce{}) {
		t.Errorf("when it is over: %+v", over)
	}
	if unused := held.InForce(effects[2:], began); unused != (prize.InForce{}) {
		t.Errorf("of a voucher that was not used: %+v", unused)
	}
	for cents, want := range map[int64]int64{1: 1, 19: 19, 20: 19, 21: 20, 100: 95, 101: 96} {
		if price, percent := f.Discounted(cents, end.Add(-1)); price != want || percent != 5 {
			t.Errorf("%d cents become %d, %d %% off; want %d", cents, price, percent, want)
		}
		if price, percent := f.Discounted(cents, end); price != cents || percent != 0 {
			t.Errorf("after the end %d cents become %d, %d %% off", cents, price, percent)
		}
	}
	for def, want := range map[store.DefID]int{store.VoucherBase + 5: 5, store.VoucherBase + 5 + 1<<20: 5,
		store.VoucherBase + 9: 0, store.VoucherBase: 0} {
		if c, known := held.Voucher(def); c.Number != want || known != (want != 0) {
			t.Errorf("definition %d is of voucher %+v, %v", def, c, known)
		}
	}
	c, _ := held.Voucher(store.VoucherBase + 5)
	if at := c.ExpiresAt(began); !at.Equal(began.Add(30 * 24 * time.Hour)) {
		t.Errorf("a voucher of 30 days expires at %v", at)
	}
}

// What is read as an effect ends before the lock of a player's limits, which is no prize.
func TestTheLockComesBehindVouchersAndTheirEffects(t *testing.T) {
	if prize.EffectsTo != store.LockDef || prize.VouchersTo >= store.LockDef {
		t.Errorf("vouchers end at %d, effects at %d, the lock is %d", prize.VouchersTo, prize.EffectsTo, store.LockDef)
	}
}
