//go:build linux

package endtoend

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// rollings are the ways in which docs/operating replaces the process of a site without refusing a call. The proxies
// are those that are written there and in README.md, with addresses of this test and without TLS.
var rollings = map[string]struct {
	program string
	args    []string
	kept    bool // the address is kept open beside the process, as systemd does
	config  func(t *testing.T) string
}{
	"nginx before an address that systemd keeps open": {"nginx", []string{"-e", "stderr", "-c", "%[3]s/config"}, true,
		nginxOfReadme},
	"haproxy before an address that systemd keeps open": {"haproxy", []string{"-db", "-f", "%[3]s/config"}, true,
		haproxyOfCompose},
	"haproxy before a site that is away for a time": {"haproxy", []string{"-db", "-f", "%[3]s/config"}, false,
		haproxyOfCompose},
}

// rewritten is a documented configuration with other lines; each must be there.
func rewritten(t *testing.T, text string, changes ...[2]string) string {
	t.Helper()
	text = strings.ReplaceAll(text, "%", "%%") // beginProxy fills in what follows
	for _, change := range changes {
		pattern := regexp.MustCompile(change[0])
		if !pattern.MatchString(text) {
			t.Fatalf("the configuration has no %q:\n%s", change[0], text)
		}
		text = pattern.ReplaceAllString(text, change[1])
	}
	return text
}

func nginxOfReadme(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "cat > nginx.conf <<'END'\n")
	text, _, _ = strings.Cut(text, "   END\n")
	return rewritten(t, text, [2]string{`listen 443 ssl; server_name play\.example;`, "listen %[1]s;"},
		[2]string{`(?m)^ *ssl_certificate.*\n`, ""}, [2]string{`127\.0\.0\.1:8080`, "%[2]s"},
		[2]string{`X-Forwarded-For \$remote_addr`, "X-Forwarded-For ''"},
		[2]string{`events \{\}`, "daemon off; pid %[3]s/nginx.pid; error_log stderr warn; events {}"},
		[2]string{`http \{`, "http {\n access_log off; client_body_temp_path %[3]s/body;\n" +
			" proxy_temp_path %[3]s/proxy; fastcgi_temp_path %[3]s/fastcgi;\n" +
			" uwsgi_temp_path %[3]s/uwsgi; scgi_temp_path %[3]s/scgi;"})
}

func haproxyOfCompose(t *testing.T) string {
	t.Helper()
	config, err := os.ReadFile("../../docs/operating/container/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	return rewritten(t, string(config), [2]string{`bind :443 ssl crt \S+`, "bind %[1]s"},
		[2]string{`172\.30\.18\.10:8080`, "%[2]s"}, [2]string{`(?m)^ *http-request set-header X-Forwarded-For.*\n`, ""})
}

var rollingCalls = flag.Int("calls", 7_500,
	"how many calls TestNobodyIsRefusedWhileAReleaseReplacesTheProcess makes in all; make crash makes 100,000")

