package player

import (
	"fmt"

	"jadebox/actors/directory"
	"jadebox/actors/fault"
	"jadebox/protocol"
	"jadebox/store"
)

// escrow commits a room's op. The room has decided; the player's actor checks that it may take the money.
func (a *player) escrow(r directory.Request, m Escrow) {
	op := m.Op
	if op == nil || op.Player != a.id {
		r.Reply(nil, fault.Wrap(protocol.CodeInternal, fmt.Errorf("escrow for another player than %d", a.id)))
		return
	}
	a.run(&command{r: r, key: op.Key, request: op.Request,
		rules: func() (*store.Op, error) {
			if err := affordable(op, a.id, a.rec.GemsCents); err != nil {
				return nil, err
			}
			return op, nil
		},
		answer: func(rec store.Receipt) (any, error) { return rec, nil },
	})
}

// affordable refuses an op that takes from another player, or more than the balance.
func affordable(op *store.Op, id store.PlayerID, balanceCents int64) error {
	for _, d := range op.Deltas() {
		switch {
		case d.Cents >= 0 || d.Account.Derived():
		case d.Account == store.PlayerGems(id):
			if -d.Cents > balanceCents {
				return ErrFunds
			}
		default:
			return fault.Wrap(protocol.CodeInternal, fmt.Errorf("escrow of player %d debits account %d", id, d.Account))
		}
	}
	return nil
}
