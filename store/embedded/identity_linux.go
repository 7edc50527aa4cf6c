package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Users and groups that PostgreSQL runs as where this process is root, which it refuses to be.
const (
	// databaseID is one of those that systemd's list of ids leaves unused (UIDS-GIDS, 65520 to 65533): no other program
	// runs as it, so that nothing else can read the cluster or enter the directory of the socket.
	databaseID = 65531
	// nobody is the user that has a name on every system, which initdb asks for.
	nobody = 65534
)

// identity is as whom PostgreSQL runs.
type identity struct {
	uid   int  // and gid; 0: as this process, which is not root
	apart bool // in a mount namespace of its own, so that directories that only root can enter are no obstacle
}

// named is the identity of a program that asks for its user's name.
func (i identity) named() identity {
	if i.uid != 0 {
		i.uid = nobody
	}
	return i
}

func (i identity) attr() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true} // the terminal's Ctrl-C is for this process, which stops it in order
	if i.uid != 0 {
		a.Credential = &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.uid)}
	}
	return a
}

// start starts a program that reads or writes what lies at the paths.
func (i identity) start(cmd *exec.Cmd, paths ...string) error {
	cmd.SysProcAttr = i.attr()
	switch {
	case i.uid == 0:
		return cmd.Start()
	case i.apart:
		return i.startApart(cmd, paths)
	}
	for _, path := range paths {
		at, err := i.closedAt(path)
		if err != nil {
			return err
		}
		if at != "" {
			return fmt.Errorf("embedded: this process is root, PostgreSQL runs as user %d, who cannot enter %s on the "+
				"way to %s, and no mount namespace can be made here: use a --data that everybody can reach, such as one "+
				"below /var/lib, start as another user than root, or give --database-url", i.uid, at, path)
		}
	}
	return cmd.Start()
}

// open lets the user into the data directory itself, where no namespace of its own does; what lies in it for this
// process alone has a mode of its own.
func (i identity) open(dir string) error {
	if i.uid == 0 || i.apart || dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil || i.enters(info) {
		return err
	}
	return os.Chmod(dir, info.Mode().Perm()|0o011)
}

// closedAt is the first directory on the way to a path that the user cannot enter, "" when there is none.
func (i identity) closedAt(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	at := "/"
	for _, name := range strings.Split(path[1:], "/") {
		info, err := os.Stat(at)
		if err != nil {
			return "", err
		}
		if info.IsDir() && !i.enters(info) {
			return at, nil
		}
		at = filepath.Join(at, name)
	}
	return "", nil
}

func (i identity) enters(info fs.FileInfo) bool {
	is := info.Sys().(*syscall.Stat_t)
	switch {
	case int(is.Uid) == i.uid:
		return info.Mode()&0o100 != 0
	case int(is.Gid) == i.uid:
		return info.Mode()&0o010 != 0
	}
	return info.Mode()&0o001 != 0
}

var identify = sync.OnceValues(func() (identity, error) {
	if os.Geteuid() != 0 {
		return identity{}, nil
	}
	i := identity{uid: databaseID, apart: true}
	if i.tries() == nil {
		return i, nil
	}
	i.apart = false
	if err := i.start(exec.Command("/bin/sh", "-c", "exit 0")); err != nil {
		return identity{}, fmt.Errorf("embedded: PostgreSQL refuses to run as root, and this process cannot start it "+
			"as another user: start as a user that is not root, or give --database-url: %w", err)
	}
	return i, nil
})

// tries starts a program that enters a directory below one of root's.
func (i identity) tries() error {
	dir, err := os.MkdirTemp("", "jadebox")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "in")
	if err := errors.Join(os.Mkdir(in, 0o700), os.Chown(in, i.uid, i.uid)); err != nil {
		return err
	}
	_, err = i.output(exec.Command("/bin/sh", "-c", `cd "$0"`, in), in)
	return err
}

// own gives what lies at a path, and below it, to the user. Of what is the user's already, only the entries of the
// directory itself are looked at: root may have put a file there since.
func (i identity) own(path string) error {
	if i.uid == 0 {
		return nil
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if ownerOf(info) != i.uid {
		if err := unused(path); err != nil {
			return err
		}
		if err := filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
			if err != nil || p == path {
				return err
			}
			return i.take(p, d)
		}); err != nil {
			return err
		}
		return os.Lchown(path, i.uid, i.uid) // last: a process that is killed before does all of it again
	}
	if !info.IsDir() {
		return nil
	}
	entries, err := os.ReadDir(path)
	for _, d := range entries {
		err = errors.Join(err, i.take(filepath.Join(path, d.Name()), d))
	}
	return err
}