// A release replaces the process six times under load: each call is answered, and what it asked for is done once.
func TestNobodyIsRefusedWhileAReleaseReplacesTheProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for a minute")
	}
	bin, _, err := process.Binary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range rollings {
		t.Run(name, func(t *testing.T) {
			program, err := exec.LookPath(r.program)
			if err != nil {
				if program, err = exec.LookPath(filepath.Join("/usr/sbin", r.program)); err != nil {
					t.Skip("no " + r.program + " here")
				}
			}
			site := process.Options{Bin: bin, Data: filepath.Join(t.TempDir(), "data")}
			if site.Listen, err = process.FreeAddress(); err != nil {
				t.Fatal(err)
			}
			if r.kept {
				l, err := net.Listen("tcp", site.Listen)
				if err != nil {
					t.Fatal(err)
				}
				if site.Socket, err = l.(*net.TCPListener).File(); err != nil {
					t.Fatal(err)
				}
				defer site.Socket.Close()
				l.Close()
			}
			var log lines
			site.Log = &log
			server, err := process.Start(t.Context(), site)
			if err != nil {
				t.Fatalf("%v\n%s", err, log.String())
			}
			defer func() { _ = server.Kill() }()
			at := beginProxy(t, program, r.config(t), r.args, site.Listen)
			c := newCrowd(t, at)
			defer c.leave()
			for range 2 {
				c.goesOnFor(int64(c.each) * crowdPeople / 3)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				err := server.Terminate(ctx)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if server, err = process.Start(t.Context(), site); err != nil {
					t.Fatalf("%v\n%s", err, log.String())
				}
			}
			c.calls.Wait()
			c.sound()
			t.Logf("%d calls answered, %d refused; the longest waited %v", c.answered.Load(), c.refused.Load(),
				time.Duration(c.longest.Load()).Round(time.Millisecond))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := server.Terminate(ctx); err != nil {
				t.Fatal(err)
			}
			if said, err := server.Audit(ctx); err != nil {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}

const (
	crowdPeople = 24
	crowdOpens  = 50 // at least, of each person, among its calls
)

// crowd are players who call as fast as they are answered, each over one connection to a proxy.
type crowd struct {
	*testing.T
	people            []*person
	each              int               // calls of each person
	opened            []map[string]bool // by operation
	price             int64
	calls             sync.WaitGroup
	answered, refused atomic.Int64
	longest           atomic.Int64 // a time.Duration
}

func newCrowd(t *testing.T, at string) *crowd {
	c := &crowd{T: t, people: make([]*person, crowdPeople), opened: make([]map[string]bool, crowdPeople)}
	c.each = max(crowdOpens, *rollingCalls/len(rollings)/crowdPeople+1)
	var boxes [crowdPeople]client.Box
	var come sync.WaitGroup
	for i := range c.people {
		come.Go(func() {
			p := &person{server: &server{T: t}, name: fmt.Sprintf("rolling%02d", i),
				Conn: &client.Conn{Target: client.Target{Host: at, Language: "en"}}}
			c.people[i], c.opened[i] = p, map[string]bool{}
			p.Token = ask[client.Session](p, client.PathRegister, client.Credentials{Phone: p.name, Password: secret,
				Fingerprint: "device " + p.name}).Token
			boxes[i] = cheapest(p)
			first := ask[client.Opened](p, client.PathOpen(boxes[i].ID), client.OpenBox{Count: 1,
				PriceCents: boxes[i].PriceCents}) // its beacon has come
			c.opened[i][first.OpID] = true
		})
	}
	come.Wait()
	c.price = boxes[0].PriceCents
	for i, box := range boxes {
		c.calls.Go(func() { c.play(i, box) })
	}
	return c
}

// goesOnFor waits until so many calls more are answered.
func (c *crowd) goesOnFor(more int64) {
	c.Helper()
	for from := c.answered.Load(); c.answered.Load() < from+more; time.Sleep(10 * time.Millisecond) {
		if c.Failed() {
			c.FailNow()
		}
	}
}

func (c *crowd) leave() {
	c.calls.Wait()
	for _, p := range c.people {
		p.Conn.Close()
	}
}

// play makes one person's calls; the first that is refused ends it.
func (c *crowd) play(i int, box client.Box) {
	p := c.people[i]
	for n := range c.each {
		began := time.Now()
		var err error
		if n%(c.each/crowdOpens) == 0 {
			var o client.Opened
			call := client.NewCall(client.PathOpen(box.ID), fmt.Sprintf("%s-open-%d", p.name, n),
				client.OpenBox{Count: 1, PriceCents: box.PriceCents})
			data, failed := p.Post(c.Context(), call)
			if err = failed; err == nil {
				err = client.Decode(data, &o)
			}
			if c.opened[i][o.OpID] && err == nil {
				err = errors.New("two openings are one operation")
			}
			c.opened[i][o.OpID] = true
		} else {
			var u client.User
			err = p.Get(c.Context(), client.PathInfo, &u)
		}
		if err != nil {
			c.refused.Add(1)
			c.Errorf("%s, call %d: %v", p.name, n, err)
			return
		}
		c.answered.Add(1)
		took := int64(time.Since(began))
		for longest := c.longest.Load(); took > longest && !c.longest.CompareAndSwap(longest, took); {
			longest = c.longest.Load()
		}
	}
}

// sound holds what every player has to what was acknowledged.
func (c *crowd) sound() {
	c.Helper()
	for i, p := range c.people {
		if u := get[client.User](p, client.PathInfo); int64(u.Balance) != welcome-int64(len(c.opened[i]))*c.price {
			c.Errorf("%s has %d cents after %d openings", p.name, u.Balance, len(c.opened[i]))
		}
	}
}
