// Package limit counts attempts: so many of one kind by one party in one span of time (docs/reliability-security.md,
// "login, register, codes").
//
// The algorithm is GCRA: one instant is kept for each key, so that a limit costs the same whatever its size. Memory
// holds it for one process, Redis for several, Shared falls back from Redis to memory while Redis does not answer.
// Deliberately absent: who is limited and how often, which callers decide.
package limit

import (
	"context"
	"time"
)

// Rate allows Burst attempts at once and one more every Per/Burst.
type Rate struct {
	Burst int
	Per   time.Duration
}

// Interval is the time that one attempt costs.
func (r Rate) Interval() time.Duration { return r.Per / time.Duration(r.Burst) }

// Limiter takes attempts.
type Limiter interface {
	// Take counts one attempt under key. It returns 0 when the attempt is allowed, else how long to wait before the
	// next one; an attempt that is refused does not count.
	Take(ctx context.Context, key string, r Rate) (retry time.Duration, err error)
}

// decide is GCRA: full is the instant at which the key's debt is paid off.
func decide(full, now time.Time, r Rate) (next time.Time, retry time.Duration) {
	if full.Before(now) {
		full = now
	}
	next = full.Add(r.Interval())
	if over := next.Sub(now) - r.Per; over > 0 {
		return full, over
	}
	return next, 0
}
