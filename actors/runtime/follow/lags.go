package follow

import (
	"iter"
	"maps"
	"strings"
	"sync"
	"time"
)

// Lags is how far the followers of a process have come; nil keeps nothing. It is safe for concurrent use and goes by
// the time that passes, whatever the site's clock says.
type Lags struct {
	mu  sync.Mutex
	lag map[string]lag
}

type lag struct {
	end   time.Time // when the outbox was last read to its end, or the follower began
	ready bool
}

// Lag is of one follower.
type Lag struct {
	Behind time.Duration // since the outbox of every writer was last read to its end, but for what was early
	Ready  bool          // the last reading was at the end: what is due at it (a day's settlement) may be done
}

// All yields the followers by the names of their settings, without what all of those end with.
func (l *Lags) All() iter.Seq2[string, Lag] {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make(map[string]Lag, len(l.lag))
	for key, f := range l.lag {
		all[strings.TrimSuffix(key, ".position")] = Lag{time.Since(f.end), f.ready}
	}
	return maps.All(all)
}

// begins notes a follower, which may have had a life before this one.
func (l *Lags) begins(key string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lag == nil {
		l.lag = map[string]lag{}
	}
	if f, known := l.lag[key]; known {
		l.lag[key] = lag{end: f.end}
		return
	}
	l.lag[key] = lag{end: time.Now()}
}

// reads notes a reading.
func (l *Lags) reads(key string, toEnd bool) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.lag[key]
	if f.ready = toEnd; toEnd {
		f.end = time.Now()
	}
	l.lag[key] = f
}
