package prize_test

import (
	"math"
	"testing"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings"
	"jadebox/actors/settings/settingstest"
	"jadebox/store/memory"
)

func TestFragmentsArePricedUpwards(t *testing.T) {
	for _, tt := range []struct{ cents, want int64 }{{1, 2}, {3, 4}, {4, 5}, {100, 125}, {101, 127},
		{1 << 40, 1<<40 + 1<<38}} {
		if got := prize.Standard().Fragments(tt.cents); got != tt.want {
			t.Errorf("%d cents cost %d fragments, want %d", tt.cents, got, tt.want)
		}
	}
	if got := (prize.Settings{FragmentPPM: 1_000_000}).Fragments(math.MaxInt64 / 2); got != math.MaxInt64/2 {
		t.Errorf("a great price became %d", got)
	}
}

func TestPrizesWithoutSenseAreRefused(t *testing.T) {
	for text, good := range map[string]bool{"": true, "{}": true, `{"fragmentPpm":2000000}`: true,
		`{"fragmentPpm":999999}`: false, `{"fragmentPpm":-1}`: false,
		`{"fragmentPpm":100000001}`: false, `[]`: false} {
		if _, err := prize.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A server that has not read the settings gives nothing for upgrades, and one that cannot read them any more goes by
// the last.
func TestWhatHoldsBeforeTheSettingsAreRead(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	w := settings.NewWatch(db)
	for _, never := range []*settings.Watch{nil, w} {
		if held := prize.Setting.Cached(never); held.FragmentPPM != 1_250_000 || len(held.Upgrades) != 0 {
			t.Errorf("never read: %+v", held)
		}
	}
	for _, c := range []struct {
		text string
		want int64
	}{{`{"fragmentPpm":2000000}`, 2_000_000}, {`{"fragmentPpm":1}`, 2_000_000}, {`x`, 2_000_000}, {`{}`, 1_250_000}} {
		err := settingstest.Put(t.Context(), db, prize.Setting, []byte(c.text))
		if err == nil {
			err = w.Refresh(t.Context())
		}
		if held := prize.Setting.Cached(w); err != nil || held.FragmentPPM != c.want || len(held.Upgrades) == 0 {
			t.Errorf("%s: %+v, %v", c.text, held, err)
		}
	}
}
