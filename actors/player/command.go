package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// command is one request that changes value: at most one is between rules and store at a time.
type command struct {
	r       directory.Request
	key     string
	request [32]byte // hash of what the client asked for
	// allowed is for draws: they wait for a beacon, unless the rules refuse them anyway. nil for everything else.
	allowed func() error
	// prepare gets what the rules need (items, a beacon); nil when memory has all. It runs again after a refresh.
	prepare func(then func(error))
	// rules computes the op from memory; it changes nothing.
	rules func() (*store.Op, error)
	// answer makes the reply from the stored receipt, also for a repeated key.
	answer func(store.Receipt) (any, error)

	// contended is for an op that writes a record which others write, too: that another op was committed first is a
	// reason to look again.
	contended bool

	// taken is what a key says that is not the client's and belongs to another request; nil: CodeKeyReused.
	taken error

	tries int
	fresh bool // the player was read for what leaves the house
	// of what is to be staked, what lies in rooms that may give it back
	inRooms int64
}

const (
	triesMax  = 3
	looksMax  = 50 // at a record that others write
	fullRetry = 100 * time.Millisecond
)

// run takes a command through the lane, a draw as soon as it can be made.
func (a *player) run(c *command) {
	if len(c.key) == 0 || len(c.key) > protocol.KeyLength {
		c.r.Reply(nil, apierr.New(protocol.CodeKeyMissing))
		return
	}
	enter := func() {
		if !a.lane.Do(func(done func()) { a.step(c, done) }) {
			c.r.Reply(nil, ErrBusy)
		}
	}
	if c.allowed == nil {
		enter()
		return
	}
	a.awaitSeed(time.Time{}, c.allowed, enter)
}

func (a *player) step(c *command, done func()) {
	if a.failed != nil {
		a.reply(c, nil, a.failed, done)
		return
	}
	c.tries++
	if c.allowed != nil {
		if err := c.allowed(); err != nil {
			a.refuse(c, err, done)
			return
		}
	}
	if c.prepare == nil {
		a.decide(c, done)
		return
	}
	c.prepare(func(err error) {
		if err != nil {
			a.refuse(c, err, done)
			return
		}
		a.decide(c, done)
	})
}

func (a *player) decide(c *command, done func()) {
	if a.held.State.Bounded() && !a.historyIsRead() {
		a.readHistory(func(err error) {
			if err != nil {
				a.refuse(c, err, done)
				return
			}
			a.decide(c, done)
		})
		return
	}
	if (a.held.Lock == 0 || a.held.Paid.Foreign()) && a.Now().Sub(a.heldAt) >= unlockedFor {
		a.renew(c, done, func() { a.decide(c, done) })
		return
	}
	op, err := c.rules()
	if err == nil {
		op.Player = a.id
	}
	if err == nil && !c.fresh && a.leaves(op) { // another process may have given something to play
		c.fresh = true
		a.readToPlay(c, done)
		return
	}
	if err == nil {
		op, err = a.promised(op)
	}
	if err == nil {
		op, err = a.playedThrough(op, c.inRooms)
	}
	if err != nil {
		a.refuse(c, err, done)
		return
	}
	op.Key, op.Request = c.key, c.request
	a.commit(c, op, done)
}

// answered is what the rules have just made. A repeated key is answered with what the store has kept: its op is another
// one.
func answered[R any, At interface {
	*R
	is(op store.OpID)
}](rec store.Receipt, made R, read func(op store.OpID, result []byte) (R, error)) (R, error) {
	if rec.Replayed {
		return read(rec.Op, rec.Result)
	}
	At(&made).is(rec.Op)
	return made, nil
}

// readToPlay reads what is still to be staked, then what stakes in open rooms have lowered, and decides anew. The other
// way round, a stake that another process makes between the two would be in neither. A player who owes gems is refused.
func (a *player) readToPlay(c *command, done func()) {
	a.renew(c, done, func() {
		a.unowed(c, done, func() {
			if a.InRooms == nil {
				a.decide(c, done)
				return
			}
			a.activation.Go(func() func() {
				cents, err := a.InRooms(context.Background(), a.id)
				return func() {
					if err != nil {
						a.refuse(c, apierr.FromStore(err), done)
						return
					}
					c.inRooms = cents
					a.decide(c, done)
				}
			})
		})
	})
}

// renew goes on with what the store holds now.
func (a *player) renew(c *command, done, then func()) {
	a.refresh(func(err error) {
		if err != nil {
			a.refuse(c, apierr.FromStore(err), done)
			return
		}
		then()
	})
}

