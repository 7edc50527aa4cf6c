package memory

import (
	"bytes"
	"context"
	"crypto/subtle"
	"fmt"
	"strings"
	"time"

	"jadebox/store"
)

// contacts is how players are known outside, and the secrets that prove it.
type contacts struct {
	known map[store.PlayerID]store.Contact
	codes map[[32]byte]code
	once  map[[32]byte]time.Time
}

type code struct {
	store.Code
	tries int
}

func newContacts() contacts {
	return contacts{map[store.PlayerID]store.Contact{}, map[[32]byte]code{}, map[[32]byte]time.Time{}}
}

// Contact implements store.Contacts.
func (e *Engine) Contact(_ context.Context, id store.PlayerID) (store.Contact, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.known(id); err != nil {
		return store.Contact{}, err
	}
	c := e.contacts.known[id]
	c.RealName.Sealed = bytes.Clone(c.RealName.Sealed)
	return c, nil
}

// PlayerByPhone implements store.Contacts.
func (e *Engine) PlayerByPhone(_ context.Context, phone string) (store.Player, error) {
	return e.playerWhere("phone", phone != "", func(c store.Contact) bool { return c.Phone == phone })
}

// PhoneTaken implements store.Contacts.
func (e *Engine) PhoneTaken(_ context.Context, phone string, except store.PlayerID) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, bound := e.holder(func(c store.Contact) bool { return c.Phone == phone && phone != "" })
	named, ok := e.names[strings.ToLower(phone)]
	return bound || ok && named != except, nil
}

// PlayerBySteam implements store.Contacts.
func (e *Engine) PlayerBySteam(_ context.Context, steamID string) (store.Player, error) {
	return e.playerWhere("steam id", steamID != "", func(c store.Contact) bool { return c.SteamID == steamID })
}

func (e *Engine) playerWhere(what string, asked bool, is func(store.Contact) bool) (store.Player, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if id, ok := e.holder(is); ok && asked {
		return e.player(id), nil
	}
	return store.Player{}, fmt.Errorf("%w: %s", store.ErrNotFound, what)
}

// holder finds the account of a contact. The caller holds mu.
func (e *Engine) holder(is func(store.Contact) bool) (store.PlayerID, bool) {
	for id, c := range e.contacts.known {
		if is(c) {
			return id, true
		}
	}
	return 0, false
}

// SetContact implements store.Contacts.
func (e *Engine) SetContact(_ context.Context, id store.PlayerID, change store.ContactChange) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, err := e.known(id)
	if err != nil {
		return err
	}
	c := e.contacts.known[id]
	if n := change.Phone; n != nil && *n != "" {
		_, taken := e.holder(func(c store.Contact) bool { return c.Phone == *n })
		if taken || c.Phone != "" {
			return fmt.Errorf("%w: phone", store.ErrConflict)
		}
	}
	if n := change.SteamID; n != nil && *n != "" {
		_, taken := e.holder(func(c store.Contact) bool { return c.SteamID == *n })
		if taken || c.SteamID != "" {
			return fmt.Errorf("%w: steam id", store.ErrConflict)
		}
	}
	set(&c.Phone, change.Phone)
	set(&c.SteamID, change.SteamID)
	set(&c.TradeURL, change.TradeURL)
	e.contacts.known[id] = c
	p.SteamID = c.SteamID
	e.players[id] = p
	return nil
}

// SetRealName implements store.Contacts.
func (e *Engine) SetRealName(_ context.Context, id store.PlayerID, name store.SealedName) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, err := e.known(id)
	if err != nil {
		return err
	}
	// a declaration, by whomever, gives way to what a registry has confirmed
	stays := func(n store.SealedName) bool { return !n.At.IsZero() && (n.By != "" || name.By == "") }
	c := e.contacts.known[id]
	_, taken := e.holder(func(c store.Contact) bool { return stays(c.RealName) && c.RealName.Index == name.Index })
	if taken || stays(c.RealName) {
		return fmt.Errorf("%w: real name", store.ErrConflict)
	}
	for other, held := range e.contacts.known {
		if held.RealName.At.IsZero() || held.RealName.Index != name.Index {
			continue
		}
		held.RealName = store.SealedName{}
		given := e.players[other]
		given.RealName = false
		e.contacts.known[other], e.players[other] = held, given
	}
	name.Sealed, name.At = bytes.Clone(name.Sealed), name.At.UTC().Truncate(time.Microsecond)
	c.RealName, p.RealName = name, true
	e.contacts.known[id], e.players[id] = c, p
	return nil
}

// EraseRealName implements store.Contacts.
func (e *Engine) EraseRealName(_ context.Context, id store.PlayerID) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, err := e.known(id)
	if err != nil {
		return err
	}
	c := e.contacts.known[id]
	c.RealName, p.RealName = store.SealedName{}, false
	e.contacts.known[id], e.players[id] = c, p
	return nil
}

// PutCode implements store.Contacts.
func (e *Engine) PutCode(_ context.Context, c store.Code) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.contacts.codes[c.Key] = code{Code: c}
	return nil
}

// TryCode implements store.Contacts.
func (e *Engine) TryCode(_ context.Context, key, hash [32]byte, now time.Time) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	c, ok := e.contacts.codes[key]
	if !ok || c.tries >= store.CodeTries || !now.Before(c.Expires) {
		return false, nil
	}
	c.tries++
	e.contacts.codes[key] = c
	if subtle.ConstantTimeCompare(c.Hash[:], hash[:]) != 1 {
		return false, nil
	}
	delete(e.contacts.codes, key)
	return true, nil
}

// Once implements store.Contacts.
func (e *Engine) Once(_ context.Context, id [32]byte, until time.Time) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, marked := e.contacts.once[id]; marked {
		return false, nil
	}
	e.contacts.once[id] = until
	return true, nil
}

// PurgeSecrets implements store.Contacts.
func (e *Engine) PurgeSecrets(_ context.Context, ended time.Time, n int) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	codes, uses := 0, 0
	for key, c := range e.contacts.codes {
		if codes < n && !c.Expires.After(ended) {
			delete(e.contacts.codes, key)
			codes++
		}
	}
	for id, until := range e.contacts.once {
		if uses < n && !until.After(ended) {
			delete(e.contacts.once, id)
			uses++
		}
	}
	return codes + uses, nil
}
