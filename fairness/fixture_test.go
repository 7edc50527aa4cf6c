package fairness

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"jadebox/fairness/log"
)

var update = flag.Bool("update", false, "rewrite the files in testdata from the engine")

// must unwraps a value in a fixture, where an error is a broken test.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// testKey is a key of one repeated byte.
func testKey(b byte) Key {
	return must(NewKey(bytes.NewReader(bytes.Repeat([]byte{b}, 32))))
}

const (
	testGenesisMS = 1_790_000_000_000
	testPeriodMS  = 1_000
	farFutureMS   = 1 << 52
)

func testChain() *LocalChain {
	return must(NewLocalChain(testKey(0xc4), 2*ChainSpan+10, testGenesisMS, testPeriodMS))
}

func testAnchors() []Anchor {
	c := testChain()
	return []Anchor{{Rounds: c.Length(), Link: c.Anchor()}}
}

func testBeacon(round uint64) Beacon { return must(testChain().Beacon(round, farFutureMS)) }

func testOdds() *Odds {
	return must(NewOdds(7, 3, []OddsEntry{
		{Item: 11, Weight: 1_000, ValueCents: 250_000},
		{Item: 12, Weight: 4_999_000, ValueCents: 9_900},
		{Item: 13, Weight: 25_000_000, ValueCents: 1_250},
		{Item: 14, Weight: 70_000_000, ValueCents: 180},
	}))
}

// coarseOdds has few values, so that battles tie.
func coarseOdds() *Odds {
	return must(NewOdds(8, 1, []OddsEntry{
		{Item: 21, Weight: 40_000_000, ValueCents: 500},
		{Item: 22, Weight: 60_000_000, ValueCents: 100},
	}))
}

func testNames(item int64) string { return fmt.Sprintf("样本 %d | <b>", item) }

func soloContext(k Key) SoloContext {
	return SoloContext{Player: 1001, Epoch: 1, Commit: k.Commit(), BeaconSource: BeaconLocal, BeaconRound: 5,
		OpenedAtMS: testGenesisMS + 1_500}
}

func battleContext(k Key, room int64, mode BattleMode, tables []*Odds) BattleContext {
	c := BattleContext{
		Room: room, Mode: mode, Commit: k.Commit(), BeaconSource: BeaconLocal, BeaconRound: 6,
		Seats: []Seat{
			{Seat: 0, Player: 1001, UserSeed: "orwdcqg90oo8wuhg"},
			{Seat: 1, Player: 1002, UserSeed: "66hash"},
			{Seat: 2, Player: 9_000_001, UserSeed: "bot0000000000001", Bot: true},
			{Seat: 3, Player: 1003, UserSeed: "Z"},
		},
	}
	for _, t := range tables {
		c.OddsHashes = append(c.OddsHashes, t.Hash())
	}
	return c
}

func boxBundle(revealed bool) *Bundle {
	k, odds := testKey(0x11), testOdds()
	c, b := soloContext(k), testBeacon(5)
	draw := must(drawBox(k, c, b, 17, "66hash", odds))
	key := ""
	if revealed {
		key = k.Reveal()
	}
	bundle := must(NewBoxBundle(c, key, b, draw, odds.Proof(testNames)))
	leaf := ResultLeaf(bundle.Scope, bundle.Context.Hash, b.Value, draw, odds)
	leaf.StakeCents, leaf.AtMS = 1_000, testGenesisMS+9_000
	bundle.Log = logProof(must(leaf.Leaf()))
	return bundle
}

func battleBundle(room int64, mode BattleMode, tables []*Odds, logged bool) *Bundle {
	k := testKey(0x22)
	c, b := battleContext(k, room, mode, tables), testBeacon(6)
	draw := must(DrawBattle(k, c, b, tables))
	var proofs []OddsProof
	seen := map[string]bool{}
	for _, t := range tables {
		if !seen[t.Hash()] {
			seen[t.Hash()] = true
			proofs = append(proofs, t.Proof(testNames))
		}
	}
	bundle := must(NewBattleBundle(c, k.Reveal(), b, draw, proofs))
	if logged {
		bundle.Log = logProof([]byte(bundle.Context.Leaf))
	}
	return bundle
}

