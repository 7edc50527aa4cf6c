package sectest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"net/netip"

	"github.com/rs/zerolog"

	"jadebox/actors/rewards/props"
	"jadebox/actors/settings/settingstest"
	"jadebox/server/app"
	"jadebox/server/config"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
)

var only = flag.String("only", "", "names of checks, and of calls: go test ./tools/sectest -only 'every id/^wish'")

// The whole attack on a whole server: real PostgreSQL, real sockets, the demo's house.
func TestNothingGivesWay(t *testing.T) {
	if testing.Short() {
		t.Skip("attacks a server for half a minute")
	}
	dir, dsn := t.TempDir(), pgtest.MigratedDSN(t)
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	a, err := app.Start(t.Context(), &config.Serve{Listen: "127.0.0.1:0", Demo: true, DatabaseURL: config.Secret(dsn),
		Data: dir, SMS: "auto", Steam: "auto", RealName: "auto",
		TrustedProxy: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Drain: 9 * time.Second},
		zerolog.New(zerolog.SyncWriter(log)).Level(zerolog.DebugLevel), audit.OfServer)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
		defer cancel()
		a.Stop(ctx)
	}()
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// a gift would be one item more
	if err := settingstest.Put(t.Context(), db, props.Setting, []byte(`{"steps":[]}`)); err != nil {
		t.Fatal(err)
	}
	chosen, err := ParseOnly(*only)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), Options{URL: "http://" + a.Addr(), Database: db, Log: log.Name(), Proxied: true,
		Only: chosen})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	report.Print(&text)
	t.Log("\n" + text.String())
	if !report.OK() {
		t.Error("see above")
	}
	for _, c := range report {
		if c.Skipped != "" {
			t.Errorf("%s was skipped: %s", c.Name, c.Skipped)
		}
	}
}
