package fairness

import (
	"fmt"
	"math"
	"math/bits"
	"testing"
)

// The statistics below are deterministic: fixed keys, fixed thresholds. A red run
// means that the engine changed, not that luck was bad.

// drawsOf rolls n nonces of fixed keys through the whole engine.
func drawsOf(n int) []uint32 {
	vs := make([]uint32, 0, n)
	for epoch := uint32(1); len(vs) < n; epoch++ {
		k := testKey(byte(epoch%250) + 1)
		beacon, ctx := ServerHash(fmt.Sprint("beacon", epoch)), ServerHash(fmt.Sprint("ctx", epoch))
		seeder := must(NewSeeder(k, SoloScope(7, epoch), beacon, ctx))
		for n := range uint64(NonceMax) {
			seed := must(seeder.AppendSeed(nil, n, 0))
			vs = append(vs, must(Roll("66hash", string(seed))).V)
		}
	}
	return vs[:n]
}

const statisticDraws = 1_000_000

// z-scores above this appear once in 15,000 runs of an honest engine.
const zMax = 4.0

// chiSquareZ compares how often each entry was picked with its tickets and
// returns the statistic as a z-score (Wilson–Hilferty).
func chiSquareZ(o *Odds, counts []int, n int) float64 {
	var chi2 float64
	for i, c := range counts {
		want := float64(n) * float64(o.Tickets(i)) / TicketUnit
		chi2 += (float64(c) - want) * (float64(c) - want) / want
	}
	k := float64(o.Len() - 1)
	return (math.Cbrt(chi2/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
}

func statisticOdds() *Odds {
	var entries []OddsEntry
	left := uint32(WeightUnit)
	for i := range int64(40) {
		w := max(uint32(4_000), left/uint32(3))
		if i == 39 {
			w = left
		}
		entries = append(entries, OddsEntry{Item: i + 1, Weight: w, ValueCents: 1})
		if left -= w; left < 10_000 {
			entries[i].Weight += left
			break
		}
	}
	return must(NewOdds(1, 1, entries))
}

func pickCounts(o *Odds, vs []uint32) []int {
	counts := make([]int, o.Len())
	for _, v := range vs {
		counts[o.Pick(v)]++
	}
	return counts
}

// serialZ is the lag-one correlation of v as a z-score.
func serialZ(vs []uint32) float64 {
	const mean, variance = MaxV / 2.0, float64(TicketUnit) * TicketUnit / 12
	var sum float64
	for i := 1; i < len(vs); i++ {
		sum += (float64(vs[i-1]) - mean) * (float64(vs[i]) - mean)
	}
	n := float64(len(vs) - 1)
	return sum / n / variance * math.Sqrt(n)
}

// runsZ is the number of runs above and below the middle as a z-score.
func runsZ(vs []uint32) float64 {
	high, runs := 0, 1
	for i, v := range vs {
		if v > MaxV/2 {
			high++
		}
		if i > 0 && (v > MaxV/2) != (vs[i-1] > MaxV/2) {
			runs++
		}
	}
	n, a := float64(len(vs)), float64(high)
	b := n - a
	mean := 1 + 2*a*b/n
	return (float64(runs) - mean) / math.Sqrt((mean-1)*(mean-2)/(n-1))
}

// bitsZ is the share of ones among all bits as a z-score.
func bitsZ(vs []uint32) float64 {
	ones := 0
	for _, v := range vs {
		ones += bits.OnesCount32(v)
	}
	n := float64(len(vs) * 24)
	return (float64(ones) - n/2) / math.Sqrt(n/4)
}

func verdicts(o *Odds, vs []uint32) map[string]float64 {
	return map[string]float64{
		"chi-square":         chiSquareZ(o, pickCounts(o, vs), len(vs)),
		"serial correlation": serialZ(vs),
		"runs":               runsZ(vs),
		"bits":               bitsZ(vs),
	}
}

func TestDrawsFollowTheirOdds(t *testing.T) {
	if testing.Short() {
		t.Skip("a million draws on one goroutine: nothing for the race detector")
	}
	vs, o := drawsOf(statisticDraws), statisticOdds()
	for name, z := range verdicts(o, vs) {
		t.Logf("%-18s z = %+.2f", name, z)
		if math.Abs(z) > zMax {
			t.Errorf("%s: z = %.2f", name, z)
		}
	}

	// Negative control: each statistic must see the bias planted for it.
	plant := func(spoil func(i int, v uint32) uint32) map[string]float64 {
		biased := make([]uint32, len(vs))
		for i, v := range vs {
			biased[i] = spoil(i, v)
		}
		return verdicts(o, biased)
	}
	lo, hi := o.Bounds(5)
	for name, spoil := range map[string]func(int, uint32) uint32{
		// one win in twenty of one item becomes the first item
		"chi-square": func(i int, v uint32) uint32 {
			if v >= lo && v <= hi && i%20 == 0 {
				return 0
			}
			return v
		},
		// a little of the last draw leaks into the next
		"serial correlation": func(i int, v uint32) uint32 {
			if i > 0 && i%100 == 0 {
				return vs[i-1]
			}
			return v
		},
		// a losing streak is cut short
		"runs": func(i int, v uint32) uint32 {
			if i > 0 && i%100 == 0 && vs[i-1] <= MaxV/2 {
				return v | 1<<23
			}
			return v
		},
		// the lowest bit sticks now and then
		"bits": func(i int, v uint32) uint32 {
			if i%20 == 0 {
				return v | 1
			}
			return v
		},
	} {
		if z := plant(spoil)[name]; math.Abs(z) <= zMax {
			t.Errorf("%s does not see the bias planted for it: z = %.2f", name, z)
		}
	}
}

// The stream behind the other draws, over a size that plain modulo would bias.
func TestUniformDrawsShowNoBias(t *testing.T) {
	const n, k = 300_000, 7
	s := must(NewStream(testKey(9), LabelRoll, "roll:r1", ServerHash("b"), ServerHash("c")))
	var counts [k]int
	for range n {
		counts[s.Uniform(k)]++
	}
	var chi2 float64
	for _, c := range counts {
		d := float64(c) - n/float64(k)
		chi2 += d * d / (n / float64(k))
	}
	if chi2 > 27.9 { // 6 degrees of freedom, 1 in 10,000
		t.Errorf("chi-square %.1f over %v", chi2, counts)
	}
	// Rejection itself: of 3·2⁶² equally likely values, the lowest third of the range
	// would come up half of the time under plain modulo.
	low, big := 0, uint64(3)<<62
	for range n {
		if s.Uniform(big) < 1<<62 {
			low++
		}
	}
	if z := (float64(low) - n/3.0) / math.Sqrt(n*2.0/9); math.Abs(z) > zMax {
		t.Errorf("rejection: %d of %d in the lowest third, z = %.1f", low, n, z)
	}
}
