package economy

import (
	"math"
	"math/rand/v2"
	"testing"

	"jadebox/actors/rewards/sign"
)

// bestOf is the most that is left of any point when a share of what it costs is taken off.
func bestOf(list []point, share float64) float64 {
	most := math.Inf(-1)
	for _, p := range list {
		most = max(most, p.brings-share*p.spent)
	}
	return most
}

// A front knows the best of all days at every share, and keeps a few of them.
func TestAFrontHasTheBestDayAtEveryShare(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		var f front
		var all []point
		for range 1 + rng.IntN(5_000) {
			spent := float64(rng.IntN(1_000))
			p := point{spent, math.Floor(20*math.Sqrt(spent)) - float64(rng.IntN(300))}
			all = append(all, p)
			if f.add(p); rng.IntN(1_000) > 0 {
				continue
			}
			share := 4*rng.Float64() - 1
			if got, _ := f.best(share); got.brings-share*got.spent != bestOf(all, share) {
				t.Fatalf("seed %d: %v is left, %v of the best", seed, got.brings-share*got.spent, bestOf(all, share))
			}
		}
		for share := -1.0; share < 3; share += 0.01 {
			got, found := f.best(share)
			if left := got.brings - share*got.spent; !found || math.Abs(left-bestOf(all, share)) > 1e-9 {
				t.Fatalf("seed %d, share %.2f: %v is left, %v of the best", seed, share, left, bestOf(all, share))
			}
		}
		if n := len(f.hull) + len(f.fresh); n > 200 {
			t.Errorf("seed %d: %d of %d days are kept", seed, n, len(all))
		}
	}
	if _, found := (&front{}).best(0); found {
		t.Error("no day is a best one")
	}
}

// With three days to choose from for each of a row the best row is found by trying all.
func TestTheBestRowIsTheBestOfAllRows(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 6))
		var rows [sign.Row]front
		var all [sign.Row][3]point
		for n := range rows {
			for i := range all[n] {
				all[n][i] = point{float64(1 + rng.IntN(50)), float64(rng.IntN(40) - 20)}
				rows[n].add(all[n][i])
			}
		}
		net, cost := float64(rng.IntN(5)), float64(rng.IntN(5))
		best := -1.0
		var try func(n int, brought, spent float64)
		try = func(n int, brought, spent float64) {
			if n > 0 {
				best = max(best, brought/spent)
			}
			if n == sign.Row {
				return
			}
			for _, p := range all[n] {
				try(n+1, brought+p.brings+net, spent+p.spent+cost)
			}
		}
		try(0, 0, 0)
		if got := bestRow(&rows, net, cost); math.Abs(got-best) > 1e-6 {
			t.Errorf("seed %d: %v, the best row brings %v", seed, got, best)
		}
	}
}
