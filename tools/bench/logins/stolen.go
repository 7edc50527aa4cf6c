//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// cpuTime is what the machine's processors have spent since it started, in ticks (proc_stat(5), first line).
type cpuTime struct{ all, stolen uint64 }

// Fields of the line: user, nice, system, idle, iowait, irq, softirq, steal; guests' time is part of the first two.
const cpuFields, stealField = 8, 7

func readCPU() (c cpuTime, err error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return c, err
	}
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
		if i == stealField {
			c.stolen = ticks
		}
	}
	return c, nil
}

// stolenSince is the share of the time that the host of a virtual machine gave to others.
func (c cpuTime) stolenSince(before cpuTime) float64 {
	return float64(c.stolen-before.stolen) / float64(max(1, c.all-before.all))
}
