package settings

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/repeat"
	"jadebox/store"
)

// Every is how soon a running server reads a change.
const Every = time.Second

// Stamped is a store that reports cheaply whether anything has changed.
type Stamped interface {
	Source
	SettingsStamp(ctx context.Context) (int64, error)
}

// Watch keeps the settings that hold for a whole process: one question about the stamp every second, however many
// settings and readers there are. A nil one is never read.
type Watch struct {
	from Stamped
	now  atomic.Pointer[store.SettingsNow]
	good sync.Map // by name: what could be read last
}

// NewWatch begins with nothing read.
func NewWatch(from Stamped) *Watch { return &Watch{from: from} }

// Refresh reads again if anything has changed. After an error what was read before holds on.
func (w *Watch) Refresh(ctx context.Context) error {
	if now := w.now.Load(); now != nil {
		stamp, err := w.from.SettingsStamp(ctx)
		if err != nil || stamp == now.Stamp {
			return err
		}
	}
	now, err := w.from.Settings(ctx)
	if err != nil {
		return err
	}
	for { // a slower reader does not put an older state back
		old := w.now.Load()
		if old != nil && old.Stamp >= now.Stamp || w.now.CompareAndSwap(old, now) {
			return nil
		}
	}
}

// Run refreshes until ctx ends.
func (w *Watch) Run(ctx context.Context, log zerolog.Logger) {
	repeat.After(ctx, Every, func() {
		if err := w.Refresh(ctx); err != nil && ctx.Err() == nil {
			log.Warn().Err(err).Msg("settings not read: those before hold on")
		}
	})
}

// Settings implements Source.
func (w *Watch) Settings(ctx context.Context) (*store.SettingsNow, error) {
	if now := w.now.Load(); now != nil {
		return now, nil
	}
	if err := w.Refresh(ctx); err != nil {
		return nil, err
	}
	return w.now.Load(), nil
}

// Cached is what a process goes by where no error can be returned, and what it shows of that (Read is the way
// everywhere else): what was read last; when what is stored cannot be read, what could be read before; and when
// nothing could, Unread or the standard.
func (s *Setting[T]) Cached(w *Watch) T {
	if w != nil {
		if now := w.now.Load(); now != nil {
			d := s.of(now)
			if d.err == nil {
				if last, _ := w.good.Load(s.Name); last != d {
					w.good.Store(s.Name, d)
				}
				return d.value
			}
		}
		if last, ok := w.good.Load(s.Name); ok {
			return last.(*decoded[T]).value
		}
	}
	if s.Unread != nil {
		return s.Unread()
	}
	return s.Standard()
}
