package fairness

import (
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"

	"jadebox/fairness/internal/canon"
)

// A Checker re-derives results of one revealed key as fast as the hash allows:
// it makes no garbage, and hashes the lines that all results share only once.
// Auditors run it over whole logs. It is not safe for concurrent use.
type Checker struct {
	inner, outer hash.Hash
	innerState   []byte // HMAC's inner hash after the shared lines
	outerState   []byte // HMAC's outer hash after the key
	buf          [192]byte
	sum          [sha256.Size]byte
}

// NewChecker takes the inputs that all results share, as NewSeeder does.
func NewChecker(k Key, scope, beacon, ctx string) (*Checker, error) {
	if err := checkDerivation(k, scope, beacon, ctx); err != nil {
		return nil, err
	}
	c := &Checker{inner: sha256.New(), outer: sha256.New()}
	var ipad, opad [sha256.BlockSize]byte
	for i := range ipad {
		ipad[i], opad[i] = 0x36, 0x5c
	}
	for i, b := range k {
		ipad[i] ^= b
		opad[i] ^= b
	}
	c.inner.Write(ipad[:])
	c.inner.Write(appendLines([]byte("BOX1/seed\n"), scope, beacon, ctx))
	c.outer.Write(opad[:])
	var err error
	if c.innerState, err = c.inner.(encoding.BinaryMarshaler).MarshalBinary(); err != nil {
		return nil, fmt.Errorf("save hash state: %w", err)
	}
	if c.outerState, err = c.outer.(encoding.BinaryMarshaler).MarshalBinary(); err != nil {
		return nil, fmt.Errorf("save hash state: %w", err)
	}
	return c, nil
}

// Check verifies that the server seed follows from the key for n and seat, and
// the result hash from both seeds; it returns v.
func (c *Checker) Check(userSeed, serverSeed, resultHash string, n uint64, seat int) (uint32, error) {
	if n > canon.MaxSafe || seat < 0 || seat > SeatMax {
		return 0, fmt.Errorf("%w: n %d seat %d", ErrInput, n, seat)
	}
	if err := ValidUserSeed(userSeed); err != nil {
		return 0, err
	}
	if err := c.restore(); err != nil {
		return 0, err
	}
	msg := strconv.AppendUint(c.buf[:0], n, 10)
	msg = append(msg, '\n')
	msg = strconv.AppendInt(msg, int64(seat), 10)
	msg = append(msg, '\n')
	c.inner.Write(msg)
	c.outer.Write(c.inner.Sum(c.sum[:0]))
	seed := hex.AppendEncode(c.buf[:0], c.outer.Sum(c.sum[:0]))
	if string(seed) != serverSeed {
		return 0, fmt.Errorf("%w: server seed of n %d seat %d", ErrMismatch, n, seat)
	}
	message := append(append(c.buf[64:64], userSeed...), serverSeed...)
	sum := sha256.Sum256(message)
	if text := hex.AppendEncode(c.buf[:0], sum[:]); string(text) != resultHash {
		return 0, fmt.Errorf("%w: result hash of n %d seat %d", ErrMismatch, n, seat)
	}
	return leadingV(sum), nil
}

func (c *Checker) restore() error {
	if err := c.inner.(encoding.BinaryUnmarshaler).UnmarshalBinary(c.innerState); err != nil {
		return fmt.Errorf("restore hash state: %w", err)
	}
	if err := c.outer.(encoding.BinaryUnmarshaler).UnmarshalBinary(c.outerState); err != nil {
		return fmt.Errorf("restore hash state: %w", err)
	}
	return nil
}
