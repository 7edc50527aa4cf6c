package follow

import (
	"iter"
	"maps"
	"strings"
	"sync"
	"time"
)

// Lags is how far the followers of a process have come, and what reads the outbox without being one (the public log);
// nil keeps nothing. It is safe for concurrent use and goes by the time that passes, whatever the site's clock says.
type Lags struct {
	mu  sync.Mutex
	lag map[string]lag
}

type lag struct {
	end   time.Time // when the outbox was last read to its end, or the follower began
	ready bool
	due   time.Time // since when something is due and not done; zero: nothing is
}

// Lag is of one follower.
type Lag struct {
	Behind time.Duration // since the outbox of every writer was last read to its end, but for what was early
	Ready  bool          // the last reading was at the end: what is due at it (a day's settlement) may be done
	Due    time.Duration // since when something is due, and not done; 0: nothing is
}

// All yields the followers by the names of their settings, without what all of those end with.
func (l *Lags) All() iter.Seq2[string, Lag] {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make(map[string]Lag, len(l.lag))
	for key, f := range l.lag {
		now := Lag{Behind: time.Since(f.end), Ready: f.ready}
		if !f.due.IsZero() {
			now.Due = time.Since(f.due)
		}
		all[strings.TrimSuffix(key, ".position")] = now
	}
	return maps.All(all)
}

// Begins notes a follower, which may have had a life before this one.
func (l *Lags) Begins(key string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lag == nil {
		l.lag = map[string]lag{}
	}
	if f, known := l.lag[key]; known {
		l.lag[key] = lag{end: f.end, due: f.due}
		return
	}
	l.lag[key] = lag{end: time.Now()}
}

// Reads notes a reading, and whether it came to the end.
func (l *Lags) Reads(key string, toEnd bool) {
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

// owes notes for how long something has been due that is not done; 0: nothing is.
func (l *Lags) owes(key string, due time.Duration) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.lag[key]
	if f.due = (time.Time{}); due > 0 {
		f.due = time.Now().Add(-due)
	}
	l.lag[key] = f
}
