package arrival

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func stages(t *testing.T, text string) Stages {
	t.Helper()
	var s Stages
	if err := s.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestArrivalsComeAtTheRateOfTheirStage(t *testing.T) {
	s := stages(t, "10s:100, 10s:100,0s:50,10s:50,10s:0")
	if s.Duration() != 40*time.Second || s.String() != "10s:100,10s:100,0s:50,10s:50,10s:0" {
		t.Fatal(s)
	}
	times := slices.Collect(s.Times())
	for _, c := range []struct {
		from, to float64
		want     int
	}{{0, 5, 125}, {5, 10, 375}, {10, 20, 1000}, {20, 30, 500}, {30, 35, 188}, {35, 40, 62}} {
		n := 0
		for _, at := range times {
			if at.Seconds() >= c.from && at.Seconds() < c.to {
				n++
			}
		}
		if n < c.want-1 || n > c.want+1 {
			t.Errorf("%v to %v s: %d arrivals, want %d", c.from, c.to, n, c.want)
		}
	}
	if !slices.IsSorted(times) || len(times) != 2250 || times[0] != 0 || times[len(times)-1] > s.Duration() {
		t.Errorf("%d arrivals, sorted %v", len(times), slices.IsSorted(times))
	}
	steady := slices.Collect(stages(t, "0s:10,1s:10").Times())
	if len(steady) != 10 || steady[3] != 300*time.Millisecond {
		t.Errorf("%v", steady)
	}
}

func TestWhatIsNoStageIsRefusedWithItsPlace(t *testing.T) {
	for text, place := range map[string]string{
		"": "1. of", "100": "want time:arrivals",
		"30s": "want time:arrivals", "30:100": "the time", "30s:100,": "2. of",
		"30s:100,1m:many": "2. of", "-1s:5": "the time", "7h:5": "the time", "1s:-5": "the rate", "1s:NaN": "the rate",
		"1s:1e9": "the rate", "10s:0": "nobody arrives", "6h:100000": "at most",
	} {
		var s Stages
		if err := s.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%q: %v, want %q", text, err, place)
		}
	}
}
