package statistics

import (
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/log"
)

// battleValues collects the values of one battle until it can be decided.
type battleValues struct {
	context fairness.BattleContext
	values  [][]int64
	filled  int
}

func newBattleValues(c fairness.BattleContext) *battleValues {
	b := &battleValues{context: c, values: make([][]int64, len(c.OddsHashes))}
	for i := range b.values {
		b.values[i] = make([]int64, len(c.Seats))
	}
	return b
}

func (b *battleValues) add(r log.Result) {
	if r.N < uint64(len(b.values)) && r.Seat < len(b.context.Seats) {
		b.values[r.N][r.Seat] = r.ValueCents
		b.filled++
	}
}

// botWins sums, over the decided battles, how much of the winning sides was bots,
// what chance would give them, and the variance of that. A tie counts as each
// tied side winning its share, because the export does not hold the room's key.
type botWins struct {
	battles         int
	got, want, vari float64
}

func (w *botWins) add(b *battleValues) {
	if b.filled != len(b.values)*len(b.context.Seats) || b.context.Mode == fairness.ModeShare {
		return
	}
	teams := fairness.BattleTeams(b.context.Mode)
	sides := sidesOf(len(b.context.Seats), teams)
	bots := make([]float64, len(sides)) // bots' part of each side
	var mean float64
	for i, side := range sides {
		for _, seat := range side {
			if b.context.Seats[seat].Bot {
				bots[i] += 1 / float64(len(side))
			}
		}
		mean += bots[i] / float64(len(sides))
	}
	if mean == 0 || mean == 1 {
		return
	}
	winners := winningSides(b, teams, sides)
	if len(winners) == 0 {
		return
	}
	w.battles++
	w.want += mean
	for i := range sides {
		w.vari += (bots[i] - mean) * (bots[i] - mean) / float64(len(sides))
	}
	for _, i := range winners {
		w.got += bots[i] / float64(len(winners))
	}
}

func sidesOf(seats int, teams []int) [][]int {
	if teams != nil {
		return [][]int{{0, 1}, {2, 3}}
	}
	sides := make([][]int, seats)
	for i := range sides {
		sides[i] = []int{i}
	}
	return sides
}

// winningSides are the sides that hold a winner or a tied seat.
func winningSides(b *battleValues, teams []int, sides [][]int) []int {
	score, err := fairness.ScoreBattle(b.context.Mode, teams, b.values, func(tied []int) int { return tied[0] })
	if err != nil {
		return nil
	}
	level := score.Winners
	if score.Tied != nil {
		level = score.Tied
	}
	var winners []int
	for i, side := range sides {
		if slices.ContainsFunc(side, func(seat int) bool { return slices.Contains(level, seat) }) {
			winners = append(winners, i)
		}
	}
	return winners
}
