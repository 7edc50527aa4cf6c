package password

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// lowest is for the threads of a child, sessionNice for its session among sessions. A session at the very end would
// wait for seconds on a machine that others keep busy; a tenth of a share is enough for a login, and little enough that
// a thread that wakes up does not wait behind it.
const (
	lowest      = 19
	sessionNice = 10
)

// start starts a child at the end of every line and in a session of its own: its session has a weight of its own
// (lower), and a terminal's interrupt is not for it, which ends with its input, after the last login. A child has the
// nice value of the thread that starts it; setting it afterwards would miss threads that its runtime is just starting.
func start(child *exec.Cmd) error {
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this goroutine, for it may not climb again
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowest)
		started <- child.Start()
	}()
	return <-started
}

// lower makes a child run at the lowest priority, and reports whether it does. A nice value counts among threads of one
// session only where the kernel groups by session (autogroup, the usual setting): PostgreSQL gives every backend a
// session, so that a nice child in the server's would take from each of them as much as the whole server may. The
// child's own session is therefore nice, too. What the kernel does not know or does not allow is left as it is.
func lower(child *exec.Cmd) bool {
	err := os.WriteFile("/proc/"+strconv.Itoa(child.Process.Pid)+"/autogroup", []byte(strconv.Itoa(sessionNice)), 0)
	return err == nil || os.IsNotExist(err)
}
