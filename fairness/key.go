package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Key is K of docs/fairness.md: 32 secret bytes, one per player epoch or per
// room. It never prints or serialises by accident; Reveal is the one way out.
type Key [32]byte

// NewKey reads a key from r, which in production is crypto/rand.Reader.
func NewKey(r io.Reader) (Key, error) {
	var k Key
	if r == nil {
		return k, fmt.Errorf("%w: no source of randomness", ErrInput)
	}
	if _, err := io.ReadFull(r, k[:]); err != nil {
		return Key{}, fmt.Errorf("read key: %w", err)
	}
	if k.missing() {
		return Key{}, fmt.Errorf("%w: source of randomness gave zeros", ErrInput)
	}
	return k, nil
}

// ParseKey reads a revealed key.
func ParseKey(s string) (Key, error) {
	var k Key
	if !isHash(s) {
		return k, fmt.Errorf("%w: key is not 64 hex characters", ErrInput)
	}
	if _, err := hex.Decode(k[:], []byte(s)); err != nil {
		return Key{}, fmt.Errorf("%w: key: %w", ErrInput, err)
	}
	if k.missing() {
		return Key{}, fmt.Errorf("%w: key is all zeros", ErrInput)
	}
	return k, nil
}

// Commit is hex SHA-256("BOX1/commit\n" ‖ K), public from before the beacon.
func (k Key) Commit() string {
	h := sha256.New()
	io.WriteString(h, "BOX1/commit\n")
	h.Write(k[:])
	return hex.EncodeToString(h.Sum(nil))
}

// Reveal returns the key in hex. Call it when the epoch or the room is closed.
func (k Key) Reveal() string { return hex.EncodeToString(k[:]) }

// Format hides the key from every verb of fmt.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, "Key(hidden)") }

// MarshalText refuses: a key in a log line or a snapshot would end the secret.
func (k Key) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a key is not serialised, use Reveal", ErrInput)
}

func (k Key) missing() bool { return k == Key{} }
