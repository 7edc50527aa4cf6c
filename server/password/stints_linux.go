package password

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A hasher computes in stints, because the lowest priority is not enough. Linux leaves off looking for an idle core where the cores
// that share a cache are busy by more than some 60 % (SIS_UTIL in kernel/sched/fair.c), and what the last in line uses counts
// as any use does. One hash after another then makes who wakes up queue behind others, on the core where they ran last, while the
// next core computes hashes for whom anybody may interrupt. With two fifths of a core the search goes on, and a core that falls
// idle fetches those who queue elsewhere. Measured with tools/bench/logins on two cores, p99 of other calls in a storm by quiet: 1.7
// to 1.9 without rests, 1.3 to 1.4 with these; rests of half a stint 1.4 to 1.6; stints of 0.25 and of 2 ms no better.
const (
	inStints = true
	stint    = time.Millisecond
	rest     = 3 * stint / 2
)

// await lets a hasher compute in stints until its answer begins or it is gone.
func await(hasher *os.Process, answer *os.File) error {
	conn, err := answer.SyscallConn()
	if err != nil {
		return fmt.Errorf("password: hasher: %w", err)
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		for answered := false; ; {
			if answered, failed = poll(int32(fd), stint); answered || failed != nil { //nolint:gosec // descriptors are small
				return
			}
			if failed = hasher.Signal(syscall.SIGSTOP); failed != nil {
				return
			}
			_, failed = poll(-1, rest)
			if failed = errors.Join(failed, hasher.Signal(syscall.SIGCONT)); failed != nil {
				return
			}
		}
	})
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("password: hasher: %w", err)
	}
	return nil
}

// poll waits until fd, unless negative, has something to read, at most for a while. Go's scheduler does not know of it and keeps
// still meanwhile: this process has nothing else to do, and a wake-up of its own for each of a thousand waits a second would cost
// more than they do.
func poll(fd int32, within time.Duration) (ready bool, err error) {
	fds := [1]unix.PollFd{{Fd: fd, Events: unix.POLLIN}}
	left := unix.NsecToTimespec(within.Nanoseconds()) // the kernel takes from it what has passed
	for {
		n, _, e := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds)), uintptr(len(fds)), uintptr(unsafe.Pointer(&left)), 0, 0, 0)
		switch e {
		case 0:
			return n > 0, nil
		case unix.EINTR: // the runtime's own signals, and one for each stop
		default:
			return false, e
		}
	}
}
