// Package canon holds the text form that everything hashed or logged by BOX1
// takes: a title line followed by "name=value" lines in a fixed order, each ended
// by "\n". A value never contains a line break, so that two different records
// never share their bytes. Deliberately absent: optional and repeated-by-name
// fields, escapes and whitespace rules; whatever differs by a byte is refused.
package canon

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrForm is wrapped by every refusal of this package.
var ErrForm = errors.New("canonical form")

// MaxSafe is the largest integer that both Go and JavaScript hold exactly.
const MaxSafe = 1<<53 - 1

// HashLen is the length of a SHA-256 in hex.
const HashLen = 64

// IsHex reports whether s is exactly n characters of lower-case hex.
func IsHex(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// IsLine reports whether s can stand as a value: 1–128 printable ASCII bytes
// without a space.
func IsLine(s string) bool {
	if s == "" || len(s) > 128 {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// A Writer builds a canonical text.
type Writer struct{ buf bytes.Buffer }

// NewWriter starts a text with its title line.
func NewWriter(title string) *Writer {
	w := new(Writer)
	w.buf.Grow(768) // a result's leaf
	w.buf.WriteString(title)
	w.buf.WriteByte('\n')
	return w
}

// Text writes one line. The caller has validated the value.
func (w *Writer) Text(name, value string) {
	w.buf.WriteString(name)
	w.buf.WriteByte('=')
	w.buf.WriteString(value)
	w.buf.WriteByte('\n')
}

// Int writes one decimal line.
func (w *Writer) Int(name string, value int64) { w.Text(name, strconv.FormatInt(value, 10)) }

// Uint writes one decimal line.
func (w *Writer) Uint(name string, value uint64) { w.Text(name, strconv.FormatUint(value, 10)) }

// Bool writes one line of 0 or 1.
func (w *Writer) Bool(name string, value bool) {
	if value {
		w.Text(name, "1")
		return
	}
	w.Text(name, "0")
}

// Bytes returns the text.
func (w *Writer) Bytes() []byte { return w.buf.Bytes() }

// A Reader takes a canonical text apart. The first failure sticks and Close
// returns it.
type Reader struct {
	rest string
	err  error
}

// NewReader checks the title line.
func NewReader(title, text string) *Reader {
	r := &Reader{rest: text}
	rest, ok := strings.CutPrefix(text, title+"\n")
	if !ok {
		r.fail("title %q expected", title)
		return r
	}
	r.rest = rest
	return r
}

func (r *Reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: "+format, append([]any{ErrForm}, args...)...)
	}
}

// Text reads the line of that name.
func (r *Reader) Text(name string) string {
	if r.err != nil {
		return ""
	}
	line, rest, ok := strings.Cut(r.rest, "\n")
	value, named := strings.CutPrefix(line, name+"=")
	if !ok || !named {
		r.fail("line %q expected", name)
		return ""
	}
	r.rest = rest
	return value
}

// Hash reads a line of 64 hex characters.
func (r *Reader) Hash(name string) string {
	s := r.Text(name)
	if r.err == nil && !IsHex(s, HashLen) {
		r.fail("line %q: not a hash", name)
	}
	return s
}

// Int reads a decimal line in 0 … MaxSafe without sign or leading zero.
func (r *Reader) Int(name string) int64 {
	s := r.Text(name)
	if r.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > MaxSafe || strconv.FormatInt(n, 10) != s {
		r.fail("line %q: not a canonical number", name)
		return 0
	}
	return n
}

// Bool reads a line of 0 or 1.
func (r *Reader) Bool(name string) bool {
	s := r.Text(name)
	if r.err == nil && s != "0" && s != "1" {
		r.fail("line %q: not 0 or 1", name)
	}
	return s == "1"
}

// Count reads a decimal line in 0 … limit.
func (r *Reader) Count(name string, limit int64) int {
	n := r.Int(name)
	if r.err == nil && n > limit {
		r.fail("line %q: above %d", name, limit)
		return 0
	}
	return int(n)
}

// Close returns the first failure, or an error when text is left over.
func (r *Reader) Close() error {
	if r.err == nil && r.rest != "" {
		r.fail("trailing text")
	}
	return r.err
}
