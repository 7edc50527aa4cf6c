package httpapi

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Purposes of what is held.
const (
	heldApp     = "app"
	heldKey     = "new passkey"
	heldAnswer  = "passkey"
	heldPending = "login"
)

// held is what a caller keeps for the server between two calls: sealed for its player and purpose, good until a time
// and once.
type held struct {
	ID      string          `json:"id"`
	UntilMS int64           `json:"untilMs"`
	Data    json.RawMessage `json:"data"`
}

const (
	heldLife     = 10 * time.Minute // of what a setup, or a login that lacks its second factor, is begun with
	heldLength   = 4096
	heldIDLength = 26
)

func (a *API) hold(purpose string, id store.PlayerID, data any) (string, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return "", err
	}
	name, err := a.draw("0123456789abcdefghijklmnopqrstuvwxyz", heldIDLength)
	if err != nil {
		return "", err
	}
	plain, err := json.Marshal(held{name, a.Now().Add(heldLife).UnixMilli(), raw})
	if err != nil {
		return "", err
	}
	sealed, err := a.Vault.SealSecret("held "+purpose, id, plain)
	return base64.RawURLEncoding.EncodeToString(sealed), err
}

// release opens what was held, or refuses it with CodeFactorWrong.
func (a *API) release(purpose string, id store.PlayerID, text string, into any) (h held, err error) {
	refused := apierr.New(protocol.CodeFactorWrong)
	if len(text) > heldLength {
		return h, refused
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return h, refused
	}
	plain, err := a.Vault.OpenSecret("held "+purpose, id, sealed)
	if err != nil || json.Unmarshal(plain, &h) != nil || a.Now().UnixMilli() >= h.UntilMS {
		return h, refused
	}
	return h, json.Unmarshal(h.Data, into)
}

// spend uses it up.
func (a *API) spend(ctx context.Context, h held) error {
	first, err := a.Store.Once(ctx, digest("held", h.ID), time.UnixMilli(h.UntilMS))
	if err == nil && !first {
		err = apierr.New(protocol.CodeFactorWrong)
	}
	return err
}
