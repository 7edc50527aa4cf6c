package limits

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// KindPayer is the op by which an account is known to be paid for by another player's payer, or of its own again; the
// newest one holds. It takes the lock as a promise does, so that nothing is played that has not read it.
const KindPayer = "limits.payer"

// ErrPayer refuses play to an account that was paid for last by the payer of an excluded player (docs/rules.md,
// "Responsible play").
var ErrPayer = apierr.New(protocol.CodePayerExcluded)

// Paid is the stored result of an op of KindPayer. The zero Paid is an account that no other payer has paid for.
type Paid struct {
	Player store.PlayerID `json:"player"`
	// Holder is whose the payer is: the account that the payer has paid for first. Player: a payer of their own.
	Holder store.PlayerID `json:"holder"`
	Order  store.OpID     `json:"order"`
	AtMS   int64          `json:"atMs"` // each of a player's is later than the one before
}

// Foreign reports whether another player's payer has paid.
func (p Paid) Foreign() bool { return p.Holder != p.Player }

// PaidKey is the key of the op of an order, which no client can have.
func PaidKey(order store.OpID) string { return "limits:payer:" + strconv.FormatInt(int64(order), 10) }

// Op is the op that says so, which takes the player's lock.
func (p Paid) Op(lock store.ItemID) (*store.Op, error) {
	result, err := json.Marshal(p)
	key := PaidKey(p.Order)
	return &store.Op{Player: p.Player, Key: key, Kind: KindPayer, Request: sha256.Sum256([]byte(key)),
		At: time.UnixMilli(p.AtMS).UTC(), Moves: []store.ItemMove{Pass(p.Player, lock)},
		NewItems: []store.NewItem{NewLock(p.Player)}, Result: result}, err
}

// ReadPaid reads an op of KindPayer and checks its consistency.
func ReadPaid(op *store.Op) (p Paid, err error) {
	if err = json.Unmarshal(op.Result, &p); err != nil {
		return p, fmt.Errorf("limits: a payer without a result: %w", err)
	}
	moves, items := WithoutLock(op)
	if op.Player < 1 || op.Player != p.Player || p.Holder < 1 || p.Order < 1 || op.Key != PaidKey(p.Order) ||
		op.At.UnixMilli() != p.AtMS || len(op.Moves) != 1 || len(op.NewItems) != 1 || len(moves)+len(items) > 0 ||
		len(op.Postings)+len(op.Play)+len(op.Leaves) > 0 || op.Nonce != nil || op.Room != nil {
		return p, fmt.Errorf("limits: op %q of player %d is not the payer %+v", op.Key, op.Player, p)
	}
	return p, nil
}

// readPaid reads who has paid last, and until when that keeps the player from playing: as long as the holder of the
// payer is excluded, unless a registry has confirmed the player's real name, which makes them a different person. One
// that was only declared, before a registry was asked, may be any person's.
func (h *Standing) readPaid(ctx context.Context, from Store, who store.PlayerID) error {
	op, found, err := newest(ctx, from, who, KindPayer)
	if err != nil || !found {
		return err
	}
	if h.Paid, err = ReadPaid(&op.Op); err != nil || !h.Paid.Foreign() {
		return err
	}
	contact, err := from.Contact(ctx, who)
	if err != nil || contact.RealName.By != "" {
		return err
	}
	set, found, err := newest(ctx, from, h.Paid.Holder, KindSet)
	if err != nil || !found {
		return err
	}
	holder, err := ReadSet(set.ID, set.Result)
	h.payerOutMS = holder.ExcludedMS
	return err
}
