// Package period cuts time into the days, weeks and months of the site's time zone: what is claimed once a day, a week or a
// month is claimed once in one of them.
//
// The zone is a setting of the store; without one it is UTC. Deliberately absent: a clock, and days of the ranking and of the
// VIP programme, which are UTC by their own rules.
package period

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
	_ "time/tzdata" // zones are known on machines that have none of their own

	"jadebox/store"
)

// Setting is where the zone stands in the store: the JSON text of an IANA name, "America/Sao_Paulo".
const Setting = "site.zone"

// Settings is where the zone is read from.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Zone is the site's zone as it was last read. A nil zone and one that was never loaded are UTC.
type Zone struct{ loc atomic.Pointer[time.Location] }

// Location is the zone that holds.
func (z *Zone) Location() *time.Location {
	if z != nil {
		if loc := z.loc.Load(); loc != nil {
			return loc
		}
	}
	return time.UTC
}

// In is a moment on the site's clock.
func (z *Zone) In(t time.Time) time.Time { return t.In(z.Location()) }

// Load reads the zone again. After an error the one before holds on.
func (z *Zone) Load(ctx context.Context, from Settings) error {
	loc, err := Read(ctx, from)
	if err == nil {
		z.loc.Store(loc)
	}
	return err
}

// Read gives the zone that the store names.
func Read(ctx context.Context, from Settings) (*time.Location, error) {
	text, err := from.Setting(ctx, Setting)
	if errors.Is(err, store.ErrNotFound) {
		return time.UTC, nil
	}
	var name string
	if err == nil {
		err = json.Unmarshal(text, &name)
	}
	if err != nil {
		return nil, fmt.Errorf("period: setting %s: %w", Setting, err)
	}
	return Named(name)
}

// Named is a zone by its IANA name. "Local" is none: it would be another one on the next machine.
func Named(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("period: %q is no time zone", name)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("period: %w", err)
	}
	return loc, nil
}
