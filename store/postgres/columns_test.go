package postgres

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// TestColumnsEncodeAsPgx compares every column that a batch sends with what pgx makes of it.
func TestColumnsEncodeAsPgx(t *testing.T) {
	at := time.Date(2031, 2, 3, 4, 5, 6, 789_999, time.FixedZone("x", 3600))
	for name, c := range map[string]struct {
		oid   uint32
		value any
	}{
		"bigint":   {pgtype.Int8ArrayOID, []int64{0, 1, -1, math.MaxInt64, math.MinInt64}},
		"int":      {pgtype.Int4ArrayOID, []int32{0, 1, -1, math.MaxInt32, math.MinInt32}},
		"smallint": {pgtype.Int2ArrayOID, []int16{0, 1, -1, math.MaxInt16, math.MinInt16}},
		"text":     {pgtype.TextArrayOID, []string{"", "a", "4×10 宝箱"}},
		"bytea":    {pgtype.ByteaArrayOID, [][]byte{{}, {0}, bytes.Repeat([]byte{0xff}, 3000)}},
		"timestamptz": {pgtype.TimestamptzArrayOID, []time.Time{at, time.Unix(0, 0),
			time.Date(1969, 12, 31, 23, 59, 59, 999_999_000, time.UTC)}},
		"empty":              {pgtype.Int8ArrayOID, []int64{}},
		"nil":                {pgtype.ByteaArrayOID, [][]byte(nil)},
		"wider than the row": {pgtype.Int4ArrayOID, []int64{7}},
		"nullable":           {pgtype.TimestamptzArrayOID, []*time.Time{nil, &at}},
	} {
		t.Run(name, func(t *testing.T) {
			plain, own := pgtype.NewMap(), pgtype.NewMap()
			useColumns(own)
			prefix := []byte("earlier parameters")
			want, err := plain.Encode(c.oid, pgtype.BinaryFormatCode, c.value, bytes.Clone(prefix))
			if err != nil {
				t.Fatal(err)
			}
			got, err := own.Encode(c.oid, pgtype.BinaryFormatCode, c.value, bytes.Clone(prefix))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) || (got == nil) != (want == nil) {
				t.Errorf("got  %x\nwant %x", got, want)
			}
		})
	}
	if _, err := func() ([]byte, error) {
		m := pgtype.NewMap()
		useColumns(m)
		return m.Encode(pgtype.Int4ArrayOID, pgtype.BinaryFormatCode, []int64{math.MaxInt64}, nil)
	}(); err == nil {
		t.Error("a bigint passed for an int")
	}
}

// BenchmarkColumns encodes the items and bodies of 77 battles of 40 draws, a batch of 256 callers.
func BenchmarkColumns(b *testing.B) {
	const battles = 77
	ids, ats, defs := make([]int64, 40*battles), make([]time.Time, 40*battles), make([]int32, 40*battles)
	bodies := make([][]byte, battles)
	for i := range bodies {
		bodies[i] = make([]byte, 10_000)
	}
	pgxOwn, columns := pgtype.NewMap(), pgtype.NewMap()
	useColumns(columns)
	for name, m := range map[string]*pgtype.Map{"pgx": pgxOwn, "columns": columns} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var buf []byte
				for _, c := range []struct {
					oid   uint32
					value any
				}{{pgtype.Int8ArrayOID, ids}, {pgtype.Int8ArrayOID, ids}, {pgtype.Int8ArrayOID, ids},
					{pgtype.TimestamptzArrayOID, ats},
					{pgtype.Int4ArrayOID, defs}, {pgtype.ByteaArrayOID, bodies}} {
					var err error
					if buf, err = m.Encode(c.oid, pgtype.BinaryFormatCode, c.value, buf); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
