// Package password hashes and checks passwords with argon2id, never more at once than memory and cores allow.
//
// One hash takes 19 MiB and tens of milliseconds (docs/reliability-security.md: 46 ms), so that a flood of logins is a
// flood of memory: callers wait in a bounded line that is fair by network (line.go), and are turned away when it is
// full. Hashes are computed in processes of their own with the lowest priority where the caller names their command
// (Apart), so that a storm of logins hardly slows other calls down. Deliberately absent: accounts, and how a device is
// known again.
package password

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
)

var (
	// ErrMismatch means that the password is not the one of the hash.
	ErrMismatch = errors.New("password: mismatch")
	// ErrHash means that a stored hash cannot be read.
	ErrHash = errors.New("password: unreadable hash")
)

// BusyError means that too many wait already.
type BusyError struct {
	Retry time.Duration // what those who wait are expected to take
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("password: too many hashes are waiting: again in %v", e.Retry)
}

const (
	parallelism = 1
	saltBytes   = 16
	hashBytes   = 32
)

// cost is what one hash takes, parallelism aside.
type cost struct{ memoryKiB, passes uint32 }

var (
	full  = cost{memoryKiB: 19 << 10, passes: 2}
	least = cost{memoryKiB: 8, passes: 1} // RFC 9106: eight blocks of a KiB a thread
)

func (c cost) compute(password, salt []byte) []byte {
	return argon2.IDKey(password, salt, c.passes, c.memoryKiB, parallelism, hashBytes)
}

// prefix is how the PHC string of such a hash begins.
func (c cost) prefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, c.memoryKiB, c.passes, parallelism)
}

// Options of a Hasher.
type Options struct {
	Random io.Reader        // cryptographic
	Now    func() time.Time // times hashes, for BusyError.Retry
	AtOnce int              // hashes that are computed at once
	Bounds Bounds           // of the line before them
}

// Hasher bounds the hashes that are computed at once and those that wait. Safe for concurrent use.
type Hasher struct {
	random io.Reader
	now    func() time.Time
	atOnce int
	cost   cost // other hashes than of this cost are unreadable
	decoy  string

	mu     sync.Mutex
	line   line          // empty while a slot is idle
	idle   []*worker     // slots; a nil worker computes in this process
	took   time.Duration // by a hash, lately
	out    int64         // how many were turned away
	closed bool
	ended  chan *worker // slots of a closed hasher
}

// expected is what a hash is thought to take before the first was timed.
const expected = 50 * time.Millisecond

// New computes in this process.
func New(o Options) (*Hasher, error) { return newHasher(o, full, make([]*worker, o.AtOnce)) }

// Weak is New at the least cost that argon2id has, for tests of what is around passwords: a hundred accounts a test
// would otherwise be most of its time. It panics outside a test.
func Weak(o Options) (*Hasher, error) {
	if !testing.Testing() {
		panic("password: weak hashes are for tests")
	}
	return newHasher(o, least, make([]*worker, o.AtOnce))
}

// Apart is New in as many processes, which run Serve under command.
func Apart(o Options, command []string) (*Hasher, error) {
	workers := make([]*worker, o.AtOnce)
	for i := range workers {
		workers[i] = &worker{command: command}
	}
	return newHasher(o, full, workers)
}

func newHasher(o Options, c cost, workers []*worker) (*Hasher, error) {
	h := &Hasher{random: o.Random, now: o.Now, atOnce: len(workers), cost: c, line: newLine(o.Bounds), idle: workers,
		took:  expected,
		ended: make(chan *worker, len(workers))}
	decoy, err := h.Hash(context.Background(), Who{}, "decoy")
	h.decoy = decoy
	return h, err
}

