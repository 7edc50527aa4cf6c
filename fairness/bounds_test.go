package fairness

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadebox/fairness/internal/canon"
)

// A limit that is one off refuses what was promised, or lets pass what another verifier refuses: each is tried on both
// sides.
func TestEveryBoundIsReachedAndNotPassed(t *testing.T) {
	items := func(n int64) (list []UpgradeItem) {
		for i := range n {
			list = append(list, UpgradeItem{strconv.FormatInt(i+1, 10), 1, 100})
		}
		return list
	}
	deck := func(n int64, change func(*LuckycardContext)) error {
		c := LuckycardContext{Room: 1, PriceCents: 160, Commit: strings.Repeat("a", 64), BeaconSource: BeaconLocal,
			BeaconRound: 1}
		for i := range n {
			c.Cards = append(c.Cards, DeckCard{ID: i + 1, Def: 1, ValueCents: 10 - min(i, 1)})
		}
		change(&c)
		_, err := c.Hash()
		return err
	}
	upgrade := func(change func(*UpgradeTerms)) error {
		u := UpgradeTerms{Player: 1, Items: items(1), Target: 2, TargetCents: 200,
			Fee: UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000}, RateE8: 46_000_000, StartE8: 10_000}
		change(&u)
		_, err := u.Hash()
		return err
	}
	roll := func(change func(*RollContext)) error {
		c := rollContext(3)
		change(&c)
		_, err := c.Hash()
		return err
	}
	rain := func(change func(*RainContext)) error {
		c := rainTerms()
		change(&c)
		_, err := c.Hash()
		return err
	}
	odds := func(box, version, value int64) error {
		_, err := NewOdds(box, uint32(version), []OddsEntry{{Item: 1, Weight: WeightUnit, ValueCents: value}})
		return err
	}
	battle := func(seats, rounds int64, change func(*BattleContext)) error {
		c := battleContext(testKey(1), 1, ModeNormal, slices.Repeat([]*Odds{coarseOdds()}, int(rounds)))
		for int64(len(c.Seats)) < seats {
			c.Seats = append(c.Seats, Seat{Seat: len(c.Seats), Player: int64(50 + len(c.Seats)), UserSeed: "a"})
		}
		c.Seats = c.Seats[:seats]
		change(&c)
		_, err := c.Hash()
		return err
	}
	seeder := must(NewSeeder(testKey(1), "s", strings.Repeat("a", 64), strings.Repeat("b", 64)))
	hash := strings.Repeat("c", 64)
	opened := func(values int, index, size, value int64) error {
		c, err := Commit("l", "s", make([]int64, values), slices.Repeat([]string{hash}, values))
		if err != nil {
			return err
		}
		o := must(c.Open(0))
		o.Index, o.Size, o.Value = int(index), int(size), value
		if err := CheckOpening("l", "s", c.Root(), o); !errors.Is(err, ErrMismatch) {
			return err
		}
		return nil // well formed, if another
	}
	for name, b := range map[string]struct {
		least, most int64
		try         func(at int64) error
	}{
		"a number of anything": {1, canon.MaxSafe, func(at int64) error {
			return roll(func(c *RollContext) { c.Room = at })
		}},
		"seats of a battle":  {2, 4, func(at int64) error { return battle(at, 1, func(*BattleContext) {}) }},
		"rounds of a battle": {1, 15, func(at int64) error { return battle(2, at, func(*BattleContext) {}) }},
		"a box":              {1, canon.MaxSafe, func(at int64) error { return odds(at, 1, 1) }},
		"a box's version":    {1, 1<<32 - 1, func(at int64) error { return odds(1, at, 1) }},
		"an item's value":    {1, 1<<38 - 1, func(at int64) error { return odds(1, 1, at) }},
		"entries of odds": {1, 1_000, func(at int64) error {
			list := make([]OddsEntry, max(at, 0))
			for i := range list {
				list[i] = OddsEntry{Item: int64(i) + 1, Weight: WeightUnit / 1_000, ValueCents: 1}
			}
			if len(list) > 0 {
				list[0].Weight += WeightUnit - uint32(min(at, 1_000))*(WeightUnit/1_000)
			}
			_, err := NewOdds(1, 1, list)
			return err
		}},
		"a weight": {1_000, WeightUnit - 1_000, func(at int64) error {
			_, err := NewOdds(1, 1, []OddsEntry{{1, uint32(at), 1}, {2, WeightUnit - uint32(at), 1}})
			return err
		}},
		"cards of a deck": {9, 100, func(at int64) error { return deck(at, func(*LuckycardContext) {}) }},
		"a flip's price": {1, canon.MaxSafe, func(at int64) error {
			return deck(9, func(c *LuckycardContext) { c.PriceCents = at })
		}},
		"a deck's return": {1, 1_000_000, func(at int64) error {
			return deck(9, func(c *LuckycardContext) { c.PriceCents, c.ReturnPPM = 0, at })
		}},
		"what a deck is worth": {82, 9_000_000_000_000, func(at int64) error {
			return deck(9, func(c *LuckycardContext) {
				c.PriceCents, c.ReturnPPM = 0, 1
				c.Cards[0].ValueCents = at - 8*9
			})
		}},
		"prizes of a roll": {1, 100, func(at int64) error {
			return roll(func(c *RollContext) {
				c.Prizes = nil
				for i := range at {
					c.Prizes = append(c.Prizes, RollPrize{ID: i + 1, Item: "0", ValueCents: 5})
				}
			})
		}},
		"a roll's prize": {1, canon.MaxSafe, func(at int64) error {
			return roll(func(c *RollContext) { c.Prizes[0].ValueCents = at })
		}},
		"a roll's definition": {0, canon.MaxSafe, func(at int64) error {
			return roll(func(c *RollContext) { c.Prizes[0].Item, c.Prizes[0].Def = "0", at })
		}},
		"a weight in a roll": {1, 20, func(at int64) error {
			return roll(func(c *RollContext) { c.Entrants[0].Weight = uint64(at) })
		}},
		"packets of a rain": {1, 10_000, func(at int64) error {
			return rain(func(c *RainContext) { c.PoolCents, c.Packets = 1_000_000, int(at) })
		}},
		"claims in a rain": {1, 100, func(at int64) error {
			return rain(func(c *RainContext) { c.ClaimsMax = int(at) })
		}},
		"a rain's cap": {rainTerms().LeastCents, rainTerms().PoolCents, func(at int64) error {
			return rain(func(c *RainContext) { c.CapCents = at })
		}},
		"a rain's pool": {int64(rainTerms().Packets) * rainTerms().LeastCents, canon.MaxSafe, func(at int64) error {
			return rain(func(c *RainContext) { c.PoolCents, c.CapCents = at, c.LeastCents })
		}},
		"packets of a pool": {1, 100_000, func(at int64) error {
			_, err := RedPacket(testStream(), 100_000_000, int(at), 1)
			return err
		}},
		"the least of a packet": {1, 25, func(at int64) error {
			_, err := RedPacket(testStream(), 100, 4, at)
			return err
		}},
		"a fee": {1, 999_999, func(at int64) error { return (UpgradeFee{DrawPPM: at}).check() }},
		"a stake": {1, 1<<38 - 1, func(at int64) error {
			_, err := UpgradeFee{DrawPPM: 1}.RateE8(at, 1)
			return err
		}},
		"a target": {1, 1<<38 - 1, func(at int64) error {
			_, err := UpgradeFee{DrawPPM: 1}.RateE8(1, at)
			return err
		}},
		"items of an upgrade": {1, 10, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.Items = items(at) })
		}},
		"an upgrade's item": {1, 1<<38 - 1, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.Items[0].ValueCents = at })
		}},
		"an upgrade's definition": {1, canon.MaxSafe, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.Items[0].Def = at })
		}},
		"an upgrade's gems": {0, 1<<38 - 1, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.GemsCents = at })
		}},
		"an upgrade's target": {1, 1<<38 - 1, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.TargetCents = at })
		}},
		"steps of a rate": {100, 10_000, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.RateE8 = uint32(at) * RateStep })
		}},
		"steps of a start": {0, 9_999, func(at int64) error {
			return upgrade(func(u *UpgradeTerms) { u.StartE8 = uint32(at) * RateStep })
		}},
		"a rate that is drawn": {1, RateUnit, func(at int64) error {
			_, err := UpgradeWins(1, uint32(at), 0)
			return err
		}},
		"a start that is drawn": {0, RateUnit - 1, func(at int64) error {
			_, err := UpgradeWins(1, 1, uint32(at))
			return err
		}},
		"a seat": {0, 99, func(at int64) error {
			_, err := seeder.AppendSeed(nil, 7, int(at))
			return err
		}},
		"values of a commitment": {1, 100_000, func(at int64) error { return opened(int(at), 0, at, 0) }},
		"places of an opening":   {0, 6, func(at int64) error { return opened(7, at, 7, 0) }},
		"a value of an opening":  {0, canon.MaxSafe, func(at int64) error { return opened(7, 0, 7, at) }},
	} {
		for at, good := range map[int64]bool{b.least: true, b.most: true, b.least - 1: false, b.most + 1: false} {
			if name == "a box's version" && !good && at != 0 {
				continue // it is one of 32 bits
			}
			err := b.try(at)
			if good && err != nil || !good && !errors.Is(err, ErrInput) {
				t.Errorf("%s of %d: %v", name, at, err)
			}
		}
	}
}

