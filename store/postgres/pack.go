package postgres

import (
	"fmt"

	"github.com/klauspost/compress/s2"
)

// packMin is where a body outgrows its row: PostgreSQL would move it out of line and compress it with pglz, which cost
// 29 % of its CPU at battle settlements. S2 does it here for a tenth; the column is EXTERNAL, so nobody does it twice.
const packMin = 1600

// packed is the first byte of a compressed body; a plain one starts with its version, 1.
const packed = 0xff

// pack appends the stored form of a body to dst.
func pack(dst, body []byte) []byte {
	if len(body) < packMin {
		return append(dst, body...)
	}
	dst = append(dst, packed)
	n := len(dst)
	if free := cap(dst) - n; free < s2.MaxEncodedLen(len(body)) {
		grown := make([]byte, n, 2*cap(dst)+s2.MaxEncodedLen(len(body)))
		copy(grown, dst)
		dst = grown
	}
	return dst[:n+len(s2.Encode(dst[n:cap(dst)], body))]
}

// unpack returns the body of its stored form.
func unpack(stored []byte) ([]byte, error) {
	if len(stored) == 0 || stored[0] != packed {
		return stored, nil
	}
	body, err := s2.Decode(nil, stored[1:])
	if err != nil {
		return nil, fmt.Errorf("store: op body: %w", err)
	}
	return body, nil
}
