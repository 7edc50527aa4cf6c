package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// gcPercent trades memory for a calm tail: a collection takes both cores of a small machine for some 30 to 100 ms.
	// At Go's default of 100 the heap of 590 rooms (40 MB) was collected every 1.4 s, which is what one event in twenty
	// waited for.
	gcPercent = 400
	// memoryShare of the machine or container is the soft limit at which the collector works harder again; the embedded
	// PostgreSQL needs the rest.
	memoryShare = 0.5
)

// tuneMemory sets the garbage collector for a server, unless the operator has (GOGC, GOMEMLIMIT).
func tuneMemory() error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	_, err := memlimit.Set(memlimit.WithRatio(memoryShare),
		memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)))
	return err
}
