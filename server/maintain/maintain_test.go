package maintain_test

import (
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
