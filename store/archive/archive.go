// Package archive keeps old months of the journal in files (docs/store.md, "Old months"): one ZIP archive for each
// month, with the bodies and results of its ops as the hash chain covers them, and where in the chain they stand. The
// rows of these ops stay in the database without their bodies, so that keys stay unique; what needs a body reads the
// file.
//
// Each block of a file is the binary form of PostgreSQL's COPY (columns of table op), so that a file can be read
// without this program. What is read is held to the hash chain: a file that was edited gives an error, not another op.
// Deliberately absent: a database, and any decision about which months are old.
package archive

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// Month is a month of the calendar, in UTC: 202608 is August 2026.
type Month int

// MonthOf is the month of a time.
func MonthOf(at time.Time) Month {
	at = at.UTC()
	return Month(at.Year()*100 + int(at.Month()))
}

// ParseMonth reads the form 2026-08.
func ParseMonth(text string) (Month, error) {
	at, err := time.Parse("2006-01", text)
	if err != nil {
		return 0, fmt.Errorf("archive: %q is not a month such as 2026-08", text)
	}
	return MonthOf(at), nil
}

// String is the form that ParseMonth reads.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", int(m)/100, int(m)%100) }

// Begin is the first moment of the month.
func (m Month) Begin() time.Time {
	return time.Date(int(m)/100, time.Month(int(m)%100), 1, 0, 0, 0, 0, time.UTC)
}

// Next is the month behind it.
func (m Month) Next() Month { return MonthOf(m.Begin().AddDate(0, 1, 0)) }

// File is the name of the month's file.
func (m Month) File() string { return "journal-" + m.String() + ".zip" }

// Kinds of the ops that say what was done with a month: that its file is written and holds what the journal has, and
// that the bodies are taken out of the database.
const (
	KindWritten = "archive.written"
	KindDropped = "archive.dropped"
)

// ErrDamaged is a file that does not hold what its name and the hash chain say.
var ErrDamaged = errors.New("archive: the file is damaged")

// Op is an op with everything that its hash covers. Body is canonical (store.AppendBody).
type Op struct {
	ID             store.OpID
	Player         store.PlayerID
	At             time.Time
	Key, Kind      string
	Request, Chain [32]byte
	Body, Result   []byte
}

// next is the head of the hash chain after an op.
func (o *Op) next(head [32]byte, scratch []byte) ([32]byte, []byte) {
	op := store.Op{Player: o.Player, Key: o.Key, Request: o.Request, Kind: o.Kind, At: o.At, Result: o.Result}
	return store.NextChain(head, o.ID, &op, o.Body, scratch)
}

// Hash is a head of a hash chain; in JSON it is hex.
type Hash [32]byte

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err == nil && len(b) != len(h) {
		err = fmt.Errorf("%w: a hash of %d bytes", ErrDamaged, len(b))
	}
	if err == nil {
		copy(h[:], b)
	}
	return err
}

// Range is a part of one writer's sequence: the ops from First to Last, both of it.
type Range struct {
	Writer int64 `json:"writer"`
	First  int64 `json:"first"`
	Last   int64 `json:"last"`
	Before Hash  `json:"before"` // head of the hash chain before First
	After  Hash  `json:"after"`  // and after Last
}

// block is an entry of the file: ops of one writer that follow one another.
type block struct {
	First  store.OpID `json:"first"`
	Ops    int        `json:"ops"`
	Before Hash       `json:"before"`
}

func (b block) name() string {
	return fmt.Sprintf("ops/%d-%012d.copy", b.First.Writer(), b.First.Seq())
}

// Manifest is what a file says about itself.
type Manifest struct {
	Format string  `json:"format"`
	Month  string  `json:"month"`
	Ops    int64   `json:"ops"`
	Ranges []Range `json:"writers"`
	Blocks []block `json:"blocks"`
}

const (
	format       = "jadebox/archive/1"
	manifestName = "manifest.json"
	// blockOps is how many ops are unpacked to read one of them.
	blockOps = 512
)

// The binary form of COPY: a signature with two empty fields, then for each row the number of its columns, and each of
// them behind its length; at last -1 in place of a number of columns.
var copyHead = append([]byte("PGCOPY\n\xff\r\n\x00"), 0, 0, 0, 0, 0, 0, 0, 0)

const (
	columns  = 9 // id, player, at, key, kind, request, chain, body, result
	copyTail = "\xff\xff"
	year2000 = 946_684_800_000_000 // where PostgreSQL counts from, in microseconds since 1970
)

func appendOp(b []byte, o *Op) []byte {
	b = binary.BigEndian.AppendUint16(b, columns)
	for _, v := range []int64{int64(o.ID), int64(o.Player), o.At.UnixMicro() - year2000} {
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), uint64(v))
	}
	for _, v := range [][]byte{[]byte(o.Key), []byte(o.Kind), o.Request[:], o.Chain[:], o.Body, o.Result} {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(v))), v...)
	}
	return b
}

// readOps reads a block.
func readOps(b []byte) (ops []Op, err error) {
	rest, ok := bytes.CutPrefix(b, copyHead)
	if !ok {
		return nil, fmt.Errorf("%w: a block does not begin as one", ErrDamaged)
	}
	field := func() []byte {
		if len(rest) < 4 || uint64(binary.BigEndian.Uint32(rest)) > uint64(len(rest)-4) {
			err = fmt.Errorf("%w: a block ends early", ErrDamaged)
			return nil
		}
		n := binary.BigEndian.Uint32(rest)
		v := rest[4 : 4+n : 4+n]
		rest = rest[4+n:]
		return v
	}
	number := func() int64 {
		if v := field(); len(v) == 8 {
			return int64(binary.BigEndian.Uint64(v))
		}
		err = fmt.Errorf("%w: a number is missing", ErrDamaged)
		return 0
	}
	for !bytes.Equal(rest, []byte(copyTail)) {
		if len(rest) < 2 || binary.BigEndian.Uint16(rest) != columns {
			return nil, fmt.Errorf("%w: a row has other columns", ErrDamaged)
		}
		rest = rest[2:]
		o := Op{ID: store.OpID(number()), Player: store.PlayerID(number())}
		o.At = time.UnixMicro(number() + year2000).UTC()
		o.Key, o.Kind = string(field()), string(field())
		request, chain := field(), field()
		copy(o.Request[:], request)
		copy(o.Chain[:], chain)
		o.Body, o.Result = field(), field()
		if err != nil {
			return nil, err
		}
		ops = append(ops, o)
	}
	return ops, nil
}
