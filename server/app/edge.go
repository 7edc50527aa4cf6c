package app

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/repeat"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/session"
	"jadebox/server/ws"
	"jadebox/server/ws/jsonchannel"
	"jadebox/store"
)

// session resolves a socket's token in the words of the socket server.
func (a *App) session(ctx context.Context, token string) (store.Session, error) {
	found, err := a.sessions.Resolve(ctx, token)
	switch {
	case errors.Is(err, session.ErrUnknown):
		return found, store.ErrNotFound
	case errors.Is(err, session.ErrExpired):
		return found, ws.ErrExpired
	}
	return found, err
}

const idleEvery = time.Minute

// endIdleOn closes the sockets of sessions that went idle, until ctx ends.
func (a *App) endIdleOn(ctx context.Context) {
	repeat.After(ctx, idleEvery, func() {
		if err := a.endIdle(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("sockets of sessions that went idle not closed")
		}
	})
}

// endIdle closes the sockets of sessions that were not used for as long as the setting "session" says: an open page
// alone is no use. The store is asked about those that are not known to have been used.
func (a *App) endIdle(ctx context.Context) error {
	if err := a.sessions.Note(ctx); err != nil { // what was used here counts
		return err
	}
	for _, hash := range a.hub.Unused(a.now().Add(-a.sessions.Idle())) {
		held, err := a.sessions.Look(ctx, hash)
		switch {
		case errors.Is(err, session.ErrUnknown):
			a.hub.EndSession(hash, protocol.CodeTokenInvalid)
		case errors.Is(err, session.ErrExpired):
			a.hub.EndSession(hash, protocol.CodeLoginInvalid)
		case err != nil:
			return err
		default:
			a.hub.Used(hash, held.Seen)
		}
	}
	return nil
}

// command runs a socket's command as the HTTP call of the same name: it is a use of the session.
func (a *App) command(ctx context.Context, s store.Session, c ws.Command) ([]byte, error) {
	switch err := a.sessions.Use(ctx, s); {
	case errors.Is(err, session.ErrUnknown):
		return nil, apierr.New(protocol.CodeTokenInvalid)
	case errors.Is(err, session.ErrExpired):
		return nil, apierr.New(protocol.CodeLoginInvalid)
	case err != nil:
		return nil, apierr.Wrap(protocol.CodeBusy, err)
	}
	data, err := a.api.Command(ctx, &call.Caller{Session: s, Language: c.Language, Key: c.Key, Address: c.Address},
		c.Name, c.Body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(data)
}

// item names an item for the JSON channels.
func (a *App) item(def int32, l protocol.Language) (jsonchannel.Item, bool) {
	d, ok := a.catalog.Item(store.DefID(def))
	return jsonchannel.Item{Brand: call.TextIn(d.Brand, l), Name: call.TextIn(d.Name, l), Image: d.Image,
		Rarity: d.Rarity, Category: d.Category}, ok
}
