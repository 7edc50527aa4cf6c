package support

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/store"
)

// Kind and ID find the one follower in the directory.
const (
	Kind = "support"
	ID   = "follower"
)

const (
	keptKey   = "support.position"
	lookEvery = time.Second
	outRetry  = time.Second
	outTries  = 30 // then a session that is left is refused by the actor, and logged out with that
)

// Outbox is what is followed, and where the public log is in it.
type Outbox interface {
	follow.Store
	LogCheckpoint(ctx context.Context) (checkpoint []byte, cursor store.Cursor, err error)
}

// Ports of the follower.
type Ports struct {
	Store     Outbox
	Directory directory.Directory
	// Out ends every session of a player, with its sockets.
	Out  func(ctx context.Context, who store.PlayerID) error
	Log  zerolog.Logger
	Lags *follow.Lags // records how far it came
}

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		f := &follower{Ports: p, activation: activation}
		f.outbox = follow.Start[position](follow.Ports{Activation: activation, Store: p.Store, Log: p.Log, Lags: p.Lags,
			Key: keptKey, Every: lookEvery, Load: f.load, Take: f.take})
		return f
	}}
}

type position struct{ follow.Position }

// follower carries an act into this process: it ends the sessions and has the player's actor read again.
type follower struct {
	Ports
	activation directory.Activation
	outbox     *follow.Follower[position, *position]
}

// load has a site from before there were acts begin where its public log is, near the end of the journal.
func (f *follower) load(ctx context.Context) (func(), error) {
	_, logged, err := f.Store.LogCheckpoint(ctx)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return func() {
		if f.outbox.State.Cursor == nil {
			f.outbox.State.Cursor = logged
		}
	}, err
}

// Receive implements directory.Handler.
func (f *follower) Receive(r directory.Request) { directory.Woken(r) }

// Stop implements directory.Handler. What was not kept is read from the outbox again, and logs out once more.
func (f *follower) Stop() {}

func (f *follower) take(e store.Event) {
	if e.Type != limits.OutboxAct {
		return
	}
	var a limits.Act
	if err := json.Unmarshal(e.Body, &a); err != nil {
		f.Log.Error().Err(err).Int64("op", int64(e.Op)).Msg("act skipped")
		return
	}
	f.Directory.Post(player.Kind, player.ID(a.Player), player.Credited{}, nil)
	if a.UntilMS != 0 || a.Do != "" { // a lift lets in
		f.out(a.Player, 1)
	}
}

func (f *follower) out(who store.PlayerID, try int) {
	f.activation.Go(func() func() {
		err := f.Out(context.Background(), who)
		return func() {
			if err == nil {
				return
			}
			f.Log.Warn().Err(err).Int64("player", int64(who)).Msg("sessions not ended")
			if try < outTries {
				f.activation.After(outRetry, func() { f.out(who, try+1) })
			}
		}
	})
}
