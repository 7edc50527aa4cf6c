package siteclock

import (
	"time"

	"golang.org/x/sys/unix"
)

// uptime counts from now on, sleep and all (clock_gettime(2), CLOCK_BOOTTIME).
func uptime() func() time.Duration {
	read := func() time.Duration {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
			panic(err) // every kernel since 2.6.39 has it
		}
		return time.Duration(t.Nano())
	}
	start := read()
	return func() time.Duration { return read() - start }
}
