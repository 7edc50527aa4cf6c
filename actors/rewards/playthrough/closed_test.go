package playthrough_test

import (
	"context"
	"errors"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

// closedStore answers as one that has been closed.
type closedStore struct{}

func (closedStore) Commit(context.Context, *store.Op) (store.Receipt, error) {
	return store.Receipt{}, store.ErrClosed
}

func (closedStore) Submit(_ *store.Op, done func(store.Receipt, error)) {
	done(store.Receipt{}, store.ErrClosed)
}

func (closedStore) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	return nil, 0, store.ErrClosed
}

func (closedStore) LoadPlayer(context.Context, store.PlayerID) (store.Player, error) {
	return store.Player{}, store.ErrClosed
}

func TestAClosedStoreIsNotAskedAgain(t *testing.T) {
	d := &playthrough.Ledger{Ledger: closedStore{}, Journal: closedStore{}, Kinds: kinds.All,
		Go: func(f func()) { f() }}
	d.Submit(&store.Op{Player: 7, Kind: battle.KindLeave, Room: &store.RoomWrite{Room: 9, Kind: battle.Kind},
		Postings: []store.Posting{{Debit: store.RoomEscrow(9), Credit: store.PlayerGems(7), AmountCents: 1}}},
		func(_ store.Receipt, err error) {
			if !errors.Is(err, store.ErrClosed) || errors.Is(err, store.ErrUnknown) {
				t.Errorf("a closed store: %v", err)
			}
		})
}
