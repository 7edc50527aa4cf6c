package postgres

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/archive"
)

// months reads bodies and results of ops that stand in files (docs/store.md, "Old months"). Everything else of such an
// op is still in its row: id, player, key, hash of the request, kind, time, head of the hash chain, and a small result.
// The zero value has no file.
type months struct{ dir *archive.Dir }

func monthsIn(dir string) months { return months{archive.NewDir(dir)} }

func (m months) close() error {
	if m.dir == nil {
		return nil
	}
	return m.dir.Close()
}

// appendFiled appends what stands in column body of an op that is in the file of a month: the month, and whether its
// result is there, too.
func appendFiled(b []byte, month archive.Month, result []byte) []byte {
	large := byte(0)
	if len(result) > resultMax {
		large = 1
	}
	return append(binary.AppendUvarint(append(b, filed), uint64(month)), large)
}

// readFiled reads it; ok is false for every other form of a body.
func readFiled(stored []byte) (month archive.Month, large, ok bool) {
	if len(stored) < 3 || stored[0] != filed {
		return 0, false, false
	}
	v, n := binary.Uvarint(stored[1:])
	if n <= 0 || len(stored) != n+2 {
		return 0, false, false
	}
	return archive.Month(v), stored[n+1] == 1, true
}

// unpack returns body and result of an op from its columns, or from its month's file. What the file has must have the
// hash that the row has.
func (m months) unpack(id store.OpID, chain [32]byte, stored, column []byte) (body, result []byte, err error) {
	month, large, ok := readFiled(stored)
	if !ok {
		return unpack(stored, column)
	}
	dir := m.dir
	if dir == nil {
		dir = archive.NewDir("")
	}
	op, err := dir.Op(month, id)
	if err != nil {
		return nil, column, err
	}
	if op.Chain != chain {
		return nil, column, fmt.Errorf("%w: op %d of %s is another one", store.ErrBody, id, month.File())
	}
	if large {
		column = op.Result
	}
	return op.Body, column, nil
}

// result is unpack for callers that need no body: a small result is in the row.
func (m months) result(id store.OpID, chain, stored, column []byte) ([]byte, error) {
	if _, large, ok := readFiled(stored); ok && !large {
		return column, nil
	}
	var head [32]byte
	copy(head[:], chain)
	_, result, err := m.unpack(id, head, stored, column)
	return result, err
}

// Part is a month of the journal that stands in a file, too.
type Part struct {
	Month   archive.Month
	SHA256  []byte // of the file
	Ops     int64
	Ranges  []archive.Range // without heads
	At      time.Time
	Dropped time.Time // since when its bodies begin to be nowhere else; the zero time: not dropped
	Done    bool      // all of them
}

// Parts lists them by month.
func (e *Engine) Parts(ctx context.Context) ([]Part, error) { return parts(ctx, e.pool) }

func parts(ctx context.Context, db querier) ([]Part, error) {
	rows, _ := db.Query(ctx, `SELECT month, sha256, ops, writers, firsts, lasts, at, dropped, done
		FROM journal_part ORDER BY month`)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Part, err error) {
		var writers, firsts, lasts []int64
		var dropped *time.Time
		err = row.Scan(&p.Month, &p.SHA256, &p.Ops, &writers, &firsts, &lasts, &p.At, &dropped, &p.Done)
		for i, w := range writers {
			p.Ranges = append(p.Ranges, archive.Range{Writer: w, First: firsts[i], Last: lasts[i]})
		}
		if p.At = p.At.UTC(); dropped != nil {
			p.Dropped = dropped.UTC()
		}
		return p, err
	})
	return list, found(err, "")
}

// NextPart finds what the journal has of the oldest month that has no part, before another month: of each writer's
// sequence what follows the parts before it, up to the last op that was made before the month's end. Times go up along
// a sequence but for the skew of clocks: an op that stands behind that boundary counts to the month behind.
// ErrNotFound when there is no such month.
func (e *Engine) NextPart(ctx context.Context, before archive.Month) (archive.Month, []archive.Range, error) {
	known, err := e.Parts(ctx)
	if err != nil {
		return 0, nil, err
	}
	next := map[int64]int64{}
	oldest := archive.Month(0)
	for _, p := range known {
		oldest = max(oldest, p.Month.Next())
		for _, r := range p.Ranges {
			next[r.Writer] = max(next[r.Writer], r.Last)
		}
	}
	heads, err := e.ChainHeads(ctx)
	if err != nil {
		return 0, nil, err
	}
	first := before
	for w, head := range heads {
		if next[w]++; next[w] > head.Seq {
			continue
		}
		at, _, err := e.opAt(ctx, store.MakeOpID(w, next[w]))
		if err != nil {
			return 0, nil, err
		}
		first = min(first, archive.MonthOf(at))
	}
	first = max(first, oldest)
	if first >= before {
		return 0, nil, fmt.Errorf("%w: no month before %s is left in the journal alone", store.ErrNotFound, before)
	}
	end := first.Next().Begin()
	var ranges []archive.Range
	for w, head := range heads {
		r := archive.Range{Writer: w, First: next[w]}
		if r.Last, err = e.lastBefore(ctx, w, r.First, head.Seq, end); err != nil {
			return 0, nil, err
		}
		if r.Last >= r.First {
			ranges = append(ranges, r)
		}
	}
	slices.SortFunc(ranges, func(a, b archive.Range) int { return cmp.Compare(a.Writer, b.Writer) })
	ranges, err = e.Headed(ctx, ranges)
	return first, ranges, err
}

