// Package session issues and resolves the tokens that players carry (docs/reliability-security.md, "sessions").
//
// A token is 256 random bits; the store has only its SHA-256. A session lives for Life after its login; its row stays
// for Memory longer, so that an old token is distinguished from an unknown one. Deliberately absent: passwords, HTTP,
// sockets.
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

	tokenBytes = 32
)

var (
	// ErrUnknown means that nobody has this token, or has it any more.
	ErrUnknown = errors.New("session: unknown token")
	// ErrExpired means that the session's time is over.
	ErrExpired = errors.New("session: expired")
)

// Store is where sessions are kept.
type Store interface {
	CreateSession(ctx context.Context, s store.Session) error
	SessionByHash(ctx context.Context, tokenHash [32]byte) (store.Session, error)
	DeleteSession(ctx context.Context, tokenHash [32]byte) error
	DeleteSessions(ctx context.Context, p store.PlayerID) ([][32]byte, error)
	PurgeSessions(ctx context.Context, ended time.Time, n int) (int, error)
}

// Sessions is safe for concurrent use.
type Sessions struct {
	store  Store
	now    store.Clock
	random io.Reader
	seen   cache
}

// New returns the sessions of a store; random must be cryptographic.
func New(s Store, now store.Clock, random io.Reader) *Sessions {
	return &Sessions{store: s, now: now, random: random, seen: newCache()}
}

// Open begins a session and returns its token, which nobody can ask for again.
func (s *Sessions) Open(ctx context.Context, player store.PlayerID, device string) (token string, err error) {
	var secret [tokenBytes]byte
	if _, err := io.ReadFull(s.random, secret[:]); err != nil {
		return "", fmt.Errorf("session: %w", err)
	}
	token = base64.RawURLEncoding.EncodeToString(secret[:])
	now := s.now().Truncate(time.Millisecond)
	err = s.store.CreateSession(ctx, store.Session{TokenHash: sha256.Sum256([]byte(token)), Player: player, At: now,
		Expires: now.Add(Life + Memory), Device: device})
	if err != nil {
		return "", fmt.Errorf("session: %w", err)
	}
	return token, nil
}

// Resolve returns the session of a token, ErrUnknown or ErrExpired, or what the store fails with.
func (s *Sessions) Resolve(ctx context.Context, token string) (store.Session, error) {
	if raw, err := base64.RawURLEncoding.Strict().DecodeString(token); err != nil || len(raw) != tokenBytes {
		return store.Session{}, ErrUnknown
	}
	hash := sha256.Sum256([]byte(token))
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
	if !now.Before(found.Expires) {
		return store.Session{}, ErrExpired
	}
	return found, nil
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

// CloseAll ends every session of a player and returns the hashes of those that nobody had ended. None is good any more,
// whoever ended it.
func (s *Sessions) CloseAll(ctx context.Context, player store.PlayerID) ([][32]byte, error) {
	hashes, err := s.store.DeleteSessions(ctx, player)
	s.seen.dropAll(player)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return hashes, nil
}
