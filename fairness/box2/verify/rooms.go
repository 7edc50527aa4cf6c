package verify

import (
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// lastLeaf is the one result of a room that is ended by a leaf of its own.
type lastLeaf struct{ scope, ctx, beacon string }

// check says whether it is of this room, context and beacon, and not before the lock.
func (l lastLeaf) check(v *verification, atMS int64) error {
	if l.scope != v.promise.scope || l.ctx != v.ctx || l.beacon != v.beacon.Value {
		return mismatch("the end names another scope, context or beacon")
	}
	if atMS < v.promise.atMS {
		return mismatch("the end, of %d ms, is before the lock, of %d ms", atMS, v.promise.atMS)
	}
	return nil
}

// roomForm checks what bundles of such rooms have in common.
func roomForm(b *Bundle, scope string) error {
	if len(b.Tickets) != 0 || len(b.Results) != 1 || len(b.Odds) != 0 || b.ID != scope {
		return malformed("id, tickets, results or odds of a %s", b.Kind)
	}
	return nil
}

// roll is the draw of a roll.
type roll struct {
	lock  *box2.Roll
	end   *box2.RollEnd
	parts []*box2.RollPart
}

func (k *roll) form(v *verification) (err error) {
	b := v.b
	if k.lock, err = parse[box2.Roll](b.Context); err != nil {
		return err
	}
	scope := fairness.RollScope(k.lock.Room)
	if err := roomForm(b, scope); err != nil {
		return err
	}
	if k.end, err = parse[box2.RollEnd](b.Results[0]); err != nil {
		return err
	}
	for _, text := range b.Roll.Parts {
		part, err := parse[box2.RollPart](text)
		if err != nil {
			return err
		}
		k.parts = append(k.parts, part)
	}
	v.promise = promise{
		log: k.lock.Log, scope: scope, commit: k.lock.Commit, height: slot.HeightOne, beacon: k.lock.Beacon,
		atMS: k.lock.AtMS,
	}
	_, err = v.open(0, k.end.SlotKey)
	return err
}

func (k *roll) context() error {
	for i, p := range k.lock.Prizes {
		if p.Prize != i+1 {
			return mismatch("prize %d stands at %d", p.Prize, i+1)
		}
	}
	return nil
}

func (k *roll) outcome(v *verification) {
	v.add(CheckTicket, "the end is of this room, context and beacon",
		lastLeaf{k.end.Scope, k.end.Ctx, k.end.Beacon}.check(v, k.end.AtMS))
	entrants, err := k.entrants(v)
	v.add(CheckParts, "the entrants are those that were locked", err)
	if err != nil {
		v.skip(CheckWinners, "the entrants do not hold")
		return
	}
	v.add(CheckWinners, "the stream draws these winners", k.checkWinners(v, entrants))
}

// entrants are those of all parts, in order.
func (k *roll) entrants(v *verification) ([]box2.Entrant, error) {
	if len(k.parts) != len(k.lock.Parts) {
		return nil, mismatch("%d parts of %d", len(k.parts), len(k.lock.Parts))
	}
	var all []box2.Entrant
	seen := map[int64]bool{}
	for i, part := range k.parts {
		switch {
		case box2.Hash([]byte(v.b.Roll.Parts[i])) != k.lock.Parts[i]:
			return nil, mismatch("part %d is not the one that was locked", i)
		case part.Scope != v.promise.scope || part.Part != i || part.AtMS > k.lock.AtMS:
			return nil, mismatch("scope, number or time of part %d", i)
		}
		for _, e := range part.Entrants {
			if seen[e.Player] || e.JoinedMS > k.lock.AtMS {
				return nil, mismatch("player %d is there twice or joined after the lock", e.Player)
			}
			seen[e.Player] = true
		}
		all = append(all, part.Entrants...)
	}
	if len(all) != k.lock.Entrants {
		return nil, mismatch("%d entrants of %d", len(all), k.lock.Entrants)
	}
	return all, nil
}

func (k *roll) checkWinners(v *verification, entrants []box2.Entrant) error {
	stream, err := slot.Stream(v.opens[0].key, slot.LabelRoll, v.promise.scope, v.beacon.Value, v.ctx)
	if err != nil {
		return err
	}
	prizes := make([]fairness.Prize, len(k.lock.Prizes))
	for i, p := range k.lock.Prizes {
		prizes[i] = fairness.Prize{ID: int64(p.Prize), ValueCents: p.ValueCents}
	}
	weights := make([]uint64, len(entrants))
	for i, e := range entrants {
		weights[i] = uint64(e.Weight)
	}
	places, err := fairness.WinnersWeighted(stream, weights, min(len(prizes), len(weights)))
	if err != nil {
		return err
	}
	want := make([]box2.Winner, len(places))
	for i, prize := range fairness.PrizeOrder(prizes)[:len(places)] {
		want[i] = box2.Winner{Prize: int(prize.ID), Player: entrants[places[i]].Player}
	}
	if !slices.Equal(want, k.end.Winners) {
		return mismatch("the stream draws other winners")
	}
	return nil
}

func (k *roll) logged(v *verification) (string, error) { return v.b.Results[0], nil }

// wish is the draw of a wish room.
type wish struct {
	lock *box2.Wish
	end  *box2.WishEnd
	key  fairness.Key
}

func (k *wish) form(v *verification) (err error) {
	b := v.b
	if k.lock, err = parse[box2.Wish](b.Context); err != nil {
		return err
	}
	scope := fairness.WishScope(k.lock.Room)
	if err := roomForm(b, scope); err != nil {
		return err
	}
	if k.end, err = parse[box2.WishEnd](b.Results[0]); err != nil {
		return err
	}
	v.promise = promise{
		log: k.lock.Log, scope: scope, commit: k.lock.Commit, height: slot.HeightOne, beacon: k.lock.Beacon,
		atMS: k.lock.AtMS,
	}
	k.key, err = v.open(0, k.end.SlotKey)
	return err
}

func (k *wish) context() error {
	of := map[int64]int{}
	for _, b := range k.lock.Bottles {
		if of[b.Player]++; of[b.Player] > fairness.WishBottlesOf(len(k.lock.Bottles)) {
			return mismatch("player %d has too many of %d bottles", b.Player, len(k.lock.Bottles))
		}
	}
	return nil
}

func (k *wish) outcome(v *verification) {
	v.add(CheckTicket, "the end is of this room, context and beacon",
		lastLeaf{k.end.Scope, k.end.Ctx, k.end.Beacon}.check(v, k.end.AtMS))
	v.draws = []draw{{key: k.key, serverSeed: k.end.ServerSeed}}
	v.serverSeeds()
	v.add(CheckBots, "a bottle that is no player's has its own user seed", k.checkBots())
	v.add(CheckBottle, "the server seed picks this bottle", k.checkBottle())
}

// checkBots holds bottles of bots to their numbers, which count from 1.
func (k *wish) checkBots() error {
	for i, b := range k.lock.Bottles {
		if b.Bot == botSeat && b.Player != fairness.BotIDs+int64(i)+1 {
			return mismatch("bottle %d without account is of player %d", i+1, b.Player)
		}
		if b.Bot != 0 && b.UserSeed != botSeed(uint64(i)+1) {
			return mismatch("bot bottle %d has user seed %q", i+1, b.UserSeed)
		}
	}
	return nil
}

func (k *wish) checkBottle() error {
	seeds := make([]string, len(k.lock.Bottles))
	for i, b := range k.lock.Bottles {
		seeds[i] = b.UserSeed
	}
	won, err := fairness.WishWinner(seeds, k.end.ServerSeed)
	if err != nil {
		return err
	}
	if won.Bottle != k.end.Bottle || k.lock.Bottles[won.Bottle-1].Player != k.end.Player {
		return mismatch("bottle %d wins", won.Bottle)
	}
	return nil
}

func (k *wish) logged(v *verification) (string, error) { return v.b.Results[0], nil }
