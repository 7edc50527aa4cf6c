//go:build linux

package endtoend

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	servercatalogue "jadebox/server/catalogue"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
	"jadebox/tools/kill/process"
)

// The program that imports is killed by SIGKILL at moments all over an import of every box: what is sold is the old
// catalogue or the new one, whole, and the same command again comes to the new one by one change.
func TestAnImportWhoseProcessIsKilledHappensWholeOrNotAtAll(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program two dozen times")
	}
	bin, _, err := process.Binary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dsn := givenURL(t)
	if err := postgres.Migrate(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c := &counter{t, db}

	text, err := os.ReadFile("../../server/demo/catalog.json")
	if err != nil {
		t.Fatal(err)
	}
	cheap, err := servercatalogue.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	dear := *cheap
	dear.Boxes = append([]servercatalogue.Box{}, cheap.Boxes...)
	for i := range dear.Boxes {
		dear.Boxes[i].PriceCents += max(dear.Boxes[i].PriceCents/100, 1)
	}
	type version struct {
		path   string
		prices map[store.BoxID]int64
	}
	var versions [2]version
	for i, f := range []*servercatalogue.File{cheap, &dear} {
		text, err := f.Text()
		if err != nil {
			t.Fatal(err)
		}
		v := version{filepath.Join(t.TempDir(), "shop.json"), map[store.BoxID]int64{}}
		for _, b := range f.Boxes {
			v.prices[b.ID] = b.PriceCents
		}
		if err := os.WriteFile(v.path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		versions[i] = v
	}
	command := func(v version) *exec.Cmd {
		return exec.Command(bin, "catalogue", "--database-url", dsn, "import", "--openings", "0", v.path)
	}
	whole := func(v version) {
		t.Helper()
		if out, err := command(v).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	// sold is which version is sold; −1: neither is, whole.
	sold := func() int {
		t.Helper()
		boxes, err := db.Boxes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range versions {
			same := len(boxes) == len(v.prices)
			for _, b := range boxes {
				same = same && v.prices[b.ID] == b.PriceCents
			}
			if same {
				return i
			}
		}
		return -1
	}
	whole(versions[0])
	now, before, after := 0, 0, 0
	// From before the program has come to the database until it has long imported, and only waits for running servers.
	moments := []time.Duration{1, 20, 40, 60, 80, 100, 130, 170, 240, 400, 900}
	for _, moment := range moments {
		next, n := 1-now, c.changes()
		run := command(versions[next])
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(moment * time.Millisecond)
		_ = run.Process.Kill() // it may have ended
		if err := run.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		switch is := sold(); is {
		case now:
			before++
		case next:
			after++
		default:
			t.Fatalf("killed after %d ms: half a catalogue is sold", moment)
		}
		whole(versions[next])
		if is, changes := sold(), c.changes(); is != next || changes != n+1 {
			t.Fatalf("after the same command again version %d is sold, want %d, by %d changes", is, next, changes-n)
		}
		now = next
	}
	if before == 0 {
		t.Error("no import was killed before its end")
	}
	t.Logf("of %d imports that were killed, %d had not happened and %d had", len(moments), before, after)
	report, err := audit.CheckDSN(t.Context(), dsn, audit.OfSite(true))
	if err != nil || !report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}
