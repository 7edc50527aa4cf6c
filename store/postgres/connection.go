package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

// quieten keeps out of PostgreSQL's log what are errors to it and answers to the caller, a key that is sent again or an
// op that a guard refuses: it would have a line for each. What a writer makes of other errors, this process logs. It is
// asked for by each connection and no part of what one starts with: there, a right that was taken away since would keep
// every writer out.
const quieten = `SELECT set_config('log_min_messages', 'log', false)
	WHERE has_parameter_privilege('log_min_messages', 'SET')`

// connect opens the writer's connection and prepares its statements.
func (w *writer) connect(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, w.config)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := w.e.sameDatabase(ctx, conn); err != nil {
		conn.Close(ctx)
		return err
	}
	// Where it may not, the log has all; a connection that is lost is noticed below.
	_, _ = conn.Exec(ctx, quieten)
	useColumns(conn.TypeMap())
	for name, sql := range statements {
		if _, err := conn.Prepare(ctx, name, sql); err != nil {
			conn.Close(ctx)
			return fmt.Errorf("store: prepare %s: %w", name, err)
		}
	}
	w.conn, w.held = conn, false
	return nil
}

// reconnect tries until it succeeds, the engine closes or the database is found to have gone back in time. Ops wait
// meanwhile; a caller that cannot wait has its context.
func (w *writer) reconnect() error {
	var said []string // of what stands for no lack: each once in this call
	for delay := 5 * time.Millisecond; ; delay = min(2*delay, 500*time.Millisecond) {
		w.conn.Close(context.Background()) // that of the last try, too: it may hold a slot
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		err := w.connect(ctx)
		if err == nil {
			err = w.resume(ctx)
		}
		cancel()
		if err == nil {
			w.e.stats.reconnects.Add(1)
			w.e.writes.succeed(began) // a slot was taken, which is a write
			return nil
		}
		words, first := w.e.writes.fail(err)
		if code := sqlState(err); words == "" && !slices.Contains(said, code) {
			said, words, first = append(said, code), "not connected again yet", true
		}
		if first {
			w.log(err, words)
		}
		if errors.Is(err, store.ErrWentBack) {
			return err
		}
		select {
		case <-w.e.closing:
			return errors.Join(store.ErrClosed, err)
		case <-time.After(delay):
		}
	}
}

// sqlState is PostgreSQL's code of an error, "" where it said nothing.
func sqlState(err error) string {
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pe.Code
	}
	return ""
}

// resume takes a slot, if the connection holds none, and reads how far its sequence has come: another process may have
// had it before, and a commit whose answer was lost may have moved it. While the old backend still has such a commit on
// its way it holds the slot, and the writer goes on with another; keys are unique whichever process writes them.
func (w *writer) resume(ctx context.Context) error {
	w.tail.forget()
	if !w.held {
		if err := w.conn.QueryRow(ctx, `SELECT claim_writer($1, $2)`, w.id, w.e.opt.Node).Scan(&w.id); err != nil {
			return err
		}
	}
	var id store.OpID
	var chain []byte
	err := w.conn.QueryRow(ctx, `SELECT id, chain FROM op WHERE id > $1 AND id < $2 ORDER BY id DESC LIMIT 1`,
		store.MakeOpID(w.id, 0), store.MakeOpID(w.id+1, 0)).Scan(&id, &chain)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		w.seq, w.chain = 0, store.ChainGenesis(w.id)
	case err != nil:
		return err
	default:
		w.seq, w.chain = id.Seq(), [32]byte(chain)
	}
	w.last.Store(&lastCommit{w.id, time.Now(), id, w.chain})
	w.held = true // only now: a slot whose end is not known must not be written
	return nil
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// answerKnown answers the ops of a batch whose keys are stored, as db sees it, and returns the others. What stands in
// the file of an old month is read beside the writer, whose other ops do not wait for it.
func (w *writer) answerKnown(ctx context.Context, db querier, batch []*pending) ([]*pending, error) {
	players, keys := make([]int64, len(batch)), make([]string, len(batch))
	for i, p := range batch {
		players[i], keys[i] = int64(p.op.Player), p.op.Key
	}
	rows, err := db.Query(ctx, `SELECT t.i, o.id, o.at, o.request, o.chain, o.body, o.result
		FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY t(player, key, i) JOIN op o ON o.player = t.player AND o.key = t.key`, players, keys)
	if err != nil {
		return batch, err
	}
	type stored struct {
		i       int
		request [32]byte
		receipt store.Receipt
		unread  error // why the result is not there: its row is damaged

		chain, body, result []byte // of an op whose result stands in a file
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s stored, err error) {
		var request, chain, body, result []byte
		if err = row.Scan(&s.i, &s.receipt.Op, &s.receipt.At, &request, &chain, &body, &result); err != nil {
			return s, err
		}
		copy(s.request[:], request)
		s.receipt.At = s.receipt.At.UTC()
		if _, large, ok := readFiled(body); ok && large {
			s.chain, s.body, s.result = chain, body, result
			return s, nil
		}
		s.receipt.Result, s.unread = w.e.months.result(s.receipt.Op, chain, body, result)
		return s, nil
	})
	if err != nil {
		return batch, err
	}
	answered := make([]bool, len(batch))
	for _, s := range all {
		p := batch[s.i-1]
		answered[s.i-1] = true
		answer := func(r store.Receipt, unread error) {
			w.replay(p, s.request, r, unread)
			for _, f := range p.followers {
				w.replay(f, s.request, r, unread)
			}
		}
		if s.body == nil {
			answer(s.receipt, s.unread)
			continue
		}
		w.e.done.Go(func() {
			w.e.reading <- struct{}{}
			defer func() { <-w.e.reading }()
			r := s.receipt
			result, err := w.e.months.result(r.Op, s.chain, s.body, s.result)
			r.Result = result
			answer(r, err)
		})
	}
	var rest []*pending
	for i, p := range batch {
		if !answered[i] {
			rest = append(rest, p)
		}
	}
	return rest, nil
}
