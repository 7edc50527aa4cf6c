package fairness

import "testing"

// BenchmarkVerify is what whoever draws all results of one key again does for each: the server seed from the key, the
// result hash from both seeds, v and the item.
func BenchmarkVerify(b *testing.B) {
	const batch = 1000
	k, odds := testKey(3), testOdds()
	seeder := must(NewSeeder(k, SoloScope(1001, 1), ServerHash("beacon"), ServerHash("ctx")))
	seeds, hashes := make([]string, batch), make([]string, batch)
	for n := range seeds {
		seeds[n] = string(must(seeder.AppendSeed(nil, uint64(n), 0)))
		hashes[n] = must(Roll("66hash", seeds[n])).ResultHash
	}
	b.ReportAllocs()
	var seed []byte
	results, item := 0, 0
	for b.Loop() {
		for n := range seeds {
			seed = must(seeder.AppendSeed(seed[:0], uint64(n), 0))
			out, err := Roll("66hash", string(seed))
			if err != nil || string(seed) != seeds[n] || out.ResultHash != hashes[n] {
				b.Fatal(n, err)
			}
			item += odds.Pick(out.V)
		}
		results += batch
	}
	if item == 0 {
		b.Fatal("nothing was drawn")
	}
	b.ReportMetric(float64(results)/b.Elapsed().Seconds(), "results/s")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkBundle(b *testing.B) {
	bundle := battleBundle(42, ModeNormal, []*Odds{testOdds(), coarseOdds(), testOdds()}, true)
	b.ReportAllocs()
	for b.Loop() {
		if r := Verify(bundle); !r.OK {
			b.Fatal(r)
		}
	}
}

func BenchmarkEpochDraw(b *testing.B) {
	k, odds := testKey(0x11), testOdds()
	epoch := must(OpenEpoch(k, soloContext(k), testBeacon(5)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := epoch.Draw(17, "66hash", odds); err != nil {
			b.Fatal(err)
		}
	}
}

// A battle at its largest: four seats, fifteen rounds.
func BenchmarkDrawBattle(b *testing.B) {
	k := testKey(0x22)
	tables := make([]*Odds, BattleRoundsMax)
	for i := range tables {
		tables[i] = testOdds()
	}
	c, beacon := battleContext(k, 42, ModeNormal, tables), testBeacon(6)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DrawBattle(k, c, beacon, tables); err != nil {
			b.Fatal(err)
		}
	}
}

// One year of rounds of the local chain at one a second takes about 31 million steps.
func BenchmarkLocalChain(b *testing.B) {
	const rounds = 1 << 16
	for b.Loop() {
		must(NewLocalChain(testKey(1), rounds, testGenesisMS, testPeriodMS))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rounds, "ns/round")
}
