package password

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const lowest = 19

// sliceNS is how long a thread of a child keeps its core once somebody else wants it. The kernel's own slice is milliseconds, and
// a request that wakes four times between socket and disk would wait for several. Kernels before 6.12 have no say in it.
const sliceNS = 100_000

// apart gives the child a session of its own: a terminal's interrupt is not for it, which ends with its input, after the last
// login; and its weight against other sessions can be set (lower).
func apart(child *exec.Cmd) { child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// lower makes a child give way to everybody, and says whether it does. A nice value counts among threads of one session only
// where the kernel groups by session (autogroup, the usual setting): PostgreSQL gives every backend a session, so that a nice
// child in ours would have taken from each of them as much as the whole server. The child's own session is therefore nice, too.
// What the kernel does not know or does not allow is left as it is.
func lower(child *exec.Cmd) bool {
	pid := child.Process.Pid
	_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, lowest)
	dir := "/proc/" + strconv.Itoa(pid)
	threads, _ := os.ReadDir(dir + "/task")
	for _, t := range threads { // later ones inherit
		if tid, err := strconv.Atoi(t.Name()); err == nil {
			_ = unix.SchedSetAttr(tid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_BATCH, Nice: lowest, Runtime: sliceNS}, 0)
		}
	}
	err := os.WriteFile(dir+"/autogroup", []byte(strconv.Itoa(lowest)), 0)
	return err == nil || os.IsNotExist(err)
}
