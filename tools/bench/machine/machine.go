//go:build linux

// Package machine tells whether figures of a benchmark can be judged: what else this machine did before and after, and
// what the host of a virtual machine gave to others meanwhile.
package machine

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

const (
	// busyMax of the machine's time while the benchmark itself does nothing, and stolenMax by its host at any time:
	// with more, a ratio of two ways that take turns says who had the worse moment.
	busyMax   = 0.10
	stolenMax = 0.03
	lookFor   = 1500 * time.Millisecond
)

// Watch is a machine from the start of a benchmark to its end.
type Watch struct {
	start  CPU
	before moment
}

// moment is what the machine did by itself in lookFor.
type moment struct {
	load         string
	busy, stolen float64
}

// Begin looks at the machine for a moment. Nothing of the benchmark may run yet.
func Begin() (*Watch, error) {
	before, err := look()
	if err != nil {
		return nil, err
	}
	start, err := ReadCPU()
	return &Watch{start, before}, err
}

// Verdict is what End found.
type Verdict struct {
	Words string
	Busy  bool // goals that were missed or met say nothing
}

// End looks again. Nothing of the benchmark may run any more.
func (w *Watch) End() (Verdict, error) {
	now, err := ReadCPU()
	if err != nil {
		return Verdict{}, err
	}
	after, err := look()
	if err != nil {
		return Verdict{}, err
	}
	stolen := now.StolenSince(w.start)
	v := Verdict{Words: fmt.Sprintf("machine: before load %s, busy %.0f %%, stolen %.1f %%; meanwhile stolen %.1f %%; after load %s, busy %.0f %%, stolen %.1f %%",
		w.before.load, 100*w.before.busy, 100*w.before.stolen, 100*stolen, after.load, 100*after.busy,
		100*after.stolen)}
	v.Busy = w.before.busy > busyMax || after.busy > busyMax || max(w.before.stolen, stolen, after.stolen) > stolenMax
	if v.Busy {
		v.Words += "\nThe machine had other things to do: nothing above is judged."
	}
	return v, nil
}

func look() (m moment, err error) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return m, err
	}
	load, _, _ := bytes.Cut(text, []byte(" "))
	before, err := ReadCPU()
	if err != nil {
		return m, err
	}
	time.Sleep(lookFor)
	after, err := ReadCPU()
	return moment{string(load), after.busySince(before), after.StolenSince(before)}, err
}

// CPU is what the machine's processors have spent since it started, in ticks (proc_stat(5), first line).
type CPU struct{ all, idle, stolen uint64 }

// Fields of the line: user, nice, system, idle, iowait, irq, softirq, steal; guests' time is part of the first two.
const cpuFields, idleField, waitField, stealField = 8, 3, 4, 7

// ReadCPU reads it.
func ReadCPU() (CPU, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return CPU{}, err
	}
	return parseCPU(text)
}

func parseCPU(text []byte) (c CPU, err error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) <= cpuFields {
		return c, fmt.Errorf("/proc/stat: %q", line)
	}
	for i, field := range fields[1 : 1+cpuFields] {
		ticks, err := strconv.ParseUint(string(field), 10, 64)
		if err != nil {
			return c, fmt.Errorf("/proc/stat: %w", err)
		}
		c.all += ticks
		switch i {
		case idleField, waitField:
			c.idle += ticks
		case stealField:
			c.stolen = ticks
		}
	}
	return c, nil
}

// StolenSince is the share of the time that the host of a virtual machine gave to others.
func (c CPU) StolenSince(before CPU) float64 {
	return float64(c.stolen-before.stolen) / float64(max(1, c.all-before.all))
}

// busySince is the share that was neither idle nor stolen.
func (c CPU) busySince(before CPU) float64 {
	all := max(1, c.all-before.all)
	return 1 - float64(c.idle-before.idle)/float64(all) - c.StolenSince(before)
}