// behind is the path itself, or what a link there leads to: the directory that the link is in must not be the user's,
// who could have made one to anything of root's.
func (i identity) behind(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil || i.uid == 0 || info.Mode()&fs.ModeSymlink == 0 {
		return path, err
	}
	in, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	if ownerOf(in) == i.uid {
		return "", fmt.Errorf("embedded: %s is a link, and root follows none in a directory of user %d: "+
			"chown root:root %s", path, i.uid, filepath.Dir(path))
	}
	return filepath.EvalSymlinks(path)
}

// ownCluster gives a cluster to the user, once also what its links lead to: the log and tablespaces on other disks.
func (i identity) ownCluster(path string) error {
	if i.uid == 0 {
		return nil
	}
	path, err := i.behind(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if ownerOf(info) == i.uid { // who could have made a link to anything since
		return i.own(path)
	}
	if err := unused(path); err != nil {
		return err
	}
	for _, link := range linksOf(path) {
		// What is not the cluster's owner's, it may not have given away: beside names it.
		if to, err := os.Stat(link); err != nil || ownerOf(to) != ownerOf(info) {
			continue
		}
		to, err := filepath.EvalSymlinks(link)
		if err == nil {
			err = i.own(to)
		}
		if err != nil {
			return err
		}
	}
	return i.own(path)
}

// beside is where the links of a cluster lead, which PostgreSQL has to reach, too. What is not the user's is refused: a
// link is no reason to let the user in there.
func (i identity) beside(cluster string) (paths []string, err error) {
	if i.uid == 0 {
		return nil, nil
	}
	for _, link := range linksOf(cluster) {
		info, err := os.Stat(link)
		if errors.Is(err, fs.ErrNotExist) { // PostgreSQL says what it makes of it
			continue
		}
		if err != nil {
			return nil, err
		}
		to, err := os.Readlink(link)
		if err != nil {
			return nil, err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(link), to)
		}
		if ownerOf(info) != i.uid {
			return nil, fmt.Errorf("embedded: this process is root, PostgreSQL runs as user %d, and %s leads to %s, "+
				"which is another user's: if it is the database's, chown -R %d:%d %s",
				i.uid, link, to, i.uid, i.uid, to)
		}
		paths = append(paths, to)
	}
	return paths, nil
}

// linksOf are the links of a cluster by which PostgreSQL has data elsewhere.
func linksOf(cluster string) (links []string) {
	names := []string{"pg_wal"}
	spaces, _ := os.ReadDir(filepath.Join(cluster, "pg_tblspc"))
	for _, d := range spaces {
		names = append(names, filepath.Join("pg_tblspc", d.Name()))
	}
	for _, name := range names {
		path := filepath.Join(cluster, name)
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			links = append(links, path)
		}
	}
	return links
}

// take gives one file to the user. A file of several names may be another one's, which the user has linked to.
func (i identity) take(path string, d os.DirEntry) error {
	info, err := d.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if is := info.Sys().(*syscall.Stat_t); int(is.Uid) == i.uid || info.Mode().IsRegular() && is.Nlink > 1 {
		return nil
	}
	return os.Lchown(path, i.uid, i.uid)
}

func ownerOf(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

// leaveWait bounds how long processes of a PostgreSQL that was killed may take to end.
const leaveWait = 30 * time.Second

// unused waits until no process works in a directory: those of a PostgreSQL that ran as another user, which was killed,
// and which the next one would not see.
func unused(dir string) error {
	this, err := os.Stat(dir)
	if err != nil || !this.IsDir() {
		return err
	}
	for end := time.Now().Add(leaveWait); ; time.Sleep(20 * time.Millisecond) {
		pid := worksIn(this)
		if pid == "" {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("embedded: process %s still works in %s", pid, dir)
		}
	}
}

func worksIn(dir fs.FileInfo) (pid string) {
	all, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range all {
		if at, err := os.Stat(link); err == nil && os.SameFile(at, dir) {
			return filepath.Base(filepath.Dir(link))
		}
	}
	return ""
}

// another reports whether a process runs as another user than PostgreSQL is to.
func (i identity) another(pid int) bool {
	if i.uid == 0 {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(status), "\nUid:")
	fields := strings.Fields(after)
	return len(fields) > 0 && fields[0] != strconv.Itoa(i.uid)
}
