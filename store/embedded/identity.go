//go:build unix

package embedded

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
)

// write writes a new file for the user, in a directory of the user's: who may have put a link to a file of root's
// there.
func (i identity) write(path string, text []byte) error {
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close(), i.own(fresh)); err != nil {
		return err
	}
	return os.Rename(fresh, path)
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
