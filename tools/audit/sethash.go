package audit

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// setHash is the sum of hashes over the members of a set, in which a member can be taken away again: two sets are the
// same when nothing is left of one less the other. Its memory is that of one number, whatever the sets are. The hashes
// are keyed by a secret of the process, so that no attacker can look for another set with the same sum.
type setHash [2]uint64

var setKey = func() (key [32]byte) {
	_, _ = rand.Read(key[:]) // it never fails
	return key
}()

// add counts a member n times; n below 0 takes it away. So a sum of amounts by member is a set, too.
func (s *setHash) add(n int64, member []byte) {
	h := sha256.New()
	h.Write(setKey[:])
	h.Write(member)
	var sum [32]byte
	h.Sum(sum[:0])
	high, low := binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])
	times := uint64(n)
	if n < 0 {
		times = -times
	}
	carry, low2 := bits.Mul64(low, times)
	high = high*times + carry
	if n < 0 {
		s[1], carry = bits.Sub64(s[1], low2, 0)
		s[0], _ = bits.Sub64(s[0], high, carry)
		return
	}
	s[1], carry = bits.Add64(s[1], low2, 0)
	s[0], _ = bits.Add64(s[0], high, carry)
}

func (s setHash) empty() bool { return s == setHash{} }
