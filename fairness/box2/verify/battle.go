package verify

import (
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// battle is a whole battle: all draws, the totals, who won and why. It has one slot, 0, for all of them.
type battle struct {
	roster  *box2.Roster
	results []*box2.Result
	close   *box2.Close
	mode    fairness.BattleMode
}

func (k *battle) form(v *verification) (err error) {
	b := v.b
	if k.roster, err = parse[box2.Roster](b.Context); err != nil {
		return err
	}
	if k.close, err = parse[box2.Close](b.Battle.Close); err != nil {
		return err
	}
	scope := fairness.BattleScope(k.roster.Room)
	seats := len(k.roster.Seats)
	if len(b.Tickets) != 0 || len(b.Results) != seats*len(k.roster.Rounds) || b.ID != scope {
		return malformed("id, tickets or number of results of a battle")
	}
	k.mode = fairness.BattleMode(k.roster.Mode)
	for i, text := range b.Results {
		r, err := parse[box2.Result](text)
		if err != nil {
			return err
		}
		if r.N != uint64(i/seats) || r.Seat != i%seats {
			return malformed("result %d is n %d seat %d", i, r.N, r.Seat)
		}
		k.results = append(k.results, r)
	}
	v.promise = promise{
		log: k.roster.Log, scope: scope, commit: k.roster.Commit, height: slot.HeightOne, beacon: k.roster.Beacon,
		atMS: k.roster.AtMS,
	}
	key, err := v.open(0, k.results[0].SlotKey)
	for _, r := range k.results {
		v.draws = append(v.draws, draw{
			key: key, n: r.N, seat: r.Seat, userSeed: k.roster.Seats[r.Seat].UserSeed, serverSeed: r.ServerSeed, v: r.V,
		})
	}
	return err
}

func (k *battle) context() error {
	for i, s := range k.roster.Seats {
		if s.Seat != i {
			return mismatch("seat %d stands at %d", s.Seat, i)
		}
	}
	return nil
}

func (k *battle) outcome(v *verification) {
	v.add(CheckTicket, "every result is of a seat that the roster locked", k.checkResults(v))
	v.serverSeeds()
	v.numbers()
	tables := make([]from, len(k.results))
	for i, r := range k.results {
		round := k.roster.Rounds[r.N]
		tables[i] = from{round.Box, round.Odds}
	}
	v.items(k.results, tables)
	v.add(CheckBots, "a seat that is no player's has its own user seed", k.checkBots())
	score, err := k.score(v)
	v.add(CheckScore, "totals and winners follow from the items", err)
	if err != nil {
		v.skip(CheckTie, "the score does not hold")
		return
	}
	v.add(CheckTie, "one winner was needed of several exactly where the stream picked one", k.checkTie(v, score))
}

func (k *battle) checkResults(v *verification) error {
	for _, r := range k.results {
		s := k.roster.Seats[r.Seat]
		switch {
		case r.Scope != v.promise.scope || r.Ticket != v.ctx:
			return mismatch("round %d seat %d is of another battle", r.N, r.Seat)
		case r.Player != s.Player || r.Bot != s.Bot:
			return mismatch("round %d seat %d has another player", r.N, r.Seat)
		case r.SlotKey != k.results[0].SlotKey:
			return mismatch("round %d seat %d shows another slot key", r.N, r.Seat)
		case r.AtMS < k.roster.AtMS:
			return mismatch("round %d seat %d is before the roster", r.N, r.Seat)
		}
	}
	return nil
}

func (k *battle) checkBots() error {
	for i, s := range k.roster.Seats {
		if s.Bot == botSeat && s.Player != fairness.BotIDs+int64(i)+1 {
			return mismatch("seat %d without account is player %d", i, s.Player)
		}
		if s.Bot != 0 && s.UserSeed != botSeed(uint64(i)) {
			return mismatch("bot seat %d has user seed %q", i, s.UserSeed)
		}
	}
	return nil
}

// score decides the battle anew from the values of the results, taking the tie break that the bundle claims.
func (k *battle) score(v *verification) (fairness.BattleScore, error) {
	claim := v.b.Battle
	values := make([][]int64, len(k.roster.Rounds))
	for _, r := range k.results {
		values[r.N] = append(values[r.N], r.ValueCents)
	}
	score, err := fairness.ScoreBattle(k.mode, fairness.BattleTeams(k.mode), values, func(tied []int) int {
		if slices.Contains(tied, claim.TieSeat) {
			return claim.TieSeat
		}
		return tied[0] // the check of the tie then fails
	})
	if err != nil {
		return fairness.BattleScore{}, err
	}
	if !slices.Equal(score.Totals, claim.Totals) || !slices.Equal(score.Winners, claim.Winners) {
		return fairness.BattleScore{}, mismatch("totals %v, winners %v", score.Totals, score.Winners)
	}
	return score, nil
}

func (k *battle) checkTie(v *verification, score fairness.BattleScore) error {
	claim := v.b.Battle
	if !slices.Equal(score.Tied, claim.Tied) {
		return mismatch("seats %v were level", score.Tied)
	}
	picked := -1
	if len(score.Tied) > 0 {
		stream, err := slot.Stream(v.opens[0].key, slot.LabelTie, v.promise.scope, v.beacon.Value, v.ctx)
		if err != nil {
			return err
		}
		if picked, err = fairness.Tie(stream, score.Tied); err != nil {
			return err
		}
	}
	if picked != claim.TieSeat {
		return mismatch("the stream picks seat %d", picked)
	}
	return nil
}

// logged is the leaf that closes the scope: K in it opens the slot that all results show.
func (k *battle) logged(v *verification) (string, error) {
	c := k.close
	if c.Scope != v.promise.scope || c.Reason != "end" {
		return "", mismatch("a close of %s for reason %q", c.Scope, c.Reason)
	}
	key, err := fairness.ParseKey(c.Key)
	if err == nil {
		err = slot.CheckKey(key, v.promise.scope, v.promise.height, v.promise.commit)
	}
	return v.b.Battle.Close, err
}
