package sim

import (
	"testing"

	"jadebox/store/memory"
)

func TestExchangeSeeds(t *testing.T) {
	if *oneSeed > 0 {
		o := simulateExchanges(*oneSeed, memory.Bugs{})
		t.Logf("%+v", o)
		if o.violation != "" {
			rerun(t, "TestExchangeSeeds", *oneSeed, o)
		}
		return
	}
	n := *seeds
	if testing.Short() || raceEnabled {
		n = min(n, 200)
	}
	done := 0
	for i, o := range outcomesOf(n, simulateExchanges) {
		if o.violation != "" {
			rerun(t, "TestExchangeSeeds", uint64(i)+1, o)
		}
		done += o.battles
	}
	t.Logf("%d seeds: %d upgrades and trade-ins", n, done)
	if done < int(n)/2 {
		t.Error("the simulation does too little to prove anything")
	}
}

func TestPlantedBugsAreFoundByExchanges(t *testing.T) {
	for name, bugs := range map[string]memory.Bugs{
		"no unique key": {NoUniqueKey: true}, "acknowledge before commit": {AckBeforeCommit: true}, "nonce used twice": {NoNonceGuard: true},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := uint64(1); seed <= 200; seed++ {
				if o := simulateExchanges(seed, bugs); o.violation != "" {
					t.Logf("seed %d: %s", seed, o.violation)
					return
				}
			}
			t.Error("not found in 200 seeds")
		})
	}
}
