package loadsim

import (
	"sync"

	"jadebox/tools/loadsim/report"
)

// census counts the rooms that are being played, by kind.
type census struct {
	mu    sync.Mutex
	ticks int64
	kinds map[string]*counted
}

type counted struct{ now, peak, sum, played int64 }

// enter counts a room until the returned function is called.
func (c *census) enter(kind string) (leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kinds[kind]
	if k == nil {
		if c.kinds == nil {
			c.kinds = map[string]*counted{}
		}
		k = &counted{}
		c.kinds[kind] = k
	}
	k.now++
	k.peak = max(k.peak, k.now)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		k.now--
		k.played++
	}
}

// tick takes one sample of all.
func (c *census) tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ticks++
	for _, k := range c.kinds {
		k.sum += k.now
	}
}

// restart drops all but the rooms that are open.
func (c *census) restart() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ticks = 0
	for _, k := range c.kinds {
		*k = counted{now: k.now, peak: k.now}
	}
}

// rooms is what was counted since restart.
func (c *census) rooms() map[string]report.Rooms {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]report.Rooms{}
	for kind, k := range c.kinds {
		out[kind] = report.Rooms{Mean: float64(k.sum) / float64(max(c.ticks, 1)), Peak: k.peak, Played: k.played}
	}
	return out
}
