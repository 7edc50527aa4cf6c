package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// MaxV is the largest v, the value of six hex characters f.
const MaxV = 1<<24 - 1

// Outcome is what one user seed and one server seed give.
type Outcome struct {
	ResultHash string // hex SHA-256(userSeed ‖ serverSeed)
	V          uint32 // first six hex characters of ResultHash, 0 … MaxV
}

// Roll hashes the user seed, then the server seed, with nothing between them
// (product-spec §4, upgrade rule). The server seed is 1–64 characters of
// [0-9A-Za-z]: BOX1 makes 64 hex characters, older published seeds have 16.
func Roll(userSeed, serverSeed string) (Outcome, error) {
	if err := ValidUserSeed(userSeed); err != nil {
		return Outcome{}, err
	}
	if err := validServerSeed(serverSeed); err != nil {
		return Outcome{}, err
	}
	var buf [UserSeedMax + 64]byte
	msg := append(buf[:0], userSeed...)
	msg = append(msg, serverSeed...)
	sum := sha256.Sum256(msg)
	return Outcome{ResultHash: hex.EncodeToString(sum[:]), V: leadingV(sum)}, nil
}

// Number is V / 16777215, in 0 … 1. Decisions use V, never this.
func (o Outcome) Number() float64 { return float64(o.V) / MaxV }

// NumberText is Number in the shortest decimal form that reads back exactly, as
// JavaScript writes it: an exponent without leading zeros below 10⁻⁶.
func (o Outcome) NumberText() string {
	x := o.Number()
	if x == 0 || x >= 1e-6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.Replace(strconv.FormatFloat(x, 'e', -1, 64), "e-0", "e-", 1)
}

func leadingV(sum [sha256.Size]byte) uint32 {
	return uint32(sum[0])<<16 | uint32(sum[1])<<8 | uint32(sum[2])
}

func validServerSeed(s string) error {
	if len(s) == 0 || len(s) > 64 {
		return fmt.Errorf("%w: server seed has %d characters, 1 to 64 wanted", ErrInput, len(s))
	}
	for i := range len(s) {
		if !isAlnum(s[i]) {
			return fmt.Errorf("%w: server seed holds a character outside 0-9A-Za-z", ErrInput)
		}
	}
	return nil
}
