// Package machine says whether a benchmark had the machine to itself: every benchmark prints what was seen of it before
// and meanwhile, and none judges its goals on a machine that was busy with something else.
//
// Busy is time that the host gave to other machines (steal of proc_stat(5)) and time that processes used which are
// neither the benchmark nor started by it, over the whole run and in each five seconds of it; and, before it, time that
// processors waited for a disk. The load average is printed and judges nothing: a minute of it is the benchmark's own.
// A machine that cannot be read judges nothing, either. Deliberately absent: figures of what was measured.
package machine

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"jadebox/tools/command"
)

// limits are shares of the machine's time above which it is busy.
type limits struct{ stolen, others, waited float64 }

var (
	// A hundredth part that waits for another process is the slowest hundredth of whatever is measured.
	atRest    = limits{stolen: 0.02, others: 0.10, waited: 0.05}
	meanwhile = limits{stolen: 0.02, others: 0.10, waited: 1} // for the disk the benchmark itself waits
	// A long run hides a short burst in its mean.
	inWindow = limits{stolen: 0.10, others: 0.30, waited: 1}
)

const (
	// lookFor is how long the machine is watched before anything is measured.
	lookFor = 2 * time.Second
	// patience is how long a busy machine is waited for: what was built before has its ends to tidy up.
	patience = 30 * time.Second
	// window is one part of a run that is looked at by itself.
	window = 5 * time.Second
)

// Missed is how a program ends that measured everything and missed goals, or could judge none.
const Missed = 1

// ErrBusy is a run whose figures stand and judge nothing.
var ErrBusy = errors.New("the machine was busy with something else: nothing is judged")

// errUnreadable is a machine that says nothing of its processors.
var errUnreadable = errors.New("it cannot be read here")

// CPU is the time that the machine's processors have spent since it started; waited, for a disk, is a part of idle.
type CPU struct{ all, idle, waited, stolen, own time.Duration }

// StolenSince is the share of the time that the host of a virtual machine gave to others.
func (c CPU) StolenSince(before CPU) float64 {
	return float64(c.stolen-before.stolen) / float64(max(1, c.all-before.all))
}

// othersSince is the share of the time that processes used which are not the benchmark's.
func (c CPU) othersSince(before CPU) float64 {
	used := c.all - before.all - (c.idle - before.idle) - (c.stolen - before.stolen) - (c.own - before.own)
	return float64(max(0, used)) / float64(max(1, c.all-before.all))
}

// waitedSince is the share of the time that processors had nothing to do but to wait for a disk.
func (c CPU) waitedSince(before CPU) float64 {
	return float64(max(0, c.waited-before.waited)) / float64(max(1, c.all-before.all)) // the kernel's may shrink
}

// State is what was seen over a while, as shares of the time of all processors.
type State struct {
	Load   float64 `json:"load"` // processes that ran or waited, mean of a minute
	Stolen float64 `json:"stolen"`
	Others float64 `json:"others"`
	Waited float64 `json:"waited"` // for a disk
}

// busy says with what else; empty when with nothing. over is the time that was looked at.
func (s State) busy(most limits, over string) string {
	var why []string
	add := func(share, most float64, text string) {
		if share > most {
			why = append(why, fmt.Sprintf("%s %.1f %%%s (at most %.0f)", text, 100*share, over, 100*most))
		}
	}
	add(s.Stolen, most.stolen, "its host gave others")
	add(s.Others, most.others, "other processes used")
	add(s.Waited, most.waited, "processors waited for a disk for")
	return strings.Join(why, ", ")
}

func (s State) String() string {
	return fmt.Sprintf("load %.2f, %s, waiting for a disk %.1f %%", s.Load, s.taken(), 100*s.Waited)
}

func (s State) taken() string {
	return fmt.Sprintf("stolen %.1f %%, other processes %.1f %%", 100*s.Stolen, 100*s.Others)
}

