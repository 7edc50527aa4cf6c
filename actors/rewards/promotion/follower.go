package promotion

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/settings"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// Kind and ID find the one follower in the directory.
const (
	Kind = "promotion"
	ID   = "follower"
)

// Store is what the follower reads, keeps its position in and pays through.
type Store interface {
	store.Ledger
	limits.Store
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error)
	settings.Source
	follow.Store
}

// Ports of the follower.
type Ports struct {
	Store     Store
	Directory directory.Directory
	Now       store.Clock
	Log       zerolog.Logger
}

const (
	keptKey   = "promotion.position"
	lookEvery = time.Second
	payRetry  = 5 * time.Second
)

// Register is the registration line.
func Register(p Ports) follow.Registration {
	return func(lags *follow.Lags) directory.Kind {
		return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
			f := &follower{Ports: p, activation: activation, again: map[store.OpID]time.Time{},
				invited: map[store.OpID]bool{}}
			f.outbox = follow.Start[position](follow.AtStart, lags, follow.Ports{Activation: activation,
				Store: p.Store, Log: p.Log, Key: keptKey,
				Every: lookEvery, Look: f.look, Take: f.take, Looked: f.looked})
			return f
		}}
	}
}

type follower struct {
	Ports
	activation directory.Activation
	outbox     *follow.Follower[position, *position]
	setShare   Settings
	busy       bool // a commission is on its way
	// when recharges of players who are not known are asked for again; a restart asks at once
	again map[store.OpID]time.Time
	// recharges of players who were invited; of all others none is kept until it has cleared
	invited map[store.OpID]bool
}

// position is what a restart goes on from. What waits is in it until its op is durable.
type position struct {
	follow.Position
	Waits []payment.Recharge `json:"waits"` // in the order of the outbox
	Backs []back             `json:"backs,omitempty"`
}

// Receive implements directory.Handler.
func (f *follower) Receive(r directory.Request) { directory.Woken(r) }

// Stop implements directory.Handler. What was not kept is read from the outbox again, and paid to its key once.
func (f *follower) Stop() {}

// look reads the settings: without them nothing is read and nothing paid.
func (f *follower) look(ctx context.Context) (func(), error) {
	held, err := Setting.Read(ctx, f.Store)
	return func() { f.setShare = held }, err
}

// take notes the recharges, and those that failed.
func (f *follower) take(e store.Event) {
	var err error
	switch e.Type {
	case payment.OutboxRecharge:
		var r payment.Recharge
		if err = json.Unmarshal(e.Body, &r); err == nil {
			f.outbox.State.Waits = append(f.outbox.State.Waits, r)
		}
	case payment.OutboxFailed:
		var b back
		if err = json.Unmarshal(e.Body, &b.Failure); err == nil {
			f.outbox.State.Backs = append(f.outbox.State.Backs, b)
			// It may have been taken back by another process: an operator's.
			f.Directory.Post(player.Kind, player.ID(b.Player), player.Credited{Recharged: true}, nil)
		}
	}
	if err != nil {
		f.Log.Error().Err(err).Int64("op", int64(e.Op)).Msg("recharge skipped")
	}
}

func (f *follower) looked(_ bool, err error) {
	if err == nil {
		f.next()
	}
}

// next carries out one thing: a commission that comes before what takes one back, so that it is there.
func (f *follower) next() {
	f.pay()
	f.takeBack()
}

// pay carries out the first recharge that has cleared: one after the other.
func (f *follower) pay() {
	if f.busy {
		return
	}
	i := slices.IndexFunc(f.outbox.State.Waits,
		func(r payment.Recharge) bool {
			return !due(r, f.setShare).After(f.Now()) && !f.again[r.Order].After(f.Now())
		})
	if i < 0 {
		f.sort()
		return
	}
	f.busy = true
	r := f.outbox.State.Waits[i]
	f.activation.Go(func() func() {
		op, err := f.owed(context.Background(), r)
		return func() {
			switch {
			case errors.Is(err, errUnknown):
				f.again[r.Order] = f.Now().Add(askEvery)
				f.busy = false
				f.next()
			case err != nil:
				f.later(err)
			case op == nil:
				f.done(r)
			default:
				durable.Commit(f.activation, f.Store, op, func(rec store.Receipt, err error) {
					f.paid(r, op.Player, rec,
						err)
				})
			}
		}
	})
}

// sort looks who has invited the player of a recharge that waits: without an inviter it does not wait.
func (f *follower) sort() {
	i := slices.IndexFunc(f.outbox.State.Waits, func(r payment.Recharge) bool { return !f.invited[r.Order] })
	if i < 0 {
		return
	}
	f.busy = true
	r := f.outbox.State.Waits[i]
	f.activation.Go(func() func() {
		p, err := f.Store.LoadPlayer(context.Background(), r.Player)
		return func() {
			switch {
			case errors.Is(err, store.ErrNotFound) || err == nil && p.InvitedBy == 0:
				f.done(r)
			case err != nil:
				f.later(err)
			default:
				f.invited[r.Order], f.busy = true, false
				f.next()
			}
		}
	})
}

func (f *follower) paid(r payment.Recharge, to store.PlayerID, rec store.Receipt, err error) {
	if err != nil {
		f.later(err)
		return
	}
	// Also after a replay: the first answer may have been lost, and then no notification was sent.
	f.Directory.Post(player.Kind, player.ID(to), player.Credited{}, nil)
	if !rec.Replayed {
		f.Log.Info().Int64("player", int64(to)).Int64("order", int64(r.Order)).Msg("commission paid")
	}
	f.done(r)
}

func (f *follower) done(r payment.Recharge) {
	f.outbox.State.Waits = slices.DeleteFunc(f.outbox.State.Waits,
		func(w payment.Recharge) bool { return w.Order == r.Order })
	delete(f.again, r.Order)
	delete(f.invited, r.Order)
	f.outbox.Changed()
	f.busy = false
	f.next()
}

func (f *follower) later(err error) {
	f.Log.Warn().Err(err).Msg("commission not paid yet")
	f.activation.After(payRetry, func() {
		f.busy = false
		f.next()
	})
}
