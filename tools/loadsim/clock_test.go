package loadsim

import (
	"testing"
	"time"

	"jadebox/tools/loadsim/fakeserver"
)

func TestDelaysAreTrueWhenClocksDiffer(t *testing.T) {
	for _, ahead := range []time.Duration{5 * time.Second, -5 * time.Second} {
		t.Run(ahead.String(), func(t *testing.T) {
			t.Parallel()
			const late = 300 * time.Millisecond
			s := fakeserver.New(fakeserver.Honest)
			defer s.Close()
			s.Clock(ahead, late)
			r := load(t, options(s.URL, "open"))
			p50 := time.Duration(r.Delay.P50US) * time.Microsecond
			if r.Delay.Count == 0 || p50 < late-50*time.Millisecond || p50 > late+2*time.Second {
				t.Errorf("%d deliveries after %v, want %v", r.Delay.Count, p50, late)
			}
			if off := r.Clock.OffsetMS - float64(ahead.Milliseconds()); !r.Clock.Known || off < -50 || off > 50 {
				t.Errorf("the clock: %v, want %v", r.Clock, ahead)
			}
		})
	}
}
