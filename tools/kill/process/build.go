//go:build linux

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// BinEnv names the variable with the path of a built server.
const BinEnv = "JADEBOX_BIN"

// ErrNoRoot means that the working directory is in no checkout.
var ErrNoRoot = errors.New("process: no go.mod above the working directory")

// Root is the checkout above the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ErrNoRoot
		}
		dir = up
	}
}

// Binary finds the server: $JADEBOX_BIN, bin/jadebox of the checkout, or one built now into dir. built says that it
// was.
func Binary(dir string) (path string, built bool, err error) {
	if path := os.Getenv(BinEnv); path != "" {
		_, err := os.Stat(path)
		return path, false, err
	}
	root, err := Root()
	if err != nil {
		return "", false, err
	}
	if path = filepath.Join(root, "bin", "jadebox"); executable(path) {
		return path, false, nil
	}
	path, err = Build(dir)
	return path, err == nil, err
}

// Build makes a server of the checkout in dir, with more build tags than the usual ones.
func Build(dir string, tags ...string) (path string, err error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(root, "store", "embedded", "packed", "postgres.tar.zst")); err == nil {
		tags = append(tags, "packpg")
	}
	path = filepath.Join(dir, "jadebox")
	build := exec.Command("go", "build", "-o", path, "-tags", strings.Join(tags, ","), "./tools/jadebox")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("process: go build ./tools/jadebox: %w\n%s", err, out)
	}
	return path, nil
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
