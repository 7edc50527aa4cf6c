package password

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// lowest is for the threads of a child, sessionNice for its session among sessions. A session at the very end would wait for
// seconds on a machine that others keep busy; a tenth of a share is enough for a login, and little enough that who wakes up
// does not wait behind it.
const (
	lowest      = 19
	sessionNice = 10
)

// apart gives the child a session of its own: a terminal's interrupt is not for it, which ends with its input, after the last
// login; and its weight against other sessions can be set (lower).
func apart(child *exec.Cmd) { child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// lower makes a child give way to everybody, and says whether it does. A nice value counts among threads of one session only
// where the kernel groups by session (autogroup, the usual setting): PostgreSQL gives every backend a session, so that a nice
// child in ours would take from each of them as much as the whole server may. The child's own session is therefore nice, too.
// What the kernel does not know or does not allow is left as it is.
func lower(child *exec.Cmd) bool {
	pid := child.Process.Pid
	_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, lowest)
	err := os.WriteFile("/proc/"+strconv.Itoa(pid)+"/autogroup", []byte(strconv.Itoa(sessionNice)), 0)
	return err == nil || os.IsNotExist(err)
}
