package operatortest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"jadebox/server/registry"
	"jadebox/store"
)

// KeepsHistory reports that a command sets a setting as `jadebox settings set` does: history tells who did it, why
// and when, and what does not go with another setting is refused and changes nothing.
func KeepsHistory(t *testing.T, arguments any, db store.Engine, setting string, args ...string) {
	t.Helper()
	now := time.Unix(1_900_000_000, 0).UTC()
	signed := append(slices.Clone(args), "--as", "ana", "--note", "asked for")
	versions := func() []store.SettingVersion {
		t.Helper()
		list, err := db.SettingHistory(t.Context(), setting, 99)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := len(versions())
	refuses := &refusing{Engine: db}
	if _, err := Run(t.Context(), arguments, refuses, now, "", signed...); !errors.Is(err, errUnread) ||
		len(versions()) != before {
		t.Errorf("%q is not held to the other settings: %v", args, err)
	}
	if _, err := Run(t.Context(), arguments, db, now, "", signed...); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	list := versions()
	if len(list) != before+1 || list[0].Author != "ana" || list[0].Note != "asked for" || !list[0].At.Equal(now) {
		t.Errorf("%q: %+v", args, list)
	}
}

// errUnread is what a store says that has no catalogue: a change that is held to the other settings reads it.
var errUnread = errors.New("the catalogue is not read")

type refusing struct{ store.Engine }

func (*refusing) Boxes(context.Context) ([]store.Box, error) { return nil, errUnread }

var _ registry.Source = (*refusing)(nil)
