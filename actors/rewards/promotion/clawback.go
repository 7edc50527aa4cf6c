package promotion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// A recharge that its provider takes back earns no commission: one that was paid is taken from the inviter again,
// whole and once. An inviter who has spent it owes it, and it is taken when the balance allows it: no balance
// falls below zero.

const (
	// backGrace is how long a commission may still come that another process had under way when the recharge was taken
	// back.
	backGrace = time.Minute
	debtRetry = time.Minute
)

// back is a failed order whose commission may have to come back.
type back struct {
	payment.Failure
	NextMS int64 `json:"nextMs,omitempty"` // not before
}

// takeBack carries out the first that is due. One op of the follower is under way at a time.
func (f *follower) takeBack() {
	if f.busy {
		return
	}
	now := f.Now().UnixMilli()
	i := slices.IndexFunc(f.outbox.State.Backs, func(b back) bool { return b.NextMS <= now })
	if i < 0 {
		return
	}
	f.busy = true
	b := f.outbox.State.Backs[i]
	f.activation.Go(func() func() {
		op, open, err := f.owing(context.Background(), b.Failure)
		return func() {
			switch {
			case err != nil:
				f.later(err)
			case op != nil:
				durable.Commit(f.activation, f.Store, op, func(rec store.Receipt, err error) {
					f.tookBack(b, op.Player,
						rec, err)
				})
			case open:
				f.wait(b, backGrace)
			default:
				f.settled(b)
			}
		}
	})
}

// owing makes the op that takes a commission back; nil where there is none to take. open says that one may still come.
func (f *follower) owing(ctx context.Context, b payment.Failure) (op *store.Op, open bool, err error) {
	reversed, err := payment.Reversed(ctx, f.Store, b.Player, b.Order)
	if err != nil || !reversed {
		return nil, false, err
	}
	invitee, err := f.Store.LoadPlayer(ctx, b.Player)
	if errors.Is(err, store.ErrNotFound) || err == nil && invitee.InvitedBy == 0 {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	paid, err := f.Store.Lookup(ctx, invitee.InvitedBy, PayKey(b.Player, b.Order))
	if errors.Is(err, store.ErrNotFound) {
		return nil, f.Now().Before(time.UnixMilli(b.AtMS).Add(backGrace)), nil
	}
	if err != nil {
		return nil, false, err
	}
	var c Commission
	if err := json.Unmarshal(paid.Result, &c); err != nil {
		return nil, false, fmt.Errorf("promotion: result of op %d: %w", paid.Op, err)
	}
	op, err = c.op(invitee.InvitedBy, true, f.Now())
	return op, false, err
}

func (f *follower) tookBack(b back, from store.PlayerID, rec store.Receipt, err error) {
	switch {
	case errors.Is(err, store.ErrFunds):
		f.wait(b, debtRetry)
		return
	case err != nil:
		f.later(err)
		return
	}
	// after a replay, too: as with a commission that is paid
	f.Directory.Post(player.Kind, player.ID(from), player.Credited{}, nil)
	if !rec.Replayed {
		f.Log.Info().Int64("player", int64(from)).Int64("order", int64(b.Order)).Msg("commission taken back")
	}
	f.settled(b)
}

func (f *follower) settled(b back) {
	f.outbox.State.Backs = slices.DeleteFunc(f.outbox.State.Backs, func(o back) bool { return o.Order == b.Order })
	f.outbox.Changed()
	f.busy = false
	f.next()
}

// wait puts one behind the others.
func (f *follower) wait(b back, d time.Duration) {
	f.outbox.State.Backs = slices.DeleteFunc(f.outbox.State.Backs, func(o back) bool { return o.Order == b.Order })
	b.NextMS = f.Now().Add(d).UnixMilli()
	f.outbox.State.Backs = append(f.outbox.State.Backs, b)
	f.outbox.Changed()
	f.busy = false
	f.next()
}
