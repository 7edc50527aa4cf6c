// Package captcha has people put a piece of a picture where it belongs, and gives who does a ticket that is good
// once.
//
// Nothing is kept between the question and the answer: both the challenge and the ticket are sealed, and only their use
// is marked in the store, so that every node can check what another one asked. Deliberately absent: who needs a ticket
// and how often one may ask, which the calls decide.
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
	"image"
	"io"
	"time"

	"jadebox/store"
)

const (
	challengeLife = 2 * time.Minute
	ticketLife    = 2 * time.Minute
	sealedMax     = 512 // characters; a longer text was not sealed here
)

// ErrWrong means that the piece is elsewhere, or that nobody moved it there as people do.
var ErrWrong = errors.New("captcha: wrong answer")

// ErrUsed means that a challenge or a ticket is over, was used before, or was not made here.
var ErrUsed = errors.New("captcha: used or over")

// NonceStore keeps what was used.
type NonceStore interface {
	Once(ctx context.Context, id [32]byte, until time.Time) (bool, error)
}

// Captcha is safe for concurrent use.
type Captcha struct {
	seal     cipher.AEAD
	nonces   NonceStore
	now      store.Clock
	random   io.Reader
	pictures []image.Image
}

// Challenge is one question. The piece lies at its left edge, Y pixels from the top, and belongs somewhere on that
// line.
type Challenge struct {
	ID                  string
	Picture             []byte // JPEG of Width × Height
	Piece               []byte // PNG of Side × Side
	Y                   int
	Width, Height, Side int
}

// New takes a 32-byte key that every node has; random must be cryptographic.
func New(key [32]byte, nonces NonceStore, now store.Clock, random io.Reader) (*Captcha, error) {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, fmt.Errorf("captcha: %w", err)
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("captcha: %w", err)
	}
	pictures, err := load()
	return &Captcha{seal, nonces, now, random, pictures}, err
}

// question is what a challenge's id says to the server alone.
type question struct {
	X    int    `json:"x"`
	AtMS int64  `json:"at"`
	Salt []byte `json:"salt"`
}

// permit is what a ticket says to the server alone.
type permit struct {
	Rand  string `json:"rand"`
	EndMS int64  `json:"end"`
}

// Ask draws a new challenge.
func (c *Captcha) Ask() (Challenge, error) {
	var salt [16]byte
	if _, err := io.ReadFull(c.random, salt[:]); err != nil {
		return Challenge{}, fmt.Errorf("captcha: %w", err)
	}
	d, err := c.draw()
	if err != nil {
		return Challenge{}, err
	}
	id, err := c.close("challenge", question{d.x, c.now().UnixMilli(), salt[:]})
	return Challenge{ID: id, Picture: d.picture, Piece: d.piece, Y: d.y, Width: Width, Height: Height, Side: PieceSize},
		err
}

// Answer checks where the piece was put and how it came there. A challenge can be answered once, rightly or not.
func (c *Captcha) Answer(ctx context.Context, id string, t Track) (ticket, randStr string, err error) {
	var q question
	now := c.now()
	if !c.open("challenge", id, &q) {
		return "", "", ErrUsed
	}
	asked := time.UnixMilli(q.AtMS)
	if now.Before(asked) || now.Sub(asked) > challengeLife {
		return "", "", ErrUsed
	}
	if err := c.spend(ctx, id, asked.Add(challengeLife)); err != nil {
		return "", "", err
	}
	if !t.human(q.X, now.Sub(asked)) {
		return "", "", ErrWrong
	}
	var raw [12]byte
	if _, err := io.ReadFull(c.random, raw[:]); err != nil {
		return "", "", fmt.Errorf("captcha: %w", err)
	}
	randStr = base64.RawURLEncoding.EncodeToString(raw[:])
	ticket, err = c.close("ticket", permit{randStr, now.Add(ticketLife).UnixMilli()})
	return ticket, randStr, err
}

// Redeem uses a ticket up.
func (c *Captcha) Redeem(ctx context.Context, ticket, randStr string) error {
	var p permit
	if !c.open("ticket", ticket, &p) || subtle.ConstantTimeCompare([]byte(p.Rand), []byte(randStr)) != 1 ||
		c.now().UnixMilli() >= p.EndMS {
		return ErrUsed
	}
	return c.spend(ctx, ticket, time.UnixMilli(p.EndMS))
}

func (c *Captcha) spend(ctx context.Context, text string, until time.Time) error {
	first, err := c.nonces.Once(ctx, sha256.Sum256([]byte("captcha "+text)), until)
	if err != nil {
		return fmt.Errorf("captcha: %w", err)
	}
	if !first {
		return ErrUsed
	}
	return nil
}

func (c *Captcha) close(what string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("captcha: %w", err)
	}
	nonce := make([]byte, c.seal.NonceSize())
	if _, err := io.ReadFull(c.random, nonce); err != nil {
		return "", fmt.Errorf("captcha: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(c.seal.Seal(nonce, nonce, plain, []byte(what))), nil
}

func (c *Captcha) open(what, text string, v any) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if len(text) > sealedMax || err != nil || len(raw) < c.seal.NonceSize() {
		return false
	}
	n := c.seal.NonceSize()
	plain, err := c.seal.Open(nil, raw[:n], raw[n:], []byte(what))
	return err == nil && json.Unmarshal(plain, v) == nil
}
