package catalogue

import (
	"crypto/sha256"
	"math"
	"math/big"

	"jadebox/fairness"
)

// Openings is how many openings of a box are simulated before it is sold.
const Openings = 1_000_000

// Figures are what a box is judged by, in cents.
type Figures struct {
	Expected  float64 // exact value of an opening
	Deviation float64 // its standard deviation: how much openings differ
	// Simulated is what so many openings brought on average, drawn as players' are, under a key that is derived from
	// the table: the same table gives the same figures.
	Simulated float64
}

// ReturnPPM is the expected value for the price, in parts per million rounded down; 0 without a price.
func (t Table) ReturnPPM() int64 {
	if t.PriceCents <= 0 {
		return 0
	}
	n := new(big.Int).Mul(big.NewInt(t.Odds.ExpectedTickets()), big.NewInt(1_000_000))
	return n.Div(n, new(big.Int).Mul(big.NewInt(t.PriceCents), big.NewInt(fairness.TicketUnit))).Int64()
}

// Figures computes expected value and deviation, and simulates so many openings; 0 simulates none.
func (t Table) Figures(openings int) (Figures, error) {
	f := Figures{Expected: float64(t.Odds.ExpectedTickets()) / fairness.TicketUnit}
	for i := range t.Odds.Len() {
		d := float64(t.Odds.Entry(i).ValueCents) - f.Expected
		f.Deviation += d * d * float64(t.Odds.Tickets(i)) / fairness.TicketUnit
	}
	f.Deviation = math.Sqrt(f.Deviation)
	if openings == 0 {
		return f, nil
	}
	seeder, err := fairness.NewSeeder(sha256.Sum256(t.Odds.Canonical()), "catalogue", t.Odds.Hash(), t.Odds.Hash())
	if err != nil {
		return f, err
	}
	var sum float64
	var buf [2 * sha256.Size]byte
	for n := range openings {
		seed, err := seeder.AppendSeed(buf[:0], uint64(n), 0)
		if err != nil {
			return f, err
		}
		out, err := fairness.Roll(userSeed, string(seed))
		if err != nil {
			return f, err
		}
		sum += float64(t.Odds.Entry(t.Odds.Pick(out.V)).ValueCents)
	}
	f.Simulated = sum / float64(openings)
	return f, nil
}

const userSeed = "simulated"
