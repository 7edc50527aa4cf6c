package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestRootRunsTheDatabaseUnprivileged runs PostgreSQL in each way that root has, below a directory that only root can
// enter where that is promised.
func TestRootRunsTheDatabaseUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	mapped, err := identify()
	if err != nil {
		t.Fatal(err)
	}
	nobodyToo := asNobody
	for name, as := range map[string]*identity{"user namespace": &mapped, "setuid": &nobodyToo} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if *as == asMapped {
				dir = filepath.Join(dir, "closed", "data")
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			} else if *as == asNobody {
				if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil { // setuid needs a way in
					t.Fatal(err)
				}
			}
			s := start(t, Options{DataDir: dir, Settings: fast, as: as})
			if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
				t.Error(got)
			}
			info, err := os.Stat(filepath.Join(dir, "pg"))
			if err != nil {
				t.Fatal(err)
			}
			want := uint32(0) // nothing is chowned
			if *as == asNobody {
				want = nobody
			}
			if uid := info.Sys().(*syscall.Stat_t).Uid; uid != want {
				t.Errorf("the cluster belongs to %d, want %d", uid, want)
			}
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.PID()))
			if err != nil {
				t.Fatal(err)
			}
			// seen from outside the namespace
			if root := strings.Contains(string(status), "Uid:\t0\t"); root != (*as == asMapped) {
				t.Errorf("postgres runs as\n%s", status)
			}
		})
	}
}