// rollBundle has equal values among the prizes, a held item and gems, and entrants of unequal weight.
func rollBundle(entrants int, logged bool) *Bundle {
	k := testKey(0x33)
	c := RollContext{Room: 77, Commit: k.Commit(), BeaconSource: BeaconLocal, BeaconRound: 6, Prizes: []RollPrize{
		{ID: 1, Item: "0", Def: 0, ValueCents: 500},
		{ID: 2, Item: "9007199254740993", Def: 11, ValueCents: 250_000},
		{ID: 3, Item: "0", Def: 12, ValueCents: 500},
	}}
	for i := range entrants {
		c.Entrants = append(c.Entrants, RollEntrant{Player: int64(1001 + i), Weight: uint64(1 + i*7%RollWeightMax)})
	}
	b := testBeacon(6)
	bundle := must(NewRollBundle(c, k.Reveal(), b, must(DrawRoll(k, c, b))))
	if logged {
		bundle.Log = logProof([]byte(bundle.Context.Leaf))
	}
	return bundle
}

// rainBundle is one claim while the key is hidden or open, or with claim -1 the whole round.
func rainBundle(claim int, revealed bool) *Bundle {
	k, b := testKey(0x44), testBeacon(6)
	c := RainContext{Room: 9, PoolCents: 2_000, Packets: 40, LeastCents: 1, ClaimsMax: 8, CapCents: 400,
		Commit:       k.Commit(),
		BeaconSource: BeaconLocal, BeaconRound: 6}
	draw := must(DrawRain(k, c, b))
	root, key, scope, ctx := draw.Commitment.Root(), "", RainScope(c.Room), must(c.Hash())
	if revealed {
		key = k.Reveal()
	}
	var claims []RainClaim
	var paid int64
	for i := range 6 {
		claims = append(claims, RainClaim{Place: i, Player: int64(1001 + i%2), ValueCents: draw.Amounts[i]})
		paid += draw.Amounts[i]
	}
	if claim >= 0 {
		one := claims[claim]
		bundle := must(NewRainClaimBundle(c, key, b, root, one, must(draw.Commitment.Open(claim))))
		bundle.Log = logProof(must(log.RainClaim{Scope: scope, Ctx: ctx, Beacon: b.Value, Root: root, N: uint64(claim),
			Player:     one.Player,
			ValueCents: one.ValueCents, AtMS: testGenesisMS + 9_000}.Leaf()))
		return bundle
	}
	bundle := must(NewRainBundle(c, key, b, root, claims))
	bundle.Log = logProof(must(log.RainEnd{Scope: scope, Ctx: ctx, Beacon: b.Value, Root: root, Claimed: len(claims),
		PaidCents: paid,
		Claims:    must(RainClaimsHash(claims)), AtMS: testGenesisMS + 9_000}.Leaf()))
	return bundle
}

// deckBundle is one flip while the key is hidden or open, or with flip -1 the whole deck.
func deckBundle(flip int, revealed bool) *Bundle {
	k, b := testKey(0x55), testBeacon(7)
	c := LuckycardContext{Room: 12, ReturnPPM: 920_000, Commit: k.Commit(), BeaconSource: BeaconLocal, BeaconRound: 7}
	for i := range int64(12) {
		c.Cards = append(c.Cards, DeckCard{ID: i + 1, Def: 30 + i, ValueCents: 90_000 / (i + 1)})
	}
	draw := must(DrawDeck(k, c, b))
	root, key, scope, ctx := draw.Commitment.Root(), "", LuckycardScope(c.Room), must(c.Hash())
	if revealed {
		key = k.Reveal()
	}
	var flips []DeckFlip
	for place := len(draw.Order) - 1; len(flips) == 0 || flips[len(flips)-1].Card != TopCard; place-- {
		flips = append(flips, DeckFlip{Place: place, Player: int64(1001 + place%2), Card: draw.Order[place]})
	}
	if flip >= 0 {
		one := flips[flip]
		var before []int64
		for _, f := range flips[:flip] {
			before = append(before, f.Card)
		}
		bundle := must(NewFlipBundle(c, key, b, root, flips[:flip+1], must(draw.Commitment.Open(one.Place))))
		bundle.Log = logProof(must(log.Flip{Scope: scope, Ctx: ctx, Beacon: b.Value, Root: root, N: uint64(one.Place),
			Player: one.Player, Card: one.Card,
			PriceCents: must(c.PriceAfter(before)), AtMS: testGenesisMS + 9_000}.Leaf()))
		return bundle
	}
	bundle := must(NewDeckBundle(c, key, b, root, flips))
	bundle.Log = logProof(must(log.DeckEnd{Scope: scope, Ctx: ctx, Beacon: b.Value, Root: root, Flipped: len(flips),
		Flips: must(DeckFlipsHash(flips)),
		AtMS:  testGenesisMS + 9_000}.Leaf()))
	return bundle
}

