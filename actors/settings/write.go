package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jadebox/store"
)

// Store is where settings are written.
type Store interface {
	Source
	SetSetting(ctx context.Context, c store.SettingChange) (version int64, err error)
}

// Who says who changes a setting, when and why.
type Who struct {
	Author string
	At     time.Time
	Note   string
}

// ErrStale is a change that was made from an older state than the one that holds: of this setting, or of another one,
// which it was held to, or of the catalogue.
var ErrStale = errors.New("settings: changed meanwhile")

// Stale says what was set between two states, which may be none of what a change is about.
func Stale(before, after *store.SettingsNow) error {
	var set []string
	for _, name := range slices.Sorted(maps.Keys(after.Values)) {
		if v := after.Values[name]; v.Version != before.Values[name].Version {
			set = append(set, fmt.Sprintf("version %d of %s by %q", v.Version, name, v.Author))
		}
	}
	if len(set) == 0 {
		return ErrStale
	}
	return fmt.Errorf("%w: %s: look at it, and try again", ErrStale, strings.Join(set, ", "))
}

// Write sets a text beside what was read, whose stamp it is refused under when anything has changed since. It checks
// this setting; what a change does to the others is the registry's to say. Nil brings the standard back.
func Write(ctx context.Context, to Store, s Any, now *store.SettingsNow, text []byte, who Who) (version int64,
	err error) {
	if err := s.Accept(text, now); err != nil {
		return 0, err
	}
	return Put(ctx, to, s.ID(), now, text, who)
}

// Put writes a text that was accepted, whatever is sold.
func Put(ctx context.Context, to Store, name string, now *store.SettingsNow, text []byte, who Who) (int64, error) {
	return put(ctx, to, now, store.SettingChange{Name: name, Value: text}, who)
}

// PutBeside writes a text that was accepted beside a catalogue of that stamp (store.Catalog.CatalogueStamp): ErrStale
// when that has changed since, too.
func PutBeside(ctx context.Context, to Store, name string, now *store.SettingsNow, catalogue int64, text []byte,
	who Who) (int64, error) {
	return put(ctx, to, now, store.SettingChange{Name: name, Catalogue: &catalogue, Value: text}, who)
}

func put(ctx context.Context, to Store, now *store.SettingsNow, c store.SettingChange, who Who) (int64, error) {
	c.Stamp, c.At, c.Author, c.Note = now.Stamp, who.At, who.Author, who.Note
	version, conflict := to.SetSetting(ctx, c)
	if !errors.Is(conflict, store.ErrConflict) {
		return version, conflict
	}
	then, err := to.Settings(ctx)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w: %w", ErrStale, err)
	case then.Stamp == now.Stamp: // no setting: the catalogue, or what is about to be written
		return 0, fmt.Errorf("%w: %w", ErrStale, conflict)
	}
	return 0, Stale(now, then)
}

// Made is the text of what a function makes of the value that holds.
func Made[T any](s *Setting[T], change func(T) (T, error)) func(*store.SettingsNow) ([]byte, error) {
	return func(now *store.SettingsNow) ([]byte, error) {
		v, err := s.In(now)
		if err == nil {
			v, err = change(v)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	}
}

const triesMost = 5

// Again does what reads and sets: again, a few times, when another writer was faster.
func Again(set func() error) error {
	for try := 1; ; try++ {
		if err := set(); !errors.Is(err, ErrStale) || try == triesMost {
			return err
		}
	}
}

// Change sets what a function makes of the value that holds. What a change does to the other settings is the registry's
// to say: what an operator sets goes by registry.Set.
func Change[T any](ctx context.Context, to Store, s *Setting[T], who Who, change func(T) (T, error)) error {
	return Again(func() error {
		now, err := to.Settings(ctx)
		if err != nil {
			return err
		}
		text, err := Made(s, change)(now)
		if err == nil {
			_, err = Write(ctx, to, s, now, text, who)
		}
		return err
	})
}
