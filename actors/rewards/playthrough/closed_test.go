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

// overStore answers as one to which its process writes nothing any more.
type overStore struct{ err error }

func (o overStore) Commit(context.Context, *store.Op) (store.Receipt, error) {
	return store.Receipt{}, o.err
}

func (o overStore) Submit(_ *store.Op, done func(store.Receipt, error)) {
	done(store.Receipt{}, o.err)
}

func (o overStore) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	return nil, 0, o.err
}

func (o overStore) LoadPlayer(context.Context, store.PlayerID) (store.Player, error) {
	return store.Player{}, o.err
}

func TestAStoreToWhichNothingIsWrittenAnyMoreIsNotAskedAgain(t *testing.T) {
	for _, over := range []error{store.ErrClosed, store.ErrNodeLost, store.ErrWentBack} {
		d := &playthrough.Ledger{Ledger: overStore{over}, Journal: overStore{over}, Kinds: kinds.All,
			Go: func(f func()) { f() }}
		d.Submit(&store.Op{Player: 7, Kind: battle.KindLeave, Room: &store.RoomWrite{Room: 9, Kind: battle.Kind},
			Postings: []store.Posting{{Debit: store.RoomEscrow(9), Credit: store.PlayerGems(7), AmountCents: 1}}},
			func(_ store.Receipt, err error) {
				if !errors.Is(err, over) || errors.Is(err, store.ErrUnknown) {
					t.Errorf("%v: %v", over, err)
				}
			})
	}
}
