package sectest

import (
	"context"
	"errors"
	"testing"

	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

// gone is a target's database that answers no more.
type gone struct{ store.Engine }

func (gone) Settings(context.Context) (*store.SettingsNow, error) { return nil, store.ErrClosed }

func TestASettingThatIsNotPutBackIsAnErrorOfTheRun(t *testing.T) {
	other := errors.New("another")
	if err := putBack(t.Context(), gone{}, playthrough.Standard(), other); !errors.Is(err, store.ErrClosed) ||
		!errors.Is(err, other) {
		t.Errorf("the run says %v", err)
	}
}
