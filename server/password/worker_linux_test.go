package password

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// hasherOf is the process that computes for a worker.
func hasherOf(t *testing.T, w *worker) int {
	t.Helper()
	tasks, err := os.ReadDir("/proc/" + strconv.Itoa(w.child.Process.Pid) + "/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		children, err := os.ReadFile("/proc/" + strconv.Itoa(w.child.Process.Pid) + "/task/" + task.Name() + "/children")
		if pid, bad := strconv.Atoi(strings.TrimSpace(string(children))); err == nil && bad == nil {
			return pid
		}
	}
	t.Fatal("no process computes for this worker")
	return 0
}

// state is a letter of proc_pid_stat(5), or nothing when the process is gone.
func state(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))[0]
}

// one is a worker that has computed a hash.
func one(t *testing.T, h *Hasher) *worker {
	t.Helper()
	for range cap(h.slots) {
		w := <-h.slots
		t.Cleanup(func() { h.slots <- w })
		if w.child != nil {
			return w
		}
	}
	t.Fatal("computed in this process")
	return nil
}

// Every thread that computes is at the end of every line, and its session behind the sessions of others.
func TestHashersGiveWayToEverybody(t *testing.T) {
	w := one(t, apartHere(t, os.Args[0]))
	pid := hasherOf(t, w)
	for _, p := range []int{pid, w.child.Process.Pid} {
		if sid, err := unix.Getsid(p); err != nil || sid != p {
			t.Errorf("session %d of process %d, %v", sid, p, err)
		}
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
	// The kernel refuses a second session's weight within a tenth of a second; the worker sets it with a later hash then.
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

// A hasher rests while it computes, and not when it has nothing to do: who is stopped would not see that its input ends.
func TestHashersRest(t *testing.T) {
	w := one(t, apartHere(t, os.Args[0]))
	pid := hasherOf(t, w)
	computed := make(chan struct{})
	go func() {
		defer close(computed)
		for range 20 {
			w.sum([]byte("correct horse 1"), make([]byte, saltBytes))
		}
	}()
	seen := map[string]int{}
	for busy := true; busy; {
		select {
		case <-computed:
			busy = false
		default:
			seen[state(pid)]++
			time.Sleep(300 * time.Microsecond)
		}
	}
	if seen["T"] == 0 || seen["R"] == 0 {
		t.Errorf("states seen: %v, want stopped and running", seen)
	}
	if s := state(pid); s == "T" || s == "" {
		t.Errorf("state %q after its work", s)
	}
}

// Whoever stops a hasher may be killed at any moment.
func TestHashersDoNotOutliveTheirWorker(t *testing.T) {
	w := one(t, apartHere(t, os.Args[0]))
	for range 5 {
		pid := hasherOf(t, w)
		worker, failed := w.child.Process, make(chan error)
		go func() {
			_, err := w.ask([]byte("correct horse 1"), make([]byte, saltBytes))
			failed <- err
		}()
		time.Sleep(10 * time.Millisecond)
		if err := worker.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := <-failed; err == nil {
			t.Error("a worker that was killed answered")
		}
		for deadline := time.Now().Add(10 * time.Second); state(pid) != "" && state(pid) != "Z"; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("hasher %d is still there: %s", pid, state(pid))
			}
		}
		w.sum([]byte("correct horse 1"), make([]byte, saltBytes))
	}
}
