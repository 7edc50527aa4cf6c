package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// sessionsAsked are the sessions that calls ask for. What comes while one question is on its way goes together into
// the next: after a restart all calls come at once.
type sessionsAsked struct {
	mu      sync.Mutex
	asking  bool
	waiting []*sessionAsked
}

type sessionAsked struct {
	store.Session // TokenHash is the question
	err           error
	done          chan struct{}
}

// sessionsWithin bounds a question, whose askers may have gone; sessionsAtOnce its length.
const (
	sessionsWithin = 5 * time.Second
	sessionsAtOnce = 256
)

// SessionByHash implements store.Players.
func (e *Engine) SessionByHash(ctx context.Context, hash [32]byte) (store.Session, error) {
	a := &sessionAsked{Session: store.Session{TokenHash: hash}, done: make(chan struct{})}
	q := &e.asked
	q.mu.Lock()
	q.waiting = append(q.waiting, a)
	first := !q.asking
	q.asking = true
	q.mu.Unlock()
	if first && e.askSessions() {
		go func() {
			for e.askSessions() {
			}
		}()
	}
	select {
	case <-a.done:
		if a.err != nil {
			return store.Session{}, a.err
		}
		return a.Session, nil
	case <-ctx.Done():
		return store.Session{}, found(ctx.Err(), "")
	}
}

// askSessions queries once for those that wait, and reports whether more do.
func (e *Engine) askSessions() (more bool) {
	q := &e.asked
	q.mu.Lock()
	now := q.waiting[:min(len(q.waiting), sessionsAtOnce)]
	q.waiting = q.waiting[len(now):]
	q.mu.Unlock()
	hashes := make([][]byte, len(now))
	for i, a := range now {
		hashes[i] = a.TokenHash[:]
	}
	live, err := e.sessions(hashes)
	if err == nil {
		err = pgx.ErrNoRows
	}
	for _, a := range now {
		if s, ok := live[a.TokenHash]; ok {
			a.Session = s
		} else {
			a.err = found(err, "session")
		}
		close(a.done)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.asking = len(q.waiting) > 0; !q.asking {
		q.waiting = nil
	}
	return q.asking
}

// sessionQuery is what there is of a session. A login of a release before these columns was a proof and a use.
const sessionQuery = `SELECT token_hash, coalesce(first, token_hash), player, at, expires, device, coalesce(proved, at),
	coalesce(seen, at), network, country, strange FROM session WHERE expires > $1 AND `

func scanSession(row pgx.CollectableRow) (s store.Session, err error) {
	var hash, first []byte
	err = row.Scan(&hash, &first, &s.Player, &s.At, &s.Expires, &s.Device, &s.Proved, &s.Seen, &s.Network, &s.Country,
		&s.Strange)
	copy(s.TokenHash[:], hash)
	copy(s.First[:], first)
	for _, at := range []*time.Time{&s.At, &s.Expires, &s.Proved, &s.Seen} {
		*at = at.UTC()
	}
	return s, err
}

func (e *Engine) sessions(hashes [][]byte) (map[[32]byte]store.Session, error) {
	ctx, cancel := context.WithTimeout(context.Background(), sessionsWithin)
	defer cancel()
	rows, _ := e.pool.Query(ctx, sessionQuery+`token_hash = ANY($2)`, e.opt.Clock(), hashes)
	list, err := pgx.CollectRows(rows, scanSession)
	live := make(map[[32]byte]store.Session, len(list))
	for _, s := range list {
		live[s.TokenHash] = s
	}
	return live, err
}

// SessionsOf implements store.Players.
func (e *Engine) SessionsOf(ctx context.Context, p store.PlayerID) ([]store.Session, error) {
	rows, _ := e.pool.Query(ctx, sessionQuery+`player = $2 ORDER BY at DESC, token_hash`, e.opt.Clock(), p)
	list, err := pgx.CollectRows(rows, scanSession)
	return list, found(err, "")
}
