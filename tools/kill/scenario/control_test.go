//go:build linux

package scenario_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
)

// The negative control: a server whose database went back to an earlier state has lost what it acknowledged since, and
// the same journal that passes on the honest one must say so. Without it, "0 lost" could mean that nothing was checked.
func TestALossIsNoticed(t *testing.T) {
	dir := t.TempDir()
	bin, _, err := process.Binary(dir)
	if err != nil {
		t.Fatalf("no server: %v", err)
	}
	listen, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	o := process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen, Log: io.Discard}
	defer process.StopPostgres(o.Data)
	up := func(work func(*process.Server)) {
		t.Helper()
		s, err := process.Start(t.Context(), o)
		if err != nil {
			t.Fatalf("THE SERVER DOES NOT START: %v", err)
		}
		defer func() { _ = s.Kill() }()
		work(s)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if err := s.Terminate(ctx); err != nil {
			t.Fatal(err)
		}
	}
	before := filepath.Join(dir, "before")
	play := func(s *process.Server, journal string) {
		t.Helper()
		r, err := loadsim.Run(t.Context(), loadsim.Options{URL: s.URL(), Bots: 4, Duration: 4 * time.Second, Seed: 5,
			Scenario: "open", Journal: journal, Unaudited: true})
		if err != nil || r.Broken > 0 {
			t.Fatalf("load: %v %+v", err, r)
		}
	}
	up(func(s *process.Server) { play(s, "") }) // the accounts outlive the loss, the operations after it do not
	if err := os.CopyFS(before, os.DirFS(filepath.Join(o.Data, "pg"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "journal")
	verify := func() journal.Verdict {
		j, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		return journal.Verify(t.Context(), client.Target{Host: listen}, j, 4)
	}
	up(func(s *process.Server) {
		play(s, path)
		if v := verify(); !v.OK() || v.Acknowledged < 20 {
			t.Fatalf("the honest server: %v %+v", v, v.Violations)
		}
	})
	pg := filepath.Join(o.Data, "pg")
	if err := os.RemoveAll(pg); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(pg, os.DirFS(before)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(pg, 0o700); err != nil {
		t.Fatal(err)
	}
	up(func(*process.Server) {
		v := verify()
		t.Logf("a database from before the load: %v", v)
		// Replays of lost operations may well give the same answers again, the seeds being the same; the balances do
		// not.
		if v.Broken < int64(v.Accounts) {
			t.Fatal("every account has lost acknowledged operations, and not all were noticed")
		}
	})
}