// Headed is ranges with the head of the hash chain before each, from which its file begins.
func (e *Engine) Headed(ctx context.Context, ranges []archive.Range) (list []archive.Range, err error) {
	for _, r := range ranges {
		if r.Before = store.ChainGenesis(r.Writer); r.First > 1 {
			if _, r.Before, err = e.opAt(ctx, store.MakeOpID(r.Writer, r.First-1)); err != nil {
				return nil, err
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// lastBefore finds the last op of a writer's sequence between two numbers that was made before a time: first-1 when
// none was.
func (e *Engine) lastBefore(ctx context.Context, writer, first, last int64, end time.Time) (int64, error) {
	for first <= last {
		middle := first + (last-first)/2
		at, _, err := e.opAt(ctx, store.MakeOpID(writer, middle))
		if err != nil {
			return 0, err
		}
		if at.Before(end) {
			first = middle + 1
		} else {
			last = middle - 1
		}
	}
	return last, nil
}

func (e *Engine) opAt(ctx context.Context, id store.OpID) (at time.Time, chain archive.Hash, err error) {
	var head []byte
	err = e.pool.QueryRow(ctx, `SELECT at, chain FROM op WHERE id = $1`, id).Scan(&at, &head)
	copy(chain[:], head)
	return at, chain, found(err, "op %d", id)
}

// EachOp yields the ops of a range as a file has them, by ascending id.
func (e *Engine) EachOp(ctx context.Context, r archive.Range, yield func(*archive.Op) error) error {
	end := store.MakeOpID(r.Writer, r.Last)
	for last := store.MakeOpID(r.Writer, r.First-1); last < end; {
		rows, _ := e.pool.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`,
			last, end, journalPage)
		ops, err := pgx.CollectRows(rows, e.months.scanFiled)
		if err != nil {
			return found(err, "")
		}
		if len(ops) == 0 {
			return fmt.Errorf("%w: op %d", store.ErrNotFound, last+1)
		}
		for i := range ops {
			last = ops[i].ID
			if err := yield(&ops[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m months) scanFiled(row pgx.CollectableRow) (o archive.Op, err error) {
	rec, body, result, err := scanRow(row)
	if err == nil {
		body, result, err = m.unpack(rec.ID, rec.Chain, body, result)
	}
	return archive.Op{ID: rec.ID, Player: rec.Player, At: rec.At, Key: rec.Key, Kind: rec.Kind, Request: rec.Request,
		Chain: rec.Chain, Body: body, Result: result}, err
}

// HoldsPart is nil when a file holds just the ops that the journal has in its ranges: each with the hash that its row
// has, none less. The hash covers all of an op, and the file holds its own to it.
func (e *Engine) HoldsPart(ctx context.Context, f *archive.File) error {
	var ids []store.OpID
	chains := map[store.OpID][32]byte{}
	check := func() error {
		rows, _ := e.pool.Query(ctx, `SELECT id, chain FROM op WHERE id = ANY($1)`, ids)
		var id store.OpID
		var chain []byte
		if _, err := pgx.ForEachRow(rows, []any{&id, &chain}, func() error {
			if known, there := chains[id]; there && slices.Equal(known[:], chain) {
				delete(chains, id)
			}
			return nil
		}); err != nil {
			return found(err, "")
		}
		for id := range chains {
			return fmt.Errorf("%w: the journal has another op %d", archive.ErrDamaged, id)
		}
		ids = ids[:0]
		return nil
	}
	err := f.Each(func(o *archive.Op) error {
		ids, chains[o.ID] = append(ids, o.ID), o.Chain
		if len(ids) < journalPage {
			return nil
		}
		return check()
	})
	return errors.Join(err, check())
}

// RecordPart notes a month that stands in a file. A second time it must be the same ops; another file of them takes the
// place of the first one as long as the month is not dropped. ErrConflict otherwise.
func (e *Engine) RecordPart(ctx context.Context, p Part) error {
	var writers, firsts, lasts []int64
	for _, r := range p.Ranges {
		writers, firsts, lasts = append(writers, r.Writer), append(firsts, r.First), append(lasts, r.Last)
	}
	var same bool
	err := e.pool.QueryRow(ctx, `WITH new AS (INSERT INTO journal_part (month, sha256, ops, writers, firsts, lasts, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (month) DO UPDATE SET sha256 = excluded.sha256, at = excluded.at
			WHERE journal_part.dropped IS NULL AND (journal_part.writers, journal_part.firsts, journal_part.lasts) =
				(excluded.writers, excluded.firsts, excluded.lasts) RETURNING 1)
		SELECT EXISTS (SELECT FROM new) OR EXISTS (SELECT FROM journal_part
			WHERE month = $1 AND sha256 = $2 AND writers = $4 AND firsts = $5 AND lasts = $6)`,
		p.Month, p.SHA256, p.Ops, writers, firsts, lasts, p.At).Scan(&same)
	if err == nil && !same {
		err = fmt.Errorf("%w: %s was archived before, in another file or other operations", store.ErrConflict, p.Month)
	}
	return found(err, "")
}

// DropPart takes the bodies of a month's ops, and their large results, out of the database: they stand in a file, which
// HoldsPart has held to the journal; a row whose hash is not the one that is in the file is left as it is, so that a
// file which changes meanwhile costs nothing. The rows stay, so that a key of then is known as before; so does all of
// an op that stays. It may be broken off and begun again. From now on the database asks for a program that knows such
// rows.
func (e *Engine) DropPart(ctx context.Context, f *archive.File, month archive.Month, at time.Time) error {
	if _, err := e.pool.Exec(ctx, `WITH floor AS (UPDATE schema_floor SET version = greatest(version, 430))
		UPDATE journal_part SET dropped = coalesce(dropped, $2) WHERE month = $1`, month, at); err != nil {
		return found(err, "")
	}
	var ids []int64
	var bodies, chains [][]byte
	flush := func() error {
		// A row changes without its indexes when its new form finds room in its page. A page of the journal is full: so
		// first a few rows of each page, whose old forms make room for the others.
		for pass := range 3 {
			var some []int64
			var forms, heads [][]byte
			for i, id := range ids {
				if turn(id) == pass {
					some, forms, heads = append(some, id), append(forms, bodies[i]), append(heads, chains[i])
				}
			}
			if _, err := e.pool.Exec(ctx, `UPDATE op SET body = t.body,
					result = CASE WHEN length(op.result) > $3 THEN '' ELSE op.result END
				FROM (SELECT unnest($1::bigint[]) id, unnest($2::bytea[]) body, unnest($4::bytea[]) chain) t
				WHERE op.id = t.id AND op.chain = t.chain AND op.body <> t.body`,
				some, forms, resultMax, heads); err != nil {
				return found(err, "")
			}
		}
		ids, bodies, chains = ids[:0], bodies[:0], chains[:0]
		return nil
	}
	err := f.Each(func(o *archive.Op) error {
		if whole, err := stays(o); err != nil || whole {
			return err
		}
		ids, bodies = append(ids, int64(o.ID)), append(bodies, appendFiled(nil, month, o.Result))
		chains = append(chains, slices.Clone(o.Chain[:]))
		if len(ids) < journalPage {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	if _, err := e.pool.Exec(ctx, `UPDATE journal_part SET done = true WHERE month = $1`, month); err != nil {
		return found(err, "")
	}
	_, err = e.pool.Exec(ctx, `VACUUM op`) // what is free is used again from now on
	return found(err, "")
}

// stays reports whether an op keeps its body in the database: it is of no room, draws nothing and moves no money,
// whichever account's it is. Such ops are little, and are read as long as they hold, with or without the files:
// settings, catalogue and seals by a start, a player's limits and suspension by whatever they do, an epoch of seeds by
// the public log when it is revealed.
func stays(o *archive.Op) (bool, error) {
	var rec store.OpRecord
	err := store.DecodeBody(o.Body, &rec)
	return rec.Room == nil && rec.Nonce == nil && len(rec.Postings) == 0, err
}

// turn is in which of three passes a row is changed: one of eight, then three, then the rest.
func turn(id int64) int {
	switch id & 7 {
	case 0:
		return 0
	case 2, 4, 6:
		return 1
	}
	return 2
}

// lackingParts are the months whose bodies are nowhere but in files that are not mounted.
func (e *Engine) lackingParts(ctx context.Context) (list []archive.Month, err error) {
	known, err := e.Parts(ctx)
	for _, p := range known {
		if !p.Dropped.IsZero() && !e.months.dir.Has(p.Month) {
			list = append(list, p.Month)
		}
	}
	return list, err
}
