//go:build unix

package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestTheLogIsKeptSmallWhileItIsWrittenTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), logName)
	if err := rotate(path, 10, 2); err != nil {
		t.Fatal(err) // there is none yet
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600) // as PostgreSQL has it
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for _, words := range []string{"short", " and longer", "the second", "the third!", "rest"} {
		fmt.Fprint(log, words)
		if err := rotate(path, 10, 2); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"": "rest", ".1": "the third!", ".2": "the second"} {
		if got, err := os.ReadFile(path + name); err != nil || string(got) != want {
			t.Errorf("%s%s: %q, %v, want %q", logName, name, got, err, want)
		}
	}
	if _, err := os.Stat(path + ".3"); !os.IsNotExist(err) {
		t.Errorf("more are kept than two: %v", err)
	}
}