func wishBundle() *Bundle {
	k, b := testKey(0x66), testBeacon(8)
	c := WishContext{Room: 13, PrizeDef: 31, PrizeCents: 900, BottleCards: 2, Commit: k.Commit(),
		BeaconSource: BeaconLocal, BeaconRound: 8}
	for i := range int64(10) {
		c.Bottles = append(c.Bottles, WishBottle{Player: 1001 + i%4, UserSeed: string(rune('a'+i)) + "seed",
			Bot: i%4 == 3})
	}
	bundle := must(NewWishBundle(c, k.Reveal(), b, must(DrawWish(k, c, b))))
	bundle.Log = logProof([]byte(bundle.Context.Leaf))
	return bundle
}

// upgradeBundle is the first nonce from n that ends as wanted.
func upgradeBundle(n uint64, startE8 uint32, won bool) *Bundle {
	k, b := testKey(0x11), testBeacon(5)
	c := soloContext(k)
	t := UpgradeTerms{Player: 1001, Items: []UpgradeItem{{ID: "9007199254740993", Def: 13, ValueCents: 1_250},
		{ID: "77", Def: 14, ValueCents: 180}},
		GemsCents: 70, Target: 12, TargetCents: 2_500, Fee: UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000},
		StartE8: startE8}
	t.RateE8 = uint32(must(t.Fee.RateE8(t.StakeCents(), t.TargetCents)))
	for ; ; n++ {
		draw, wins, err := DrawUpgrade(k, c, b, n, "66hash", t)
		if err != nil {
			panic(err)
		}
		if wins != won {
			continue
		}
		key := ""
		if won {
			key = k.Reveal()
		}
		bundle := must(NewUpgradeBundle(c, key, b, draw, t, wins))
		leaf := UpgradeLeaf(bundle.Scope, bundle.Context.Hash, b.Value, draw, t, wins)
		leaf.AtMS = testGenesisMS + 9_000
		bundle.Log = logProof(must(leaf.Leaf()))
		return bundle
	}
}

// tiedBattle is the first room whose inverse battle ends level.
func tiedBattle() *Bundle {
	tables := []*Odds{coarseOdds(), coarseOdds()}
	for room := int64(1); ; room++ {
		if b := battleBundle(room, ModeInverse, tables, false); b.Battle.Tie != nil && len(b.Battle.Tie.Seats) == 2 {
			return b
		}
	}
}

// logProof puts a leaf among others and proves it under a signed checkpoint.
func logProof(leaf []byte) *LogProof {
	secret, public, err := log.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)), "jadebox-test")
	if err != nil {
		panic(err)
	}
	var tree log.Memory
	for i := range 5 {
		must(tree.Append(fmt.Appendf(nil, "before %d", i)))
	}
	index := must(tree.Append(leaf))
	for i := range 7 {
		must(tree.Append(fmt.Appendf(nil, "after %d", i)))
	}
	size := tree.Size()
	signed := must(log.Sign(size, must(log.Root(size, &tree)), secret))
	return &LogProof{
		Leaf: string(leaf), Index: index, TreeSize: size, Proof: must(log.ProveInclusion(size, index, &tree)),
		Checkpoint: signed, PublicKey: public,
	}
}

// goldenBundles are the files testdata/bundle-<name>.json.
func goldenBundles() map[string]*Bundle {
	three := []*Odds{testOdds(), coarseOdds(), testOdds()}
	return map[string]*Bundle{
		"box-revealed":       boxBundle(true),
		"box-hidden":         boxBundle(false),
		"battle-normal":      battleBundle(42, ModeNormal, three, true),
		"battle-teams":       battleBundle(43, ModeTeams, three, false),
		"battle-terminal":    battleBundle(44, ModeTerminal, three, false),
		"battle-share":       battleBundle(45, ModeShare, three, false),
		"battle-inverse-tie": tiedBattle(),
		"roll":               rollBundle(9, true),
		"roll-few":           rollBundle(2, false),
		"upgrade-won":        upgradeBundle(6, 60_000_000, true),
		"upgrade-lost":       upgradeBundle(7, 0, false),
		"luckycard":          deckBundle(-1, true),
		"luckycard-flip":     deckBundle(2, true),
		"luckycard-hidden":   deckBundle(1, false),
		"wish":               wishBundle(),
		"rain":               rainBundle(-1, true),
		"rain-claim":         rainBundle(3, true),
		"rain-claim-hidden":  rainBundle(4, false),
	}
}

// golden compares data with a file of testdata, or writes it under -update.
func golden(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, want) {
		t.Errorf("%s differs from what the engine makes; if that is meant, run with -update", path)
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// drawBox draws one nonce of an epoch.
func drawBox(k Key, c SoloContext, b Beacon, n uint64, userSeed string, odds *Odds) (ResultProof, error) {
	e, err := OpenEpoch(k, c, b)
	if err != nil {
		return ResultProof{}, err
	}
	return e.Draw(n, userSeed, odds)
}
