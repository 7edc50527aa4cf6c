package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"jadebox/store"
)

// snapshot is a read-only transaction at repeatable read: it sees one instant and blocks no other.
type snapshot struct {
	conn   *pgxpool.Conn
	tx     pgx.Tx
	months months
}

// Inspector looks at a database without writing to it: no migration, no writers.
type Inspector struct {
	pool   *pgxpool.Pool
	months months
}

// Inspect connects an Inspector, which reads old months in a directory of files; "" is none. Close it.
func Inspect(ctx context.Context, dsn, archived string) (*Inspector, error) {
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("store: database url: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("store: %w", err)
	}
	return &Inspector{pool, monthsIn(archived)}, nil
}

// Snapshot implements store.Auditable.
func (i *Inspector) Snapshot(ctx context.Context) (store.Snapshot, error) {
	return newSnapshot(ctx, i.pool, i.months)
}

// Time is the database's.
func (i *Inspector) Time(ctx context.Context) (now time.Time, err error) { return timeOf(ctx, i.pool) }

// Kept is what a program has kept under a key, as store.Catalog has it.
func (i *Inspector) Kept(ctx context.Context, key string) ([]byte, error) {
	return kept(ctx, i.pool, key)
}

// Close closes the connections.
func (i *Inspector) Close() {
	i.pool.Close()
	i.months.close()
}

// Snapshot implements store.Auditable. It holds one connection of the read pool until it is closed.
func (e *Engine) Snapshot(ctx context.Context) (store.Snapshot, error) {
	return newSnapshot(ctx, e.pool, e.months)
}

func newSnapshot(ctx context.Context, pool *pgxpool.Pool, files months) (*snapshot, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, found(err, "")
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		conn.Release()
		return nil, found(err, "")
	}
	return &snapshot{conn, tx, files}, nil
}

func (s *snapshot) Close() error {
	err := s.tx.Rollback(context.Background())
	s.conn.Release()
	return found(err, "")
}

// journalPage is how many ops are in memory at a time.
const journalPage = 2000

func (s *snapshot) JournalAfter(ctx context.Context, from store.Cursor, yield func(*store.JournalEntry) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT id FROM writer ORDER BY id`)
	writers, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return found(err, "")
	}
	for _, w := range writers {
		for last := store.MakeOpID(w, from[w]); ; {
			n, err := s.page(ctx, &last, store.MakeOpID(w+1, 0), yield)
			if err != nil {
				return err
			}
			if n < journalPage {
				break
			}
		}
	}
	return nil
}

// page yields the ops between last and end, at most journalPage, and moves last.
func (s *snapshot) page(ctx context.Context, last *store.OpID, end store.OpID,
	yield func(*store.JournalEntry) error) (int, error) {
	rows, _ := s.tx.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3`, *last,
		end, journalPage)
	ops, err := pgx.CollectRows(rows, s.months.scanAnyOp)
	if err != nil || len(ops) == 0 {
		return 0, found(err, "")
	}
	transfers := make(map[store.OpID][]store.Posting, len(ops))
	rows, _ = s.tx.Query(ctx,
		`SELECT op, debit, credit, amount FROM transfer WHERE op BETWEEN $1 AND $2 ORDER BY op, idx`, ops[0].ID,
		ops[len(ops)-1].ID)
	var op store.OpID
	var p store.Posting
	if _, err := pgx.ForEachRow(rows, []any{&op, &p.Debit, &p.Credit, &p.AmountCents}, func() error {
		transfers[op] = append(transfers[op], p)
		return nil
	}); err != nil {
		return 0, found(err, "")
	}
	rows, _ = s.tx.Query(ctx, `SELECT `+itemColumns+` FROM item r WHERE r.id BETWEEN $1 AND $2 ORDER BY r.id`,
		int64(ops[0].ID)<<7, int64(ops[len(ops)-1].ID)<<7|(store.MaxNewItems-1))
	items := make(map[store.OpID][]store.Item, len(ops))
	if err := each(rows, scanItem, func(it store.Item) error {
		items[it.Op] = append(items[it.Op], it)
		return nil
	}); err != nil {
		return 0, found(err, "")
	}
	for i := range ops {
		*last = ops[i].ID
		if err := yield(&store.JournalEntry{OpRecord: ops[i], Transfers: transfers[ops[i].ID],
			Items: items[ops[i].ID]}); err != nil {
			return 0, err
		}
	}
	return len(ops), nil
}

