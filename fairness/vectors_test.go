package fairness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const zeroHash = "0000000000000000000000000000000000000000000000000000000000000000"

func TestEveryVectorHolds(t *testing.T) {
	k := testKey(0x5a)
	v := vectors{Key: k.Reveal(), Beacon: strings.Repeat("be", 32), Ctx: strings.Repeat("c7", 32)}
	v.seedVectors(t, k)
	v.oddsVectors(t)
	v.streamVectors(t, k)
	v.wishVectors(t)
	v.commitmentVectors(t, k)
	v.battleVectors(t)
	v.beaconVectors(t)
	v.contextVectors(t, k)
	golden(t, "draws.json", marshal(t, v))
}

// verdict asserts that an input is refused exactly when the vector says so.
func verdict(t *testing.T, bad bool, err error, what string, args ...any) {
	t.Helper()
	if (err != nil) != bad {
		t.Errorf("%s: bad %t, err %v", fmt.Sprintf(what, args...), bad, err)
	}
}

func (v *vectors) stream(label, scope string) *Stream {
	return must(NewStream(must(ParseKey(v.Key)), label, scope, v.Beacon, v.Ctx))
}

func (v *vectors) seedVectors(t *testing.T, k Key) {
	for _, text := range []string{v.Key, strings.Repeat("f", 64), strings.Repeat("0", 63) + "1"} {
		v.Keys = append(v.Keys, keyVector{Key: text, Commit: must(ParseKey(text)).Commit()})
	}
	for _, text := range []string{"", zeroHash, v.Key[1:], v.Key + "0", strings.ToUpper(v.Key),
		strings.Repeat("g", 64)} {
		_, err := ParseKey(text)
		verdict(t, true, err, "key %q", text)
		v.Keys = append(v.Keys, keyVector{Key: text, Bad: true})
	}
	for _, s := range []string{"0", "z", "A", "66hash", "orwdcqg90oo8wuhg", "ABCDEFGHIJKLMNOP", "undefined"} {
		verdict(t, false, ValidUserSeed(s), "user seed %q", s)
		v.UserSeeds = append(v.UserSeeds, seedVector{Seed: s})
	}
	for _, s := range []string{"", " ", "a b", "abcdefghijklmnopq", "é", "种子", "a\n", "a_b", "-", "a\x00", "[", "`",
		"@", "{", "/", ":"} {
		verdict(t, true, ValidUserSeed(s), "user seed %q", s)
		v.UserSeeds = append(v.UserSeeds, seedVector{Seed: s, Bad: true})
	}
	for _, raw := range [][]byte{[]byte(
		"\x00\x01\x24\x23\xfb\xfc\xff\xfd\xfe\xfa\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a"), {1, 2, 3}} {
		seed, err := GenerateUserSeed(strings.NewReader(string(raw)))
		g := generatedVector{Seed: seed, Bad: err != nil}
		for _, b := range raw {
			g.Bytes = append(g.Bytes, int(b))
		}
		v.Generated = append(v.Generated, g)
	}
	scopes := []string{SoloScope(1001, 1), SoloScope(9007199254740991, 4294967295), BattleScope(7), RollScope(77),
		RainScope(9)}
	for i, scope := range scopes {
		n, seat := uint64(i*i*37), i%4
		s := must(ServerSeed(k, scope, v.Beacon, v.Ctx, n, seat))
		v.ServerSeeds = append(v.ServerSeeds, serverSeedVector{Scope: scope, Beacon: v.Beacon, Ctx: v.Ctx, N: n,
			Seat: seat, ServerSeed: s, ServerHash: ServerHash(s)})
	}
	for _, bad := range []serverSeedVector{
		{Scope: "", Beacon: v.Beacon, Ctx: v.Ctx}, {Scope: "a b", Beacon: v.Beacon, Ctx: v.Ctx},
		{Scope: "a\nb", Beacon: v.Beacon, Ctx: v.Ctx},
		{Scope: "s", Beacon: "undefined", Ctx: v.Ctx}, {Scope: "s", Beacon: v.Beacon, Ctx: ""},
		{Scope: "s", Beacon: v.Beacon, Ctx: v.Ctx, Seat: SeatMax + 1},
		{Scope: "s", Beacon: v.Beacon, Ctx: v.Ctx, Seat: -1}, {Scope: strings.Repeat("s", 129), Beacon: v.Beacon,
			Ctx: v.Ctx},
	} {
		_, err := ServerSeed(k, bad.Scope, bad.Beacon, bad.Ctx, bad.N, bad.Seat)
		verdict(t, true, err, "server seed %+v", bad)
		bad.Bad = true
		v.ServerSeeds = append(v.ServerSeeds, bad)
	}
	v.rollVectors(t)
	v.upgradeVectors(t)
}

