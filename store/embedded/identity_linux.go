package embedded

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
)

// nobody is the id that PostgreSQL runs as where this process is root, which it refuses to be.
const nobody = 65534

// identity is as whom PostgreSQL runs.
type identity uint8

const (
	asSelf   identity = iota // not root
	asMapped                 // a user namespace in which root's files belong to nobody: nothing is chowned
	asNobody                 // setuid, where user namespaces are forbidden: needs owned files and a reachable directory
)

func (i identity) attr() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true} // the terminal's Ctrl-C is for this process, which stops it in order
	switch i {
	case asMapped:
		a.Cloneflags = syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
	case asNobody:
		a.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return a
}

var identify = sync.OnceValues(func() (identity, error) {
	if os.Geteuid() != 0 {
		return asSelf, nil
	}
	try := exec.Command("/bin/sh", "-c", "exit 0")
	try.SysProcAttr = asMapped.attr()
	if try.Run() == nil {
		return asMapped, nil
	}
	return asNobody, nil
})

// own gives path and what is below to the one PostgreSQL runs as, and lets that user reach it.
func (i identity) own(path string) error {
	if i != asNobody {
		return nil
	}
	if err := os.Chmod(filepath.Dir(path), 0o711); err != nil {
		return err
	}
	return filepath.WalkDir(path, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, nobody, nobody)
	})
}
