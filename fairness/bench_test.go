package fairness

import "testing"

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
