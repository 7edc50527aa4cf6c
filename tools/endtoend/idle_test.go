//go:build linux

package endtoend

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"jadebox/tools/kill/process"
)

// Connections that ask once and then nothing any more, or nothing at all, as many as this machine lets a process have,
// up to 20,000: a client that comes after them is served.
func TestIdleConnectionsLeaveTheSiteServing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	most := min(20_000, int(limit.Cur)-1000)
	if most < 5000 {
		t.Skipf("a process may have %d files here", limit.Cur)
	}
	bin, _, err := process.Binary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	listen, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	s, err := process.Start(t.Context(), process.Options{Bin: bin, Data: filepath.Join(t.TempDir(), "data"),
		Listen: listen, DatabaseURL: givenURL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Kill()

	conns := make([]net.Conn, most)
	defer func() {
		for _, c := range conns {
			if c != nil {
				c.Close()
			}
		}
	}()
	var refused, answered atomic.Int64
	var clients sync.WaitGroup
	const workers = 16
	for w := range workers {
		clients.Go(func() {
			for i := w; i < most; i += workers {
				from := net.Dialer{Timeout: 10 * time.Second, // many addresses, as of a crowd
					LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+i/250), byte(1+i%250))}}
				c, err := from.DialContext(t.Context(), "tcp", listen)
				if err != nil {
					refused.Add(1)
					continue
				}
				conns[i] = c
				if i%4 == 0 {
					continue // says nothing at all
				}
				_ = c.SetDeadline(time.Now().Add(10 * time.Second))
				fmt.Fprintf(c, "GET /livez HTTP/1.1\r\nHost: %s\r\n\r\n", listen)
				if r, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil && r.StatusCode == http.StatusOK {
					answered.Add(1)
				}
			}
		})
	}
	clients.Wait()
	if n := refused.Load(); n > 0 {
		t.Errorf("%d of %d connections were refused", n, most)
	}
	if n := answered.Load(); n < int64(most)/2 {
		t.Errorf("only %d of %d were answered while they came", n, most*3/4)
	}
	for i := range 100 { // each over a connection of its own
		client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
		path := "/readyz"
		if i%2 == 0 {
			path = "/api/home/notice"
		}
		r, err := client.Get(s.URL() + path)
		if err != nil {
			t.Fatalf("call %d beside %d idle connections: %v", i, most, err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", path, r.StatusCode)
		}
	}
	t.Logf("%d idle connections, %d of them answered before", most, answered.Load())
}
