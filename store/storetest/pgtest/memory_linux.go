package pgtest

import "syscall"

// inMemory is a directory that is kept in memory, with room for the databases of all test processes at once; "" where
// there is none. A database is three hundred files: ext4 takes a quarter of a second of a processor to make them and to
// remove them, memory a twentieth of that.
func inMemory() string {
	const dir, room = "/dev/shm", 4 << 30
	var free syscall.Statfs_t
	if err := syscall.Statfs(dir, &free); err != nil || free.Bavail*uint64(free.Bsize) < room ||
		syscall.Access(dir, 2) != nil { // W_OK
		return ""
	}
	return dir
}
