package promotion

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
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
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// Ports of the follower.
type Ports struct {
	Store     Store
	Directory directory.Directory
	Now       store.Clock
	Log       zerolog.Logger
}

const (
	settingKey   = "promotion.position"
	batch        = 256
	lookEvery    = time.Second
	persistEvery = 5 * time.Second
	payRetry     = 5 * time.Second
)

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		f := &follower{Ports: p, activation: activation}
		f.load()
		return f
	}}
}

type follower struct {
	Ports
	activation directory.Activation
	terms      Terms
	position   position
	dirty      bool
	busy       bool // a commission is on its way
}

// position is what a restart goes on from. What waits is in it until its op is durable.
type position struct {
	Cursor store.Cursor       `json:"cursor"`
	Waits  []payment.Recharge `json:"waits"` // in the order of the outbox
	Backs  []back             `json:"backs,omitempty"`
}

// Receive implements directory.Handler.
func (f *follower) Receive(r directory.Request) {
	if _, ok := r.Msg.(room.Wake); !ok {
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
		return
	}
	r.Reply(nil, nil)
}

// Stop implements directory.Handler. What was not kept is read from the outbox again, and paid to its key once.
func (f *follower) Stop() {}

func (f *follower) load() {
	f.activation.Go(func() func() {
		var p position
		text, err := f.Store.Setting(context.Background(), settingKey)
		switch {
		case errors.Is(err, store.ErrNotFound):
			err = nil
		case err == nil:
			err = json.Unmarshal(text, &p)
		}
		return func() {
			if err != nil {
				f.Log.Warn().Err(err).Msg("position of promotion not loaded")
				f.activation.After(lookEvery, f.load)
				return
			}
			f.position = p
			f.look()
			f.activation.After(persistEvery, f.persist)
		}
	})
}

// look reads the terms and what the outbox has since the cursor.
func (f *follower) look() {
	from := maps.Clone(f.position.Cursor)
	f.activation.Go(func() func() {
		terms, err := Load(context.Background(), f.Store)
		var events []store.Event
		cursor := from
		if err == nil {
			events, cursor, err = f.Store.Events(context.Background(), from, batch)
		}
		return func() {
			again := false
			if err != nil { // without its terms nothing is read and nothing paid
				f.Log.Warn().Err(err).Msg("recharges not read")
			} else {
				f.terms = terms
				again = f.take(events, cursor)
				f.next()
			}
			if again {
				f.look()
				return
			}
			f.activation.After(lookEvery, f.look)
		}
	})
}

// take notes the recharges, and those that failed, and moves the cursor behind them. It reports whether there may be more to read at once.
func (f *follower) take(events []store.Event, cursor store.Cursor) bool {
	for _, e := range events {
		var err error
		switch e.Topic {
		case payment.Topic:
			var r payment.Recharge
			if err = json.Unmarshal(e.Body, &r); err == nil {
				f.position.Waits = append(f.position.Waits, r)
			}
		case payment.TopicFailed:
			var b back
			if err = json.Unmarshal(e.Body, &b.Failure); err == nil {
				f.position.Backs = append(f.position.Backs, b)
				// Whoever took it back may be another process: an operator's.
				f.Directory.Post(player.Kind, player.ID(b.Player), player.Credited{Recharged: true}, nil)
			}
		default:
			continue
		}
		if err != nil {
			f.Log.Error().Err(err).Int64("op", int64(e.Op)).Msg("recharge skipped")
		}
		f.dirty = true
	}
	moved := !maps.Equal(cursor, f.position.Cursor)
	f.position.Cursor = cursor
	f.dirty = f.dirty || moved
	return moved
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
	i := slices.IndexFunc(f.position.Waits, func(r payment.Recharge) bool { return !due(r, f.terms).After(f.Now()) })
	if i < 0 {
		return
	}
	f.busy = true
	r := f.position.Waits[i]
	f.activation.Go(func() func() {
		op, err := f.owed(context.Background(), r)
		return func() {
			switch {
			case err != nil:
				f.later(err)
			case op == nil:
				f.done(r)
			default:
				durable.Commit(f.activation, f.Store, op, func(rec store.Receipt, err error) { f.paid(r, op.Player, rec, err) })
			}
		}
	})
}

func (f *follower) paid(r payment.Recharge, to store.PlayerID, rec store.Receipt, err error) {
	if err != nil {
		f.later(err)
		return
	}
	// Also after a replay: the first answer may have been lost, and then nobody was told.
	f.Directory.Post(player.Kind, player.ID(to), player.Credited{}, nil)
	if !rec.Replayed {
		f.Log.Info().Int64("player", int64(to)).Int64("order", int64(r.Order)).Msg("commission paid")
	}
	f.done(r)
}

func (f *follower) done(r payment.Recharge) {
	f.position.Waits = slices.DeleteFunc(f.position.Waits, func(w payment.Recharge) bool { return w.Order == r.Order })
	f.dirty, f.busy = true, false
	f.next()
}

func (f *follower) later(err error) {
	f.Log.Warn().Err(err).Msg("commission not paid yet")
	f.activation.After(payRetry, func() {
		f.busy = false
		f.next()
	})
}

func (f *follower) persist() {
	again := func() { f.activation.After(persistEvery, f.persist) }
	if !f.dirty {
		again()
		return
	}
	text, err := json.Marshal(f.position)
	if err != nil {
		panic(err) // plain data of our own
	}
	f.dirty = false
	f.activation.Go(func() func() {
		err := f.Store.PutSetting(context.Background(), settingKey, text)
		return func() {
			if err != nil {
				f.dirty = true
				f.Log.Warn().Err(err).Msg("position of promotion not kept")
			}
			again()
		}
	})
}
