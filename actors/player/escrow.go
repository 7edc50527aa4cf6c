package player

import (
	"context"
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/store"
)

// escrow commits a room's op. The room has decided; the player's actor checks that it may take the money.
func (a *player) escrow(r directory.Request, m Escrow) {
	op := m.Op
	if op == nil || op.Player != a.id {
		r.Reply(nil, apierr.Wrap(protocol.CodeInternal, fmt.Errorf("escrow for another player than %d", a.id)))
		return
	}
	a.run(&command{r: r, key: op.Key, request: op.Request,
		rules: func() (*store.Op, error) {
			if err := affordable(op, a.id, purse{a.rec.GemsCents, a.rec.RealCents, a.rec.WishCards}); err != nil {
				return nil, err
			}
			return op, nil
		},
		answer: func(rec store.Receipt) (any, error) { return rec, nil },
	})
}

// purse is what the player has as far as the player's actor knows.
type purse struct{ gemsCents, realCents, wishCards int64 }

// affordable refuses an op that takes from another player, or more than the balances. What the room gives back of its
// own escrow is the room's to decide.
func affordable(op *store.Op, id store.PlayerID, has purse) error {
	for _, d := range op.Deltas() {
		switch {
		case d.Cents >= 0 || d.Account.Derived():
		case op.Room != nil && (d.Account == store.RoomEscrow(op.Room.Room) ||
			d.Account == store.RoomWishCards(op.Room.Room)):
		case d.Account == store.PlayerGems(id):
			if -d.Cents > has.gemsCents {
				return ErrFunds
			}
		case d.Account == store.PlayerReal(id):
			if -d.Cents > has.realCents {
				return ErrReal
			}
		case d.Account == store.PlayerWishCards(id):
			if -d.Cents > has.wishCards {
				return ErrWishCards
			}
		default:
			return apierr.Wrap(protocol.CodeInternal, fmt.Errorf("escrow of player %d debits account %d", id,
				d.Account))
		}
	}
	return nil
}

// own reads items for a room that is to hold them. They may be gone when the op comes: the store decides.
func (a *player) own(r directory.Request, m Own) {
	a.activation.Go(func() func() {
		items, err := a.Store.ItemsByID(context.Background(), m.Items)
		return func() {
			switch {
			case err != nil:
				r.Reply(nil, apierr.FromStore(err))
			case len(items) != len(m.Items):
				r.Reply(nil, ErrItemForeign)
			default:
				r.Reply(items, ownable(a.id, items))
			}
		}
	})
}

// ownable reports why a player cannot give these items away. An unknown item and another player's get one answer.
func ownable(owner store.PlayerID, items []store.Item) error {
	for _, it := range items {
		switch {
		case it.Owner != owner:
			return ErrItemForeign
		case it.Status != store.ItemInBackpack:
			return ErrItemState
		}
	}
	return nil
}