func (s *snapshot) Keyed(ctx context.Context, player store.PlayerID, key string) (store.OpRecord, error) {
	rows, _ := s.tx.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE player = $1 AND key = $2`, player, key)
	rec, err := pgx.CollectExactlyOneRow(rows, s.months.scanAnyOp)
	return rec, found(err, "op %q", key)
}

func (s *snapshot) Heads(ctx context.Context) (map[int64]store.ChainHead, error) {
	return chainHeads(ctx, s.tx)
}

// ChainHeads are how far each writer's sequence goes, and the heads of their hash chains there.
func (e *Engine) ChainHeads(ctx context.Context) (map[int64]store.ChainHead, error) {
	return chainHeads(ctx, e.pool)
}

func chainHeads(ctx context.Context, db querier) (map[int64]store.ChainHead, error) {
	rows, _ := db.Query(ctx, `SELECT o.id, o.chain FROM writer w,
		LATERAL (SELECT id, chain FROM op WHERE id > w.id << 40 AND id < (w.id + 1) << 40 ORDER BY id DESC LIMIT 1) o`)
	heads := map[int64]store.ChainHead{}
	var id store.OpID
	var chain []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &chain}, func() error {
		if len(chain) != 32 {
			return errors.New("chain head is damaged")
		}
		heads[id.Writer()] = store.ChainHead{Seq: id.Seq(), Chain: [32]byte(chain)}
		return nil
	})
	return heads, found(err, "")
}

func (s *snapshot) Others(ctx context.Context, yield func(store.PlayerID, string, store.OpID, time.Time) error) error {
	rows, _ := s.tx.Query(ctx,
		`SELECT player, substr(list, 8), id, at FROM entry WHERE list >= 'others/' AND list < 'others0'`)
	var who store.PlayerID
	var kind string
	var op store.OpID
	var at time.Time
	_, err := pgx.ForEachRow(rows, []any{&who, &kind, &op, &at}, func() error { return yield(who, kind, op, at.UTC()) })
	return err
}

func (s *snapshot) Counts(ctx context.Context) (c store.RowCounts, err error) {
	err = s.tx.QueryRow(ctx,
		`SELECT (SELECT count(*) FROM op), (SELECT count(*) FROM transfer), (SELECT count(*) FROM item)`).Scan(&c.Ops,
		&c.Transfers, &c.Items)
	return c, found(err, "")
}

func (s *snapshot) OpenRooms(ctx context.Context, yield func(store.Room) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT `+roomColumns+` FROM room r WHERE status < 4 ORDER BY id`)
	return each(rows, scanRoom, yield)
}

func (s *snapshot) Accounts(ctx context.Context, ids []store.AccountID, yield func(store.AccountState) error) error {
	rows := s.byID(ctx, `SELECT id, balance, seed_epoch, next_nonce FROM account`, ids, ids == nil)
	var a store.AccountState
	_, err := pgx.ForEachRow(rows, []any{&a.Account, &a.Cents, &a.Epoch, &a.NextNonce},
		func() error { return yield(a) })
	return err
}

func (s *snapshot) Items(ctx context.Context, ids []store.ItemID, yield func(store.Item) error) error {
	rows := s.byID(ctx, `SELECT `+itemColumns+` FROM item r`, ids, ids == nil)
	return each(rows, scanItem, yield)
}

// Rooms walks all of them by pages, so that yield can read more for each.
func (s *snapshot) Rooms(ctx context.Context, ids []store.RoomID, yield func(store.Room) error) error {
	if ids != nil {
		return each(s.byID(ctx, `SELECT `+roomColumns+` FROM room r`, ids, false), scanRoom, yield)
	}
	for last := store.RoomID(math.MinInt64); ; {
		rows, _ := s.tx.Query(ctx, `SELECT `+roomColumns+
			` FROM room r WHERE id > $1 ORDER BY id LIMIT $2`, last, roomPage)
		page, err := pgx.CollectRows(rows, scanRoom)
		if err != nil {
			return found(err, "")
		}
		for _, r := range page {
			last = r.ID
			if err := yield(r); err != nil {
				return err
			}
		}
		if len(page) < roomPage {
			return nil
		}
	}
}

const roomPage = 200

// byID queries all rows or those with the given ids, by ascending id.
func (s *snapshot) byID(ctx context.Context, query string, ids any, all bool) pgx.Rows {
	var rows pgx.Rows
	if all {
		rows, _ = s.tx.Query(ctx, query+` ORDER BY id`)
	} else {
		rows, _ = s.tx.Query(ctx, query+` WHERE id = ANY($1) ORDER BY id`, ids)
	}
	return rows
}

// each yields rows one by one, without holding them all.
func each[T any](rows pgx.Rows, scan func(pgx.CollectableRow) (T, error), yield func(T) error) error {
	defer rows.Close()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return err
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return rows.Err()
}
