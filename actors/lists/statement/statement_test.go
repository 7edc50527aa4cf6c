package statement_test

import (
	"testing"

	"jadebox/actors/lists/statement"
	"jadebox/actors/player/limits"
	"jadebox/store"
)

// The lock of a player's limits is a voucher like others in the store: what an op moves besides it counts, whatever its
// kind.
func TestAnOpThatMovesNothingButTheLockIsNotForTheStatement(t *testing.T) {
	const who store.PlayerID = 7
	bag := store.ItemPlace{Owner: who, Status: store.ItemInBackpack}
	sold := store.ItemMove{Item: 1, From: bag, To: store.ItemPlace{Owner: who, Status: store.ItemSold}}
	thing := store.NewItem{Owner: who, Def: 3}
	for _, kind := range []string{limits.KindSet, "pay.order", "upgrade.play"} {
		for name, c := range map[string]struct {
			op    store.Op
			moves bool
		}{
			"the lock":             {store.Op{}, false},
			"the lock and an item": {store.Op{Moves: []store.ItemMove{sold}}, true},
			"the lock and a thing": {store.Op{NewItems: []store.NewItem{thing}}, true},
			"the lock and a cent": {store.Op{Postings: []store.Posting{{Debit: store.Bonus,
				Credit: store.PlayerGems(who), AmountCents: 1}}}, true},
		} {
			c.op.Kind = kind
			c.op.Moves = append(c.op.Moves, limits.Pass(who, 9))
			c.op.NewItems = append(c.op.NewItems, limits.NewLock(who))
			if got := statement.Moves(&c.op); got != c.moves {
				t.Errorf("%s moves %s: for the statement %v", kind, name, got)
			}
		}
	}
	if statement.Moves(&store.Op{Kind: limits.KindBegin, NewItems: []store.NewItem{limits.NewLock(who)}}) {
		t.Error("the first lock is for the statement")
	}
}
