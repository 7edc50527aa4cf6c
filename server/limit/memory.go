package limit

import (
	"context"
	"sync"
	"time"

	"jadebox/store"
)

// Memory limits within one process.
type Memory struct {
	now store.Clock

	mu     sync.Mutex
	full   map[string]time.Time
	sweep  time.Time // when paid-off keys are dropped next
	keyMax int
}

const (
	sweepEvery = time.Minute
	keysMax    = 1 << 20
)

// NewMemory returns an empty limiter.
func NewMemory(now store.Clock) *Memory {
	return &Memory{now: now, full: map[string]time.Time{}, sweep: now().Add(sweepEvery), keyMax: keysMax}
}

// Take implements Limiter. With more keys than memory allows every new one is refused until some are paid off.
func (m *Memory) Take(_ context.Context, key string, r Rate) (time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	full, known := m.full[key]
	if now.After(m.sweep) || !known && len(m.full) >= m.keyMax {
		m.forget(now)
		if !known && len(m.full) >= m.keyMax {
			return r.Interval(), nil
		}
	}
	next, retry := decide(full, now, r)
	if retry == 0 {
		m.full[key] = next
	}
	return retry, nil
}

// Give implements Limiter.
func (m *Memory) Give(_ context.Context, key string, r Rate) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if full, known := m.full[key]; known {
		m.full[key] = full.Add(-r.Interval())
	}
	return nil
}

func (m *Memory) forget(now time.Time) {
	for key, full := range m.full {
		if !full.After(now) {
			delete(m.full, key)
		}
	}
	m.sweep = now.Add(sweepEvery)
}

var _ Limiter = (*Memory)(nil)
