package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"jadebox/store"
)

// commit answers a known key, or checks every guard and then applies op whole. The caller holds mu and has validated
// op.
func (e *Engine) commit(op *store.Op) (store.Receipt, error) {
	if row, known := e.byKey[opKey{op.Player, op.Key}]; known && !e.opt.Bugs.NoUniqueKey {
		if row.request != op.Request {
			return store.Receipt{}, fmt.Errorf("%w: %q", store.ErrKeyReused, op.Key)
		}
		return row.replay(), nil
	}
	if err := e.guarded(); err != nil {
		return store.Receipt{}, err
	}
	if err := e.check(op); err != nil {
		return store.Receipt{}, err
	}
	id := store.MakeOpID(e.writer, e.seq+1)
	op = op.Normal(id)
	r := &row{id: id, player: op.Player, key: op.Key, kind: op.Kind, request: op.Request, at: op.At,
		body: store.AppendBody(nil, op), result: bytes.Clone(op.Result)}
	r.chain, _ = store.NextChain(e.chain, id, op, r.body, nil)
	e.seq, e.chain = e.seq+1, r.chain
	e.rows = append(e.rows, r)
	e.byID[id] = r
	e.byKey[opKey{op.Player, op.Key}] = r
	if op.Kind == store.KindReversed {
		e.reversed[op.Player]++
	}
	for _, l := range op.Lists {
		on := entry{Entry: l, op: r}
		if op.Room != nil {
			on.room = op.Room.Room
		}
		e.entries = append(e.entries, on)
	}
	for _, who := range op.Others() {
		e.entries = append(e.entries, entry{Entry: store.Entry{Player: who, List: store.OthersList(op.Kind)}, op: r})
	}
	return store.Receipt{Op: id, Result: bytes.Clone(r.result), At: r.at, Balances: e.effect(op, id)}, nil
}

func (r *row) replay() store.Receipt {
	return store.Receipt{Op: r.id, Replayed: true, Result: bytes.Clone(r.result), At: r.at}
}

// check tests the guards of op against the state, in the order that every engine reports them: room, nonce, funds,
// what is to be played, items.
func (e *Engine) check(op *store.Op) error {
	bugs := e.opt.Bugs
	if w := op.Room; w != nil {
		room, exists := e.rooms[w.Room]
		switch {
		case w.FromVersion == 0 && exists, w.FromVersion != 0 && (!exists || room.Kind != w.Kind):
			return fmt.Errorf("%w: room %d", store.ErrRoomState, w.Room)
		case w.FromVersion != 0 && room.Epoch != w.Epoch && !bugs.NoFence:
			return fmt.Errorf("%w: room %d is at epoch %d", store.ErrFenced, w.Room, room.Epoch)
		case w.FromVersion != 0 && (room.Version != w.FromVersion || room.Status != w.FromStatus) && !bugs.NoRoomGuard:
			return fmt.Errorf("%w: room %d is at version %d, status %d", store.ErrRoomState, w.Room, room.Version,
				room.Status)
		}
	}
	if n := op.Nonce; n != nil && !bugs.NoNonceGuard {
		a := e.accounts[store.PlayerGems(n.Player)]
		if a.epoch != n.Epoch || a.nextNonce != n.From {
			return fmt.Errorf("%w: next is %d of epoch %d", store.ErrNonce, a.nextNonce, a.epoch)
		}
	}
	for _, d := range op.Deltas() {
		a, exists := e.accounts[d.Account]
		if !exists && d.Account.Class() == store.ClassPlayerGems {
			return fmt.Errorf("%w: account of player %d", store.ErrNotFound, d.Account.Owner())
		}
		if !d.Account.Derived() && a.cents+d.Cents < 0 && !bugs.NoFundsGuard {
			return fmt.Errorf("%w: account %d", store.ErrFunds, d.Account)
		}
	}
	if most := op.ToPlayMost; most != nil && e.accounts[store.PlayerToPlay(op.Player)].cents > *most {
		return fmt.Errorf("%w: player %d", store.ErrToPlay, op.Player)
	}
	for _, m := range op.Moves {
		it, exists := e.items[m.Item]
		if !exists || (store.ItemPlace{Owner: it.Owner, Status: it.Status}) != m.From {
			return fmt.Errorf("%w: item %d", store.ErrItemState, m.Item)
		}
	}
	return nil
}

