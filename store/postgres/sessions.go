package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"jadebox/store"
)

// sessionsAsked are the sessions that somebody asks for. What comes while one question is on its way goes together into
// the next: after a restart everybody comes at once.
type sessionsAsked struct {
	mu      sync.Mutex
	asking  bool
	waiting map[[32]byte][]chan<- sessionAnswer
}

type sessionAnswer struct {
	session store.Session
	err     error
}

// sessionsWithin bounds a question, whose askers may have gone.
const sessionsWithin = 10 * time.Second

// SessionByHash implements store.Players.
func (e *Engine) SessionByHash(ctx context.Context, hash [32]byte) (store.Session, error) {
	answer := make(chan sessionAnswer, 1)
	q := &e.asked
	q.mu.Lock()
	if q.waiting == nil {
		q.waiting = map[[32]byte][]chan<- sessionAnswer{}
	}
	q.waiting[hash] = append(q.waiting[hash], answer)
	first := !q.asking
	q.asking = true
	q.mu.Unlock()
	if first {
		go e.askSessions()
	}
	select {
	case a := <-answer:
		return a.session, a.err
	case <-ctx.Done():
		return store.Session{}, found(ctx.Err(), "")
	}
}

// askSessions asks until nobody waits.
func (e *Engine) askSessions() {
	q := &e.asked
	for {
		q.mu.Lock()
		waiting := q.waiting
		q.waiting, q.asking = nil, len(waiting) > 0
		q.mu.Unlock()
		if len(waiting) == 0 {
			return
		}
		hashes := make([][]byte, 0, len(waiting))
		for hash := range waiting {
			hashes = append(hashes, hash[:])
		}
		live, err := e.sessions(hashes)
		for _, s := range live {
			for _, to := range waiting[s.TokenHash] {
				to <- sessionAnswer{session: s}
			}
			delete(waiting, s.TokenHash)
		}
		if err == nil {
			err = pgx.ErrNoRows
		}
		for _, all := range waiting {
			for _, to := range all {
				to <- sessionAnswer{err: found(err, "session")}
			}
		}
	}
}

func (e *Engine) sessions(hashes [][]byte) ([]store.Session, error) {
	ctx, cancel := context.WithTimeout(context.Background(), sessionsWithin)
	defer cancel()
	rows, _ := e.pool.Query(ctx, `SELECT token_hash, player, at, expires, device FROM session WHERE token_hash = ANY($1) AND expires > $2`, hashes, e.opt.Clock())
	live := make([]store.Session, 0, len(hashes))
	var s store.Session
	var hash pgtype.DriverBytes
	_, err := pgx.ForEachRow(rows, []any{&hash, &s.Player, &s.At, &s.Expires, &s.Device}, func() error {
		copy(s.TokenHash[:], hash)
		s.At, s.Expires = s.At.UTC(), s.Expires.UTC()
		live = append(live, s)
		return nil
	})
	return live, err
}
