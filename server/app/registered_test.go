package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An actor that is forgotten here is missed by no other test: each of those registers what it needs by itself.
func TestEveryActorThatCanBeRegisteredIs(t *testing.T) {
	own, err := os.ReadFile("rooms.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = filepath.WalkDir("../../actors", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "\nfunc Register(p Ports) ") {
			return err
		}
		if name := filepath.Base(filepath.Dir(path)); !strings.Contains(string(own), "\t"+name+".Register(") &&
			!strings.Contains(string(own), "("+name+".Register(") {
			t.Errorf("rooms.go does not register actors of %s", filepath.Dir(path))
		}
		found++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 10 {
		t.Errorf("only %d packages with actors were found", found)
	}
}
