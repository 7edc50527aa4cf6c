package postgres

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/s2"

	"jadebox/store"
)

// An op's body and result stand in its row in one of four forms, marked by the first byte of column body:
//
//	1      the body as it is (that is its version): small ones
//	0xff   the body compressed by S2: large ones of before
//	0xfe   the body, and behind it a result that is large, as one text whose hex is halved, compressed by S2 with
//	       words that ops use as if they stood before it
//	0xfd   neither: behind it stands the month whose file has the body, and the result when it is large (archived.go)
//
// A draw's hashes stand in its leaves and in its result, hashes are written in hex, and every op repeats the names of
// its fields: an opening of one box takes a quarter of what it is. So its row stays below 2 KB, where PostgreSQL begins
// to compress columns itself (pglz, which was 29 % of its CPU at battle settlements) or to move them out of the row.
const (
	compressed = 0xff
	joined     = 0xfe
	filed      = 0xfd

	plainMax  = 160 // a smaller body is not worth the time
	resultMax = 256 // a larger result goes to the body; what SQL adds up (sums.go) is smaller
)

// words are what compression may refer to; # stands for what halve makes of a hash, up to its bytes. They are part of
// the form: rows are read with the words they were written with, so other words are another form.
//
//go:embed words.txt
var wordsText []byte

var words = s2.MakeDict(bytes.ReplaceAll(wordsText, []byte("#"), []byte{mark, 32}), nil)

// pack appends the stored form of a body to dst, and returns what is left for column result. scratch is reused when
// large enough.
func pack(dst, body, result, scratch []byte) (_, rest, text []byte) {
	if len(result) <= resultMax {
		if rest = result; len(body) < plainMax {
			return append(dst, body...), rest, scratch
		}
		result = nil
	}
	text = halve(halve(binary.AppendUvarint(scratch[:0], uint64(len(body))), body), result)
	dst = append(dst, joined)
	n, most := len(dst), s2.MaxEncodedLen(len(text))
	if cap(dst)-n < most {
		dst = append(make([]byte, 0, 2*cap(dst)+most), dst...)
	}
	return dst[:n+len(words.Encode(dst[n:n:n+most], text))], rest, text
}

// unpack returns body and result of their columns; of an op that is archived the months' files have them (rowOf).
func unpack(stored, column []byte) (body, result []byte, err error) {
	switch {
	case len(stored) == 0:
	case stored[0] == filed:
		return nil, nil, fmt.Errorf("%w: the body stands in a file", store.ErrBody)
	case stored[0] == compressed:
		if stored, err = s2.Decode(nil, stored[1:]); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", store.ErrBody, err)
		}
	case stored[0] == joined:
		text, err := words.Decode(nil, stored[1:])
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", store.ErrBody, err)
		}
		size, n := binary.Uvarint(text)
		if n <= 0 {
			return nil, nil, errPacked
		}
		both, ok := double(make([]byte, 0, 2*len(text)), text[n:])
		if !ok || size > uint64(len(both)) {
			return nil, nil, errPacked
		}
		if len(column) == 0 {
			column = both[size:]
		}
		return both[:size:size], column, nil
	}
	return stored, column, nil
}

var errPacked = fmt.Errorf("%w: %w", store.ErrBody, s2.ErrCorrupt)

const (
	mark   = 0x1f // begins a run of hex: its length in bytes, then the bytes; or, with length 0, stands for itself
	runMin = 16   // digits; a shorter run stays as it is
	runMax = 255  // bytes of one mark
)

// digit is the value of a lower-case hex digit, 0xff for everything else.
var digit = func() (table [256]byte) {
	for i := range table {
		table[i] = 0xff
	}
	for i, c := range "0123456789abcdef" {
		table[c] = byte(i)
	}
	return table
}()

// halve appends src to dst with its runs of hex as bytes.
func halve(dst, src []byte) []byte {
	plain := 0 // src up to here is written
	for at := runMin - 1; at < len(src); {
		if digit[src[at]] == 0xff { // no run reaches over it, so the next one cannot end before at+runMin
			at += runMin
			continue
		}
		start, end := at, at+1
		for start > plain && digit[src[start-1]] != 0xff {
			start--
		}
		for end < len(src) && digit[src[end]] != 0xff {
			end++
		}
		if end -= (end - start) % 2; end-start >= runMin {
			dst = escape(dst, src[plain:start])
			for start < end {
				n := min((end-start)/2, runMax)
				dst = append(dst, mark, byte(n))
				for range n {
					dst = append(dst, digit[src[start]]<<4|digit[src[start+1]])
					start += 2
				}
			}
			plain = end
		}
		at = max(end, at) + runMin
	}
	return escape(dst, src[plain:])
}

// escape appends what is no run of hex.
func escape(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, mark)
		if i < 0 {
			return append(dst, src...)
		}
		dst = append(append(dst, src[:i]...), mark, 0)
		src = src[i+1:]
	}
}

// double undoes halve.
func double(dst, src []byte) ([]byte, bool) {
	const digits = "0123456789abcdef"
	for {
		i := bytes.IndexByte(src, mark)
		if i < 0 {
			return append(dst, src...), true
		}
		dst, src = append(dst, src[:i]...), src[i+1:]
		if len(src) == 0 || len(src) <= int(src[0]) {
			return dst, false
		}
		n := int(src[0])
		if n == 0 {
			dst = append(dst, mark)
		}
		for _, b := range src[1 : 1+n] {
			dst = append(dst, digits[b>>4], digits[b&15])
		}
		src = src[1+n:]
	}
}
