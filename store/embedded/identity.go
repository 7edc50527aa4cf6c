//go:build unix

package embedded

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// write writes a new file for the user, in a directory of the user's: who may have put a link to a file of root's
// there. One that is to be kept is on the disk when it returns.
func (i identity) write(path string, text []byte, keep bool) error {
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && keep { // before it has its name: a power cut would leave an empty one by that
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close(), i.own(fresh)); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil || !keep {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// output runs a program that reads or writes what lies at the paths, and returns what it says.
func (i identity) output(cmd *exec.Cmd, paths ...string) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := i.start(cmd, paths...)
	if err == nil {
		err = cmd.Wait()
	}
	return out.Bytes(), err
}
