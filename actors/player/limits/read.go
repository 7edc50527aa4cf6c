package limits

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

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
const Lock = store.LockDef

// NewLock is the next lock of a player.
func NewLock(who store.PlayerID) store.NewItem {
	return store.NewItem{Owner: who, Def: Lock, Source: store.FromReward}
}

// Begin makes a player's first lock; made again it is the same op.
func Begin(who store.PlayerID, at time.Time) *store.Op {
	return &store.Op{Player: who, Key: KeyBegin, Kind: KindBegin, Request: sha256.Sum256([]byte(KeyBegin)), At: at,
		NewItems: []store.NewItem{NewLock(who)}}
}

// Pass takes a lock away.
func Pass(who store.PlayerID, lock store.ItemID) store.ItemMove {
	return store.ItemMove{Item: lock, From: store.ItemPlace{Owner: who, Status: store.ItemInBackpack},
		To: store.ItemPlace{Owner: who, Status: store.ItemReplaced}}
}

// Store is what a player's promises and suspension are read from.
type Store interface {
	Vouchers(ctx context.Context, q store.VoucherQuery) ([]store.Item, int, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error)
}

// Standing is the lock that a player holds, the limits that were set, the newest suspension or lift and who has paid
// last; without a lock there is nothing.
type Standing struct {
	Lock       store.ItemID
	State      State
	Suspension Act
	Paid       Paid
	payerOutMS int64 // until when the holder of the payer is excluded, as it was read
}

// ShutOut is why the house gives nothing to a player and no session begins at a moment; nil when they are let in.
func (h Standing) ShutOut(now time.Time) error {
	if h.State.Excluded(now) {
		return ErrExcluded
	}
	return h.Suspension.Suspended(now)
}

// Refuse is why nothing can be played at a moment; nil when something can.
func (h Standing) Refuse(now time.Time) error {
	if err := h.ShutOut(now); err != nil {
		return err
	}
	if err := h.State.Refuse(now); err != nil {
		return err
	}
	if h.payerOutMS > now.UnixMilli() {
		return ErrPayer
	}
	return nil
}

// Read reads all: the lock first, so that a promise that comes between the two is refused by it or read.
func Read(ctx context.Context, from Store, who store.PlayerID) (Standing, error) {
	var h Standing
	locks, _, err := from.Vouchers(ctx, store.VoucherQuery{Owner: who, From: Lock, To: Lock + 1, Held: true,
		Page: store.Page{Limit: 1}})
	if err != nil || len(locks) == 0 {
		return h, err
	}
	h.Lock = locks[0].ID
	op, found, err := newest(ctx, from, who, KindSet)
	if err == nil && found {
		h.State, err = ReadSet(op.ID, op.Result)
	}
	if err != nil {
		return h, err
	}
	op, found, err = newest(ctx, from, who, KindSuspend, KindLift)
	if err == nil && found {
		h.Suspension, err = ReadAct(&op.Op)
	}
	if err != nil {
		return h, err
	}
	return h, h.readPaid(ctx, from, who)
}

func newest(ctx context.Context, from Store, who store.PlayerID, kinds ...string) (op store.OpRecord, found bool,
	err error) {
	ops, _, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: kinds, Page: store.Page{Limit: 1}})
	if err != nil || len(ops) == 0 {
		return op, false, err
	}
	return ops[0], true, nil
}

// ShutOut reports whether a player is excluded or suspended at a moment: the house gives nothing then, whatever asks
// for it.
func ShutOut(ctx context.Context, from Store, who store.PlayerID, now time.Time) (bool, error) {
	held, err := Read(ctx, from, who)
	return held.ShutOut(now) != nil, err
}

// Gift refuses what the house gives to a player who is shut out.
func Gift(ctx context.Context, from Store, who store.PlayerID, now time.Time) error {
	held, err := Read(ctx, from, who)
	if err != nil {
		return apierr.FromStore(err)
	}
	return held.ShutOut(now)
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