// Watch is a machine from the start of a benchmark to its end.
type Watch struct {
	read   func() (CPU, error)
	load   func() float64
	start  CPU
	Before State

	unreadable bool
	stop       chan struct{}
	seen       chan windows
}

// windows is what the parts of a run have shown: of each figure the highest.
type windows struct {
	worst State
	err   error
}

// Begin looks at the machine and waits a little for it to become quiet. Nothing of the benchmark may run yet. What
// loses its parent from now on becomes this process's child: its time stays the benchmark's own.
func Begin() (*Watch, error) {
	if err := adopt(); err != nil {
		return nil, err
	}
	return begin(ReadCPU, readLoad)
}

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

func begin(read func() (CPU, error), load func() float64) (*Watch, error) {
	w := &Watch{read: read, load: load, stop: make(chan struct{}), seen: make(chan windows, 1)}
	for waited := time.Duration(0); ; waited += lookFor {
		first, err := read()
		if errors.Is(err, errUnreadable) {
			w.unreadable = true
			return w, nil
		}
		if err != nil {
			return nil, err
		}
		time.Sleep(lookFor)
		if w.start, err = read(); err != nil {
			return nil, err
		}
		w.Before = w.state(first, w.start)
		if w.Before.busy(atRest, "") == "" || waited+lookFor >= patience {
			go w.look()
			return w, nil
		}
	}
}

// look sees each window until the end; one that is cut short is left out.
func (w *Watch) look() {
	var all windows
	tick := time.NewTicker(window)
	defer tick.Stop()
	for last := w.start; all.err == nil; {
		select {
		case <-w.stop:
			w.seen <- all
			return
		case <-tick.C:
		}
		var now CPU
		if now, all.err = w.read(); all.err == nil {
			s := w.state(last, now)
			worst := &all.worst
			worst.Load, worst.Waited = max(worst.Load, s.Load), max(worst.Waited, s.Waited)
			worst.Stolen, worst.Others = max(worst.Stolen, s.Stolen), max(worst.Others, s.Others)
			last = now
		}
	}
	w.seen <- all
}

func (w *Watch) state(from, to CPU) State {
	return State{Load: w.load(), Stolen: to.StolenSince(from), Others: to.othersSince(from),
		Waited: to.waitedSince(from)}
}

// Verdict is what was seen of a machine. The zero verdict is of one that was quiet.
type Verdict struct {
	Words  string `json:"-"`    // to be printed
	Busy   bool   `json:"busy"` // goals that were missed or met say nothing
	Why    string `json:"why"`  // with what
	Before State  `json:"before"`
	During State  `json:"during"`
	Worst  State  `json:"worst"` // of any five seconds, each figure by itself
}

// End looks again when everything was measured. What the benchmark started still runs or has been waited for: its time
// is the benchmark's own.
func (w *Watch) End() (Verdict, error) {
	if w.unreadable {
		why := errUnreadable.Error()
		return Verdict{Busy: true, Why: why, Words: "NOT JUDGED: " + why}, nil
	}
	close(w.stop)
	seen := <-w.seen
	now, err := w.read()
	if err = errors.Join(seen.err, err); err != nil {
		return Verdict{}, err
	}
	v := Verdict{Before: w.Before, During: w.state(w.start, now), Worst: seen.worst}
	v.Why = cmp.Or(v.During.busy(meanwhile, ""), v.Worst.busy(inWindow, fmt.Sprintf(" of %v", window)),
		v.Before.busy(atRest, ""))
	v.Busy = v.Why != ""
	v.Words = fmt.Sprintf("machine of %d cores, before: %s; meanwhile: %s; worst %v: %s", runtime.NumCPU(), v.Before,
		v.During, window, v.Worst.taken())
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

// Judge passes on what a run has missed; on a busy machine nothing was missed and nothing met. A program that ends with
// it ends with Missed: its figures stand.
func (v Verdict) Judge(missed error) error {
	if v.Busy {
		return command.With(Missed, fmt.Errorf("%w (%s)", ErrBusy, v.Why))
	}
	return command.With(Missed, missed)
}
