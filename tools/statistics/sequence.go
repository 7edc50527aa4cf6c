package statistics

import (
	"math"

	"jadebox/fairness"
)

const (
	bins    = 64 // of the frequency test
	gapMax  = 40 // longer gaps are counted together
	gapBits = 3  // the gap test looks at the lowest 2⁻³ of the range
	vMean   = fairness.MaxV / 2.0
	vVar    = float64(fairness.TicketUnit) * fairness.TicketUnit / 12
)

// sequence keeps the running statistics of a series of v.
type sequence struct {
	n          int
	last       uint32
	product    float64 // Σ (v-mean)·(previous v-mean)
	high, runs int
	bin        [bins]int
	gap        int
	gaps       [gapMax + 1]int
}

func (s *sequence) add(v uint32) {
	isHigh := v > fairness.MaxV/2
	if s.n > 0 {
		s.product += (float64(v) - vMean) * (float64(s.last) - vMean)
	}
	if s.n == 0 || isHigh != (s.last > fairness.MaxV/2) {
		s.runs++
	}
	if isHigh {
		s.high++
	}
	s.bin[v*bins/fairness.TicketUnit]++
	if v>>(24-gapBits) == 0 {
		s.gaps[min(s.gap, gapMax)]++
		s.gap = 0
	} else {
		s.gap++
	}
	s.last = v
	s.n++
}

// serialZ is the correlation of neighbours as a z-score.
func (s *sequence) serialZ() float64 {
	n := float64(s.n - 1)
	return s.product / n / vVar * math.Sqrt(n)
}

// runsZ is the number of runs above and below the middle as a z-score (Wald and
// Wolfowitz).
func (s *sequence) runsZ() float64 {
	n, a := float64(s.n), float64(s.high)
	mean := 1 + 2*a*(n-a)/n
	return (float64(s.runs) - mean) / math.Sqrt((mean-1)*(mean-2)/(n-1))
}

// frequencyP is the chi-square of equal bins.
func (s *sequence) frequencyP() (p float64, freedom int) {
	want := make([]float64, bins)
	for i := range want {
		want[i] = float64(s.n) / bins
	}
	return chiSquare(s.bin[:], want)
}

// gapP is the chi-square of the gaps between low values against the geometric law.
func (s *sequence) gapP() (p float64, freedom, gaps int) {
	for _, c := range s.gaps {
		gaps += c
	}
	const low = 1.0 / (1 << gapBits)
	want := make([]float64, len(s.gaps))
	left := 1.0
	for i := range want {
		want[i] = left * low * float64(gaps)
		left *= 1 - low
	}
	want[gapMax] = left / (1 - low) * float64(gaps)
	p, freedom = chiSquare(s.gaps[:], want)
	return p, freedom, gaps
}

// chiSquare compares counts with expectations; cells expected below five are
// thrown together. It returns the tail probability and the degrees of freedom,
// 1 and 0 when fewer than two cells are left.
func chiSquare(counts []int, want []float64) (p float64, freedom int) {
	var stat, restWant float64
	rest, cells := 0, 0
	for i, c := range counts {
		if want[i] < 5 {
			rest += c
			restWant += want[i]
			continue
		}
		stat += (float64(c) - want[i]) * (float64(c) - want[i]) / want[i]
		cells++
	}
	if restWant >= 5 {
		stat += (float64(rest) - restWant) * (float64(rest) - restWant) / restWant
		cells++
	}
	if cells < 2 {
		return 1, 0
	}
	return upperGamma(float64(cells-1)/2, stat/2), cells - 1
}

// normalP is the two-sided tail probability of a z-score.
func normalP(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// upperGamma is the regularised upper incomplete gamma function Q(a, x), by its
// series below a+1 and by Lentz's continued fraction above (Numerical Recipes, 6.2).
func upperGamma(a, x float64) float64 {
	if x <= 0 {
		return 1
	}
	lg, _ := math.Lgamma(a)
	scale := math.Exp(-x + a*math.Log(x) - lg)
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := a + 1; term > sum*1e-16; n++ {
			term *= x / n
			sum += term
		}
		return 1 - scale*sum
	}
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < 10_000; i++ {
		an := -i * (i - a)
		b += 2
		d = 1 / nonZero(an*d+b, tiny)
		c = nonZero(b+an/c, tiny)
		h *= d * c
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return scale * h
}

func nonZero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}
