// Package password hashes and checks passwords with argon2id, never more at once than memory and cores allow.
//
// One hash takes 19 MiB and tens of milliseconds (reliability-security.md: 46 ms), so that a flood of logins is a flood of
// memory: callers wait in a bounded line and are turned away when it is full. Hashes are computed in processes of their own with
// the lowest priority where the caller names their command (Apart), so that a storm of logins slows nobody else down.
// Deliberately absent: accounts.
package password

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"
)

var (
	// ErrBusy says that too many wait already.
	ErrBusy = errors.New("password: too many hashes are waiting")
	// ErrMismatch says that the password is not the one of the hash.
	ErrMismatch = errors.New("password: mismatch")
	// ErrHash says that a stored hash cannot be read.
	ErrHash = errors.New("password: unreadable hash")
)

const (
	lanes     = 1
	saltBytes = 16
	hashBytes = 32
)

// cost is what one hash takes, lanes aside.
type cost struct{ memoryKiB, passes uint32 }

var (
	full  = cost{memoryKiB: 19 << 10, passes: 2}
	least = cost{memoryKiB: 8, passes: 1} // RFC 9106: eight blocks of a KiB a lane
)

func (c cost) compute(password, salt []byte) []byte {
	return argon2.IDKey(password, salt, c.passes, c.memoryKiB, lanes, hashBytes)
}

// prefix is how the PHC string of such a hash begins.
func (c cost) prefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, c.memoryKiB, c.passes, lanes)
}

// Hasher bounds the hashes that are computed at once and those that wait.
type Hasher struct {
	random  io.Reader
	cost    cost         // other hashes than of this cost are unreadable
	slots   chan *worker // nil: computed in this process
	waiting chan struct{}
	decoy   string
}

// New computes at most atOnce hashes and lets at most waiting more wait.
func New(random io.Reader, atOnce, waiting int) (*Hasher, error) {
	return newHasher(random, full, make([]*worker, atOnce), waiting)
}

// Weak is New at the least cost that argon2id has, for tests of what is around passwords: a hundred accounts a test would
// otherwise be most of its time. It panics outside a test.
func Weak(random io.Reader, atOnce, waiting int) (*Hasher, error) {
	if !testing.Testing() {
		panic("password: weak hashes are for tests")
	}
	return newHasher(random, least, make([]*worker, atOnce), waiting)
}

// Apart is New in as many processes, which run Serve under command.
func Apart(random io.Reader, command []string, atOnce, waiting int) (*Hasher, error) {
	workers := make([]*worker, atOnce)
	for i := range workers {
		workers[i] = &worker{command: command}
	}
	return newHasher(random, full, workers, waiting)
}

func newHasher(random io.Reader, c cost, workers []*worker, waiting int) (*Hasher, error) {
	h := &Hasher{random: random, cost: c, slots: make(chan *worker, len(workers)), waiting: make(chan struct{}, len(workers)+waiting)}
	for _, w := range workers {
		h.slots <- w
	}
	decoy, err := h.Hash(context.Background(), "decoy")
	h.decoy = decoy
	return h, err
}

// Hash returns the PHC string of a password.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(h.random, salt); err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	sum, err := h.sum(ctx, password, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return h.cost.prefix() + b64.EncodeToString(salt) + "$" + b64.EncodeToString(sum), nil
}

// Check returns nil or ErrMismatch. An empty hash stands for an account that does not exist: it takes as long as any and
// never matches, so that an answer's time does not tell which names are taken.
func (h *Hasher) Check(ctx context.Context, password, hash string) error {
	known := hash != ""
	if !known {
		hash = h.decoy
	}
	salt, want, err := parse(hash, h.cost)
	if err != nil {
		return err
	}
	sum, err := h.sum(ctx, password, salt)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare(sum, want) != 1 || !known {
		return ErrMismatch
	}
	return nil
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return nil, ErrBusy
	}
	select {
	case w := <-h.slots:
		defer func() { h.slots <- w }()
		if w != nil {
			return w.sum([]byte(password), salt), nil
		}
		return h.cost.compute([]byte(password), salt), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends the processes, after the hashes that are being computed. A hash after it hangs until its context ends.
func (h *Hasher) Close() {
	for range cap(h.slots) {
		if w := <-h.slots; w != nil {
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
