package settingstest

import (
	"context"

	"jadebox/actors/settings"
	"jadebox/store"
)

// Put sets an unchecked text, as an older program or a hand in the database would.
func Put(ctx context.Context, to settings.Store, s settings.Any, text []byte) error {
	now, err := to.Settings(ctx)
	if err == nil {
		_, err = settings.Put(ctx, to, s.ID(), now, text, settings.Who{Author: "test"})
	}
	return err
}

// Now is what a store would hold, by names and texts.
func Now(texts map[string]string) *store.SettingsNow {
	now := &store.SettingsNow{Values: map[string]store.SettingVersion{}}
	for name, text := range texts {
		now.Values[name] = store.SettingVersion{Name: name, Version: 1, Value: []byte(text)}
	}
	return now
}
