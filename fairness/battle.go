package fairness

import (
	"fmt"
	"slices"

	"jadebox/fairness/internal/canon"
)

// BattleMode says who wins a battle (docs/rules.md, "Battles").
type BattleMode string

const (
	ModeNormal   BattleMode = "normal"   // highest total takes all
	ModeInverse  BattleMode = "inverse"  // lowest total takes all
	ModeTerminal BattleMode = "terminal" // highest value of the last round takes all
	ModeShare    BattleMode = "share"    // every player gets an equal split
	ModeTeams    BattleMode = "teams"    // 2v2, highest team total takes all
)

// teamSeats is the only team size: seats 0 and 1 against seats 2 and 3.
var teamSeats = []int{0, 0, 1, 1}

// BattleTeams is the team of each seat, nil where the mode has no teams.
func BattleTeams(mode BattleMode) []int {
	if mode != ModeTeams {
		return nil
	}
	return slices.Clone(teamSeats)
}

// BattleScore is the end of a battle.
type BattleScore struct {
	Totals  []int64 // per seat, all rounds, cents
	Scores  []int64 // per seat, what the mode compared, cents
	Tied    []int   // seats level at the top when one winner was needed, else nil
	TieSeat int     // the seat the tie break chose, -1 without one
	Winners []int   // seats that win, ascending
}

// ScoreBattle decides a battle from the values drawn, by round and seat, in cents.
// tie picks one of the tied seats and is called at most once, only when a mode that
// needs one winner has several; in team mode the seat's team wins. The room and
// the verifier both call this function, so they cannot differ.
func ScoreBattle(mode BattleMode, teams []int, values [][]int64, tie func([]int) int) (BattleScore, error) {
	if err := checkBattle(mode, teams, values); err != nil {
		return BattleScore{}, err
	}
	seats := len(values[0])
	score := BattleScore{Totals: make([]int64, seats), TieSeat: -1}
	for _, round := range values {
		for seat, value := range round {
			score.Totals[seat] += value
		}
	}
	score.Scores = decidingScores(mode, teams, values, score.Totals)
	if mode == ModeShare {
		score.Winners = allSeats(seats)
		return score, nil
	}
	best := slices.Max(score.Scores)
	if mode == ModeInverse {
		best = slices.Min(score.Scores)
	}
	level := make([]int, 0, seats)
	for seat, s := range score.Scores {
		if s == best {
			level = append(level, seat)
		}
	}
	if sameSide(teams, level) {
		score.Winners = level
		return score, nil
	}
	score.Tied = level
	if tie == nil {
		return BattleScore{}, fmt.Errorf("%w: seats %v are tied and nothing breaks it", ErrInput, level)
	}
	score.TieSeat = tie(slices.Clone(level))
	if !slices.Contains(level, score.TieSeat) {
		return BattleScore{}, fmt.Errorf("%w: seat %d does not belong to the tie %v", ErrInput, score.TieSeat, level)
	}
	score.Winners = sideOf(teams, score.TieSeat)
	return score, nil
}

func decidingScores(mode BattleMode, teams []int, values [][]int64, totals []int64) []int64 {
	switch mode {
	case ModeTerminal:
		return slices.Clone(values[len(values)-1])
	case ModeTeams:
		var sums [2]int64
		for seat, team := range teams {
			sums[team] += totals[seat]
		}
		scores := make([]int64, len(totals))
		for seat, team := range teams {
			scores[seat] = sums[team]
		}
		return scores
	default:
		return slices.Clone(totals)
	}
}

// sameSide reports whether the seats need no tie break among them.
func sameSide(teams, seats []int) bool {
	if teams == nil {
		return len(seats) == 1
	}
	for _, seat := range seats {
		if teams[seat] != teams[seats[0]] {
			return false
		}
	}
	return true
}

func sideOf(teams []int, chosen int) []int {
	if teams == nil {
		return []int{chosen}
	}
	var side []int
	for seat, team := range teams {
		if team == teams[chosen] {
			side = append(side, seat)
		}
	}
	return side
}

func allSeats(n int) []int {
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i
	}
	return seats
}

func checkBattle(mode BattleMode, teams []int, values [][]int64) error {
	if len(values) == 0 || len(values) > BattleRoundsMax {
		return fmt.Errorf("%w: battle of %d rounds", ErrInput, len(values))
	}
	if err := mode.check(len(values[0])); err != nil {
		return err
	}
	if !slices.Equal(teams, BattleTeams(mode)) {
		return fmt.Errorf("%w: teams %v in mode %s", ErrInput, teams, mode)
	}
	for i, round := range values {
		if len(round) != len(values[0]) {
			return fmt.Errorf("%w: round %d has %d seats", ErrInput, i, len(round))
		}
		for seat, value := range round {
			if value < 0 || value > canon.MaxSafe/BattleRoundsMax/BattleSeatsMax {
				return fmt.Errorf("%w: round %d seat %d is worth %d cents", ErrInput, i, seat, value)
			}
		}
	}
	return nil
}

// check refuses an unknown mode and a number of seats the mode is not played with.
func (m BattleMode) check(seats int) error {
	switch m {
	case ModeNormal, ModeInverse, ModeTerminal, ModeShare:
		if seats >= BattleSeatsMin && seats <= BattleSeatsMax {
			return nil
		}
	case ModeTeams:
		if seats == len(teamSeats) {
			return nil
		}
	}
	return fmt.Errorf("%w: battle mode %q with %d seats", ErrInput, m, seats)
}