// Hash returns the PHC string of a password. Errors: a *BusyError, and the context's.
func (h *Hasher) Hash(ctx context.Context, who Who, password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(h.random, salt); err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	sum, err := h.sum(ctx, who, password, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return h.cost.prefix() + b64.EncodeToString(salt) + "$" + b64.EncodeToString(sum), nil
}

// Check returns nil or ErrMismatch; other errors are ErrHash and those of Hash. An empty hash stands for an account
// that does not exist: it takes as long as any and never matches, so that an answer's time does not reveal which
// names are taken.
func (h *Hasher) Check(ctx context.Context, who Who, password, hash string) error {
	known := hash != ""
	if !known {
		hash = h.decoy
	}
	salt, want, err := parse(hash, h.cost)
	if err != nil {
		return err
	}
	sum, err := h.sum(ctx, who, password, salt)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare(sum, want) != 1 || !known {
		return ErrMismatch
	}
	return nil
}

func (h *Hasher) sum(ctx context.Context, who Who, password string, salt []byte) ([]byte, error) {
	w, err := h.enter(ctx, who)
	if err != nil {
		return nil, err
	}
	began := h.now()
	defer func() { h.pass(w, h.now().Sub(began)) }()
	if w != nil {
		return w.sum([]byte(password), salt), nil
	}
	return h.cost.compute([]byte(password), salt), nil
}

// turn is how waiting ends: with a slot, or without.
type turn struct {
	slot *worker
	err  error
}

// enter waits for a slot, which the caller passes on.
func (h *Hasher) enter(ctx context.Context, who Who) (slot *worker, err error) {
	w := &waiter{Who: who, turn: make(chan turn, 1)}
	h.mu.Lock()
	if n := len(h.idle); n > 0 {
		slot, h.idle = h.idle[n-1], h.idle[:n-1]
		h.mu.Unlock()
		return slot, nil
	}
	if out := h.line.join(w); out != nil {
		h.out++
		out.turn <- turn{err: &BusyError{h.took * time.Duration(h.line.waiting()) / time.Duration(h.atOnce)}}
	}
	h.mu.Unlock()
	select {
	case t := <-w.turn:
		return t.slot, t.err
	case <-ctx.Done():
	}
	h.mu.Lock()
	waited := h.line.leave(w)
	h.mu.Unlock()
	if !waited { // the turn came at the same moment
		if t := <-w.turn; t.err == nil {
			h.pass(t.slot, 0)
		}
	}
	return nil, ctx.Err()
}

// pass gives a slot to the next in line, after a hash that took so long, if it was used.
func (h *Hasher) pass(slot *worker, took time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if took > 0 {
		h.took += (took - h.took) / 8
	}
	if h.closed {
		h.ended <- slot
	} else if w := h.line.next(); w != nil {
		w.turn <- turn{slot: slot}
	} else {
		h.idle = append(h.idle, slot)
	}
}

// Waiting is how many wait in line now.
func (h *Hasher) Waiting() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.line.waiting()
}

// Refused is how many were turned away with a *BusyError.
func (h *Hasher) Refused() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.out
}

// Close ends the processes, after the hashes that are being computed. A hash after it hangs until its context ends.
func (h *Hasher) Close() {
	h.mu.Lock()
	h.closed = true
	for _, slot := range h.idle {
		h.ended <- slot
	}
	h.idle = nil
	h.mu.Unlock()
	for range h.atOnce {
		if w := <-h.ended; w != nil {
			w.close()
		}
	}
}

func parse(hash string, c cost) (salt, sum []byte, err error) {
	rest, ok := strings.CutPrefix(hash, c.prefix())
	saltText, sumText, ok2 := strings.Cut(rest, "$")
	if !ok || !ok2 {
		return nil, nil, ErrHash
	}
	if salt, err = base64.RawStdEncoding.DecodeString(saltText); err != nil {
		return nil, nil, fmt.Errorf("%w: salt", ErrHash)
	}
	if sum, err = base64.RawStdEncoding.DecodeString(sumText); err != nil {
		return nil, nil, fmt.Errorf("%w: sum", ErrHash)
	}
	return salt, sum, nil
}
