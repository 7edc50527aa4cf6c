package demo

import (
	"context"
	"encoding/json"
	"time"

	"jadebox/actors/settings"
)

// author of what a demo sets for itself.
const author = "demo"

// seedSetting leaves alone what an operator has set.
func seedSetting[T any](ctx context.Context, to settings.Store, at time.Time, s *settings.Setting[T], value T) error {
	now, err := to.Settings(ctx)
	if err != nil || now.Values[s.Name].Version > 0 {
		return err
	}
	text, err := json.Marshal(value)
	if err == nil {
		_, err = settings.Write(ctx, to, s, now, text, settings.Who{Author: author, At: at})
	}
	return err
}
