//go:build unix && packpg

package embedded

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAPackedDatabaseStartsInAnEmptyDirectory starts what a release binary holds, from one file and an empty directory.
func TestAPackedDatabaseStartsInAnEmptyDirectory(t *testing.T) {
	dir := t.TempDir()
	s := start(t, Options{DataDir: dir, Settings: fast})
	if !strings.HasPrefix(s.bin.dir, filepath.Join(dir, "postgres-")) || s.bin.major != 18 {
		t.Errorf("runs %s, PostgreSQL %d", s.bin.dir, s.bin.major)
	}
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
}
