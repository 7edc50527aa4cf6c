//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

// CopyOf returns a database that begins as another one is, which nobody may be connected to: a world that was long to
// make is made once.
func CopyOf(t testing.TB, dsn string) string {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return fresh(t, running(t).server.DSN(), c.Database)
}

// KeptDSN is MigratedDSN that stays as long as the process: what CopyOf copies.
func KeptDSN(t testing.TB) string {
	t.Helper()
	MigratedDSN(t) // the template
	return create(t, running(t).server.DSN(), fmt.Sprintf("kept%d_%d", os.Getpid(), databases.Add(1)),
		"pgtest_template")
}
