package embedded

import (
	"fmt"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// PostgreSQL's own cache is an eighth of the memory: the server beside it may use a half, and the rest is the kernel's
// cache of the same files. The least serves a demo; beyond the most, a ledger that is written at its end gains nothing.
const (
	buffersShare = 8
	buffersLeast = 64 << 20
	buffersMost  = 1 << 30
)

// sharedBuffers is the setting for a machine with so many bytes; 0: unknown.
func sharedBuffers(memory uint64) string {
	return fmt.Sprintf("%dMB", min(max(memory/buffersShare, buffersLeast), buffersMost)>>20)
}

// machineMemory is what this machine has, or what its container may use, in bytes; 0 when neither says it.
func machineMemory() uint64 {
	bytes, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0
	}
	return bytes
}
