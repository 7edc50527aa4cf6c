package pgtest

import (
	"syscall"
	"testing"
)

func TestADirectoryInMemoryTakesServersOnlyWhereTheyCanBeStarted(t *testing.T) {
	for _, c := range []struct {
		free syscall.Statfs_t
		want bool
	}{
		{syscall.Statfs_t{Bavail: 2, Bsize: 4096, Flags: 2 | 4}, true}, // nosuid, nodev
		{syscall.Statfs_t{Bavail: 2, Bsize: 4096, Flags: 2 | 4 | noExec}, false},
		{syscall.Statfs_t{Bavail: 1, Bsize: 4096}, false},
	} {
		if got := takes(c.free, 8192); got != c.want {
			t.Errorf("%d blocks, flags %b: %t", c.free.Bavail, c.free.Flags, got)
		}
	}
}

func TestADirectoryInMemoryIsUsedOnlyWhereThereIsThatMemory(t *testing.T) {
	const available = "MemTotal:       9000 kB\nMemFree:           1 kB\nMemAvailable:   4 kB\n"
	for _, c := range []struct {
		meminfo, limit string
		want           bool
	}{
		{available, "max\n", true}, {available, "", true}, {available, "8192\n", true},
		{available, "8191\n", false},
		{"MemAvailable:   3 kB\n", "max\n", false}, {"", "max\n", false},
	} {
		if got := hasMemory(c.meminfo, c.limit, 4096); got != c.want {
			t.Errorf("%q with limit %q: %t", c.meminfo, c.limit, got)
		}
	}
}