func (v *vectors) rollVectors(t *testing.T) {
	add := func(user, server string) {
		out, err := Roll(user, server)
		r := rollVector{UserSeed: user, ServerSeed: server, ResultHash: out.ResultHash, V: out.V, Bad: err != nil}
		if err == nil {
			r.Number = out.NumberText()
		}
		v.Rolls = append(v.Rolls, r)
	}
	for i := range 6 {
		add("seed"+strconv.Itoa(i), v.ServerSeeds[i%5].ServerSeed)
	}
	// The smallest numbers are written with an exponent; find one.
	for i := 0; ; i++ {
		if out := must(Roll("tiny", strconv.Itoa(i))); out.V < 16 {
			add("tiny", strconv.Itoa(i))
			break
		}
	}
	for _, bad := range [][2]string{{"", "a"}, {"a", ""}, {"a", "a b"}, {"a", strings.Repeat("a", 65)}, {"a-b", "a"},
		{"ä", "a"}} {
		_, err := Roll(bad[0], bad[1])
		verdict(t, true, err, "roll %q", bad)
		add(bad[0], bad[1])
	}
}

func (v *vectors) upgradeVectors(t *testing.T) {
	for _, u := range []upgradeVector{
		{V: 0, RateE8: 1}, {V: 1, RateE8: 1}, {V: 1, RateE8: 5}, {V: 1, RateE8: 6}, {V: MaxV, RateE8: RateUnit},
		{V: MaxV, RateE8: RateUnit - 1},
		{V: 8388607, RateE8: 50_000_000}, {V: 8388608, RateE8: 50_000_000},
		{V: 8388607, RateE8: 10_000_000, StartE8: 50_000_000}, {V: 8388608, RateE8: 10_000_000, StartE8: 50_000_000},
		{V: 10066329, RateE8: 10_000_000, StartE8: 50_000_000}, {V: 10066330, RateE8: 10_000_000, StartE8: 50_000_000},
		{V: MaxV, RateE8: 20_000_000, StartE8: 90_000_000}, {V: 0, RateE8: 20_000_000, StartE8: 90_000_000},
		{V: 1677721, RateE8: 20_000_000, StartE8: 90_000_000}, {V: 1677722, RateE8: 20_000_000, StartE8: 90_000_000},
		{V: 15099493, RateE8: 20_000_000, StartE8: 90_000_000}, {V: 15099494, RateE8: 20_000_000, StartE8: 90_000_000},
		{V: MaxV, RateE8: 10_000_000, StartE8: 90_000_000}, {V: 0, RateE8: 10_000_000, StartE8: 90_000_000},
		{V: 5, RateE8: RateUnit, StartE8: 1},
	} {
		wins, err := UpgradeWins(u.V, u.RateE8, u.StartE8)
		verdict(t, false, err, "upgrade %+v", u)
		u.Wins = wins
		v.Upgrades = append(v.Upgrades, u)
	}
	for _, u := range []upgradeVector{{V: MaxV + 1, RateE8: 1}, {V: 1, RateE8: 0}, {V: 1, RateE8: RateUnit + 1},
		{V: 1, RateE8: 1, StartE8: RateUnit}} {
		_, err := UpgradeWins(u.V, u.RateE8, u.StartE8)
		verdict(t, true, err, "upgrade %+v", u)
		u.Bad = true
		v.Upgrades = append(v.Upgrades, u)
	}
}

