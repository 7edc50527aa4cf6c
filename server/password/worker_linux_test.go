package password

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Every thread that computes is at the end of every line, and its session behind the sessions of others.
func TestWorkersGiveWayToEverybody(t *testing.T) {
	w := started(apartHere(t, os.Args[0]))
	if w == nil {
		t.Fatal("computed in this process")
	}
	pid := w.child.Process.Pid
	if sid, err := unix.Getsid(pid); err != nil || sid != pid {
		t.Errorf("session %d of process %d, %v", sid, pid, err)
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
	// The kernel refuses a second session's weight within a tenth of a second; the worker sets it with a later hash
	// then.
	ours, err := os.ReadFile("/proc/self/autogroup")
	for deadline := time.Now().Add(10 * time.Second); err == nil; {
		w.sum([]byte("correct horse 1"), make([]byte, saltBytes))
		group, err := os.ReadFile(dir + "/autogroup")
		if err == nil && strings.HasSuffix(strings.TrimSpace(string(group)), "nice "+strconv.Itoa(sessionNice)) {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("among sessions: %s, ours %s, %v", group, ours, err)
			break
		}
	}
}
