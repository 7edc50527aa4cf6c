package player

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// Kinds of ops about seed epochs: the first two publish their leaves, the last uses up nonces whose draws the store has
// refused. Their keys hold a colon, which no client's key can.
const (
	KindSeedOpen   = "seed.open"
	KindSeedReveal = "seed.reveal"
	KindSeedRotate = "seed.rotate"
	KindVoid       = "box.void"
)

// errParted is an epoch under whose number another commitment was published: two activations have committed ahead at
// once, and the key of one was kept.
var errParted = errors.New("player: the commitment of the epoch is not the one that was published")

// publishEpoch puts the epoch-open leaf of e into the public log, and before it what belongs to the epoch that e
// closed: its leaf, if a crash kept it back, and its key. It is safe to repeat: every op is keyed by its epoch. Of an
// epoch that has parted from its commitment nothing is drawn and nothing revealed: the next one takes its place.
func (a *player) publishEpoch(e store.SeedEpoch, then func(error)) {
	published := func(err error) {
		switch {
		case errors.Is(err, errParted):
			a.Log.Error().Int64("player", int64(a.id)).Uint32("epoch", uint32(e.Epoch)).Msg(
				"seed epoch passed over: another commitment was published")
			a.openEpoch(then)
			return
		case err == nil:
			a.published = e.Epoch
		}
		then(err)
	}
	if e.Epoch == 1 {
		a.publishOpen(e, published)
		return
	}
	a.activation.Go(func() func() {
		closed, err := a.Store.SeedEpoch(context.Background(), a.id, uint32(e.Epoch-1))
		return func() {
			if err != nil {
				published(apierr.FromStore(err))
				return
			}
			a.publishOpen(closed, func(err error) {
				if errors.Is(err, errParted) {
					a.publishOpen(e, published)
					return
				}
				if err != nil {
					published(err)
					return
				}
				a.publishReveal(closed, func(err error) {
					if err != nil && !errors.Is(err, errParted) {
						published(err)
						return
					}
					a.publishOpen(e, published)
				})
			})
		}
	})
}

func (a *player) publishOpen(e store.SeedEpoch, then func(error)) {
	leaf, err := openLeaf(e)
	if err != nil {
		then(err)
		return
	}
	a.publishOnce(KindSeedOpen, e.Epoch, leaf, fullRetry, then)
}

func (a *player) publishReveal(e store.SeedEpoch, then func(error)) {
	scope := fairness.SoloScope(int64(a.id), uint32(e.Epoch))
	leaf, err := fairlog.Reveal{Scope: scope, Key: fairness.Key(e.Key).Reveal(), AtMS: e.RevealedAt.UnixMilli()}.Leaf()
	if err != nil {
		then(err)
		return
	}
	a.publishOnce(KindSeedReveal, e.Epoch, store.LogLeaf{Key: fairlog.KeyReveal.Of(scope), Data: leaf}, fullRetry,
		then)
}

func (a *player) publishOnce(kind string, epoch store.Epoch, leaf store.LogLeaf, wait time.Duration,
	then func(error)) {
	a.activation.Go(func() func() {
		_, err := Repeated(context.Background(), a.Store, a.id, onceKey(kind, epoch), sha256.Sum256(leaf.Data))
		return func() {
			switch {
			case err == nil:
				then(nil)
				return
			case errors.Is(err, store.ErrKeyReused):
				then(errParted)
				return
			}
			op := onceOp(kind, a.id, epoch, leaf, a.Now())
			durable.Commit(a.activation, a.Store, op, func(rec store.Receipt, err error) {
				switch {
				case forNow(err):
					a.later(op, wait, err, func(next time.Duration) { a.publishOnce(kind, epoch, leaf, next, then) })
					return
				case errors.Is(err, store.ErrKeyReused):
					then(errParted)
					return
				}
				if err == nil {
					a.lastOp = max(a.lastOp, rec.Op)
				}
				then(apierr.FromStore(err))
			})
		}
	})
}

// forNow reports whether the store has refused an op for no reason of the op: what must be kept is tried again.
func forNow(err error) bool {
	return errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrAway)
}

// later tries again, after a wait, what must be kept and was refused for now, and says how long the next wait is. It
// logs once, when the waits have come to their longest.
func (a *player) later(op *store.Op, wait time.Duration, err error, again func(next time.Duration)) {
	next := min(2*wait, keepRetryMax)
	if wait < keepRetryMax && next == keepRetryMax {
		a.Log.Warn().Err(err).Int64("player", int64(a.id)).Str("op", op.Key).Msg("op refused for now, tried again")
	}
	a.activation.After(wait, func() { again(next) })
}

