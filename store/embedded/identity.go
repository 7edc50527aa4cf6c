//go:build unix

package embedded

import (
	"bytes"
	"os/exec"
)

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
