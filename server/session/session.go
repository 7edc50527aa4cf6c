// Package session issues and resolves the tokens that players carry (docs/reliability-security.md, "sessions").
//
// A token is 256 random bits; the store has only its SHA-256. A session gets another one whenever its player proves who
// they are or changes how, so that a copy of the one of before ends there. It lives for Life after its login, and not
// longer than Setting says after its last use; its row stays for Memory longer, so that an old token is distinguished
// from an unknown one. Deliberately absent: passwords, HTTP, sockets.
package session

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"jadebox/store"
)

const (
	// Life of a session from its login.
	Life = 30 * 24 * time.Hour
	// Memory is how long an expired session is still distinguished from an unknown one.
	Memory = 30 * 24 * time.Hour
	// NewDeviceMemory is how long a player is shown a login on a new device.
	NewDeviceMemory = 90 * 24 * time.Hour

	tokenBytes = 32
)

var (
	// ErrUnknown means that there is no session of this token, or no longer.
	ErrUnknown = errors.New("session: unknown token")
	// ErrExpired means that the session's time is over.
	ErrExpired = errors.New("session: expired")
)

// Store is where sessions are kept.
type Store interface {
	CreateSession(ctx context.Context, s store.Session) error
	SessionByHash(ctx context.Context, tokenHash [32]byte) (store.Session, error)
	DeleteSession(ctx context.Context, tokenHash [32]byte) error
	DeleteSessions(ctx context.Context, p store.PlayerID, except ...[32]byte) ([][32]byte, error)
	SessionsOf(ctx context.Context, p store.PlayerID) ([]store.Session, error)
	RenewSession(ctx context.Context, old, fresh [32]byte, at, proved time.Time) error
	SeeSessions(ctx context.Context, tokenHashes [][32]byte, at time.Time) error
	PurgeSessions(ctx context.Context, ended time.Time, n int) (int, error)
	NewDevices(ctx context.Context, p store.PlayerID, since time.Time) ([]store.NewDevice, error)
	PurgeNewDevices(ctx context.Context, until time.Time, n int) (int, error)
}

// Sessions is safe for concurrent use.
type Sessions struct {
	store  Store
	now    store.Clock
	random io.Reader
	seen   cache
	used   used

	// Idle is how long an unused session lasts; nil: as long as any.
	Idle func() time.Duration
}

// New returns the sessions of a store; random must be cryptographic.
func New(s Store, now store.Clock, random io.Reader) *Sessions {
	return &Sessions{store: s, now: now, random: random, seen: newCache()}
}

// From is where a session begins.
type From struct {
	Device           string // what the browser calls itself
	Network, Country string
	Strange          bool // the account was not on this device before
}

// Open begins a session and returns its token, which cannot be asked for again. proved says that the player has shown
// just now all that the account asks for.
func (s *Sessions) Open(ctx context.Context, player store.PlayerID, from From, proved bool) (token string, err error) {
	token, err = s.draw()
	if err != nil {
		return "", err
	}
	now := s.now().Truncate(time.Millisecond)
	hash := sha256.Sum256([]byte(token))
	begun := store.Session{TokenHash: hash, First: hash, Player: player, At: now,
		Expires: now.Add(Life + Memory), Device: from.Device, Seen: now, Network: from.Network, Country: from.Country,
		Strange: from.Strange}
	if proved {
		begun.Proved = now
	}
	err = s.store.CreateSession(ctx, begun)
	if err != nil {
		return "", fmt.Errorf("session: %w", err)
	}
	return token, nil
}

