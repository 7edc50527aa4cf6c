package settings

import (
	"context"
	"errors"
	"testing"

	"jadebox/store"
)

// away is a store that can be read only now and then.
type away struct {
	now         *store.SettingsNow
	stamp, read error
}

func (a *away) SettingsStamp(context.Context) (int64, error) { return a.now.Stamp, a.stamp }

func (a *away) Settings(context.Context) (*store.SettingsNow, error) {
	if a.read != nil {
		return nil, a.read
	}
	return a.now, nil
}

func TestAStoreThatCannotBeReadIsNamedAndTakesNothingAway(t *testing.T) {
	lost := errors.New("away")
	version := func(stamp int64, text string) *store.SettingsNow {
		now := given(text)
		now.Stamp = stamp
		return now
	}
	from := &away{now: version(1, `{"a":7}`), read: lost}
	w := NewWatch(from)
	if err := w.Refresh(t.Context()); !errors.Is(err, lost) {
		t.Errorf("nothing was read: %v", err)
	}
	if got, err := sampled.Read(t.Context(), w); !errors.Is(err, lost) || got.A != 0 {
		t.Errorf("who can refuse was told %+v, %v", got, err)
	}
	from.read = nil
	if err := w.Refresh(t.Context()); err != nil || sampled.Cached(w).A != 7 {
		t.Fatalf("%+v, %v", sampled.Cached(w), err)
	}
	from.now = version(2, `{"a":8}`)
	for _, errs := range [][2]error{{lost, nil}, {nil, lost}} {
		from.stamp, from.read = errs[0], errs[1]
		if err := w.Refresh(t.Context()); !errors.Is(err, lost) {
			t.Errorf("a change that could not be read: %v", err)
		}
		if got, err := sampled.Read(t.Context(), w); err != nil || got.A != 7 || sampled.Cached(w).A != 7 {
			t.Errorf("%+v holds and %+v is read, %v", sampled.Cached(w), got, err)
		}
	}
	from.stamp, from.read = nil, nil
	if err := w.Refresh(t.Context()); err != nil || sampled.Cached(w).A != 8 {
		t.Errorf("%+v, %v", sampled.Cached(w), err)
	}
}
