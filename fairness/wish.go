package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// windowLen is the number of hex characters that make one v.
const windowLen = 6

// Wish is the draw of a full wish room.
type Wish struct {
	Bottle   int    // winner, counted from 1
	Window   int    // which six characters of the hash decided, from 0
	Rehashes int    // how often the hash was hashed again
	Hash     string // the hash that decided, hex
}

// WishWinner hashes the first character of every bottle's user seed, in bottle
// order, followed by the server seed. The winner is v mod N + 1 for the first
// window of six hex characters with v < ⌊2²⁴/N⌋·N; when all ten windows of a hash
// are skipped, the SHA-256 of its 64 characters is read next.
func WishWinner(bottleSeeds []string, serverSeed string) (Wish, error) {
	n := len(bottleSeeds)
	if n == 0 || n > TicketUnit {
		return Wish{}, fmt.Errorf("%w: wish room of %d bottles", ErrInput, n)
	}
	if err := validServerSeed(serverSeed); err != nil {
		return Wish{}, err
	}
	msg := make([]byte, 0, n+len(serverSeed))
	for i, seed := range bottleSeeds {
		if err := ValidUserSeed(seed); err != nil {
			return Wish{}, fmt.Errorf("bottle %d: %w", i+1, err)
		}
		msg = append(msg, seed[0])
	}
	msg = append(msg, serverSeed...)
	return wishAt(msg, uint64(n)), nil
}

func wishAt(msg []byte, n uint64) Wish {
	limit := TicketUnit / n * n
	for rehashes := 0; ; rehashes++ {
		sum := sha256.Sum256(msg)
		text := hex.EncodeToString(sum[:])
		for window := range len(text) / windowLen {
			part := text[window*windowLen : (window+1)*windowLen]
			v, err := strconv.ParseUint(part, 16, 32)
			if err != nil {
				panic("fairness: hex text holds no hex: " + err.Error())
			}
			if v < limit {
				return Wish{Bottle: int(v%n) + 1, Window: window, Rehashes: rehashes, Hash: text}
			}
		}
		msg = []byte(text)
	}
}
