package roll

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"strings"

	"jadebox/store"
)

// once is a one-time password; only its hash is kept.
type once struct {
	hash [16]byte
	used bool
}

// onceBytes are 80 bits: not guessed, and no less so from its hash.
const onceBytes = 10

var spelling = base32.StdEncoding.WithPadding(base32.NoPadding)

// newPasswords draws a list that the host hands out.
func newPasswords(rand io.Reader, n int) ([]string, error) {
	list := make([]string, n)
	var b [onceBytes]byte
	for i := range list {
		if _, err := io.ReadFull(rand, b[:]); err != nil {
			return nil, fmt.Errorf("roll: one-time password: %w", err)
		}
		list[i] = spelling.EncodeToString(b[:])
	}
	return list, nil
}

// seal hashes a password for one room. A room's own password is the host's choice and public to its audience; what
// guards it is the limit on attempts, so that a slow hash would only slow the room down.
func seal(room store.RoomID, salt []byte, password string) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "roll/password %d %x %s", room, salt, password))
}

func (r Record) sealOnce(password string) (hash [16]byte) {
	whole := seal(r.Room, r.Salt, strings.ToUpper(strings.TrimSpace(password)))
	copy(hash[:], whole[:])
	return hash
}

// opens reports whether a password admits the caller.
func (r Record) opens(password string) bool {
	hash := seal(r.Room, r.Salt, password)
	return subtle.ConstantTimeCompare(hash[:], r.Password) == 1
}

// unused finds a one-time password that has not been used, -1 when there is none. Every entry is looked at, so that the
// time reveals nothing.
func (r Record) unused(password string) int {
	hash, found := r.sealOnce(password), -1
	for i, o := range r.once {
		match := subtle.ConstantTimeCompare(hash[:], o.hash[:])
		free := 1
		if o.used {
			free = 0
		}
		found = subtle.ConstantTimeSelect(match&free, i, found)
	}
	return found
}

func (r Record) passwordsLeft() (n int) {
	for _, o := range r.once {
		if !o.used {
			n++
		}
	}
	return n
}
