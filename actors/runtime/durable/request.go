package durable

import (
	"crypto/sha256"
	"fmt"
	"strconv"

	"jadebox/store"
)

// Request hashes what a client asked for: the kind of the op, and all that a repetition must ask alike. The same key
// with another hash is refused (docs/store.md). The parts are plain values, and written so that two numbers never look
// alike.
func Request(parts ...any) [32]byte { return sha256.Sum256(canonical(parts)) }

// canonical is %#v of the parts: the form in which keys have always been kept. The parts of an opening are written
// without reflection.
func canonical(parts []any) []byte {
	b := append(make([]byte, 0, 96), "[]interface {}{"...)
	for i, part := range parts {
		if i > 0 {
			b = append(b, ", "...)
		}
		switch v := part.(type) {
		case string:
			b = strconv.AppendQuote(b, v)
		case int:
			b = strconv.AppendInt(b, int64(v), 10)
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case store.BoxID:
			b = strconv.AppendInt(b, int64(v), 10)
		default:
			return fmt.Appendf(b[:0], "%#v", parts)
		}
	}
	return append(b, '}')
}
