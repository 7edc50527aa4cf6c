package vip_test

import "testing"

// A player who is shown as having recharged has a recharge that stands, of whatever month.
func TestARechargeThatWasTakenBackIsNone(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		check := func(when string, want bool) {
			t.Helper()
			if s := w.of(p); s.Recharged != want {
				t.Errorf("%s a recharge shows: %v", when, s.Recharged)
			}
		}
		check("before the first", false)
		w.recharge(p, 10_00)
		check("after the first", true)
		w.takeBack(p, 1)
		check("once it was taken back", false)
		w.recharge(p, 10_00)
		w.now = w.now.AddDate(0, 3, 0)
		check("three months after the second", true)
		if s := w.of(p); s.Level != 0 {
			t.Errorf("and brings level %d", s.Level)
		}
		w.takeBack(p, 2)
		check("when that was taken back, too,", false)
	})
}
