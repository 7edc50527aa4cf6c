package pgtest

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// inMemory is a directory that is kept in memory, with room for the databases of all test processes at once; "" where
// there is none. A database is three hundred files: ext4 takes a quarter of a second of a processor to make them and to
// remove them, memory a twentieth of that. What the directory may hold is no memory that there is: that is asked, too.
// Tests build servers in it and start them, so that it must be mounted for programs: in containers it often is not.
func inMemory() string {
	const dir, room = "/dev/shm", 4 << 30
	var free syscall.Statfs_t
	if err := syscall.Statfs(dir, &free); err != nil || !takes(free, room) || syscall.Access(dir, 2) != nil { // W_OK
		return ""
	}
	if !hasMemory(readable("/proc/meminfo"), readable("/sys/fs/cgroup/memory.max"), room) {
		return ""
	}
	return dir
}

// noExec is ST_NOEXEC, a flag of statfs(2): no program can be started from there.
const noExec = 8

// takes reports whether a filesystem has room for so many bytes, and starts programs.
func takes(free syscall.Statfs_t, room uint64) bool {
	return free.Bavail*uint64(free.Bsize) >= room && free.Flags&noExec == 0
}

// hasMemory reports whether a machine has so many bytes of memory left, and its control group allows twice as many.
func hasMemory(meminfo, limit string, room int64) bool {
	if most, err := strconv.ParseInt(strings.TrimSpace(limit), 10, 64); err == nil && most < 2*room { // "max": no limit
		return false
	}
	for line := range strings.Lines(meminfo) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "MemAvailable:" {
			kb, err := strconv.ParseInt(f[1], 10, 64)
			return err == nil && kb<<10 >= room
		}
	}
	return false
}

// readable is what a file says, "" when it cannot be read.
func readable(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
