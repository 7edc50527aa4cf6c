package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// Op kinds.
const (
	KindBegin = "limits.begin" // makes the first lock, under KeyBegin
	KindSet   = "limits.set"   // under the client's key; its result is the State
)

// KeyBegin is a key that no client can have.
const KeyBegin = "limits:begin"

// Lock is the definition of the lock: a voucher that no question about vouchers brings.
const Lock = prize.EffectsTo

// NewLock is the next lock of a player.
func NewLock(who store.PlayerID) store.NewItem {
	return store.NewItem{Owner: who, Def: Lock, Source: store.FromReward}
}

// Pass takes a lock away.
func Pass(who store.PlayerID, lock store.ItemID) store.ItemMove {
	return store.ItemMove{Item: lock, From: store.ItemPlace{Owner: who, Status: store.ItemInBackpack},
		To: store.ItemPlace{Owner: who, Status: store.ItemReplaced}}
}

// Store is what a player's promises are read from.
type Store interface {
	Vouchers(ctx context.Context, q store.VoucherQuery) ([]store.Item, int, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Held is the lock that a player holds and the limits that were set; without a lock there is nothing.
type Held struct {
	Lock  store.ItemID
	State State
}

// Read reads both: the lock first, so that a promise that comes between the two is refused by it or read.
func Read(ctx context.Context, from Store, who store.PlayerID) (Held, error) {
	var h Held
	locks, _, err := from.Vouchers(ctx, store.VoucherQuery{Owner: who, From: Lock, To: Lock + 1, Held: true,
		Page: store.Page{Limit: 1}})
	if err != nil || len(locks) == 0 {
		return h, err
	}
	h.Lock = locks[0].ID
	ops, _, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindSet}, Page: store.Page{Limit: 1}})
	if err != nil || len(ops) == 0 {
		return h, err
	}
	h.State, err = ReadSet(ops[0].ID, ops[0].Result)
	return h, err
}

// Excluded says whether a player is excluded at a moment: the house gives nothing then, whoever asks for
// it.
func Excluded(ctx context.Context, from Store, who store.PlayerID, now time.Time) (bool, error) {
	held, err := Read(ctx, from, who)
	return held.State.Excluded(now), err
}

// Gift refuses what the house gives, ErrExcluded, to an excluded player.
func Gift(ctx context.Context, from Store, who store.PlayerID, now time.Time) error {
	out, err := Excluded(ctx, from, who, now)
	if err == nil && out {
		return ErrExcluded
	}
	return apierr.FromStore(err)
}

// ReadSet reads the stored result of an op of KindSet.
func ReadSet(op store.OpID, result []byte) (State, error) {
	var s State
	if err := json.Unmarshal(result, &s); err != nil {
		return s, fmt.Errorf("limits: result of op %d: %w", op, err)
	}
	return s, nil
}

// WithoutLock is what an op moved and made besides the lock.
func WithoutLock(op *store.Op) (moves []store.ItemMove, items []store.NewItem) {
	moves, items = op.Moves, op.NewItems
	if n := len(items); n > 0 && items[n-1].Def == Lock {
		items = items[:n-1]
		if len(moves) > 0 && op.Kind != KindBegin {
			moves = moves[:len(moves)-1]
		}
	}
	return moves, items
}
