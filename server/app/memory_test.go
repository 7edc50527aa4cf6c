package app

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

const someMB = 1 << 20

// A burst, then quiet: memory is given back once, after some quiet looks, and not while anything is going on.
func TestMemoryOfABurstIsGivenBackWhenItIsQuiet(t *testing.T) {
	state := heapState{allocated: 1, held: 60 * someMB, live: 40 * someMB}
	var freed []int
	look := 0
	r := &rester{read: func() heapState { return state }, free: func() {
		freed = append(freed, look)
		state.live, state.held = 41*someMB, 45*someMB
	}}
	pass := func(n int, allocates, holds uint64) {
		for range n {
			look++
			state.allocated += allocates
			state.held += holds
			r.look()
		}
	}
	busy := uint64(quietBytes) * uint64(restEvery/time.Second)
	pass(10, someMB, 0) // quiet from the start: nothing is worth it
	pass(10, busy, 50*someMB)
	if len(freed) > 0 {
		t.Fatalf("given back in the midst of a burst, at looks %v", freed)
	}
	pass(restLooks-1, someMB, 0)
	pass(1, busy, 0) // a player came
	pass(restLooks-1, someMB, 0)
	if len(freed) > 0 {
		t.Fatalf("given back before it was quiet for long, at looks %v", freed)
	}
	pass(20, someMB, 0)
	if len(freed) != 1 {
		t.Errorf("given back at looks %v, want once", freed)
	}
	pass(5, busy, 50*someMB)
	pass(restLooks, someMB, 0)
	if len(freed) != 2 {
		t.Errorf("given back at looks %v, want once more after the next burst", freed)
	}
}

// The runtime's figures say what the heap holds: more after a burst of garbage than what is alive, less when it was
// given back.
func TestTheRuntimeSaysWhatTheHeapHolds(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	r := newRester()
	for range 64 {
		runtime.KeepAlive(make([]byte, someMB))
	}
	full := r.read()
	r.free()
	rest := r.read()
	if full.held < rest.held+32*someMB || full.allocated < 64*someMB || rest.live == 0 {
		t.Errorf("%+v, and %+v after it was given back", full, rest)
	}
}
