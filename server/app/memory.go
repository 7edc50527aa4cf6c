package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"jadebox/actors/runtime/repeat"
)

// The collector of a busy server lets the heap grow to several times what is alive (tools/jadebox, tuneMemory), and Go
// keeps that much from the system for the next burst, however long it does not come: after 1,024 callers, hundreds of
// megabytes. When it has been quiet for a while, one collection and a walk over the free pages cost no call anything.
const (
	restEvery = 5 * time.Second
	// restLooks in a row must be quiet.
	restLooks = 3
	// quietBytes a second are what a server allocates that has next to nothing to do.
	quietBytes = 2 << 20
	// worthBytes is the least that is given back.
	worthBytes = 32 << 20
)

// heapState is what the runtime knows of the heap.
type heapState struct {
	allocated uint64 // since the start
	held      uint64 // of the system: objects, dead ones among them, and free pages
	live      uint64 // at the last collection
}

// rester gives memory back to the system when it is quiet.
type rester struct {
	read func() heapState
	free func()

	last  heapState
	looks int // quiet ones in a row
}

func newRester() *rester {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/gc/heap/live:bytes"}}
	return &rester{free: debug.FreeOSMemory, read: func() heapState {
		metrics.Read(samples)
		of := func(i int) uint64 { return samples[i].Value.Uint64() }
		return heapState{allocated: of(0), held: of(1) + of(2) + of(3), live: of(4)}
	}}
}

// look is called every restEvery.
func (r *rester) look() {
	now := r.read()
	quiet := r.last.allocated > 0 && now.allocated-r.last.allocated < quietBytes*uint64(restEvery/time.Second)
	r.last = now
	if !quiet {
		r.looks = 0
		return
	}
	r.looks++
	if r.looks < restLooks || now.held < now.live+worthBytes {
		return
	}
	r.free()
	r.looks = 0
	r.last = r.read()
}

// rest gives memory back until ctx ends.
func rest(ctx context.Context) {
	r := newRester()
	repeat.After(ctx, restEvery, r.look)
}
