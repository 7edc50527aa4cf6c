package wish

import (
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/store"
)

// made is the command of the rules that has made the first of some ops of a wish room. Its record keeps every taking,
// key and beacon.
func made(before, final Record, ops []store.OpRecord) (any, error) {
	switch op := &ops[0]; op.Kind {
	case KindCreate:
		key, err := fairness.ParseKey(final.Key)
		return createPrepared{Create{Key: op.Key, Setup: Setup{Name: final.Name, Def: final.Def,
			PrizeCents: final.PrizeCents, Bottles: final.Bottles, CardNum: final.CardNum,
			BottleCents: final.BottleCents,
			Life:        time.Duration(final.EndsMS-final.CreatedMS) * time.Millisecond}}, key}, err
	case KindTake:
		n := len(before.Takes)
		if n >= len(final.Takes) || final.Takes[n].Player != op.Player {
			return nil, fmt.Errorf("wish: room %d has no taking %d by player %d", final.Room, n+1, op.Player)
		}
		t := final.Takes[n]
		pay := PayGems
		if final.CardNum > 0 {
			pay = PayWishCards
		}
		return takePrepared{Take{Key: op.Key, Player: op.Player, Bottles: slices.Clone(t.Numbers), Pay: pay,
			CardNum: final.CardNum, BottleCents: final.BottleCents}, player.Profile{ID: t.Player, Name: t.Name,
			Avatar: t.Avatar, Bot: t.Bot, UserSeed: t.Seed}, nil}, nil
	case Kind + ".lock":
		return room.Lock{Awaited: final.Unanswered()}, nil
	case KindDraw:
		return final.Begun("wish room", final.Room)
	case KindVoid:
		return room.Void{Reason: final.VoidReason}, nil
	}
	return nil, fmt.Errorf("wish: no command makes a %s", ops[0].Kind)
}
