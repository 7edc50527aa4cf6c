// Package maintain is the time in which the site is closed for maintenance: a setting in the store that an operator writes and
// every server of the site reads. Deliberately absent: what being closed means, which is for HTTP and sockets to say.
package maintain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

const setting = "maintenance"

// Max is the longest time that the site can be closed for at once.
const Max = 7 * 24 * time.Hour

// Window is when the site is closed. The zero value is never.
type Window struct {
	SinceMS int64 `json:"sinceMs"`
	UntilMS int64 `json:"untilMs"`
}

// Covers says whether the site is closed at a time.
func (w Window) Covers(now time.Time) bool {
	ms := now.UnixMilli()
	return w.SinceMS <= ms && ms < w.UntilMS
}

// Left is how long the site stays closed.
func (w Window) Left(now time.Time) time.Duration {
	return time.UnixMilli(w.UntilMS).Sub(now)
}

// Settings is the part of the store that holds it.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
	DeleteSetting(ctx context.Context, key string) error
}

// Read returns the window that was set last.
func Read(ctx context.Context, s Settings) (Window, error) {
	b, err := s.Setting(ctx, setting)
	if errors.Is(err, store.ErrNotFound) {
		return Window{}, nil
	}
	var w Window
	if err == nil {
		err = json.Unmarshal(b, &w)
	}
	if err != nil {
		return Window{}, fmt.Errorf("maintain: %w", err)
	}
	return w, nil
}

// Close closes the site from now on.
func Close(ctx context.Context, s Settings, now time.Time, length time.Duration) (Window, error) {
	if length < time.Second || length > Max {
		return Window{}, fmt.Errorf("maintain: %v is not between a second and %v", length, Max)
	}
	w := Window{now.UnixMilli(), now.Add(length).UnixMilli()}
	b, err := json.Marshal(w)
	if err != nil {
		return w, err
	}
	return w, s.PutSetting(ctx, setting, b)
}

// Open opens it again.
func Open(ctx context.Context, s Settings) error { return s.DeleteSetting(ctx, setting) }
