package floors

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

var packages = sync.OnceValues(func() ([]Package, error) { return Load("../..") })

// project are the packages of the module.
func project(t *testing.T) []Package {
	t.Helper()
	pkgs, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[:len(pkgs):len(pkgs)]
}

// plant writes a file below root.
func plant(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}
