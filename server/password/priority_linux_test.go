package password

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Every thread of a worker is at the end of every line, and its session among the sessions.
func TestWorkersGiveWayToEverybody(t *testing.T) {
	h := apartHere(t, os.Args[0])
	if _, err := h.Hash(t.Context(), "correct horse 1"); err != nil {
		t.Fatal(err)
	}
	started := 0
	for range cap(h.slots) {
		w := <-h.slots
		defer func() { h.slots <- w }()
		if w.child == nil {
			continue
		}
		started++
		pid := w.child.Process.Pid
		if sid, err := unix.Getsid(pid); err != nil || sid != pid {
			t.Errorf("session %d of worker %d, %v", sid, pid, err)
		}
		dir := "/proc/" + strconv.Itoa(pid)
		threads, err := os.ReadDir(dir + "/task")
		if err != nil || len(threads) == 0 {
			t.Fatal(err)
		}
		for _, thread := range threads {
			tid, _ := strconv.Atoi(thread.Name())
			a, err := unix.SchedGetAttr(tid, 0)
			if err != nil || a.Nice != lowest || a.Policy != unix.SCHED_BATCH {
				t.Errorf("thread %d: %+v, %v", tid, a, err)
			}
		}
		group, err := os.ReadFile(dir + "/autogroup")
		if err == nil && w.lowered && !strings.HasSuffix(strings.TrimSpace(string(group)), "nice 19") {
			t.Errorf("among sessions: %s", group)
		}
	}
	if started == 0 {
		t.Error("computed in this process")
	}
}
