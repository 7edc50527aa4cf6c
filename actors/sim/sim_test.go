package sim

import (
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"jadebox/store/memory"
)

var (
	oneSeed = flag.Uint64("seed", 0, "run this seed only, with its trace hash")
	seeds   = flag.Uint64("seeds", 2000, "how many seeds TestSeeds runs")
)

func rerun(t *testing.T, test string, seed uint64, o outcome) {
	t.Helper()
	t.Fatalf("%s\nrerun: go test ./actors/sim -run %s -seed=%d", o.violation, test, seed)
}

func TestSeeds(t *testing.T) {
	if *oneSeed > 0 {
		o := simulate(*oneSeed, memory.Bugs{})
		t.Logf("%+v", o)
		if o.violation != "" {
			rerun(t, "TestSeeds", *oneSeed, o)
		}
		return
	}
	n := *seeds
	if testing.Short() || raceEnabled {
		n = min(n, 200)
	}
	var sum outcome
	for i, o := range outcomes(n) {
		if o.violation != "" {
			rerun(t, "TestSeeds", uint64(i)+1, o)
		}
		sum.steps += o.steps
		sum.openings += o.openings
		sum.battles += o.battles
		sum.voided += o.voided
	}
	t.Logf("%d seeds: %d steps, %d openings, %d battles settled, %d void", n, sum.steps, sum.openings, sum.battles, sum.voided)
	if sum.openings < int(n) || sum.battles < int(n)/4 || sum.voided < int(n)/4 {
		t.Error("the simulation does too little to prove anything")
	}
}

// outcomes runs the seeds from 1 to n, on all processors; no seed sees another.
func outcomes(n uint64) []outcome {
	return outcomesOf(n, simulate)
}

func outcomesOf(n uint64, simulate func(uint64, memory.Bugs) outcome) []outcome {
	list := make([]outcome, n)
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := next.Add(1); i <= n; i = next.Add(1) {
				list[i-1] = simulate(i, memory.Bugs{})
			}
		})
	}
	wg.Wait()
	return list
}

func TestSameSeedSameTrace(t *testing.T) {
	different := map[string]bool{}
	for seed := uint64(1); seed <= 20; seed++ {
		first, again := simulate(seed, memory.Bugs{}), simulate(seed, memory.Bugs{})
		if first != again {
			t.Errorf("seed %d: %+v and %+v", seed, first, again)
		}
		different[first.trace] = true
	}
	if len(different) != 20 {
		t.Errorf("20 seeds gave %d traces", len(different))
	}
}

// The simulator is worth its time only while it finds what it is there for.
func TestPlantedBugsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		bugs      memory.Bugs
		booksOnly bool
		within    uint64
	}{
		"no unique key":             {memory.Bugs{NoUniqueKey: true}, false, 50},
		"acknowledge before commit": {memory.Bugs{AckBeforeCommit: true}, false, 50},
		"stale read":                {memory.Bugs{StaleRead: true}, false, 200},
		"missing epoch fence":       {memory.Bugs{NoFence: true}, false, 200},
		"refund without guard":      {memory.Bugs{NoRoomGuard: true, NoFence: true, NoFundsGuard: true}, true, 200},
		"nonce used twice":          {memory.Bugs{NoNonceGuard: true}, false, 200},
		"overdraft":                 {memory.Bugs{NoFundsGuard: true}, false, 400},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := uint64(1); seed <= c.within; seed++ {
				if o := simulateWith(seed, c.bugs, c.booksOnly, nil); o.violation != "" {
					t.Logf("seed %d: %s", seed, o.violation)
					return
				}
			}
			t.Errorf("not found in %d seeds", c.within)
		})
	}
}

// TestRollSeeds is TestSeeds with roll rooms: items and gems in escrow, joined, drawn, cancelled and refunded under the same
// faults, crashes and clock jumps.
func TestRollSeeds(t *testing.T) {
	if *oneSeed > 0 {
		o := simulateRolls(*oneSeed, memory.Bugs{})
		t.Logf("%+v", o)
		if o.violation != "" {
			rerun(t, "TestRollSeeds", *oneSeed, o)
		}
		return
	}
	n := *seeds
	if testing.Short() || raceEnabled {
		n = min(n, 200)
	}
	var sum outcome
	for i, o := range outcomesOf(n, simulateRolls) {
		if o.violation != "" {
			rerun(t, "TestRollSeeds", uint64(i)+1, o)
		}
		sum.steps += o.steps
		sum.battles += o.battles
		sum.voided += o.voided
	}
	t.Logf("%d seeds: %d steps, %d rolls drawn, %d void", n, sum.steps, sum.battles, sum.voided)
	if sum.battles < int(n)/4 || sum.voided < int(n)/4 {
		t.Error("the simulation does too little to prove anything")
	}
}

func TestPlantedBugsAreFoundAmongRolls(t *testing.T) {
	for name, bugs := range map[string]memory.Bugs{
		"no unique key":             {NoUniqueKey: true},
		"acknowledge before commit": {AckBeforeCommit: true},
		"missing epoch fence":       {NoFence: true},
		"stale read":                {StaleRead: true},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := uint64(1); seed <= 400; seed++ {
				if o := simulateRolls(seed, bugs); o.violation != "" {
					t.Logf("seed %d: %s", seed, o.violation)
					return
				}
			}
			t.Error("not found in 400 seeds")
		})
	}
}
