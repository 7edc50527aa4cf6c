//go:build unix

package doctor

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func thisMachine() *machine {
	return &machine{disk: free, files: files, root: func() bool { return os.Geteuid() == 0 }}
}

// free asks the nearest directory that is there: the data directory comes with the first start.
func free(dir string) (free, all uint64, err error) {
	for {
		var s unix.Statfs_t
		err := unix.Statfs(dir, &s)
		if err == nil {
			return uint64(s.Bavail) * uint64(s.Bsize), uint64(s.Blocks) * uint64(s.Bsize), nil
		}
		up := filepath.Dir(dir)
		if up == dir || !os.IsNotExist(err) {
			return 0, 0, err
		}
		dir = up
	}
}

// files is the hard limit: the server raises its own to it.
func files() (uint64, error) {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
	return limit.Max, err
}
