//go:build unix

package doctor

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gobwas/ws"
	"github.com/jackc/pgx/v5"

	"jadebox/fairness"
	"jadebox/server/config"
	"jadebox/server/quicknet/relaytest"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// site is what a doctor looks at, well unless a test makes it ill.
type site struct {
	command Command
	db      *postgres.Engine
	page    *http.ServeMux
	hsts    string
	slow    time.Duration
	network *relaytest.Network
	relays  []*relaytest.Relay
}

func newSite(t *testing.T) *site {
	s := &site{page: http.NewServeMux(), hsts: "max-age=1"}
	dsn := pgtest.MigratedDSN(t)
	var err error
	if s.db, err = postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.db.Close() })
	s.page.HandleFunc("/readyz", func(http.ResponseWriter, *http.Request) {})
	s.page.HandleFunc("/ws", func(w http.ResponseWriter, r *http.Request) {
		if conn, _, _, err := ws.UpgradeHTTP(r, w); err == nil {
			_ = conn.Close()
		}
	})
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", s.hsts)
		w.Header().Set("Date", time.Now().Add(-s.slow).UTC().Format(http.TimeFormat))
		s.page.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.network = relaytest.New(t, time.Now)
	const much = 1 << 40
	s.command = Command{
		Serve: config.Serve{DatabaseURL: config.Secret(dsn), PublicURL: server.URL, Data: t.TempDir(),
			TrustedProxy: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("fc00::/7")},
			Beacon:       fairness.BeaconDrand, BeaconKey: s.network.Key},
		machine: &machine{disk: func(string) (uint64, uint64, error) { return much, much, nil },
			files: func() (uint64, error) { return filesWell, nil }, root: func() bool { return false }},
		client: server.Client(),
	}
	for range 2 {
		s.relays = append(s.relays, s.network.Relay(t))
		s.command.BeaconRelay = append(s.command.BeaconRelay, s.relays[len(s.relays)-1].URL)
	}
	if err := os.Chmod(s.command.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

// run answers what was told, and whether something has failed.
func (s *site) run(t *testing.T) (said string, failed bool) {
	t.Helper()
	var out bytes.Buffer
	err := s.command.Run(t.Context(), &operator.Session{Out: &out})
	if err != nil && !errors.Is(err, command.Exit(1)) {
		t.Fatal(err)
	}
	return out.String(), err != nil
}

func (s *site) keeperDSN() string {
	return strings.Replace(s.command.DatabaseURL.Reveal(), "user=jadebox", "user=jadebox_keeper", 1)
}

// asKeeper runs statements in the site's database as the superuser.
func (s *site) asKeeper(t *testing.T, statements ...string) {
	t.Helper()
	typed(t, s.keeperDSN(), statements...)
}

func typed(t *testing.T, dsn string, statements ...string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	for _, sql := range statements {
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func TestASiteThatIsWellHasNoFindingsButThatNobodyBacksItUp(t *testing.T) {
	s := newSite(t)
	if said, failed := s.run(t); failed || !strings.Contains(said, "0 failures, 1 warnings") ||
		!strings.Contains(said, "nobody follows this database") {
		t.Error(said)
	}
	if _, err := s.db.Mode(t.Context()); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("looking has made it a database of a mode: %v", err)
	}
	if files, err := os.ReadDir(s.command.Data); err != nil || len(files) > 0 {
		t.Errorf("looking has made files: %v, %v", files, err)
	}
}

func TestEveryIllOfASiteIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		ill  func(t *testing.T, s *site)
		want string
	}{
		"a full disk": {func(_ *testing.T, s *site) {
			s.command.machine.disk = func(string) (uint64, uint64, error) { return diskLeast - 1, diskLeast, nil }
		}, "FAIL  disk "},
		"a disk that is nearly full": {func(_ *testing.T, s *site) {
			s.command.machine.disk = func(string) (uint64, uint64, error) { return 2 * diskLeast, 100 * diskLeast, nil }
		}, "WARN  disk "},
		"few files": {func(_ *testing.T, s *site) {
			s.command.machine.files = func() (uint64, error) { return 1024, nil }
		}, "FAIL  files "},
		"fewer files than players": {func(_ *testing.T, s *site) {
			s.command.machine.files = func() (uint64, error) { return filesLeast, nil }
		}, "WARN  files "},
		"a relay that is away": {func(_ *testing.T, s *site) { s.relays[0].Close() }, "WARN  beacon "},
		"a relay that is behind": {func(_ *testing.T, s *site) { s.relays[1].Behave(relaytest.Way{Stale: 7}) },
			"WARN  beacon "},
		"no relay": {func(_ *testing.T, s *site) {
			s.relays[0].Close()
			s.relays[1].Behave(relaytest.Way{Swapped: true})
		}, "FAIL  beacon "},
		"a beacon of its own": {func(_ *testing.T, s *site) { s.command.Beacon = fairness.BeaconLocal },
			"WARN  beacon "},
		"root": {func(_ *testing.T, s *site) { s.command.machine.root = func() bool { return true } }, "WARN  user "},
		"a data directory for all": {func(t *testing.T, s *site) {
			if err := os.Chmod(s.command.Data, 0o755); err != nil {
				t.Fatal(err)
			}
		}, "WARN  data "},
		"no database": {func(_ *testing.T, s *site) {
			s.command.DatabaseURL = "postgres://127.0.0.1:1/nothing"
		}, "FAIL  database "},
		"a demo's database": {func(t *testing.T, s *site) {
			if _, err := s.db.ClaimMode(t.Context(), store.ModeDemo); err != nil {
				t.Fatal(err)
			}
		}, "FAIL  mode "},
		"a role that may do everything": {func(_ *testing.T, s *site) {
			s.command.DatabaseURL = config.Secret(s.keeperDSN())
		}, "WARN  role "},
		"a schema that asks for a newer program": {func(t *testing.T, s *site) {
			typed(t, s.command.DatabaseURL.Reveal(), `UPDATE schema_floor SET version = 99990`)
		}, "FAIL  schema "},
		"a schema that lacks a step": {func(t *testing.T, s *site) {
			typed(t, s.command.DatabaseURL.Reveal(), `DELETE FROM goose_db_version
				WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`)
		}, "WARN  schema "},
		"a proxy that is not trusted": {func(_ *testing.T, s *site) { s.command.TrustedProxy = nil }, "WARN  proxy "},
		"everybody is trusted": {func(_ *testing.T, s *site) {
			s.command.TrustedProxy = append(s.command.TrustedProxy, netip.MustParsePrefix("::/0"))
		}, "FAIL  proxy "},
		"a role in a schema of another's": {func(t *testing.T, s *site) {
			s.asKeeper(t, `ALTER SCHEMA public OWNER TO jadebox_keeper`)
		}, "WARN  role "},
		"a role with tables of another's": {func(t *testing.T, s *site) {
			s.asKeeper(t, `ALTER TABLE op OWNER TO jadebox_keeper`, `GRANT ALL ON op TO jadebox`)
		}, "WARN  role "},
		"keys that are gone": {func(t *testing.T, s *site) {
			if err := s.db.PutKept(t.Context(), "identity.check", []byte("of other keys")); err != nil {
				t.Fatal(err)
			}
		}, "FAIL  keys "},
		"keys of another database": {func(t *testing.T, s *site) {
			if err := s.db.PutKept(t.Context(), "identity.check", []byte("of other keys")); err != nil {
				t.Fatal(err)
			}
			s.command.IdentityKeys = filepath.Join(s.command.Data, "no keys")
			if err := os.WriteFile(s.command.IdentityKeys, []byte("{}"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "FAIL  keys "},
		"a setting that cannot be read": {func(t *testing.T, s *site) {
			now, err := s.db.Settings(t.Context())
			if err == nil {
				_, err = s.db.SetSetting(t.Context(), store.SettingChange{Name: registry.All[0].ID(), Stamp: now.Stamp,
					Value: []byte(`"nothing"`), Author: "somebody", At: time.Now()})
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "FAIL  settings "},
		"a Redis that is dead": {func(t *testing.T, s *site) {
			redis := miniredis.RunT(t)
			s.command.RedisURL = config.Secret("redis://:secret@" + redis.Addr())
			redis.Close()
		}, "WARN  redis "},
		"a site that is off": {func(t *testing.T, s *site) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			s.command.PublicURL = "https://" + l.Addr().String()
			_ = l.Close()
		}, "FAIL  address "},
		"a certificate that nobody knows": {func(_ *testing.T, s *site) { s.command.client = nil }, "FAIL  address "},
		"a proxy without HSTS":            {func(_ *testing.T, s *site) { s.hsts = "" }, "WARN  address "},
		"a clock that is slow":            {func(_ *testing.T, s *site) { s.slow = time.Hour }, "FAIL  clock "},
		"metrics for all": {func(_ *testing.T, s *site) {
			s.page.HandleFunc("/metrics", func(http.ResponseWriter, *http.Request) {})
		}, "FAIL  metrics "},
		"a proxy that knows no sockets": {func(_ *testing.T, s *site) {
			s.command.client.Transport.(*http.Transport).TLSClientConfig.NextProtos = nil
			s.page = http.NewServeMux()
			s.page.HandleFunc("/readyz", func(http.ResponseWriter, *http.Request) {})
		}, "FAIL  sockets "},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			c.ill(t, s)
			said, failed := s.run(t)
			if !strings.Contains(said, c.want) || failed != strings.HasPrefix(c.want, "FAIL") {
				t.Errorf("want %q, failed: %t\n%s", c.want, failed, said)
			}
			if strings.Contains(said, "secret") {
				t.Errorf("a password is told\n%s", said)
			}
		})
	}
}

func TestACertificateIsToldOfBeforeItEnds(t *testing.T) {
	now := time.Now()
	for left, want := range map[time.Duration]grade{certificateLeast - 1: failure, certificateLeast: warning,
		certificateWell - 1: warning, certificateWell: good} {
		var out bytes.Buffer
		r := &report{to: &operator.Session{Out: &out}}
		own := []*x509.Certificate{{NotAfter: now.Add(left)}}
		new(Command).certificate(r, &tls.ConnectionState{PeerCertificates: own}, now)
		if r.count[want] != 1 {
			t.Errorf("%v before its end: %s", left, out.String())
		}
	}
}
