package progress

import (
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/wish"
	"jadebox/store"
)

// Outcome is what a room that was played to its end brought a player, items at their values (player.Ports.Outcome). A roll
// room brings nothing for a stake: what its host puts in is given away.
func Outcome(rec store.Room, who store.PlayerID) (wonCents int64, err error) {
	switch rec.Kind {
	case battle.Kind:
		part, err := battle.PartOf(rec, who)
		return part.WonCents, err
	case wish.Kind:
		row, err := wish.RecordOf(rec, who)
		if row.Won {
			wonCents = row.Card.PrizeCents
		}
		return wonCents, err
	}
	return 0, nil
}
