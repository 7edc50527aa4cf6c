//go:build linux

package main

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestASoakIsMissedWhoseFiguresAreAboveTheGoals(t *testing.T) {
	good := soakRow{Rate: 100, PerSecond: 99.5, Drift: 0.01, Grown: -0.3, P99MS: 20}
	if err := (report{Soak: &good, Burst: &burstRow{RestMB: restMB}}).missed(); err != nil {
		t.Error(err)
	}
	for name, worsen := range map[string]func(*soakRow){
		"too few openings": func(s *soakRow) { s.PerSecond = 98.9 },
		"memory":           func(s *soakRow) { s.Drift = 0.021 },
		"goroutines":       func(s *soakRow) { s.Grown = 0.021 },
		"lateness":         func(s *soakRow) { s.P99MS = lateMaxMS + 1 },
		"a lost socket":    func(s *soakRow) { s.Lost = 1 },
		"a failed opening": func(s *soakRow) { s.Failed = 1 },
	} {
		bad := good
		worsen(&bad)
		if (report{Soak: &bad}).missed() == nil {
			t.Errorf("%s: met", name)
		}
	}
	one := []*burstRow{{RestMB: 90}, {RestMB: restMB + 1}, {RestMB: 100}}
	if (report{Burst: worse(one)}).missed() == nil {
		t.Error("the worst burst does not count")
	}
}

// Eight minutes apart are the middles of the first and the last fifth of ten.
func TestTheDriftIsThatOfTenMinutes(t *testing.T) {
	for duration, want := range map[time.Duration]float64{10 * time.Minute: 0.02, 20 * time.Minute: 0.01} {
		if got := drift([fifths]float64{200, 500, 100, 0, 203.2}, duration); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%v: %v, want %v", duration, got, want)
		}
	}
}

// A server that falls behind is late with what was due when the soak ended, and is not let off.
func TestWhatWasDueAtTheEndIsOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const players, rate = 2, 10
		var opened atomic.Int64
		l := openingsAt(players, rate, func(int) error {
			opened.Add(1)
			time.Sleep(time.Second)
			return nil
		})
		time.Sleep(2*time.Second + 50*time.Millisecond)
		times := l.stop()
		if want := 2*rate + 1; len(times) != want || int(opened.Load()) != want {
			t.Errorf("%d of %d were opened", len(times), want)
		}
		if longest := times[len(times)-1]; longest < 8*time.Second {
			t.Errorf("the last took %v from when it was due", longest)
		}
	})
}
