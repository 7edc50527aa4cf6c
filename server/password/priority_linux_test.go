package password

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Every thread of a worker is at the end of every line, and its session behind the sessions of others.
func TestWorkersGiveWayToEverybody(t *testing.T) {
	h := apartHere(t, os.Args[0])
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
			if a, err := unix.SchedGetAttr(tid, 0); err != nil || a.Nice != lowest {
				t.Errorf("thread %d: %+v, %v", tid, a, err)
			}
		}
		group, err := os.ReadFile(dir + "/autogroup")
		if err == nil && w.lowered && !strings.HasSuffix(strings.TrimSpace(string(group)), "nice "+strconv.Itoa(sessionNice)) {
			t.Errorf("among sessions: %s", group)
		}
	}
	if started == 0 {
		t.Error("computed in this process")
	}
}
