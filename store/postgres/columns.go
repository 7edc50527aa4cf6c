package postgres

import (
	"encoding/binary"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// columnCodec encodes the arrays of a batch. pgx's own codec plans every element and lets its buffer grow along them:
// at least twice the time, four times the memory (BenchmarkColumns). Here each kind is one loop into a buffer of the
// right size. Everything else, reading included, stays with pgx.
type columnCodec struct {
	pgtype.Codec
	element uint32
}

// useColumns makes m encode columns with columnCodec.
func useColumns(m *pgtype.Map) {
	for array, element := range map[uint32]uint32{
		pgtype.Int8ArrayOID: pgtype.Int8OID, pgtype.Int4ArrayOID: pgtype.Int4OID, pgtype.Int2ArrayOID: pgtype.Int2OID,
		pgtype.TextArrayOID: pgtype.TextOID, pgtype.ByteaArrayOID: pgtype.ByteaOID,
		pgtype.TimestamptzArrayOID: pgtype.TimestamptzOID,
	} {
		if t, ok := m.TypeForOID(array); ok {
			m.RegisterType(&pgtype.Type{Name: t.Name, OID: array, Codec: columnCodec{t.Codec, element}})
		}
	}
}

// PlanEncode implements pgtype.Codec. The element type must be the one that the Go type stands for: a []int64 for an
// int4[] is left to pgx, which checks its range.
func (c columnCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode {
		switch value.(type) {
		case []int64:
			if c.element == pgtype.Int8OID {
				return plan[int64]{c.element, fixed[int64](8), appendInt8}
			}
		case []int32:
			if c.element == pgtype.Int4OID {
				return plan[int32]{c.element, fixed[int32](4), appendInt4}
			}
		case []int16:
			if c.element == pgtype.Int2OID {
				return plan[int16]{c.element, fixed[int16](2), appendInt2}
			}
		case []time.Time:
			if c.element == pgtype.TimestamptzOID {
				return plan[time.Time]{c.element, fixed[time.Time](8), appendTimestamptz}
			}
		case []string:
			if c.element == pgtype.TextOID {
				return plan[string]{c.element, length[string], appendAll[string]}
			}
		case [][]byte:
			if c.element == pgtype.ByteaOID {
				return plan[[]byte]{c.element, length[[]byte], appendAll[[]byte]}
			}
		}
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

// plan encodes a []T; a nil slice is NULL, as everywhere in pgx, a nil element is empty.
type plan[T any] struct {
	element uint32
	size    func([]T) int // of all elements without their lengths
	append  func([]byte, T) []byte
}

// Encode implements pgtype.EncodePlan: the array's header (dimensions, no NULLs, element type, length, first index),
// then each element behind its length.
func (p plan[T]) Encode(value any, buf []byte) ([]byte, error) {
	list := value.([]T)
	if list == nil {
		return nil, nil
	}
	if need := len(buf) + 20 + 4*len(list) + p.size(list); need > cap(buf) {
		buf = append(make([]byte, 0, need), buf...)
	}
	buf = binary.BigEndian.AppendUint64(buf, 1<<32)
	buf = binary.BigEndian.AppendUint32(buf, p.element)
	buf = binary.BigEndian.AppendUint32(buf, uint32(len(list)))
	buf = binary.BigEndian.AppendUint32(buf, 1)
	for _, v := range list {
		at := len(buf)
		buf = p.append(append(buf, 0, 0, 0, 0), v)
		binary.BigEndian.PutUint32(buf[at:], uint32(len(buf)-at-4))
	}
	return buf, nil
}

func fixed[T any](bytes int) func([]T) int { return func(list []T) int { return bytes * len(list) } }

func length[T string | []byte](list []T) (n int) {
	for _, v := range list {
		n += len(v)
	}
	return n
}

func appendAll[T string | []byte](b []byte, v T) []byte { return append(b, v...) }

func appendInt8(b []byte, v int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(v)) }
func appendInt4(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }
func appendInt2(b []byte, v int16) []byte { return binary.BigEndian.AppendUint16(b, uint16(v)) }

// year2000 is where PostgreSQL counts from, in microseconds since 1970.
const year2000 = 946_684_800_000_000

func appendTimestamptz(b []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(t.UnixMicro()-year2000))
}
