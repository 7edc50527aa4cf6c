package session

import (
	"sync"
	"time"

	"jadebox/store"
)

// cacheLife bounds how long another node's logout goes unnoticed here; this node's own is noticed at once.
const (
	cacheLife = 4 * time.Second
	cacheMax  = 1 << 16
)

// cache saves a query for every request of a busy session.
type cache struct {
	mu    *sync.Mutex
	known map[[32]byte]cached
	drops uint64 // grows with every session that ended
}

type cached struct {
	session store.Session
	until   time.Time
}

func newCache() cache { return cache{mu: &sync.Mutex{}, known: map[[32]byte]cached{}, drops: 1} }

// get returns a session, or the number to give back to put once the store was asked.
func (c *cache) get(hash [32]byte, now time.Time) (s store.Session, ask uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.known[hash]; ok && now.Before(found.until) {
		return found.session, 0
	}
	return store.Session{}, c.drops
}

// put keeps what the store said, unless a session has ended since the question: it may have been this one.
func (c *cache) put(s store.Session, now time.Time, asked uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != asked {
		return
	}
	if len(c.known) >= cacheMax {
		clear(c.known)
	}
	c.known[s.TokenHash] = cached{s, now.Add(cacheLife)}
}

func (c *cache) drop(hash [32]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, hash)
	c.drops++
}
