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
)

func TestGrantAndRevoke(t *testing.T) {
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
		exit int
		want store.Role
	}{
		{"streamer Streamer9", 0, store.RoleStreamer},
		{"streamer streamer9", 0, store.RoleStreamer}, // names have no case
		{"admin Streamer9", 2, store.RoleStreamer},
		{"streamer Nobody99", 2, store.RoleStreamer},
		{"streamer", 2, store.RoleStreamer},
		{"--revoke streamer Streamer9", 0, 0},
	} {
		var out strings.Builder
		if exit := grant.Main(append([]string{"--database-url", dsn}, strings.Fields(c.args)...), &out); exit != c.exit {
			t.Errorf("%s: exit %d: %s", c.args, exit, &out)
		}
		if got, err := db.LoadPlayer(t.Context(), p.ID); err != nil || got.Roles != c.want {
			t.Errorf("%s: roles %d, %v", c.args, got.Roles, err)
		}
	}
}
