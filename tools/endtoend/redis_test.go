//go:build linux

package endtoend

import (
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/server/app"
	"jadebox/server/config"
	"jadebox/server/limit"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
	"jadebox/tools/loadsim/client"
)

// A Redis that hangs takes connections and answers nothing: worse than one that is gone.
func TestASiteGoesOnBesideARedisThatHangs(t *testing.T) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("no redis-server here")
	}
	address, redis := beginRedis(t, program)
	signal := func(s syscall.Signal) {
		t.Helper()
		if err := redis.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	begin := func(log *lines) *server {
		t.Helper()
		dsn := pgtest.MigratedDSN(t)
		flags := flagsFor(dsn)
		flags.IdentityKeys, flags.RedisURL = pgtest.KeysOf(t, dsn), config.Secret("redis://"+address)
		a, err := app.Start(t.Context(), flags, zerolog.New(log).Level(zerolog.InfoLevel), audit.OfServer)
		if err != nil {
			t.Fatal(err)
		}
		s := &server{t, a, dsn}
		t.Cleanup(func() { s.stop(); s.sound() })
		return s
	}
	ready := func(s *server) string {
		t.Helper()
		r, err := http.Get("http://" + s.Addr() + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		if r.StatusCode != http.StatusOK {
			t.Errorf("/readyz: %d %s", r.StatusCode, text)
		}
		return strings.TrimSpace(string(text))
	}
	becomes := func(s *server, degraded bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); strings.Contains(ready(s), "degraded") != degraded; {
			if time.Now().After(end) {
				t.Fatalf("/readyz says %q, want degraded: %t", ready(s), degraded)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}

	var said lines
	s := begin(&said)
	becomes(s, false) // Redis is up when it answers
	p := s.register("frozen")
	before := strings.Count(said.String(), limit.ErrDegraded.Error())
	signal(syscall.SIGSTOP)
	for range 5 {
		began := time.Now()
		ask[client.Session](p, client.PathLogin, client.Credentials{Phone: p.name, Password: secret})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("a login waits for Redis: %v", took)
		}
	}
	becomes(s, true)
	time.Sleep(3 * time.Second) // real: it tries to connect again meanwhile
	if n := strings.Count(said.String(), limit.ErrDegraded.Error()) - before; n != 1 {
		t.Errorf("it is logged %d times:\n%s", n, said.String())
	}

	var other lines
	began := time.Now()
	second := begin(&other)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("a start waits for Redis: %v", took)
	}
	becomes(second, true)

	signal(syscall.SIGCONT)
	becomes(s, false)
	becomes(second, false)
}
