//go:build linux

package endtoend

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jadebox/tools/kill/process"
)

// A collector of logs that dies or hangs, with a server that says a line for each call.
func TestALogThatIsClosedOrStalledDoesNotStopTheServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	bin, _, err := process.Binary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		calls int
		end   func(from *os.File)
	}{
		"closed":  {200, func(from *os.File) { from.Close() }},
		"stalled": {8000, func(*os.File) {}}, // more than the pipe and what waits before it hold
	} {
		t.Run(name, func(t *testing.T) {
			from, to, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			listen, err := process.FreeAddress()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			o := process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen, Log: to,
				DatabaseURL: givenURL(t), Args: []string{"--log-level", "trace"}}
			stop := make(chan struct{})
			read := make(chan struct{})
			go func() { // until it is told to stop
				defer close(read)
				buffer := make([]byte, 4096)
				for {
					select {
					case <-stop:
						return
					default:
					}
					_ = from.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
					if _, err := from.Read(buffer); err == io.EOF {
						return
					}
				}
			}()
			s, err := process.Start(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Kill()
			to.Close() // the server has its own
			close(stop)
			<-read
			c.end(from)
			client := &http.Client{Timeout: 10 * time.Second}
			for i := range c.calls {
				path := "/api/home/notice"
				if i == c.calls-1 {
					path = "/readyz"
				}
				r, err := client.Get(s.URL() + path)
				if err != nil {
					t.Fatalf("call %d: %v; exited: %t", i, err, s.Exited())
				}
				_, _ = io.Copy(io.Discard, r.Body)
				r.Body.Close()
				if path == "/readyz" && r.StatusCode != http.StatusOK {
					t.Errorf("it is not ready: %d", r.StatusCode)
				}
			}
			if err := s.Terminate(t.Context()); err != nil || !s.Exited() {
				t.Errorf("it does not stop in order: %v", err)
			}
		})
	}
}
