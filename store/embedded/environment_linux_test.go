package embedded

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The server's secrets come in its environment; a child's can be read by any process of the child's user.
func TestNoChildHasTheServersSecrets(t *testing.T) {
	const secret = "hunter-of-environments"
	t.Setenv("JADEBOX_STRIPE_KEY", secret)
	t.Setenv("PGOPTIONS", "-c search_path="+secret) // nor what would change how the database runs
	s := start(t, Options{DataDir: t.TempDir(), Settings: fast})
	for name, pid := range map[string]int{"postmaster": s.PID(), "watchdog": s.proc.dog.cmd.Process.Pid} {
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(env), "LC_ALL=C") {
			t.Errorf("%s: not its environment: %q", name, env)
		}
		if strings.Contains(string(env), secret) {
			t.Errorf("%s has %q", name, env)
		}
	}
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
}