// void publishes that the nonces of a refused op end without a result, and uses them up. It does not give up: a nonce
// left open could hide a draw that the house did not like.
func (a *player) void(refused *store.Op, then func()) {
	n := refused.Nonce
	scope := fairness.SoloScope(int64(a.id), uint32(n.Epoch))
	op := &store.Op{Player: a.id, Key: fmt.Sprintf(KindVoid+":%d:%d", n.Epoch, n.From), Kind: KindVoid,
		Request: refused.Request, At: refused.At, Nonce: n}
	for i := range refused.Leaves {
		if i%2 == 0 { // the tickets; the results behind them stay unknown
			op.Leaves = append(op.Leaves, refused.Leaves[i])
		}
	}
	for i := range uint64(n.Count) {
		leaf, err := fairlog.Void{Scope: scope, N: n.From + i, Reason: "refused", AtMS: refused.At.UnixMilli()}.Leaf()
		if err != nil {
			panic(err) // every field is the server's
		}
		key := fairlog.KeyVoid.Of(fairness.ResultID(scope, n.From+i))
		op.Leaves = append(op.Leaves, store.LogLeaf{Key: key, Data: leaf})
	}
	a.keepVoid(op, fullRetry, then)
}

// keepRetryMax is the longest wait between two attempts to keep what must be kept.
const keepRetryMax = 5 * time.Second

// keepVoid commits a void, whatever the store answers: it ends only when the void is in, or when nothing is to be kept
// (its nonces or its key are used already), or when this process may write no more.
func (a *player) keepVoid(op *store.Op, wait time.Duration, then func()) {
	durable.Commit(a.activation, a.Store, op, func(rec store.Receipt, err error) {
		switch {
		case err == nil && !rec.Replayed:
			a.committed(op, rec)
			then()
		case err == nil, errors.Is(err, store.ErrNonce), errors.Is(err, store.ErrKeyReused), store.Permanent(err):
			then()
		default:
			if !errors.Is(err, store.ErrFull) {
				a.Log.Error().Err(err).Int64("player", int64(a.id)).Str("op", op.Key).Msg(
					"void of a refused draw not kept, tried again")
			}
			a.activation.After(wait, func() { a.keepVoid(op, min(2*wait, keepRetryMax), then) })
		}
	})
}

func (a *player) setUserSeed(r directory.Request, m SetUserSeed) {
	if fairness.ValidUserSeed(m.Seed) != nil {
		r.Reply(nil, ErrSeedFormat)
		return
	}
	a.inLane(r, func(done func()) {
		a.activation.Go(func() func() {
			err := a.Store.SetProfile(context.Background(), a.id, store.ProfileChange{UserSeed: &m.Seed})
			return func() {
				if err != nil {
					r.Reply(nil, apierr.FromStore(err))
				} else {
					a.rec.UserSeed = m.Seed
					r.Reply(a.seeds(), nil)
				}
				done()
			}
		})
	})
}

// rotate opens the next epoch and then keeps the client's key, so that a repeated request reveals nothing further.
func (a *player) rotate(r directory.Request, m Rotate) {
	if len(m.Key) == 0 || len(m.Key) > protocol.KeyLength {
		r.Reply(nil, apierr.New(protocol.CodeKeyMissing))
		return
	}
	req := durable.Request(KindSeedRotate)
	a.inLane(r, func(done func()) {
		finish := func(epoch store.Epoch, err error) {
			if err != nil {
				r.Reply(nil, apierr.FromStore(err))
				done()
				return
			}
			a.answerRotate(r, epoch, done)
		}
		a.activation.Go(func() func() {
			rec, err := Repeated(context.Background(), a.Store, a.id, m.Key, req)
			return func() {
				switch {
				case err == nil:
					epoch, err := strconv.ParseUint(string(rec.Result), 10, 32)
					finish(store.Epoch(epoch), err)
				case !errors.Is(err, store.ErrNotFound):
					finish(0, err)
				default:
					a.rotateNow(m.Key, req, finish)
				}
			}
		})
	})
}

func (a *player) rotateNow(key string, req [32]byte, finish func(store.Epoch, error)) {
	closed := a.rec.Seed.Epoch
	if closed == 0 {
		finish(0, ErrBeaconWait)
		return
	}
	a.openEpoch(func(err error) {
		if err != nil {
			finish(0, err)
			return
		}
		op := &store.Op{Player: a.id, Key: key, Kind: KindSeedRotate, Request: req, At: a.Now(),
			Result: strconv.AppendUint(nil, uint64(closed), 10)}
		a.keepRotation(op, fullRetry, finish)
	})
}

// keepRotation stores which epoch a key has closed. The stored answer counts: another activation may have been first.
func (a *player) keepRotation(op *store.Op, wait time.Duration, finish func(store.Epoch, error)) {
	durable.Commit(a.activation, a.Store, op, func(rec store.Receipt, err error) {
		switch {
		case forNow(err):
			a.later(op, wait, err, func(next time.Duration) { a.keepRotation(op, next, finish) })
		case err != nil:
			finish(0, err)
		default:
			epoch, err := strconv.ParseUint(string(rec.Result), 10, 32)
			finish(store.Epoch(epoch), err)
		}
	})
}

func (a *player) answerRotate(r directory.Request, epoch store.Epoch, done func()) {
	a.activation.Go(func() func() {
		e, err := a.Store.SeedEpoch(context.Background(), a.id, uint32(epoch))
		return func() {
			if err != nil {
				r.Reply(nil, apierr.FromStore(err))
			} else {
				r.Reply(Rotated{Revealed: e, Current: a.seeds()}, nil)
			}
			done()
		}
	})
}
