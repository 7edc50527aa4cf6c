package memory

import (
	"bytes"
	"context"
	"fmt"

	"jadebox/store"
)

// SettingsStamp implements store.Settings.
func (e *Engine) SettingsStamp(context.Context) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.settingsStamp, nil
}

// Settings implements store.Settings. Until something is set every reader is given the same, with what was decoded of
// it.
func (e *Engine) Settings(context.Context) (*store.SettingsNow, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.settingsNow == nil {
		e.settingsNow = &store.SettingsNow{Stamp: e.settingsStamp, Values: map[string]store.SettingVersion{}}
		for name, list := range e.settingVersions {
			e.settingsNow.Values[name] = copyVersion(list[len(list)-1])
		}
	}
	return e.settingsNow, nil
}

// SetSetting implements store.Settings.
func (e *Engine) SetSetting(ctx context.Context, c store.SettingChange) (version int64, err error) {
	err = store.ChangeRules(ctx, rulesOf{e}, e.clock(), func(store.Rules) (*store.RulesChange, error) {
		if err := c.SameCatalogue(ctx, e); err != nil {
			return nil, err
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if c.Stamp != e.settingsStamp {
			return nil, fmt.Errorf("%w: settings have changed (stamp %d, not %d)", store.ErrConflict, e.settingsStamp,
				c.Stamp)
		}
		version = int64(len(e.settingVersions[c.Name])) + 1
		return &store.RulesChange{Setting: &store.SettingVersion{Name: c.Name, Version: version,
			Value: bytes.Clone(c.Value), At: c.At, Author: c.Author, Note: c.Note}}, nil
	})
	if err != nil {
		return 0, err
	}
	return version, nil
}

// SettingHistory implements store.Settings.
func (e *Engine) SettingHistory(_ context.Context, name string, n int) ([]store.SettingVersion, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.settingVersions[name]
	newest := []store.SettingVersion{}
	for i := len(list) - 1; i >= 0 && len(newest) < n; i-- {
		newest = append(newest, copyVersion(list[i]))
	}
	return newest, nil
}

func copyVersion(v store.SettingVersion) store.SettingVersion {
	v.Value = bytes.Clone(v.Value)
	return v
}
