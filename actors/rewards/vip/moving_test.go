package vip_test

import (
	"testing"

	"jadebox/store/storetest"
)

// A recharge that comes while the others are read makes none of them count twice: not for the level, not for its bonus.
func TestARechargeThatComesMeanwhileMakesNoneCountTwice(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		for range 410 {
			w.recharge(p, 10)
		}
		w.service.Store = storetest.Moving{Engine: w.Engine, Meanwhile: func() { w.recharge(p, 10) }}
		if s := w.of(p); s.MonthCents != 41_00 || s.Level != 1 {
			t.Errorf("410 recharges of 10 cents: %d cents, level %d", s.MonthCents, s.Level)
		}
	})
}