func (v *vectors) oddsVectors(t *testing.T) {
	for _, o := range []*Odds{testOdds(), coarseOdds(),
		must(NewOdds(1, 1, []OddsEntry{{1, WeightUnit, ItemValueMax}}))} {
		x := oddsVector{BoxID: o.BoxID(), Version: o.Version(), Entries: o.entries, Canonical: string(o.Canonical()),
			Hash: o.Hash(), ExpectedTickets: strconv.FormatInt(o.ExpectedTickets(), 10)}
		for i := range o.Len() {
			lo, hi := o.Bounds(i)
			x.Bounds = append(x.Bounds, [2]uint32{lo, hi})
			x.Picks = append(x.Picks, pickVector{lo, o.Pick(lo)}, pickVector{hi, o.Pick(hi)})
		}
		x.Picks = append(x.Picks, pickVector{MaxV + 1, o.Pick(MaxV + 1)})
		if back, err := ParseOdds(x.Canonical); err != nil || back.Hash() != o.Hash() {
			t.Errorf("odds of box %d do not read back: %v", o.BoxID(), err)
		}
		if _, err := ParseOdds(x.Canonical + "\n"); err == nil {
			t.Error("odds with trailing text read back")
		}
		v.Odds = append(v.Odds, x)
	}
	half := OddsEntry{1, WeightUnit / 2, 1}
	for _, bad := range []oddsVector{
		{BoxID: 1, Version: 1},
		{BoxID: 0, Version: 1, Entries: []OddsEntry{{1, WeightUnit, 1}}},
		{BoxID: 1, Version: 0, Entries: []OddsEntry{{1, WeightUnit, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{half, half}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{half, {2, WeightUnit/2 - 1, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{half, {2, WeightUnit/2 + 1, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{1, WeightUnit - 999, 1}, {2, 999, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{1, WeightUnit, 1}, {2, 0, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{0, WeightUnit, 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{1, WeightUnit, 0}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{1, WeightUnit, ItemValueMax + 1}}},
		{BoxID: 1, Version: 1, Entries: []OddsEntry{{1, 4_000_000_000, 1}, {2, 394_967_296, 1}}},
	} {
		_, err := NewOdds(bad.BoxID, bad.Version, bad.Entries)
		verdict(t, true, err, "odds %+v", bad)
		bad.Bad = true
		v.Odds = append(v.Odds, bad)
	}
}

func (v *vectors) streamVectors(t *testing.T, k Key) {
	u := uniformVector{Label: "test", Scope: "vector:1"}
	s := v.stream(u.Label, u.Scope)
	for _, n := range []uint64{1, 2, 3, 10, 100, 1 << 32, 1<<53 - 1, 1 << 63, 1<<63 + 1, 1<<63 + 1, 1<<63 + 1,
		1<<63 + 1, 1<<64 - 1, 6, 7, 1} {
		u.N = append(u.N, strconv.FormatUint(n, 10))
		u.Out = append(u.Out, strconv.FormatUint(s.Uniform(n), 10))
	}
	v.Uniforms = append(v.Uniforms, u)
	for _, w := range []winnersVector{{N: 1, K: 1}, {N: 2, K: 2}, {N: 100, K: 5}, {N: 10, K: 10}, {N: 5000, K: 20},
		{N: 0, K: 0, Bad: true}, {N: 3, K: 4, Bad: true}, {N: 3, K: 0, Bad: true},
		{N: entrantsMax + 1, K: 1, Bad: true}} {
		w.Scope = RollScope(int64(w.N) + 1)
		out, err := Winners(v.stream(LabelRoll, w.Scope), w.N, w.K)
		verdict(t, w.Bad, err, "winners %+v", w)
		w.Out = out
		v.Winners = append(v.Winners, w)
	}
	for i, w := range []weightedVector{{Weights: []uint64{1}, K: 1}, {Weights: []uint64{1, 21, 1, 5, 13, 1, 1, 2},
		K: 4}, {Weights: []uint64{3, 2, 1}, K: 3}, {Weights: []uint64{1<<32 - 1, 1<<32 - 1, 1}, K: 2},
		{Weights: []uint64{}, K: 1, Bad: true}, {Weights: []uint64{1, 0}, K: 1, Bad: true},
		{Weights: []uint64{1 << 32}, K: 1, Bad: true}, {Weights: []uint64{1, 1}, K: 3, Bad: true}} {
		w.Scope = RollScope(int64(i) + 500)
		out, err := WinnersWeighted(v.stream(LabelRoll, w.Scope), w.Weights, w.K)
		verdict(t, w.Bad, err, "weighted %+v", w)
		w.Out = out
		v.Weighted = append(v.Weighted, w)
	}
	v.PrizeOrder.Prizes = []Prize{{4, 100}, {2, 900}, {3, 100}, {1, 100}, {9, 901}}
	v.PrizeOrder.Order = PrizeOrder(v.PrizeOrder.Prizes)
	for i, p := range []redPacketVector{{Pool: 10_000, N: 8, MinCents: 1}, {Pool: 8, N: 8, MinCents: 1},
		{Pool: 9, N: 8, MinCents: 1}, {Pool: 200_000, N: 175, MinCents: 10}, {Pool: 5, N: 1, MinCents: 5},
		{Pool: 1 << 50, N: 3, MinCents: 1},
		{Pool: 7, N: 8, MinCents: 1, Bad: true}, {Pool: 100, N: 0, MinCents: 1, Bad: true},
		{Pool: 100, N: 2, MinCents: 0, Bad: true}, {Pool: -1, N: 1, MinCents: 1, Bad: true},
		{Pool: 100, N: 2, MinCents: 51, Bad: true}, {Pool: 200_000, N: packetsMax + 1, MinCents: 1, Bad: true}} {
		p.Scope = RainScope(int64(i) + 1)
		out, err := RedPacket(v.stream(LabelRain, p.Scope), p.Pool, p.N, p.MinCents)
		verdict(t, p.Bad, err, "red packets %+v", p)
		p.Out = out
		v.RedPackets = append(v.RedPackets, p)
	}
	cards := make([]int64, 100)
	for i := range cards {
		cards[i] = int64(i)*3 + 1
	}
	for i, d := range []deckVector{{Cards: cards[:9]}, {Cards: cards}, {Cards: cards[:8], Bad: true},
		{Cards: append(slices.Clone(cards), 7), Bad: true}, {Cards: append(slices.Clone(cards[:9]), 0), Bad: true}} {
		d.Scope = fmt.Sprintf("card:%d", i)
		out, err := Deck(v.stream(LabelDeck, d.Scope), d.Cards)
		verdict(t, d.Bad, err, "deck of %d", len(d.Cards))
		d.Out = out
		v.Decks = append(v.Decks, d)
	}
	for i, tie := range []tieVector{{Tied: []int{0, 3}}, {Tied: []int{0, 1, 2}}, {Tied: []int{2, 0, 3, 1}},
		{Tied: []int{1}, Bad: true}, {Tied: []int{}, Bad: true}} {
		tie.Scope = BattleScope(int64(i) + 1)
		s := v.stream(LabelTie, tie.Scope)
		for range 5 {
			seat, err := Tie(s, tie.Tied)
			verdict(t, tie.Bad, err, "tie %v", tie.Tied)
			if err == nil {
				tie.Out = append(tie.Out, seat)
			}
		}
		v.Ties = append(v.Ties, tie)
	}
}

func (v *vectors) wishVectors(t *testing.T) {
	for _, n := range []int{1, 2, 3, 100, 520} {
		w := wishVector{ServerSeed: v.ServerSeeds[n%5].ServerSeed}
		for i := range n {
			w.Bottles = append(w.Bottles, string("0aZ9k"[i%5])+strconv.Itoa(i))
		}
		out := must(WishWinner(w.Bottles, w.ServerSeed))
		w.Bottle, w.Window, w.Rehashes, w.Hash = out.Bottle, out.Window, out.Rehashes, out.Hash
		v.Wishes = append(v.Wishes, w)
	}
	for _, w := range []wishVector{{ServerSeed: "a"}, {Bottles: []string{"a", ""}, ServerSeed: "a"},
		{Bottles: []string{"a"}, ServerSeed: ""}, {Bottles: []string{"é"}, ServerSeed: "a"}} {
		_, err := WishWinner(w.Bottles, w.ServerSeed)
		verdict(t, true, err, "wish %+v", w)
		w.Bad = true
		v.Wishes = append(v.Wishes, w)
	}
	// More than half of all v are skipped when N is just above 2²³: the only way to
	// see a later window, and a second hash, without millions of bottles.
	const n = 1<<23 + 1
	early, lastWindow, rehashed := 0, false, false
	for i := 0; early < 6 || !lastWindow || !rehashed; i++ {
		if i == 100_000 {
			t.Fatal("no hash uses its last window, or none is hashed again")
		}
		text := strconv.Itoa(i)
		out := wishAt([]byte(text), n)
		switch {
		case out.Rehashes > 0 && !rehashed:
			rehashed = true
		case out.Window == 9 && !lastWindow:
			lastWindow = true
		case early < 6:
			early++
		default:
			continue
		}
		v.WishWindows = append(v.WishWindows, wishWindowVector{Text: text, N: n, Bottle: out.Bottle, Window: out.Window,
			Rehashes: out.Rehashes})
	}
}

func (v *vectors) commitmentVectors(t *testing.T, k Key) {
	salts := must(Salts(k, LabelRain, RainScope(9), v.Beacon, v.Ctx, 7))
	v.Salts = append(v.Salts, saltsVector{Label: LabelRain, Scope: RainScope(9), N: 7, Out: salts})
	for _, s := range []saltsVector{{Label: "", Scope: "s", N: 1}, {Label: "l", Scope: "", N: 1},
		{Label: "l", Scope: "s", N: 0}} {
		_, err := Salts(k, s.Label, s.Scope, v.Beacon, v.Ctx, s.N)
		verdict(t, true, err, "salts %+v", s)
		s.Bad = true
		v.Salts = append(v.Salts, s)
	}
	for size := 1; size <= 7; size++ {
		values := []int64{5, 0, 9_007_199_254_740_991, 5, 77, 1, 2}[:size]
		c := must(Commit(LabelRain, RainScope(9), values, salts[:size]))
		for i := range size {
			v.Commitments = append(v.Commitments, commitmentVector{Label: LabelRain, Scope: RainScope(9),
				Root: c.Root(), Opening: must(c.Open(i))})
		}
	}
	last := v.Commitments[len(v.Commitments)-1]
	for _, spoil := range []func(*commitmentVector){
		func(c *commitmentVector) { c.Label = LabelDeck },
		func(c *commitmentVector) { c.Scope = RainScope(10) },
		func(c *commitmentVector) { c.Root = zeroHash },
		func(c *commitmentVector) { c.Root = "" },
		func(c *commitmentVector) { c.Opening.Index = 5 },
		func(c *commitmentVector) { c.Opening.Index = -1 },
		func(c *commitmentVector) { c.Opening.Size = 8 },
		func(c *commitmentVector) { c.Opening.Size = 6 },
		func(c *commitmentVector) { c.Opening.Value++ },
		func(c *commitmentVector) { c.Opening.Salt = salts[0] },
		func(c *commitmentVector) { c.Opening.Proof = c.Opening.Proof[1:] },
		func(c *commitmentVector) { c.Opening.Proof = append(slices.Clone(c.Opening.Proof), zeroHash) },
	} {
		bad := last
		bad.Bad = true
		spoil(&bad)
		v.Commitments = append(v.Commitments, bad)
	}
	for _, c := range v.Commitments {
		verdict(t, c.Bad, CheckOpening(c.Label, c.Scope, c.Root, c.Opening), "opening %+v", c)
	}
}

func (v *vectors) contextVectors(t *testing.T, k Key) {
	solo := soloContext(k)
	roster := battleContext(k, 42, ModeTeams, []*Odds{testOdds(), coarseOdds()})
	sl, rl := string(must(solo.Leaf())), string(must(roster.Leaf()))
	v.Solo = append(v.Solo, soloVector{Leaf: sl, Hash: must(solo.Hash()), Context: solo})
	v.Rosters = append(v.Rosters, rosterVector{Leaf: rl, Hash: must(roster.Hash()), Context: roster})
	for _, bad := range []string{
		"", sl + "\n", sl[:len(sl)-1], " " + sl, strings.Replace(sl, "epoch=1\n", "epoch=0\n", 1),
		strings.Replace(sl, "epoch=1\n", "epoch=01\n", 1),
		strings.Replace(sl, "epoch=1\n", "epoch=4294967296\n", 1), strings.Replace(sl, "epoch=1\n", "", 1),
		strings.Replace(sl, "player=1001", "player=-1", 1),
		strings.Replace(sl, "player=1001", "player=9007199254740992", 1), strings.Replace(sl, "local", "undefined", 1),
		strings.ReplaceAll(sl, "\n", "\r\n"), rl,
	} {
		_, err := ParseSoloContext(bad)
		verdict(t, true, err, "solo leaf %q", bad)
		v.Solo = append(v.Solo, soloVector{Leaf: bad, Bad: true})
	}
	for _, bad := range []string{
		"", rl + "\n", sl, strings.Replace(rl, "seats=4", "seats=3", 1), strings.Replace(rl, "seats=4", "seats=5", 1),
		strings.Replace(rl, "mode=teams", "mode=Teams", 1),
		strings.Replace(rl, "seat=1", "seat=0", 1), strings.Replace(rl, "player=1002", "player=1001", 1),
		strings.Replace(rl, "bot=1", "bot=2", 1),
		strings.Replace(rl, "66hash", "66 hash", 1), strings.Replace(rl, "rounds=2", "rounds=0", 1),
		strings.Replace(rl, "rounds=2", "rounds=16", 1), strings.Replace(rl, "odds=", "odds=0", 1),
	} {
		_, err := ParseBattleContext(bad)
		verdict(t, true, err, "roster leaf %q", bad)
		v.Rosters = append(v.Rosters, rosterVector{Leaf: bad, Bad: true})
	}
}
