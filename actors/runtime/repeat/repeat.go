// Package repeat does one piece of work again and again until a context ends. A tick that comes while the work is on
// is made up for at once, and never more than one.
package repeat

import (
	"context"
	"time"
)

// Every does work at once and then whenever d has passed.
func Every(ctx context.Context, d time.Duration, work func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		work()
		if !next(ctx, tick) {
			return
		}
	}
}

// After is Every that waits for d before it does work first.
func After(ctx context.Context, d time.Duration, work func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for next(ctx, tick) {
		work()
	}
}

func next(ctx context.Context, tick *time.Ticker) bool {
	select {
	case <-ctx.Done():
		return false
	case <-tick.C:
		return true
	}
}
