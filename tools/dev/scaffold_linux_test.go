package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/tools/kill/process"
)

// serve has bots play the kind on the tree's own binary.
func (c tree) serve(t *testing.T) {
	t.Run("bots play it", func(t *testing.T) {
		c := tree{t, c.root}
		log, err := os.Create(filepath.Join(t.TempDir(), "log"))
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		listen, err := process.FreeAddress()
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.MkdirTemp("", "jadebox-raffle-") // the path of a socket in it has a bound
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(data)
		server, err := process.Start(t.Context(), process.Options{Bin: c.path("bin/jadebox"),
			Data: filepath.Join(data, "data"), Listen: listen, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		defer process.StopPostgres(server.Data)
		defer func() { _ = server.Kill() }()
		out, ok := c.run(invocation{dir: ".", line: "bin/jadebox loadsim --quiet --scenario raffle --bots 6 " +
			"--duration 1s --url " + server.URL() + " --data " + server.Data})
		if !ok || !strings.Contains(out, "raffle.enter") {
			t.Errorf("%s", out)
		}
	})
}

// crash kills the tree's own server in each phase of the kind; those of the other kinds are tools/kill/phases' to show.
func (c tree) crash(t *testing.T) {
	t.Run("its server is killed", func(t *testing.T) {
		out, ok := tree{t, c.root}.run(invocation{dir: ".",
			line: "go run ./tools/kill --bin bin/jadebox --rounds 0 --phases 1 --kind raffle"})
		if !ok || !strings.Contains(out, "raffle locked") || !strings.Contains(out, "clean") {
			t.Errorf("%s", out)
		}
	})
}
