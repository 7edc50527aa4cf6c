// Package limit counts attempts: so many of one kind by one party in one span of time (docs/reliability-security.md,
// "login, register, codes").
//
// The algorithm is GCRA: one instant is kept for each key, so that a limit costs the same whatever its size. Memory
// holds it for one process, Redis for several, Shared falls back from Redis to memory while Redis does not answer.
// Deliberately absent: who is limited and how often, which callers decide.
package limit

import (
	"context"
	"errors"
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
	// Give takes one attempt back that was counted under key and came to nothing.
	Give(ctx context.Context, key string, r Rate) error
}

// Attempt is what one act counts as under one key.
type Attempt struct {
	Key  string
	Rate Rate
}

// TakeAll counts an attempt under every key, or under none: the first that refuses is named, and what was counted
// before it is given back.
func TakeAll(ctx context.Context, l Limiter, all []Attempt) (refused int, retry time.Duration, err error) {
	for i, a := range all {
		if retry, err = l.Take(ctx, a.Key, a.Rate); err != nil || retry > 0 {
			return i, retry, errors.Join(err, GiveAll(ctx, l, all[:i]))
		}
	}
	return len(all), 0, nil
}

// GiveAll takes the attempts back.
func GiveAll(ctx context.Context, l Limiter, all []Attempt) error {
	var errs []error
	for _, a := range all {
		errs = append(errs, l.Give(ctx, a.Key, a.Rate))
	}
	return errors.Join(errs...)
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
