package support

import (
	"context"
	"encoding/json"
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
	Out func(ctx context.Context, who store.PlayerID) error
	Log zerolog.Logger
}

// Register is the registration line.
func Register(p Ports) follow.Registration {
	return func(lags *follow.Lags) directory.Kind {
		return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
			f := &follower{Ports: p, activation: activation}
			// A site of before there were acts begins near the journal's end.
			f.outbox = follow.Start[position](follow.AtCheckpoint(p.Store), lags, follow.Ports{Activation: activation,
				Store: p.Store, Log: p.Log, Key: keptKey,
				Every: lookEvery, Take: f.take})
			return f
		}}
	}
}

type position struct{ follow.Position }

// follower carries an act into this process: it ends the sessions and has the player's actor read again.
type follower struct {
	Ports
	activation directory.Activation
	outbox     *follow.Follower[position, *position]
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
