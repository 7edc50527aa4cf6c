package fairness

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strconv"

	"jadebox/fairness/internal/canon"
)

// UserSeedMax is the longest seed a player may choose, in characters.
const UserSeedMax = 16

// NonceMax is the number of nonces one key may serve (0 … NonceMax-1).
const NonceMax = 1000

// SeatMax is the highest seat number of any room.
const SeatMax = 99

// ServerSeed is hex HMAC-SHA256(K, "BOX1/seed\n" scope "\n" beacon "\n" ctx "\n"
// n "\n" seat "\n"). Solo play: n is the nonce and seat 0; battle: n is the round.
func ServerSeed(k Key, scope, beacon, ctx string, n uint64, seat int) (string, error) {
	s, err := NewSeeder(k, scope, beacon, ctx)
	if err != nil {
		return "", err
	}
	seed, err := s.AppendSeed(make([]byte, 0, canon.HashLen), n, seat)
	return string(seed), err
}

// ServerHash is hex SHA-256 of the seed's characters, public before the result.
func ServerHash(serverSeed string) string {
	sum := sha256.Sum256([]byte(serverSeed))
	return hex.EncodeToString(sum[:])
}

// A Seeder derives the server seeds of one key, scope, beacon and context
// without allocating per seed. It is not safe for concurrent use.
type Seeder struct {
	mac    hash.Hash
	prefix []byte
	sum    [sha256.Size]byte
}

// NewSeeder checks the inputs that all seeds share.
func NewSeeder(k Key, scope, beacon, ctx string) (*Seeder, error) {
	if err := checkDerivation(k, scope, beacon, ctx); err != nil {
		return nil, err
	}
	prefix := make([]byte, 0, 256)
	prefix = append(prefix, "BOX1/seed\n"...)
	prefix = appendLines(prefix, scope, beacon, ctx)
	return &Seeder{mac: hmac.New(sha256.New, k[:]), prefix: prefix}, nil
}

// AppendSeed appends the 64 hex characters of the seed to dst.
func (s *Seeder) AppendSeed(dst []byte, n uint64, seat int) ([]byte, error) {
	if n > canon.MaxSafe || seat < 0 || seat > SeatMax {
		return dst, fmt.Errorf("%w: n %d seat %d", ErrInput, n, seat)
	}
	msg := strconv.AppendUint(s.prefix, n, 10)
	msg = append(msg, '\n')
	msg = strconv.AppendInt(msg, int64(seat), 10)
	msg = append(msg, '\n')
	s.prefix = msg[:len(s.prefix)]
	s.mac.Reset()
	s.mac.Write(msg)
	return hex.AppendEncode(dst, s.mac.Sum(s.sum[:0])), nil
}

// ValidUserSeed accepts 1–16 characters of [0-9A-Za-z].
func ValidUserSeed(s string) error {
	if len(s) == 0 || len(s) > UserSeedMax {
		return fmt.Errorf("%w: user seed has %d characters, 1 to %d wanted", ErrInput, len(s), UserSeedMax)
	}
	for i := range len(s) {
		if !isAlnum(s[i]) {
			return fmt.Errorf("%w: user seed holds a character outside 0-9A-Za-z", ErrInput)
		}
	}
	return nil
}

// GenerateUserSeed makes 16 characters of [0-9a-z], each equally likely.
func GenerateUserSeed(r io.Reader) (string, error) {
	const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
	const fair = 256 - 256%len(alphabet)
	if r == nil {
		return "", fmt.Errorf("%w: no source of randomness", ErrInput)
	}
	seed := make([]byte, 0, UserSeedMax)
	var one [1]byte
	for len(seed) < UserSeedMax {
		if _, err := io.ReadFull(r, one[:]); err != nil {
			return "", fmt.Errorf("read user seed: %w", err)
		}
		if int(one[0]) < fair {
			seed = append(seed, alphabet[int(one[0])%len(alphabet)])
		}
	}
	return string(seed), nil
}

// FirstUserSeed is what a player whose first seeds were committed before they came begins with, until they choose a
// user seed of their own: the first characters of the hash of the commitment, so that it was not chosen once the
// beacon's value is known (docs/fairness.md, "A new player's first seeds").
func FirstUserSeed(commit string) (string, error) {
	if !isHash(commit) {
		return "", fmt.Errorf("%w: commitment %q", ErrInput, commit)
	}
	sum := sha256.Sum256([]byte("BOX1/first-user-seed\n" + commit))
	return hex.EncodeToString(sum[:])[:UserSeedMax], nil
}

func checkDerivation(k Key, scope, beacon, ctx string) error {
	switch {
	case k.missing():
		return fmt.Errorf("%w: key is missing", ErrInput)
	case !canon.IsLine(scope):
		return fmt.Errorf("%w: scope %q", ErrInput, scope)
	case !isHash(beacon):
		return fmt.Errorf("%w: beacon is not 64 hex characters", ErrInput)
	case !isHash(ctx):
		return fmt.Errorf("%w: context is not 64 hex characters", ErrInput)
	}
	return nil
}

func appendLines(dst []byte, lines ...string) []byte {
	for _, line := range lines {
		dst = append(dst, line...)
		dst = append(dst, '\n')
	}
	return dst
}

func isHash(s string) bool { return canon.IsHex(s, canon.HashLen) }

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
