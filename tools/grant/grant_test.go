//go:build unix

package grant_test

import (
	"strings"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/grant"
	"jadebox/tools/operator/operatortest"
)

func TestWhatIsGrantedCanBeRevoked(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "Streamer9", At: time.Now()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		good bool
		want store.Role
	}{
		{"streamer Streamer9", true, store.RoleStreamer},
		{"streamer streamer9", true, store.RoleStreamer}, // names have no case
		{"admin Streamer9", false, store.RoleStreamer},
		{"streamer Nobody99", false, store.RoleStreamer},
		{"streamer", false, store.RoleStreamer},
		{"--revoke streamer Streamer9", true, 0},
	} {
		out, err := operatortest.Run(t.Context(), &grant.Command{}, nil, time.Now(), "",
			append([]string{"--database-url", dsn}, strings.Fields(c.args)...)...)
		if (err == nil) != c.good {
			t.Errorf("%s: %v: %s", c.args, err, out)
		}
		if got, err := db.LoadPlayer(t.Context(), p.ID); err != nil || got.Roles != c.want {
			t.Errorf("%s: roles %d, %v", c.args, got.Roles, err)
		}
	}
}
