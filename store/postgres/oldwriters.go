package postgres

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// oldWriters are the writers of before slots, which are never used again (migrations 00190 and 00200): up to 65,535 of
// them, and a reading of the outbox must not ask each. What this process knows of them decides, whatever another has
// ended meanwhile.
type oldWriters struct {
	sync.Mutex
	read time.Time
	list []oldWriter // by id
}

type oldWriter struct{ id, end int64 } // end is stillOpen, or the last sequence

const (
	stillOpen    = -1
	readOldEvery = time.Minute // a process of the release before may make one
)

// refresh ends those that rest and reads what is not known for good. The caller holds the lock.
func (o *oldWriters) refresh(ctx context.Context, e *Engine) error {
	if !o.read.IsZero() && time.Since(o.read) < readOldEvery {
		return nil
	}
	known := slices.IndexFunc(o.list, func(w oldWriter) bool { return w.end == stillOpen })
	if known < 0 {
		known = len(o.list)
	}
	last := int64(0)
	if known > 0 {
		last = o.list[known-1].id
	}
	if _, err := e.pool.Exec(ctx, `SELECT end_writers()`); err != nil {
		return found(err, "")
	}
	rows, _ := e.pool.Query(ctx,
		`SELECT id, coalesce(ended, $2) FROM writer WHERE NOT reusable AND id > $1 ORDER BY id`, last, int64(stillOpen))
	list := o.list[:known:known]
	var w oldWriter
	if _, err := pgx.ForEachRow(rows, []any{&w.id, &w.end},
		func() error { list = append(list, w); return nil }); err != nil {
		return found(err, "")
	}
	o.list, o.read = list, time.Now()
	return nil
}

// behind returns the cursor with all old writers in one position that were read to their end, the positions of those
// that are to be asked, and which of the old ones are: those that may still write, and others as long as they have n
// ops at most that were not read.
func (e *Engine) behind(ctx context.Context, from store.Cursor, n int) (cursor, at store.Cursor, ask []int64,
	err error) {
	e.old.Lock()
	defer e.old.Unlock()
	if err := e.old.refresh(ctx, e); err != nil {
		return nil, nil, nil, err
	}
	list := e.old.list
	cursor, ask = store.Cursor{}, []int64{}
	maps.Copy(cursor, from) // a clone, and each clone of it, would stay as large as from ever was
	next, known := find(list, from[store.AllUpTo])
	if known {
		next++
	}
	for ; next < len(list); next++ {
		w := list[next]
		if at := from[w.id]; w.end == stillOpen || at < w.end || at == store.PastEnd {
			break
		}
		cursor[store.AllUpTo] = w.id
	}
	for left := int64(n); next < len(list); next++ {
		w := list[next]
		switch unread := w.end - from[w.id]; {
		case w.end == stillOpen:
			ask = append(ask, w.id)
		case unread > 0 && left > 0:
			ask, left = append(ask, w.id), left-unread
		}
	}
	at = store.Cursor{}
	for w, seq := range cursor {
		_, old := find(list, w)
		_, asked := slices.BinarySearch(ask, w)
		switch {
		case asked || !old:
			at[w] = seq
		case w <= cursor[store.AllUpTo]:
			delete(cursor, w)
		}
	}
	return cursor, at, ask, nil
}

func find(list []oldWriter, id int64) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(w oldWriter, id int64) int { return cmp.Compare(w.id, id) })
}
