package playthrough_test

import (
	"context"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

// parts is a journal in which a player's newest op staked in room 9, and those before in another.
type parts struct {
	overStore
	read int
}

func (p *parts) Ops(_ context.Context, q store.OpQuery) (list []store.OpRecord, total int, err error) {
	p.read++
	for i := range q.Page.Limit {
		id := store.RoomID(8)
		if p.read == 1 && i == 0 {
			id = 9
		}
		list = append(list, store.OpRecord{Op: store.Op{Player: 7, Kind: battle.KindJoin, At: time.Unix(int64(-i), 0),
			Room: &store.RoomWrite{Room: id, Kind: battle.Kind}, Postings: []store.Posting{
				{Debit: store.PlayerGems(7), Credit: store.RoomEscrow(id), AmountCents: 1}}}})
	}
	return list, 0, nil
}

// What a commit waits for is one part of a history, when it has what is asked for.
func TestWhatAStakeLoweredIsReadNoFurtherThanItsPart(t *testing.T) {
	p := &parts{overStore: overStore{store.ErrClosed}}
	d := &playthrough.Ledger{Ledger: p, Journal: p, Kinds: kinds.All, Go: func(f func()) { f() }}
	d.Submit(&store.Op{Player: 7, Kind: battle.KindLeave, Room: &store.RoomWrite{Room: 9, Kind: battle.Kind},
		Postings: []store.Posting{{Debit: store.RoomEscrow(9), Credit: store.PlayerGems(7), AmountCents: 1}}},
		func(store.Receipt, error) {})
	if p.read != 1 {
		t.Errorf("%d parts are read", p.read)
	}
}
