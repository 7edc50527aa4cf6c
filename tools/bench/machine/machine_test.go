package machine

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/tools/command"
)

// pace is a machine that is read again and again: what passes between two readings, the last for ever.
func pace(steps ...CPU) func() (CPU, error) {
	var now CPU
	n := 0
	return func() (CPU, error) {
		if n > 0 {
			step := steps[min(n-1, len(steps)-1)]
			now = CPU{now.all + step.all, now.idle + step.idle, now.waited + step.waited, now.stolen + step.stolen,
				now.own + step.own}
		}
		n++
		return now, nil
	}
}

func share(idle, stolen, own float64) CPU {
	of := func(share float64) time.Duration { return time.Duration(share * float64(time.Hour)) }
	return CPU{all: time.Hour, idle: of(idle), stolen: of(stolen), own: of(own)}
}

// waiting is a machine that has nothing to do but to wait for its disk for a share of the time.
func waiting(share float64) CPU {
	return CPU{all: time.Hour, idle: time.Hour, waited: time.Duration(share * float64(time.Hour))}
}

var errMissed = errors.New("goal missed")

// after is what was seen of a machine that ran for a while.
func after(t *testing.T, run time.Duration, read func() (CPU, error)) Verdict {
	t.Helper()
	w, err := begin(read, func() float64 { return 7.5 })
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(run)
	v, err := w.End()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestABusyMachineJudgesNothing(t *testing.T) {
	quiet, own := share(1, 0, 0), share(0, 0, 1)
	for name, c := range map[string]struct {
		windows int
		steps   []CPU // between readings: a look before, each window, and what is left
		why     string
	}{
		"quiet, and the benchmark takes all": {0, []CPU{quiet, own}, ""},
		"a little of everything":             {0, []CPU{quiet, share(.1, .01, .8)}, ""},
		"the host gives its time away": {0, []CPU{quiet, share(.5, .05, .45)},
			"its host gave others 5.0 %"},
		"another process works": {0, []CPU{quiet, share(.2, 0, .5)},
			"other processes used 30.0 %"},
		"busy before, whatever comes after":          {0, []CPU{share(.5, 0, 0)}, "other processes used 50.0 %"},
		"busy at first, then quiet before it starts": {0, []CPU{share(.5, 0, 0), quiet, quiet, own}, ""},
		"another process works for a moment of a long run": {9, []CPU{quiet, own, own, share(.2, 0, .4), own},
			"other processes used 40.0 % of 5s (at most 30)"},
		"the host takes a moment of a long run": {9, []CPU{quiet, own, share(0, .15, .85), own},
			"its host gave others 15.0 % of 5s (at most 10)"},
		"a little in each moment": {9, []CPU{quiet, share(.1, .01, .8)}, ""},
		"another waits for the disk before": {0, []CPU{waiting(.06)},
			"processors waited for a disk for 6.0 % (at most 5)"},
		"the benchmark waits for the disk": {9, []CPU{waiting(.04), waiting(.5)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := after(t, time.Duration(c.windows)*window+window/2, pace(c.steps...))
				if !strings.Contains(v.Words, "before: load 7.50") ||
					!strings.Contains(v.Words, "meanwhile: load 7.50") ||
					!strings.Contains(v.Words, "worst 5s: stolen ") {
					t.Errorf("told %q", v.Words)
				}
				if c.why == "" {
					if v.Busy || !errors.Is(v.Judge(errMissed), errMissed) || v.Judge(nil) != nil ||
						v.Word(true) != "met" || v.Word(false) != "MISSED" ||
						command.CodeOf(v.Judge(errMissed)) != Missed {
						t.Errorf("%+v", v)
					}
					return
				}
				if !v.Busy || !errors.Is(v.Judge(errMissed), ErrBusy) || !errors.Is(v.Judge(nil), ErrBusy) ||
					v.Word(true) != "not judged" || command.CodeOf(v.Judge(nil)) != Missed ||
					!strings.HasPrefix(v.Why, c.why) || !strings.Contains(v.Words, "NOT JUDGED: "+c.why) {
					t.Errorf("%+v", v)
				}
			})
		})
	}
}

func TestAMachineThatCannotBeReadStopsTheBenchmark(t *testing.T) {
	none := errors.New("no /proc")
	if _, err := begin(func() (CPU, error) { return CPU{}, none }, readLoad); err != none {
		t.Errorf("began with %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		n := 0
		w, err := begin(func() (c CPU, err error) {
			if n++; n == 3 { // the first window
				err = none
			}
			return c, err
		}, readLoad)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * window)
		if _, err = w.End(); !errors.Is(err, none) {
			t.Errorf("ended with %v", err)
		}
	})
}

func TestASystemThatSaysNothingOfItsProcessorsJudgesNothing(t *testing.T) {
	v := after(t, 0, func() (CPU, error) { return CPU{}, errUnreadable })
	if !v.Busy || !errors.Is(v.Judge(errMissed), ErrBusy) || !strings.Contains(v.Words, "cannot be read here") {
		t.Errorf("%+v", v)
	}
}