func testStream() *Stream {
	return must(NewStream(testKey(1), LabelRain, "s", strings.Repeat("a", 64), strings.Repeat("b", 64)))
}

// What of two things may not be alone, and what may not be together.
func TestAPriceAndAReturnOrSaltsAndValuesBelongTogether(t *testing.T) {
	hash := strings.Repeat("c", 64)
	for name, try := range map[string]func() error{
		"more salts than values": func() error {
			_, err := Commit("l", "s", []int64{1}, []string{hash, hash})
			return err
		},
		"fewer salts than values": func() error {
			_, err := Commit("l", "s", []int64{1, 2}, []string{hash})
			return err
		},
		"a salt that is no hash": func() error {
			_, err := Commit("l", "s", []int64{1}, []string{"x"})
			return err
		},
		"a key that is missing": func() error {
			_, err := OpenEpoch(Key{}, soloContext(testKey(1)), testBeacon(5))
			return err
		},
	} {
		if err := try(); !errors.Is(err, ErrInput) && !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The section is (start, start + rate], around the end too, to the v.
func TestASectionEndsWhereItIsSaidTo(t *testing.T) {
	// MaxV is 16,777,215 = 5 · 3,355,443, so that v = 3,355,443 · n lies at n fifths exactly.
	const fifth, step = MaxV / 5, RateUnit / 5
	for name, c := range map[string]struct {
		start, rate uint32
		wins        []int // of five
	}{
		"from nothing":      {0, step, []int{0, 1}},
		"a fifth later":     {step, step, []int{2}},
		"three":             {step, 3 * step, []int{2, 3, 4}},
		"up to the end":     {3 * step, 2 * step, []int{4, 5}},
		"around the end":    {4 * step, 2 * step, []int{0, 1, 5}},
		"around, and wider": {3 * step, 4 * step, []int{0, 1, 2, 4, 5}},
	} {
		for n := range 6 {
			won, err := UpgradeWins(uint32(n)*fifth, c.rate, c.start)
			if err != nil || won != slices.Contains(c.wins, n) {
				t.Errorf("%s: %d fifths win: %v, %v", name, n, won, err)
			}
		}
	}
	if _, err := UpgradeWins(MaxV+1, 1, 0); !errors.Is(err, ErrInput) {
		t.Errorf("beyond the last v: %v", err)
	}
}

func TestAUserSeedIsOfDigitsAndLettersFromTheFirstToTheLast(t *testing.T) {
	for _, good := range []string{"0", "9", "a", "z", "A", "Z", strings.Repeat("x", UserSeedMax)} {
		if err := ValidUserSeed(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", "/", ":", "`", "{", "@", "[", "é", strings.Repeat("x", UserSeedMax+1)} {
		if err := ValidUserSeed(bad); !errors.Is(err, ErrInput) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A round is the first that is due late enough, and never an earlier one.
func TestARoundIsTheFirstThatIsLateEnough(t *testing.T) {
	c := testChain()
	for _, ms := range []int64{testGenesisMS - 50_000, testGenesisMS, testGenesisMS + 1, testGenesisMS + 999,
		testGenesisMS + 1_000, testGenesisMS + 1_001, testGenesisMS + 5_500} {
		round := c.RoundAfter(ms)
		if c.DueMS(round) < ms+BeaconDelayMS || round > 1 && c.DueMS(round-1) >= ms+BeaconDelayMS || round < 1 {
			t.Errorf("at %d: round %d, due %d", ms-testGenesisMS, round, c.DueMS(round)-testGenesisMS)
		}
	}
}

// The same number in two spellings would be two leaves of one thing.
func TestAReaderTakesOneSpellingOnly(t *testing.T) {
	leaf := must(soloContext(testKey(1)).Leaf())
	for _, bad := range [][]byte{bytes.Replace(leaf, []byte("epoch=1"), []byte("epoch=01"), 1), leaf[:len(leaf)-1],
		append(slices.Clone(leaf), '\n')} {
		if _, err := ParseSoloContext(string(bad)); !errors.Is(err, ErrInput) {
			t.Errorf("%q is read: %v", bad, err)
		}
	}
}
