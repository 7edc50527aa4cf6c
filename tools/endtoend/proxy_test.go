package endtoend

import (
	"bytes"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/protocol"
	"jadebox/server/app"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// behind are the ways in which proxies of Debian's packages stand before a site. %[1]s is where the proxy listens,
// %[2]s the site, %[3]s a directory of the test's own.
var behind = map[string]struct {
	program, config string
	args            []string
	introduces      bool   // by the PROXY protocol
	from            string // what the site's log calls the client
}{
	"nginx that keeps connections alive": {"nginx", `
daemon off; pid %[3]s/nginx.pid; error_log stderr warn; worker_processes 1;
events { worker_connections 512; }
http {
	access_log off;
	client_body_temp_path %[3]s/body; proxy_temp_path %[3]s/proxy; fastcgi_temp_path %[3]s/fastcgi;
	uwsgi_temp_path %[3]s/uwsgi; scgi_temp_path %[3]s/scgi;
	map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
	upstream site { server %[2]s; keepalive 4; }
	server {
		listen %[1]s;
		location / {
			proxy_pass http://site; proxy_http_version 1.1;
			proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For 203.0.113.7:4711;
			proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
		}
	}
}`, []string{"-e", "stderr", "-c", "%[3]s/config"}, false, "203.0.113.7"},
	"haproxy that reuses connections": {"haproxy", `
defaults
	mode http
	timeout connect 5s
	timeout client 30s
	timeout server 30s
	timeout tunnel 1h
frontend in
	bind %[1]s
	http-request set-header X-Forwarded-For 203.0.113.8
	default_backend site
backend site
	http-reuse always
	server one %[2]s
`, []string{"-db", "-f", "%[3]s/config"}, false, "203.0.113.8"},
	"haproxy that introduces clients": {"haproxy", `
defaults
	mode tcp
	timeout connect 5s
	timeout client 1h
	timeout server 1h
frontend in
	bind %[1]s
	default_backend site
backend site
	server one %[2]s send-proxy-v2
`, []string{"-db", "-f", "%[3]s/config"}, true, "127.0.0.1"},
}

func TestASiteIsPlayedThroughProxies(t *testing.T) {
	for name, b := range behind {
		t.Run(name, func(t *testing.T) {
			program, err := exec.LookPath(b.program)
			if err != nil {
				if program, err = exec.LookPath(filepath.Join("/usr/sbin", b.program)); err != nil {
					t.Skip("no " + b.program + " here")
				}
			}
			var log lines
			dsn := pgtest.MigratedDSN(t)
			flags := flagsFor(dsn)
			flags.IdentityKeys = pgtest.KeysOf(t, dsn)
			flags.TrustedProxy, flags.ProxyProtocol = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, b.introduces
			a, err := app.Start(t.Context(), flags, zerolog.New(&log).Level(zerolog.DebugLevel), audit.OfServer)
			if err != nil {
				t.Fatal(err)
			}
			s := &server{t, a, dsn}
			t.Cleanup(func() { s.stop(); s.sound() })
			at := beginProxy(t, program, b.config, b.args, a.Addr())

			// Many at once, so that the proxy has connections that were used before.
			var players sync.WaitGroup
			for i := range 8 {
				players.Go(func() {
					p := &person{server: s, Conn: &client.Conn{Target: client.Target{Host: at, Language: "en"}},
						name: fmt.Sprintf("proxied%02d", i)}
					defer p.Conn.Close()
					p.Token = ask[client.Session](p, client.PathRegister, client.Credentials{Phone: p.name,
						Password: secret, Fingerprint: "device " + p.name}).Token
					for range 5 {
						get[client.User](p, client.PathInfo)
					}
					for range 3 {
						socket, err := client.Dial(t.Context(), p.Target, p.Token)
						if err != nil {
							t.Errorf("%s: a socket after other calls: %v", p.name, err)
							return
						}
						if err := socket.Ping(1); err != nil {
							t.Errorf("%s: %v", p.name, err)
						}
						get[client.User](p, client.PathInfo)
						socket.Close()
					}
				})
			}
			players.Wait()
			if said := log.String(); !strings.Contains(said, `"address":"`+b.from+`"`) {
				t.Errorf("no request comes from %s:\n%s", b.from, said)
			}
			if n := log.count(protocol.CodeLimit); n > 0 {
				t.Errorf("%d calls were limited", n)
			}
		})
	}
}

// beginProxy runs a proxy until the test ends and returns where it listens.
func beginProxy(t *testing.T, program, config string, args []string, site string) string {
	t.Helper()
	at, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil { // a proxy that root starts goes on as another user
		t.Fatal(err)
	}
	text := fmt.Appendf(nil, config+"\n", at, site, dir)
	if err := os.WriteFile(filepath.Join(dir, "config"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	line := make([]string, len(args))
	for i, arg := range args {
		line[i] = strings.ReplaceAll(arg, "%[3]s", dir)
	}
	var said lines
	proxy := exec.Command(program, line...)
	proxy.Stdout, proxy.Stderr = &said, &said
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- proxy.Wait() }()
	t.Cleanup(func() {
		_ = proxy.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = proxy.Process.Kill()
		}
	})
	for {
		select {
		case err := <-ended:
			t.Fatalf("%s ended: %v\n%s", program, err, said.String())
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(20 * time.Millisecond):
		}
		if nc, err := net.Dial("tcp", at); err == nil {
			nc.Close()
			return at
		}
	}
}

// lines keeps what several goroutines write.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// count is how many requests were answered by a code.
func (l *lines) count(code protocol.Code) int {
	return strings.Count(l.String(), fmt.Sprintf(`"code":%d,`, code))
}
