package machine

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// pace is a machine that is read again and again: what passes between two readings, the last for ever.
func pace(steps ...CPU) func() (CPU, error) {
	var now CPU
	n := 0
	return func() (CPU, error) {
		if n > 0 {
			step := steps[min(n-1, len(steps)-1)]
			now = CPU{now.all + step.all, now.idle + step.idle, now.stolen + step.stolen, now.own + step.own}
		}
		n++
		return now, nil
	}
}

func share(idle, stolen, own float64) CPU {
	of := func(share float64) time.Duration { return time.Duration(share * float64(time.Hour)) }
	return CPU{time.Hour, of(idle), of(stolen), of(own)}
}

var errMissed = errors.New("goal missed")

func TestABusyMachineJudgesNothing(t *testing.T) {
	quiet := share(1, 0, 0)
	for name, c := range map[string]struct {
		steps []CPU // between readings: a look before, and the run
		why   string
	}{
		"quiet, and the benchmark takes all": {[]CPU{quiet, share(0, 0, 1)}, ""},
		"a little of everything":             {[]CPU{quiet, share(.1, .01, .8)}, ""},
		"the host gives its time away": {[]CPU{quiet, share(.5, .05, .45)},
			"its host gave 5.0 % to others"},
		"another process works":                      {[]CPU{quiet, share(.2, 0, .5)}, "other processes used 30.0 %"},
		"busy before, whatever comes after":          {[]CPU{share(.5, 0, 0)}, "other processes used 50.0 %"},
		"busy at first, then quiet before it starts": {[]CPU{share(.5, 0, 0), quiet, quiet, share(0, 0, 1)}, ""},
	} {
		w, err := begin(pace(c.steps...), func() float64 { return 7.5 }, func(time.Duration) {})
		if err != nil {
			t.Fatal(err)
		}
		v, err := w.End()
		if err != nil || !strings.Contains(v.Words, "before: load 7.50") ||
			!strings.Contains(v.Words, "meanwhile: load 7.50") {
			t.Errorf("%s: %q %v", name, v.Words, err)
		}
		if c.why == "" {
			if v.Busy || v.Judge(errMissed) != errMissed || v.Judge(nil) != nil || v.Word(true) != "met" ||
				v.Word(false) != "MISSED" {
				t.Errorf("%s: %+v", name, v)
			}
			continue
		}
		if !v.Busy || !errors.Is(v.Judge(errMissed), ErrBusy) || !errors.Is(v.Judge(nil), ErrBusy) ||
			v.Word(true) != "not judged" ||
			!strings.HasPrefix(v.Why, c.why) || !strings.Contains(v.Words, "NOT JUDGED: "+c.why) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestAMachineThatCannotBeReadStopsTheBenchmark(t *testing.T) {
	none := errors.New("no /proc")
	if _, err := begin(func() (CPU, error) { return CPU{}, none }, readLoad, func(time.Duration) {}); err != none {
		t.Errorf("began with %v", err)
	}
}
