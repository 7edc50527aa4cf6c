package machine

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"jadebox/tools/kill/process"
)

// tick is USER_HZ, 100 on every Linux.
const tick = 10 * time.Millisecond

// Fields of the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal; guests' time is part
// of the first two.
const cpuFields, idleField, waitField, stealField = 8, 3, 4, 7

// ReadCPU reads it.
func ReadCPU() (CPU, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return CPU{}, err
	}
	c, err := parseCPU(text)
	c.own = ownTime(func() time.Duration { return tree(os.Getpid()) })
	return c, err
}

// ownTime is the most of two readings: one in which a child ends, after its parent was read and before itself, lacks
// all that the child has ever used.
func ownTime(read func() time.Duration) time.Duration { return max(read(), read()) }

// adopt has processes that lose their parent become children of this one instead of init's, as those of a browser do
// when its first process is killed. They are not waited for, so that their time can be read after they have ended.
func adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("PR_SET_CHILD_SUBREAPER: %w", err)
	}
	return nil
}

func parseCPU(text []byte) (c CPU, err error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) <= cpuFields {
		return c, fmt.Errorf("/proc/stat: %q", line)
	}
	for i, field := range fields[1 : 1+cpuFields] {
		ticks, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return c, fmt.Errorf("/proc/stat: %w", err)
		}
		spent := time.Duration(ticks) * tick
		c.all += spent
		switch i {
		case idleField:
			c.idle += spent
		case waitField:
			c.idle, c.waited = c.idle+spent, spent
		case stealField:
			c.stolen = spent
		}
	}
	return c, nil
}

// tree is the time of a process and of all that it has started; of those that it waited for the kernel keeps it.
func tree(pid int) time.Duration {
	spent, err := process.CPU(pid)
	if err != nil {
		return 0 // ended: its parent has it
	}
	children, _ := process.Children(pid)
	for _, child := range children {
		spent += tree(child)
	}
	return spent
}

func readLoad() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := bytes.Cut(text, []byte(" "))
	load, _ := strconv.ParseFloat(string(first), 64)
	return load
}
