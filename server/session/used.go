package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	// seenEvery is how exact a session's last use is: each costs the store a write at most so often.
	seenEvery = 10 * time.Minute
	noteEvery = 20 * time.Second
	usedMax   = 1 << 16 // more wait for their next use
)

// used are the sessions whose last use the store is to be told of: together, so that a restart, after which every
// player comes at once, writes a few times and not once for each.
type used struct {
	mu   sync.Mutex
	list map[[32]byte]struct{}
}

func (u *used) add(hash [32]byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.list == nil {
		u.list = map[[32]byte]struct{}{}
	}
	if len(u.list) < usedMax {
		u.list[hash] = struct{}{}
	}
}

func (u *used) take() [][32]byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	list := slices.Collect(maps.Keys(u.list))
	u.list = nil
	return list
}

// Note tells the store which sessions were used since the last time. What is lost with a process is lost: the next use
// tells it.
func (s *Sessions) Note(ctx context.Context) error {
	list := s.used.take()
	if len(list) == 0 {
		return nil
	}
	if err := s.store.SeeSessions(ctx, list, s.now().Truncate(time.Millisecond)); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}
