package luckycard

import (
	"fmt"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/store"
)

// made is the command of the rules that has made the first of some ops of a deck. Its record keeps every flip, key and
// beacon.
func made(before, final Record, ops []store.OpRecord) (any, error) {
	switch op := &ops[0]; op.Kind {
	case KindCreate:
		key, err := fairness.ParseKey(final.Key)
		return createPrepared{Create{Key: op.Key, Deck: Deck{Name: final.Deck, Cards: final.Cards}}, key,
			final.Unanswered()}, err
	case KindRoot:
		return final.Begun("lucky card", final.Room)
	case KindFlip:
		n := len(before.Flips)
		if n >= len(final.Flips) || final.Flips[n].Player != op.Player {
			return nil, fmt.Errorf("luckycard: deck %d has no flip %d by player %d", final.Room, n+1, op.Player)
		}
		t := final.Flips[n]
		return flipPrepared{Flip{Key: op.Key, Player: op.Player, Place: t.Place, PriceCents: before.flipCents(n)},
			player.Profile{ID: t.Player, Name: t.Name, Avatar: t.Avatar, Bot: t.Bot}}, nil
	case KindVoid:
		return room.Void{Reason: final.VoidReason}, nil
	}
	return nil, fmt.Errorf("luckycard: no command makes a %s", ops[0].Kind)
}
