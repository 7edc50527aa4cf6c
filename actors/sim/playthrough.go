package sim

import (
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/sign"
	"jadebox/store"
)

// toPlay is what players have to stake, by a count of its own over the journal in the order of its ops.
type toPlay struct {
	plays
	left map[store.PlayerID]int64
	in   map[stakeIn]int64 // what stakes have lowered that lie in rooms
}

type stakeIn struct {
	room store.RoomID
	who  store.PlayerID
}

func newToPlay() *toPlay {
	c := &toPlay{plays{stake: []string{player.KindOpen}}, map[store.PlayerID]int64{}, map[stakeIn]int64{}}
	for _, w := range workloads {
		own := w.workload().plays()
		c.stake, c.back = append(c.stake, own.stake...), append(c.back, own.back...)
		c.give = append(c.give, own.give...)
	}
	return c
}

// asked is what an op has its players play more, exactly, and by how much its own player may have less to play at most.
func (c *toPlay) asked(op *store.OpRecord) (must map[store.PlayerID]int64, staked int64) {
	must = map[store.PlayerID]int64{}
	for _, p := range op.Postings {
		to, from := store.PlayerID(p.Credit.Owner()), store.PlayerID(p.Debit.Owner())
		if op.Room != nil && p.Debit == store.RoomWishCards(op.Room.Room) {
			for _, it := range op.NewItems {
				must[it.Owner] += it.ValueCents
			}
		}
		if op.Kind == promotion.KindBack || op.Kind == store.KindRecovered {
			if p.Debit == store.PlayerGems(op.Player) && p.Credit == store.Bonus {
				staked += p.AmountCents // a gift that is taken back need not be played
			}
			continue
		}
		switch {
		case slices.Contains(c.give, op.Kind):
			if p.Credit.Class() == store.ClassPlayerGems {
				must[to] += p.AmountCents
			}
		case slices.Contains(c.back, op.Kind):
			if p.Credit.Class() == store.ClassPlayerGems {
				in := stakeIn{op.Room.Room, to}
				back := min(p.AmountCents, c.in[in])
				must[to] += back
				c.in[in] -= back
			}
		case slices.Contains(c.stake, op.Kind):
			if p.Debit == store.PlayerGems(from) {
				staked += p.AmountCents
			}
		}
	}
	if slices.Contains([]string{player.KindExchange, player.KindOpenTokens, sign.KindClaim, props.KindGive}, op.Kind) {
		for _, it := range op.NewItems {
			must[it.Owner] += it.ValueCents
		}
	}
	if op.Kind == player.KindUpgrade {
		if u, err := player.ReadUpgraded(op.ID, op.Result); err == nil {
			staked = u.StakeCents() * (100_000_000 - int64(u.RateE8)) / 100_000_000
		}
	}
	return must, staked
}

// feed says what an op may not have done; "" when it may.
func (c *toPlay) feed(op *store.OpRecord) (wrong string) {
	must, staked := c.asked(op)
	if op.Kind == player.KindGiveBack { // all of it, for as many cents: what is asked for here is one stake
		left := c.left[op.Player]
		if left < 1 || len(op.Postings) != 1 || op.Postings[0].AmountCents != left || len(op.Play) != 1 ||
			op.Play[0].AmountCents != left {
			wrong = "gives back another amount than is left to be played"
		}
		staked = left
	}
	for _, p := range op.Play {
		if p.Credit == store.HouseToPlay {
			who := store.PlayerID(p.Debit.Owner())
			if who != op.Player || p.AmountCents > staked {
				wrong = "lowers what is to be played without a stake"
			}
			staked -= p.AmountCents
			c.left[who] -= p.AmountCents
			if op.Room != nil {
				c.in[stakeIn{op.Room.Room, who}] += p.AmountCents
			}
			continue
		}
		who := store.PlayerID(p.Credit.Owner())
		c.left[who] += p.AmountCents
		if op.Kind != kindWelcome {
			must[who] -= p.AmountCents
		}
	}
	for _, rest := range must {
		if rest != 0 {
			wrong = "raises what is to be played by another amount than it gives"
		}
	}
	return wrong
}