func (a *player) commit(c *command, op *store.Op, done func()) {
	durable.Commit(a.activation, a.Store, op, func(rec store.Receipt, err error) {
		switch {
		case err == nil && rec.Replayed:
			a.settleAgain(c, rec, done)
		case err == nil:
			a.committed(op, rec)
			if !a.owes() {
				a.settle(c, rec, done)
				return
			}
			a.collect(func() { a.settle(c, rec, done) })
		case errors.Is(err, store.ErrFull) && c.tries < triesMax:
			c.tries++
			a.activation.After(fullRetry, func() { a.commit(c, op, done) })
		default:
			a.refused(c, op, err, done)
		}
	})
}

// refused handles an op that the store has definitively not applied. What was drawn for it must not vanish: its nonces
// become published voids, unless another activation has used them.
func (a *player) refused(c *command, op *store.Op, err error, done func()) {
	lock := a.held.Lock
	after := func() {
		a.refresh(func(error) {
			// another activation has played or promised something
			if errors.Is(err, store.ErrItemState) && lock != 0 && lock != a.held.Lock {
				if op.Nonce == nil && c.tries < triesMax {
					a.step(c, done)
					return
				}
				err = ErrBusy
			}
			// another process has given something to play, or given a stake back
			if errors.Is(err, store.ErrToPlay) && c.tries < triesMax {
				c.fresh = false
				a.step(c, done)
				return
			}
			// another activation has staked
			if errors.Is(err, store.ErrFunds) && a.lowersMore(op) && c.tries < triesMax {
				a.step(c, done)
				return
			}
			if errors.Is(err, store.ErrNonce) && c.tries < triesMax || c.contended &&
				errors.Is(err, store.ErrRoomState) && c.tries < looksMax {
				a.step(c, done)
				return
			}
			if errors.Is(err, store.ErrKeyReused) && c.taken != nil {
				err = c.taken
			}
			a.reply(c, nil, apierr.FromStore(err), done)
		})
	}
	if op.Nonce == nil || errors.Is(err, store.ErrNonce) || errors.Is(err, store.ErrKeyReused) ||
		store.Permanent(err) {
		after()
		return
	}
	a.void(op, after)
}

// refuse answers a command that the rules do not allow. It may be the repetition of one that was done: the first has
// spent the money or sold the item that the second does not find. The store knows.
func (a *player) refuse(c *command, cause error, done func()) {
	a.activation.Go(func() func() {
		rec, err := Repeated(context.Background(), a.Store, a.id, c.key, c.request)
		return func() {
			switch {
			case err == nil:
				a.settleAgain(c, rec, done)
			case errors.Is(err, store.ErrKeyReused) && c.taken != nil:
				a.reply(c, nil, c.taken, done)
			case !errors.Is(err, store.ErrNotFound):
				a.reply(c, nil, apierr.FromStore(err), done)
			case elsewhere(cause) && c.tries < 2:
				a.refresh(func(error) { // another process may have paid or verified the player
					if c.allowed == nil {
						a.step(c, done)
						return
					}
					done()
					a.run(c)
				})
			case errors.Is(cause, ErrBeaconWait) && c.allowed != nil && c.tries < 2:
				done() // an epoch has begun before its beacon was there: what waits for it lets everything else pass
				a.run(c)
			default:
				a.reply(c, nil, cause, done)
			}
		}
	})
}

// elsewhere reports whether what is missing is changed by others than this actor, too.
func elsewhere(cause error) bool {
	return errors.Is(cause, ErrFunds) || errors.Is(cause, ErrReal) || errors.Is(cause, ErrWishCards) ||
		errors.Is(cause, ErrFragments) || errors.Is(cause, ErrRealName) || errors.Is(cause, limits.ErrSpend) ||
		errors.Is(cause, limits.ErrLoss) || errors.Is(cause, ErrToPlay) || errors.Is(cause, limits.ErrSuspended)
}

// Repeated returns the receipt of the op that is stored under a key, ErrNotFound when there is none and ErrKeyReused
// when it was another request.
func Repeated(ctx context.Context, ledger store.Ledger, id store.PlayerID, key string, request [32]byte) (store.Receipt,
	error) {
	rec, err := ledger.Lookup(ctx, id, key)
	if err != nil {
		return rec, err
	}
	op, err := ledger.Op(ctx, rec.Op)
	if err != nil {
		return rec, err
	}
	if op.Request != request {
		return rec, fmt.Errorf("%w: %q", store.ErrKeyReused, key)
	}
	return rec, nil
}

// settleAgain answers a command whose effect is an earlier one's. It may have come through another activation, so that
// memory does not have it yet: told before it was read, the balance would be one that the player has spent.
func (a *player) settleAgain(c *command, rec store.Receipt, done func()) {
	a.refresh(func(err error) {
		if err != nil {
			a.reply(c, nil, apierr.FromStore(err), done)
			return
		}
		a.settle(c, rec, done)
	})
}

func (a *player) settle(c *command, rec store.Receipt, done func()) {
	v, err := c.answer(rec)
	a.reply(c, v, err, done)
}

func (a *player) reply(c *command, v any, err error, done func()) {
	c.r.Reply(v, err)
	done()
}
