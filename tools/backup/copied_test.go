//go:build linux

package backup_test

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	tool "jadebox/tools/backup"
	"jadebox/tools/operator"
)

// A copy with the operating system's own tools leaves no trace in PostgreSQL: what the site draws after it, a server on
// the copy would draw again.
func TestACopyOfADirectoryIsMarkedAndDrawsNothingOfTheSites(t *testing.T) {
	ctx, dir := t.Context(), filepath.Join(t.TempDir(), "site")
	s, err := embedded.Start(ctx, embedded.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	at := time.Now().UTC().Truncate(time.Millisecond).Add(-time.Hour)
	db, err := postgres.Open(ctx, s.DSN(), postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	welcome := &store.Op{Key: "welcome", Kind: "welcome", At: at}
	p, err := db.Register(ctx, store.NewPlayer{Name: "copied1", At: at}, welcome)
	if err == nil {
		err = db.OpenSeedEpoch(ctx, store.SeedEpoch{Player: p.ID, Epoch: 1, Key: [32]byte{1}, Commit: "c",
			BeaconSource: "b", OpenedAt: at})
	}
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	draws := func(dsn string) error {
		db, err := postgres.Open(ctx, dsn, postgres.Options{Writers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		_, err = db.Commit(context.WithoutCancel(ctx), &store.Op{Player: p.ID, Key: "draw", Kind: "box.open", At: at,
			Nonce: &store.NonceUse{Player: p.ID, Epoch: 1, From: 0, Count: 1}})
		return err
	}
	copies := func(name string) string {
		t.Helper()
		to := filepath.Join(t.TempDir(), name)
		if out, err := exec.Command("cp", "-a", dir, to).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return to
	}
	marked, unmarked := copies("marked"), copies("unmarked")
	var out bytes.Buffer
	if err := (&tool.Restore{Data: marked, Copied: true, By: operator.By{Key: operator.Key{As: "ana"},
		Note: "the disk died"}}).Run(ctx, session(&out)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "is marked as a copy of "+at.Format(time.RFC3339Nano)) {
		t.Errorf("it says %q", &out)
	}
	if err := draws(s.DSN()); err != nil { // the site itself goes on
		t.Errorf("the site: %v", err)
	}
	for of, repeats := range map[string]bool{marked: false, unmarked: true} { // the second is what the first prevents
		c, err := embedded.Start(ctx, embedded.Options{DataDir: of})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Stop()
		if err := draws(c.DSN()); (err == nil) != repeats {
			t.Errorf("%s: the site's next draw: %v", filepath.Base(of), err)
		}
		if said := restored(t, c.DSN()); (said == `{"by":"ana","note":"the disk died"}`) == repeats {
			t.Errorf("%s: the journal says of the restore %q", filepath.Base(of), said)
		}
	}
	for what, c := range map[string]tool.Restore{
		"a directory that is none": {Data: t.TempDir(), Copied: true},
		"a backup":                 {Data: marked, From: t.TempDir(), Copied: true},
		"no directory":             {Copied: true},
		"a server":                 {Copied: true, DatabaseURL: s.DSN(), NothingLost: true},
		"the running site's own":   {Data: dir, Copied: true},
	} {
		if err := c.Run(ctx, session(&out)); err == nil {
			t.Errorf("%s is marked as a copy", what)
		}
	}
}

// restored is what the operation of a restore says; "" where there was none.
func restored(t *testing.T, dsn string) (said string) {
	t.Helper()
	db, err := postgres.Inspect(t.Context(), dsn, "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	view, err := db.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	if err := view.JournalAfter(t.Context(), store.Cursor{}, func(e *store.JournalEntry) error {
		if e.Kind == publiclog.KindRestored {
			said = string(e.Result)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return said
}
