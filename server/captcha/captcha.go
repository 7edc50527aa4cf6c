// Package captcha asks for a proof that a client is worth an answer, and exchanges it for a ticket that is good
// once, for one purpose and from one network.
//
// What counts as a proof is an engine's: Work has a client compute for it, more the more its network has failed, behind
// a picture that people see; Provider takes the word of an outside service. Nothing is kept between the question and
// the answer: both the challenge and the ticket are sealed, and only their use is marked in the store, so that every
// node can check what another one asked. Deliberately absent: who needs a ticket, how often one may ask, and how much
// a network has failed, which the calls decide.
package captcha

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"time"

	"jadebox/store"
)

const (
	challengeLife = 2 * time.Minute
	ticketLife    = 2 * time.Minute
	sealedMax     = 512 // characters; a longer text was not sealed here
)

// ErrWrong means that the answer is none, or not the right one.
var ErrWrong = errors.New("captcha: wrong answer")

// ErrUsed means that a challenge or a ticket is over, was used before, is for another purpose or another client, or was
// not made here.
var ErrUsed = errors.New("captcha: used or over")

// NonceStore keeps what was used.
type NonceStore interface {
	Once(ctx context.Context, id [32]byte, until time.Time) (bool, error)
}

// Engine is the port: Ask, Answer and Redeem of one proof are for the same purpose and network. Safe for concurrent
// use.
type Engine interface {
	// Ask makes a new challenge. An engine that can make it harder asks for the level: how much the network has failed.
	Ask(f For, level func() (int, error)) (Challenge, error)
	// Answer trades an answer for a ticket. A challenge can be answered once, rightly or not.
	Answer(ctx context.Context, f For, id string, a Answer) (ticket, randStr string, err error)
	// Redeem uses a ticket up.
	Redeem(ctx context.Context, f For, ticket, randStr string) error
	// Origins are those from which a page must be allowed to run, frame and ask something.
	Origins() []string
}

// For is what a proof is good for.
type For struct {
	Purpose string
	Network string
	Address netip.Addr // the asker's; a part of Network
}

// sum is a For in few bytes.
func (f For) sum() []byte {
	of := sha256.Sum256([]byte(f.Purpose + "\x00" + f.Network))
	return of[:12]
}

// Challenge is one question: of Work a Picture and a Task, of Provider a Widget.
type Challenge struct {
	ID      string
	Picture *Picture
	Task    *Task
	Widget  *Widget
}

// Answer is what a client brings: to a Task with its Picture the Number and the Track, to a Widget the Response.
type Answer struct {
	Track    Track
	Number   int64
	Response string
}

// Settings are what every engine needs.
type Settings struct {
	Key    [32]byte // every node has it
	Nonces NonceStore
	Now    store.Clock
	Random io.Reader // cryptographic
}

// tickets seals, and marks what was used.
type tickets struct {
	seal   cipher.AEAD
	nonces NonceStore
	now    store.Clock
	random io.Reader
}

func newTickets(s Settings) (tickets, error) {
	block, err := aes.NewCipher(s.Key[:])
	if err != nil {
		return tickets{}, fmt.Errorf("captcha: %w", err)
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return tickets{}, fmt.Errorf("captcha: %w", err)
	}
	return tickets{seal, s.Nonces, s.Now, s.Random}, nil
}

// asked is what a challenge's id says to the server alone.
type asked struct {
	AtMS int64  `json:"at"`
	For  []byte `json:"for"`
}

// begin uses a challenge up that was made for f and is not over.
func (t tickets) begin(ctx context.Context, f For, id string, q asked) (since time.Duration, err error) {
	at := time.UnixMilli(q.AtMS)
	since = t.now().Sub(at)
	if since < 0 || since > challengeLife || subtle.ConstantTimeCompare(q.For, f.sum()) != 1 {
		return 0, ErrUsed
	}
	return since, t.spend(ctx, id, at.Add(challengeLife))
}

// permit is what a ticket says to the server alone.
type permit struct {
	Rand  string `json:"rand"`
	EndMS int64  `json:"end"`
	For   []byte `json:"for"`
}

func (t tickets) ticket(f For) (ticket, randStr string, err error) {
	var raw [12]byte
	if _, err := io.ReadFull(t.random, raw[:]); err != nil {
		return "", "", fmt.Errorf("captcha: %w", err)
	}
	randStr = base64.RawURLEncoding.EncodeToString(raw[:])
	ticket, err = t.close("ticket", permit{randStr, t.now().Add(ticketLife).UnixMilli(), f.sum()})
	return ticket, randStr, err
}

// Redeem implements Engine.
func (t tickets) Redeem(ctx context.Context, f For, ticket, randStr string) error {
	var p permit
	if !t.open("ticket", ticket, &p) || subtle.ConstantTimeCompare([]byte(p.Rand), []byte(randStr)) != 1 ||
		subtle.ConstantTimeCompare(p.For, f.sum()) != 1 || t.now().UnixMilli() >= p.EndMS {
		return ErrUsed
	}
	return t.spend(ctx, ticket, time.UnixMilli(p.EndMS))
}

func (t tickets) spend(ctx context.Context, text string, until time.Time) error {
	first, err := t.nonces.Once(ctx, sha256.Sum256([]byte("captcha "+text)), until)
	if err != nil {
		return fmt.Errorf("captcha: %w", err)
	}
	if !first {
		return ErrUsed
	}
	return nil
}

func (t tickets) close(what string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("captcha: %w", err)
	}
	nonce := make([]byte, t.seal.NonceSize())
	if _, err := io.ReadFull(t.random, nonce); err != nil {
		return "", fmt.Errorf("captcha: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(t.seal.Seal(nonce, nonce, plain, []byte(what))), nil
}

func (t tickets) open(what, text string, v any) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if len(text) > sealedMax || err != nil || len(raw) < t.seal.NonceSize() {
		return false
	}
	n := t.seal.NonceSize()
	plain, err := t.seal.Open(nil, raw[:n], raw[n:], []byte(what))
	return err == nil && json.Unmarshal(plain, v) == nil
}
