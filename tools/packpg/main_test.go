package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// pretend is a package of PostgreSQL as npm unpacks it under an umask.
func pretend(t *testing.T, mask os.FileMode, date time.Time) string {
	t.Helper()
	root := t.TempDir()
	for name, mode := range map[string]os.FileMode{"bin/postgres": 0o755, "bin/initdb": 0o755, "bin/pg_ctl": 0o755,
		"bin/helper": 0o777, "share/zone": 0o664, "include/unused.h": 0o644} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode&^mask); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, date, date); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestTheArchiveIsTheSameWhateverTheUmaskWas(t *testing.T) {
	var packed [2][]byte
	for i, mask := range []os.FileMode{0o022, 0o077} {
		to := filepath.Join(t.TempDir(), "packed", "postgres.tar.zst")
		if _, err := pack(pretend(t, mask, time.Unix(int64(i)*1e6, 0)), to); err != nil {
			t.Fatal(err)
		}
		var err error
		if packed[i], err = os.ReadFile(to); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(packed[0], packed[1]) {
		t.Error("the umask of whoever ran npm, or the day, shows in the archive")
	}
}
