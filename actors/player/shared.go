package player

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Shared is what a link to a result shows any visitor, and no more than its proof does: what was drawn, not by whom.
type Shared struct {
	Def        store.DefID
	ValueCents int64
	Chance     float64     // of this draw, 0 … 1
	Box        store.BoxID // 0 for an upgrade
	Won        bool        // of an upgrade; an opening always is
}

// tickets is how many a draw has (BOX1: the first six hex digits of the hash).
const tickets = 1 << 24

// SharedOf reads a stored op as the result that Bundle proves. Any other op has none: CodeNotFound.
func SharedOf(rec store.OpRecord, index int) (Shared, error) {
	if rec.Kind == KindUpgrade {
		u, err := ReadUpgraded(rec.ID, rec.Result)
		if err == nil && index != 0 {
			err = apierr.New(protocol.CodeNotFound)
		}
		return Shared{Def: u.Target, ValueCents: u.TargetCents, Chance: float64(u.RateE8) / 1e8, Won: u.Won}, err
	}
	o, err := openedBy(rec)
	if err != nil {
		return Shared{}, err
	}
	if index < 0 || index >= len(o.Results) {
		return Shared{}, apierr.New(protocol.CodeNotFound)
	}
	r := o.Results[index]
	return Shared{Def: r.Def, ValueCents: r.ValueCents, Chance: float64(r.Hi-r.Lo+1) / tickets, Box: o.Box, Won: true},
		nil
}
