package store

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Settings keeps what the operator has set, with its history. What programs keep for themselves (positions,
// keys) is Catalog.Setting's.
type Settings interface {
	// SettingsStamp grows with every change of any setting: what was read under a stamp need not be read again until it
	// moves.
	SettingsStamp(ctx context.Context) (int64, error)
	// Settings returns the newest version of every setting that was ever set, and the stamp, as of one instant.
	Settings(ctx context.Context) (*SettingsNow, error)
	// SetSetting writes the next version of a setting and returns its number. ErrConflict unless c.Stamp is the stamp
	// of now, and c.Catalogue that of the catalogue, so that what was checked against the other settings and what is
	// sold is still what they say.
	SetSetting(ctx context.Context, c SettingChange) (version int64, err error)
	// SettingHistory lists the versions of a setting, newest first, at most n.
	SettingHistory(ctx context.Context, name string, n int) ([]SettingVersion, error)
}

// SettingVersion is a setting as it was set once. Versions of a name count from 1 without a gap.
type SettingVersion struct {
	Name    string
	Version int64
	Value   []byte // JSON; nil: the standard holds
	At      time.Time
	Author  string
	Note    string
}

// SettingChange is a version to be, made from what was read under Stamp.
type SettingChange struct {
	Name      string
	Stamp     int64
	Catalogue *int64 // the CatalogueStamp of what it was held to; nil: held to no catalogue
	Value     []byte // JSON; nil: the standard is to hold
	At        time.Time
	Author    string
	Note      string
}

// SameCatalogue is ErrConflict when the catalogue that the change was held to has changed since. An engine asks it
// while no other change of the rules can pass.
func (c SettingChange) SameCatalogue(ctx context.Context, of Catalog) error {
	if c.Catalogue == nil {
		return nil
	}
	stamp, _, err := of.CatalogueStamp(ctx)
	if err == nil && stamp != *c.Catalogue {
		err = fmt.Errorf("%w: the catalogue has changed since stamp %d", ErrConflict, *c.Catalogue)
	}
	return err
}

// SettingsNow is what is set at one instant. It never changes; do not copy it.
type SettingsNow struct {
	Stamp  int64
	Values map[string]SettingVersion // by name; a name that was never set is absent

	memo sync.Map
}

// Memo returns what was made for a name before, or makes it: values are decoded once for as long as nothing changes.
func (s *SettingsNow) Memo(name string, make func() any) any {
	if v, ok := s.memo.Load(name); ok {
		return v
	}
	v, _ := s.memo.LoadOrStore(name, make())
	return v
}

// With is what would be set if one more were.
func (s *SettingsNow) With(v SettingVersion) *SettingsNow {
	next := &SettingsNow{Stamp: s.Stamp, Values: map[string]SettingVersion{v.Name: v}}
	for name, old := range s.Values {
		if name != v.Name {
			next.Values[name] = old
		}
	}
	return next
}