// effect applies a checked op and returns the balances it touched.
func (e *Engine) effect(op *store.Op, id store.OpID) []store.AccountBalance {
	var balances []store.AccountBalance
	for _, d := range op.Deltas() {
		a := e.accounts[d.Account]
		e.previous.accounts[d.Account] = a
		a.cents += d.Cents
		e.accounts[d.Account] = a
		if !d.Account.Derived() {
			balances = append(balances, store.AccountBalance{Account: d.Account, Cents: a.cents})
		}
	}
	if n := op.Nonce; n != nil {
		a := e.accounts[store.PlayerGems(n.Player)]
		a.nextNonce = n.From + uint64(n.Count)
		e.accounts[store.PlayerGems(n.Player)] = a
	}
	for i, it := range op.NewItems {
		item := store.ItemID(int64(id)<<7 | int64(i))
		e.items[item] = store.Item{ID: item, Owner: it.Owner, Def: it.Def, ValueCents: it.ValueCents, Source: it.Source,
			Op: id, At: op.At}
	}
	for _, m := range op.Moves {
		it := e.items[m.Item]
		it.Owner, it.Status = m.To.Owner, m.To.Status
		e.items[m.Item] = it
	}
	e.writeRoom(op)
	return balances
}

func (e *Engine) writeRoom(op *store.Op) {
	w := op.Room
	if w == nil {
		return
	}
	old := e.rooms[w.Room]
	e.previous.rooms[w.Room] = old
	room := store.Room{ID: w.Room, Kind: w.Kind, Epoch: w.Epoch, Version: w.FromVersion + 1, Status: w.Status,
		State: bytes.Clone(w.State), Deadline: w.Deadline, At: old.At, Updated: op.At}
	if w.FromVersion == 0 {
		room.At = op.At
		e.listed[w.Room] = w.Listed
	}
	e.rooms[w.Room] = room
	e.lastRoom = max(e.lastRoom, w.Room)
	if w.Member != 0 {
		if m := (member{w.Member, w.Room}); e.members[m].IsZero() {
			e.members[m] = op.At
		}
	}
}

// Lookup implements store.Ledger.
func (e *Engine) Lookup(_ context.Context, player store.PlayerID, key string) (store.Receipt, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r, ok := e.byKey[opKey{player, key}]
	if !ok {
		return store.Receipt{}, fmt.Errorf("%w: op %q", store.ErrNotFound, key)
	}
	return r.replay(), nil
}

// Op implements store.Ledger.
func (e *Engine) Op(_ context.Context, id store.OpID) (store.OpRecord, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r, ok := e.byID[id]
	if !ok {
		return store.OpRecord{}, fmt.Errorf("%w: op %d", store.ErrNotFound, id)
	}
	return r.record()
}

func (r *row) record() (store.OpRecord, error) {
	rec := store.OpRecord{ID: r.id, Chain: r.chain, Op: store.Op{Player: r.player, Key: r.key, Kind: r.kind,
		Request: r.request, At: r.at, Result: bytes.Clone(r.result)}}
	return rec, store.DecodeBody(bytes.Clone(r.body), &rec)
}

// Balance implements store.Ledger.
func (e *Engine) Balance(_ context.Context, a store.AccountID) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.account(a).cents, nil
}

// account reads an account as callers see it.
func (e *Engine) account(id store.AccountID) account {
	if old, ok := e.previous.accounts[id]; ok && e.opt.Bugs.StaleRead {
		return old
	}
	return e.accounts[id]
}

// Events implements store.Ledger.
func (e *Engine) Events(_ context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	var events []store.Event
	cursor, err := e.walk(from, func(rec *store.OpRecord) bool {
		for i, ev := range rec.Events {
			events = append(events, store.Event{Op: rec.ID, Index: i, At: rec.At, NewEvent: ev})
		}
		return len(events) < n
	})
	return events, cursor, err
}

// PendingLeaves implements store.Log.
func (e *Engine) PendingLeaves(_ context.Context, from store.Cursor, n int) ([]store.PendingLeaf, store.Cursor, error) {
	var leaves []store.PendingLeaf
	cursor, err := e.walk(from, func(rec *store.OpRecord) bool {
		for i, l := range rec.Leaves {
			leaves = append(leaves, store.PendingLeaf{LogLeaf: l, Op: rec.ID, Place: i})
		}
		return len(leaves) < n
	})
	return leaves, cursor, err
}

// walk visits ops behind the cursor, the writers in turns, until visit returns false, and returns the moved cursor.
func (e *Engine) walk(from store.Cursor, visit func(*store.OpRecord) bool) (_ store.Cursor, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	cursor := maps.Clone(from)
	if cursor == nil {
		cursor = store.Cursor{}
	}
	var rows []*row
	at := func(id store.OpID) int {
		i, _ := slices.BinarySearchFunc(e.rows, id, func(r *row, id store.OpID) int { return cmp.Compare(r.id, id) })
		return i
	}
	for w := int64(1); w <= e.writer; w++ {
		if start, end := at(store.MakeOpID(w, from[w])+1), at(store.MakeOpID(w+1, 0)); start < end {
			rows = append(rows, e.rows[start:end]...)
		}
	}
	store.InTurns(rows, func(r **row) int64 { return (*r).id.Writer() }, func(r **row) bool {
		var rec store.OpRecord
		if rec, err = (*r).record(); err != nil {
			return false
		}
		cursor[rec.ID.Writer()] = rec.ID.Seq()
		return visit(&rec)
	})
	if err != nil {
		return from, err
	}
	return cursor, nil
}
