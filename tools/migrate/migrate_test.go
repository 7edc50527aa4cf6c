//go:build unix

package migrate_test

import (
	"bytes"
	"strings"
	"testing"

	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/migrate"
	"jadebox/tools/operator"
)

func TestMigrateSaysWhatIsMissingAndMakesIt(t *testing.T) {
	dsn := pgtest.DSN(t)
	c := migrate.Command{Database: operator.Database{DatabaseURL: dsn}, DryRun: true}
	run := func() string {
		t.Helper()
		var out bytes.Buffer
		if err := c.Run(t.Context(), &operator.Session{Out: &out}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if said := run(); !strings.Contains(said, "00300_site.sql  expand: ") ||
		!strings.Contains(said, "nothing was changed") {
		t.Errorf("dry run of an empty database: %s", said)
	}
	if err := postgres.CheckSchema(t.Context(), dsn); err == nil {
		t.Fatal("the dry run has migrated")
	}
	c.DryRun = false
	if said := run(); !strings.Contains(said, "steps done") {
		t.Errorf("migrating: %s", said)
	}
	if err := postgres.CheckSchema(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	if said := run(); !strings.Contains(said, "nothing to do") {
		t.Errorf("a second time: %s", said)
	}
}
