package maintain_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/maintain"
	"jadebox/store/memory"
)

func TestTheSiteIsClosedForItsTimeAndNoLonger(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	now := time.UnixMilli(1_800_000_000_000)
	who := settings.Who{Author: "ana", At: now}
	read := func() maintain.Window {
		t.Helper()
		w, err := maintain.Setting.Read(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if read().Covers(now) {
		t.Error("closed from the start")
	}
	set := func(length time.Duration) error {
		return settings.Change(t.Context(), db, maintain.Setting, who,
			func(maintain.Window) (maintain.Window, error) { return maintain.From(now, length) })
	}
	if err := set(30 * time.Minute); err != nil {
		t.Fatal(err)
	}
	w := read()
	for after, want := range map[time.Duration]bool{-time.Millisecond: false, 0: true,
		30*time.Minute - time.Millisecond: true, 30 * time.Minute: false} {
		if w.Covers(now.Add(after)) != want {
			t.Errorf("%v after: %v", after, !want)
		}
	}
	if got := w.Left(now.Add(10 * time.Minute)); got != 20*time.Minute {
		t.Error(got)
	}
	for _, length := range []time.Duration{0, -time.Hour, maintain.Max + 1, time.Second - 1, math.MaxInt64} {
		if err := set(length); err == nil || read() != w {
			t.Errorf("closed for %v", length)
		}
	}
}

func TestAWindowOfCenturiesIsRefusedAndTheLongestOneIsNot(t *testing.T) {
	day := (24 * time.Hour).Milliseconds()
	text := func(since, until int64) []byte {
		return fmt.Appendf(nil, `{"sinceMs":%d,"untilMs":%d}`, since, until)
	}
	for _, w := range [][2]int64{{1, 18_446_744_075_711}, {1, 1 + 7*day + 1}, {0, math.MaxInt64}, {1, 1},
		{math.MinInt64, math.MaxInt64}, {-1, 7*day - 1}, {-2 * day, -day}, {1, 1000}} {
		if held, err := maintain.Setting.Parse(text(w[0], w[1])); err == nil {
			t.Errorf("%v closes the site: %+v", w, held)
		}
	}
	for _, w := range [][2]int64{{1, 1 + 7*day}, {1, 1001}, {math.MaxInt64 - day, math.MaxInt64}} {
		if _, err := maintain.Setting.Parse(text(w[0], w[1])); err != nil {
			t.Errorf("%v: %v", w, err)
		}
	}
}
