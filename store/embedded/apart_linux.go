package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// startApart starts a program in a mount namespace in which the paths can be reached: a directory on the way that the
// user cannot enter is covered there by an empty one, in which nothing stands but what leads to the paths. Every path
// is the same within as without, nothing of the machine is changed, and the namespace ends with the program.
func (i identity) startApart(cmd *exec.Cmd, paths []string) error {
	ended := make(chan error, 1)
	go func() {
		// The namespace is this thread's. It is not unlocked, so that it ends with the goroutine.
		runtime.LockOSThread()
		if syscall.Gettid() == os.Getpid() { // the thread by which /proc speaks of this process stays as it is
			defer runtime.UnlockOSThread()
			ended <- i.startApart(cmd, paths)
			return
		}
		err := i.arrange(paths)
		if err == nil {
			err = cmd.Start()
		}
		ended <- err
	}()
	return <-ended
}

// arrange makes the namespace of the present thread.
func (i identity) arrange(paths []string) error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return os.NewSyscallError("unshare", err)
	}
	// What is mounted or unmounted outside goes on to be so within, and nothing of what is done here goes out.
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return os.NewSyscallError("mount", err)
	}
	var closed []string
	places := make([]place, 0, len(paths))
	defer func() {
		for _, p := range places {
			unix.Close(p.tree)
		}
	}()
	for _, path := range paths {
		p, covers, err := i.placeOf(path)
		if err != nil {
			return err
		}
		places, closed = append(places, p), append(closed, covers...)
	}
	slices.Sort(closed) // a directory before what lies in it
	var covered []string
	for _, dir := range closed {
		if slices.ContainsFunc(covered, func(c string) bool { return below(dir, c) }) {
			continue
		}
		const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
		if err := unix.Mount("tmpfs", dir, "tmpfs", flags, "mode=0755"); err != nil {
			return fmt.Errorf("embedded: covering %s: %w", dir, err)
		}
		covered = append(covered, dir)
	}
	for _, p := range places {
		if err := p.lay(covered); err != nil {
			return err
		}
	}
	return nil
}

// place is a path as it is before anything is covered.
type place struct {
	path, real string // real has no symbolic links
	dir        bool
	tree       int // descriptor of what is mounted there
}

func (i identity) placeOf(path string) (p place, closed []string, err error) {
	if p.path, err = filepath.Abs(path); err != nil {
		return p, nil, err
	}
	if p.real, err = filepath.EvalSymlinks(p.path); err != nil {
		return p, nil, err
	}
	info, err := os.Stat(p.real)
	if err != nil {
		return p, nil, err
	}
	p.dir = info.IsDir()
	for _, way := range []string{p.real, p.path} {
		at, err := i.closedAt(way)
		if err != nil {
			return p, nil, err
		}
		if at == "" {
			continue
		}
		if at, err = filepath.EvalSymlinks(at); err != nil {
			return p, nil, err
		}
		closed = append(closed, at)
	}
	p.tree, err = unix.OpenTree(unix.AT_FDCWD, p.real, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return p, nil, os.NewSyscallError("open_tree", err)
	}
	return p, closed, nil
}

// lay mounts a place where it was, when that is covered.
func (p place) lay(covered []string) error {
	if slices.ContainsFunc(covered, func(c string) bool { return below(p.real, c) }) {
		if err := mkdirs(filepath.Dir(p.real)); err != nil {
			return err
		}
		var err error
		if p.dir {
			err = os.Mkdir(p.real, 0o700)
		} else {
			err = os.WriteFile(p.real, nil, 0o600)
		}
		if err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		if err := unix.MoveMount(p.tree, "", unix.AT_FDCWD, p.real, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
			return fmt.Errorf("embedded: mounting %s: %w", p.real, err)
		}
	}
	if _, err := os.Lstat(p.path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := mkdirs(filepath.Dir(p.path)); err != nil { // the symbolic link on the way was covered
		return err
	}
	return os.Symlink(p.real, p.path)
}

// mkdirs makes directories that every user can enter, whatever the umask.
func mkdirs(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := mkdirs(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

// below reports whether a path lies in a directory.
func below(path, dir string) bool { return strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") }
