//go:build unix

package audit_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"jadebox/store"
	months "jadebox/store/archive"
	"jadebox/store/postgres"
	"jadebox/tools/archive"
	"jadebox/tools/audit"
	"jadebox/tools/operator"
)

// A world whose whole journal stands in files is audited as before, is not audited without them, and is not held to be
// sound when one of them was changed.
func TestAnArchivedWorldIsAuditedFromItsFiles(t *testing.T) {
	dsn, end := copyOfWorld(t)
	before := auditAt(t, dsn, end)
	dir := t.TempDir()
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, Archived: dir})
	if err != nil {
		t.Fatal(err)
	}
	last := months.MonthOf(end).Next()
	c := archive.Command{To: dir, Drop: true, By: operator.By{Key: operator.Key{As: "ana"}}}
	now := last.Begin().AddDate(0, 0, 1)
	err = c.Archive(t.Context(), &operator.Session{Out: io.Discard}, archive.Site{Engine: e, Signed: e}, last, now)
	if e.Close(); err != nil {
		t.Fatal(err)
	}
	opt := ofSiteAt(now)
	if _, err := audit.CheckDSN(t.Context(), dsn, opt); !errors.Is(err, store.ErrArchived) {
		t.Errorf("without the files: %v", err)
	}
	opt.Archive = dir
	check := func() *audit.Report {
		t.Helper()
		r, err := audit.CheckDSN(t.Context(), dsn, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	after := check()
	for _, v := range after.Violations {
		t.Errorf("%d %s: %s", v.Invariant, v.Name, v.What)
	}
	if after.Results != before.Results || after.Ops < before.Ops {
		t.Errorf("%d ops with %d results, before %d with %d", after.Ops, after.Results, before.Ops, before.Results)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(text)
	flipped[len(flipped)/10] ^= 1
	if err := os.WriteFile(files[0], flipped, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := check(); r.Counts[audit.Chain] == 0 {
		t.Errorf("a bit of %s was changed, and the audit found %v", files[0], r.Counts)
	}
}
