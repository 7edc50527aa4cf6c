package delivery

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// Cancel takes back one's own order that was not reviewed yet: each item is where it was before. A review that comes
// at the same moment writes the same record, so that one of the two is refused: ErrReviewed is the player's half of
// that. The same key gives the same answer.
func (d *Service) Cancel(ctx context.Context, who store.PlayerID, key string, id store.RoomID) (Record, error) {
	request := sha256.Sum256(fmt.Appendf(nil, "%s %d", KindCancel, id))
	rec, err := d.repeated(ctx, who, key, request)
	if !errors.Is(err, store.ErrNotFound) {
		return rec, err
	}
	op, err := d.cancelOp(ctx, who, id)
	if err != nil {
		return Record{}, apierr.FromStore(err)
	}
	op.Key, op.Request = key, request
	done, err := directory.Ask[store.Receipt](ctx, d.Directory, player.Kind, player.ID(who), player.Escrow{Op: op})
	if err == nil {
		return ReadRecord(done.Op, done.Result)
	}
	// another op was committed first, perhaps this same request's
	if _, now := d.cancelOp(ctx, who, id); errors.Is(now, ErrReviewed) {
		if rec, again := d.repeated(ctx, who, key, request); !errors.Is(again, store.ErrNotFound) {
			return rec, again
		}
		return Record{}, ErrReviewed
	}
	return Record{}, apierr.FromStore(err)
}

// cancelOp makes the op, or says why there can be none. An unknown order and another player's get one answer.
func (d *Service) cancelOp(ctx context.Context, who store.PlayerID, id store.RoomID) (*store.Op, error) {
	r, err := d.Store.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	o, err := ReadOrder(r)
	switch {
	case errors.Is(err, ErrStep), err == nil && o.Player != who: // another kind of record, or another player's
		return nil, ErrGone
	case err != nil:
		return nil, err
	case o.Step != store.RoomOpen:
		return nil, ErrReviewed
	}
	o.Outcome = Cancelled
	op := &store.Op{Kind: KindCancel}
	for _, it := range o.Items {
		op.Moves = append(op.Moves, moved(who, it.ID, it.Before))
	}
	return op, o.write(op, r, store.RoomVoid, d.Now())
}
