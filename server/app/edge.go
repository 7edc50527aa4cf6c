package app

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json"

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

// command runs a socket's command as the HTTP call of the same name.
func (a *App) command(ctx context.Context, s store.Session, c ws.Command) ([]byte, error) {
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