func (s *Sessions) draw() (token string, err error) {
	var secret [tokenBytes]byte
	if _, err := io.ReadFull(s.random, secret[:]); err != nil {
		return "", fmt.Errorf("session: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(secret[:]), nil
}

// Resolve returns the session of a token, ErrUnknown or ErrExpired, or what the store fails with.
func (s *Sessions) Resolve(ctx context.Context, token string) (store.Session, error) {
	if raw, err := base64.RawURLEncoding.Strict().DecodeString(token); err != nil || len(raw) != tokenBytes {
		return store.Session{}, ErrUnknown
	}
	found, err := s.Look(ctx, sha256.Sum256([]byte(token)))
	if err == nil {
		s.use(found)
	}
	return found, err
}

// Use notes a use of a session that is held open, as a socket's command is. ErrUnknown or ErrExpired when it is over.
func (s *Sessions) Use(ctx context.Context, held store.Session) error {
	if s.now().Sub(held.Seen) < seenEvery {
		return nil
	}
	found, err := s.Look(ctx, held.TokenHash)
	if err == nil {
		s.use(found)
	}
	return err
}

func (s *Sessions) use(found store.Session) {
	if s.now().Sub(found.Seen) >= seenEvery {
		s.used.add(found.TokenHash)
	}
}

// Look is what there is of a session, without a use of it. ErrUnknown or ErrExpired when it is over.
func (s *Sessions) Look(ctx context.Context, hash [32]byte) (store.Session, error) {
	now := s.now()
	found, asked := s.seen.get(hash, now)
	if asked != 0 {
		var err error
		found, err = s.store.SessionByHash(ctx, hash)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return store.Session{}, ErrUnknown
		case err != nil:
			return store.Session{}, fmt.Errorf("session: %w", err)
		}
		s.seen.put(found, now, asked)
	}
	found.Expires = found.At.Add(Life)
	if !s.lives(found, now) {
		return store.Session{}, ErrExpired
	}
	return found, nil
}

// Of lists a player's sessions that live, the last begun first.
func (s *Sessions) Of(ctx context.Context, player store.PlayerID) (list []store.Session, err error) {
	held, err := s.store.SessionsOf(ctx, player)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	for _, h := range held {
		if s.lives(h, s.now()) {
			list = append(list, h)
		}
	}
	return list, nil
}

// NewDevices lists a player's logins on new devices of the last NewDeviceMemory, the last first, whether their
// sessions live or not.
func (s *Sessions) NewDevices(ctx context.Context, player store.PlayerID) ([]store.NewDevice, error) {
	list, err := s.store.NewDevices(ctx, player, s.now().Add(-NewDeviceMemory))
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return list, nil
}

// lives reports whether the time of a session is not over.
func (s *Sessions) lives(held store.Session, now time.Time) bool {
	return now.Before(held.At.Add(Life)) && (s.Idle == nil || now.Sub(held.Seen) <= s.Idle())
}

// Proved is when the player of a session last proved who they are, as the store has it now: what Resolve returns may be
// from before an end that another process has not heard of. ErrUnknown when it is over.
func (s *Sessions) Proved(ctx context.Context, tokenHash [32]byte) (time.Time, error) {
	found, err := s.store.SessionByHash(ctx, tokenHash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return time.Time{}, ErrUnknown
	case err != nil:
		return time.Time{}, fmt.Errorf("session: %w", err)
	}
	return found.Proved, nil
}

// Renew gives a session another token and returns it; the one of before is good for nothing any more. proved says that
// the player has shown just now who they are. ErrUnknown when the session is over.
func (s *Sessions) Renew(ctx context.Context, tokenHash [32]byte, proved bool) (token string, err error) {
	token, err = s.draw()
	if err != nil {
		return "", err
	}
	now := s.now().Truncate(time.Millisecond)
	at := time.Time{}
	if proved {
		at = now
	}
	err = s.store.RenewSession(ctx, tokenHash, sha256.Sum256([]byte(token)), now, at)
	s.seen.drop(tokenHash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", ErrUnknown
	case err != nil:
		return "", fmt.Errorf("session: %w", err)
	}
	return token, nil
}

// Close ends a session for good. Closing one that is gone is no error.
func (s *Sessions) Close(ctx context.Context, tokenHash [32]byte) error {
	err := s.store.DeleteSession(ctx, tokenHash)
	s.seen.drop(tokenHash)
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}

// CloseAll ends every session of a player but those that are excepted, and returns the hashes of those that had not
// been ended. None of these is good any more, whatever ended it.
func (s *Sessions) CloseAll(ctx context.Context, player store.PlayerID, except ...[32]byte) ([][32]byte, error) {
	hashes, err := s.store.DeleteSessions(ctx, player, except...)
	s.seen.dropAll(player)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return hashes, nil
}
