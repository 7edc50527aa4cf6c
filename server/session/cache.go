package session

import (
	"maps"
	"sync"
	"time"

	"jadebox/store"
)

// cacheLife bounds how long another node's logout goes unnoticed here; this node's own is noticed at once.
const (
	cacheLife = 4 * time.Second
	cacheMax  = 1 << 16
)

// cache saves a query for every request of a busy session. It has two generations, so that what no call needs any more
// goes all at once, and its memory with it.
type cache struct {
	mu           *sync.Mutex
	fresh, stale map[[32]byte]*cached
	turning      bool
	drops        uint64 // grows with every session that ended
}

type cached struct {
	session store.Session
	until   time.Time
}

func newCache() cache { return cache{mu: &sync.Mutex{}, fresh: map[[32]byte]*cached{}, drops: 1} }

// get returns a session, or the number to give back to put once the store was asked.
func (c *cache) get(hash [32]byte, now time.Time) (s store.Session, ask uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, known := range []map[[32]byte]*cached{c.fresh, c.stale} {
		if found, ok := known[hash]; ok && now.Before(found.until) {
			return found.session, 0
		}
	}
	return store.Session{}, c.drops
}

// put keeps what the store returned, unless a session has ended since the question: it may have been this one.
func (c *cache) put(s store.Session, now time.Time, asked uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != asked {
		return
	}
	if len(c.fresh) >= cacheMax {
		clear(c.fresh)
	}
	c.fresh[s.TokenHash] = &cached{s, now.Add(cacheLife)}
	if !c.turning {
		c.turning = true
		time.AfterFunc(cacheLife, c.turn)
	}
}

// turn drops the generation whose lives are over.
func (c *cache) turn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh, c.stale = map[[32]byte]*cached{}, c.fresh
	if c.turning = len(c.stale) > 0; c.turning {
		time.AfterFunc(cacheLife, c.turn)
	}
}

// dropAll is drop for every session of a player: another process may have ended some in the store.
func (c *cache) dropAll(who store.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, known := range []map[[32]byte]*cached{c.fresh, c.stale} {
		maps.DeleteFunc(known, func(_ [32]byte, s *cached) bool { return s.session.Player == who })
	}
	c.drops++
}

func (c *cache) drop(hash [32]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.fresh, hash)
	delete(c.stale, hash)
	c.drops++
}
