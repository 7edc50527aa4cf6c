// Package machine says whether a benchmark had the machine to itself: every benchmark prints what was seen of it before
// and meanwhile, and none judges its goals on a machine that was busy with something else.
//
// Busy is time that the host gave to other machines (steal of proc_stat(5)) and time that processes used which are
// neither the benchmark nor started by it. The load average is printed and judges nothing: a minute of it is the
// benchmark's own. Deliberately absent: figures of what was measured.
package machine

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Shares of the machine's time from which on it is busy. A hundredth part that waits for somebody else is the slowest
// hundredth of whatever is measured.
const (
	stolenMax = 0.02
	othersMax = 0.10
)

const (
	// lookFor is how long the machine is watched before anything is measured.
	lookFor = 2 * time.Second
	// patience is how long a busy machine is waited for: what was built before has its ends to tidy up.
	patience = 30 * time.Second
)

// ErrBusy is a run whose figures stand and judge nothing.
var ErrBusy = errors.New("the machine was busy with something else: nothing is judged")

// CPU is the time that the machine's processors have spent since it started.
type CPU struct{ all, idle, stolen, own time.Duration }

// StolenSince is the share of the time that the host of a virtual machine gave to others.
func (c CPU) StolenSince(before CPU) float64 {
	return float64(c.stolen-before.stolen) / float64(max(1, c.all-before.all))
}

// othersSince is the share of the time that processes used which are not the benchmark's.
func (c CPU) othersSince(before CPU) float64 {
	used := c.all - before.all - (c.idle - before.idle) - (c.stolen - before.stolen) - (c.own - before.own)
	return float64(max(0, used)) / float64(max(1, c.all-before.all))
}

// State is what was seen over a while, as shares of the time of all processors.
type State struct {
	Load   float64 `json:"load"` // processes that ran or waited, mean of a minute
	Stolen float64 `json:"stolen"`
	Others float64 `json:"others"`
}

// busy says with what else; empty when with nothing.
func (s State) busy() string {
	var why []string
	if s.Stolen > stolenMax {
		why = append(why, fmt.Sprintf("its host gave %.1f %% to others (at most %.0f)", 100*s.Stolen, 100*stolenMax))
	}
	if s.Others > othersMax {
		why = append(why, fmt.Sprintf("other processes used %.1f %% (at most %.0f)", 100*s.Others, 100*othersMax))
	}
	return strings.Join(why, ", ")
}

func (s State) String() string {
	return fmt.Sprintf("load %.2f, stolen %.1f %%, other processes %.1f %%", s.Load, 100*s.Stolen, 100*s.Others)
}

// Watch is a machine from the start of a benchmark to its end.
type Watch struct {
	read   func() (CPU, error)
	load   func() float64
	start  CPU
	Before State
}

// Begin looks at the machine and waits a little for it to become quiet. Nothing of the benchmark may run yet.
func Begin() (*Watch, error) { return begin(ReadCPU, readLoad, time.Sleep) }

// Within runs a benchmark on a machine that it looks at, with a directory that is gone afterwards.
func Within(run func(w *Watch, dir string) error) error {
	w, err := Begin()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return run(w, dir)
}

func begin(read func() (CPU, error), load func() float64, sleep func(time.Duration)) (*Watch, error) {
	w := &Watch{read: read, load: load}
	for waited := time.Duration(0); ; waited += lookFor {
		first, err := read()
		if err != nil {
			return nil, err
		}
		sleep(lookFor)
		if w.start, err = read(); err != nil {
			return nil, err
		}
		w.Before = w.state(first, w.start)
		if w.Before.busy() == "" || waited+lookFor >= patience {
			return w, nil
		}
	}
}

func (w *Watch) state(from, to CPU) State {
	return State{Load: w.load(), Stolen: to.StolenSince(from), Others: to.othersSince(from)}
}

// Verdict is what was seen of a machine. The zero verdict is of one that was quiet.
type Verdict struct {
	Words  string `json:"-"`    // to be printed
	Busy   bool   `json:"busy"` // goals that were missed or met say nothing
	Why    string `json:"why"`  // with what
	Before State  `json:"before"`
	During State  `json:"during"`
}

// End looks again when everything was measured. What the benchmark started still runs or has been waited for: its time
// is the benchmark's own.
func (w *Watch) End() (Verdict, error) {
	now, err := w.read()
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Before: w.Before, During: w.state(w.start, now)}
	if v.Why = v.During.busy(); v.Why == "" {
		v.Why = v.Before.busy()
	}
	v.Busy = v.Why != ""
	v.Words = fmt.Sprintf("machine of %d cores, before: %s; meanwhile: %s", runtime.NumCPU(), v.Before, v.During)
	if v.Busy {
		v.Words += "\nNOT JUDGED: " + v.Why
	}
	return v, nil
}

// Word is the verdict on a goal.
func (v Verdict) Word(met bool) string {
	switch {
	case v.Busy:
		return "not judged"
	case met:
		return "met"
	}
	return "MISSED"
}

// Judge passes on what a run has missed; on a busy machine nothing was missed and nothing met.
func (v Verdict) Judge(missed error) error {
	if v.Busy {
		return fmt.Errorf("%w (%s)", ErrBusy, v.Why)
	}
	return missed
}
