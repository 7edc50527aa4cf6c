package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/tools/release"
)

var processors = flag.String("processors", "amd64", "those whose release is made twice; make crash asks for arm64, too")

// Two copies of the tree, in other directories, of other days and under other umasks. cgo is as in `make build`, whose
// packages are in the compiler's cache; a release is made without it.
func TestAReleaseIsTheSameBytesTwice(t *testing.T) {
	var sums [2]string
	trees := [2]tree{newTree(t), newTree(t)} // at once: an edit of the checkout meanwhile changes neither
	for i, mask := range []os.FileMode{0o022, 0o077} {
		c := trees[i]
		for _, dir := range []string{"store/embedded/packed", "server/web/dist"} {
			h, err := newCheckout()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(c.path(dir), os.DirFS(h.path(dir))); os.IsNotExist(err) {
				c.absent(dir + " (make build)")
			} else if err != nil {
				t.Fatal(err)
			}
		}
		date := time.Unix(1e9+int64(i)*1e6, 0)
		if err := filepath.WalkDir(c.root, func(path string, d os.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			if err := os.Chmod(path, 0o666&^mask); err != nil {
				return err
			}
			return os.Chtimes(path, date, date)
		}); err != nil {
			t.Fatal(err)
		}
		h := &checkout{root: c.root, out: t.Output(), err: t.Output()}
		to := c.path("dist")
		if err := os.Mkdir(to, 0o777&^mask); err != nil {
			t.Fatal(err)
		}
		made, err := h.provenance(releases{Commit: "abc", Epoch: 1e9})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, arch := range strings.Split(*processors, ",") {
			binary, env := c.path("bin/jadebox"), []string(nil)
			if arch != "amd64" {
				env = []string{"CGO_ENABLED=0"}
			}
			if err := h.link(arch, c.path("store/embedded/packed/postgres.tar.zst"), binary, made, env...); err != nil {
				t.Fatal(err)
			}
			own, err := h.archive(arch, binary, to, made)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, own...)
		}
		if sums[i], err = release.Sums(to, names...); err != nil {
			t.Fatal(err)
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("the same tree twice:\n%s%s", sums[0], sums[1])
	}
}
