package directory

import (
	"sync"
	"testing"
	"testing/synctest"
)

// A bubble ends only when all its goroutines have: none is left behind by end, and none is lost by a burst.
func TestWorkersRunEverythingAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w workers
		for _, n := range []int{1, 3, 10 * idleMost, 5} {
			var all sync.WaitGroup
			hold := make(chan struct{})
			all.Add(n)
			for range n {
				w.Schedule(func() {
					<-hold
					all.Done()
				})
			}
			synctest.Wait()
			close(hold)
			all.Wait()
			synctest.Wait()
			if len(w.idle) > idleMost || len(w.idle) == 0 {
				t.Errorf("%d workers rest after %d functions", len(w.idle), n)
			}
		}
		busy := make(chan struct{})
		w.Schedule(func() { <-busy })
		w.end()
		close(busy)
		done := make(chan struct{})
		w.Schedule(func() { close(done) }) // one that comes late is run, too
		<-done
	})
}
