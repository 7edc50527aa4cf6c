package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/tools/bench/machine"
)

func TestEveryProgramOfFiguresIsATableOfTheBench(t *testing.T) {
	mains, err := filepath.Glob(filepath.Join("..", "bench", "*", "main.go"))
	if err != nil || len(mains) == 0 {
		t.Fatal(mains, err)
	}
	known := " " + strings.Join(names(tables), " ") + " "
	for _, file := range mains {
		if name := filepath.Base(filepath.Dir(file)); !strings.Contains(known, " "+name+" ") {
			t.Errorf("make bench leaves out %s", name)
		}
	}
}

// programs is a checkout whose tables are scripts.
func programs(t *testing.T, scripts map[string]string) *checkout {
	t.Helper()
	h := &checkout{root: t.TempDir(), out: t.Output(), err: t.Output()}
	for _, dir := range []string{h.path("bin", "bench"), h.path("docs")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, script := range scripts {
		if err := os.WriteFile(h.path("bin", "bench", name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func TestAFigureKeepsWhatItsTablePrintedAndWhyItEnded(t *testing.T) {
	h := programs(t, map[string]string{
		"good": "echo a row",
		"missed": "echo a row; echo working >&2; echo 'bench/missed: p99 9, wanted 8' >&2; " +
			"echo fps 5, wanted 60 >&2; exit 1",
		"busy":   "echo a row; echo 'bench/busy: " + machine.ErrBusy.Error() + " (others)' >&2; exit 1",
		"failed": "echo 'bench/failed: no server' >&2; exit 2",
		"mute":   "exit 3",
	})
	for name, want := range map[string]struct {
		figure
		stands bool
	}{
		"good":   {figure{text: "a row\n", ran: true}, true},
		"missed": {figure{text: "a row\n", end: "p99 9, wanted 8\nfps 5, wanted 60", ran: true}, true},
		"busy":   {figure{text: "a row\n", end: machine.ErrBusy.Error() + " (others)", ran: true}, false},
		"failed": {figure{end: "no server"}, false},
		"mute":   {figure{end: "exit status 3"}, false},
		"none":   {figure{end: "fork/exec " + h.path("bin", "bench", "none") + ": no such file or directory"}, false},
	} {
		f := h.figure(t.Context(), table{name: name}, time.Minute)
		if f.text != want.text || f.end != want.end || f.ran != want.ran || f.stands() != want.stands {
			t.Errorf("%s: %+v, want %+v", name, f, want)
		}
	}
}

func TestATableRunsTheServerOfItsPageWithADirectoryThatIsGoneAfterwards(t *testing.T) {
	h := programs(t, map[string]string{
		"it": `touch "$TMPDIR/file"; echo "$TMPDIR"; echo "$JADEBOX_BIN"; echo "$PEERS"`,
	})
	t.Setenv("JADEBOX_BIN", "another")
	t.Setenv("PEERS", "")
	if err := os.Mkdir(h.path("bin", "peers"), 0o755); err != nil {
		t.Fatal(err)
	}
	f := h.figure(t.Context(), table{name: "it"}, time.Minute)
	said := strings.Fields(f.text)
	if len(said) != 3 || said[1] != h.path("bin", "jadebox") || said[2] != h.path("bin", "peers") {
		t.Fatalf("%q", f.text)
	}
	if _, err := os.Stat(said[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is there: %v", said[0], err)
	}
}

func TestPeersAreMadeOnceAndThoseMadeBeforeOutliveABuildThatFails(t *testing.T) {
	h := programs(t, nil)
	t.Setenv("PEERS", "")
	script := h.path(peersFrom, "build")
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		t.Fatal(err)
	}
	peer := h.path("bin", "peers", "centrifuge")
	for _, step := range []struct{ script, want string }{
		{`mkdir -p "$1"; echo first >"$1/centrifuge"; echo once >>made`, "first"},
		{`mkdir -p "$1"; echo first >"$1/centrifuge"; echo once >>made`, "first"}, // the same again: nothing to be done
		{`mkdir -p "$1"; echo half >"$1/centrifuge"; exit 1`, "first"},
		{`mkdir -p "$1"; echo second >"$1/centrifuge"`, "second"},
	} {
		if err := os.WriteFile(script, []byte(step.script), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := h.makePeers(); err != nil {
			t.Fatal(err)
		}
		if got := read(t, peer); got != step.want {
			t.Fatalf("after %q it is %q", step.script, got)
		}
	}
	if got := read(t, h.path("made")); got != "once" {
		t.Errorf("the same peers were made %q", got)
	}
}

func TestMakingPeersIsEndedWithAllThatItHasStartedWhereItHangs(t *testing.T) {
	h := programs(t, nil)
	var told strings.Builder
	h.out = &told
	t.Setenv("PEERS", "")
	script := h.path(peersFrom, "build")
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, []byte(`mkdir -p "$1"; sleep 60 & echo $! >pid; wait`), 0o755); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	h.makePeersWithin(t.Context(), 2*time.Second)
	if took := time.Since(began); took > 30*time.Second || !strings.Contains(told.String(), "not made within 2s") {
		t.Errorf("after %v: %s", took, told.String())
	}
	pid, err := strconv.Atoi(read(t, h.path("pid")))
	if err != nil {
		t.Fatal(err)
	}
	ends(t, pid)
	if _, err := os.Stat(h.path("bin", "peers.new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half of the peers is there: %v", err)
	}
}

// Its servers stop in order when their parent has ended, which takes them a moment.
func TestATableThatIsEndedLeavesNothingBehind(t *testing.T) {
	h := programs(t, map[string]string{"hung": `echo a row; echo "$TMPDIR" >dir; mkdir "$TMPDIR/pg"
touch "$TMPDIR/pg/postmaster.pid"; sleep 60 >&- 2>&- & echo $! >pid; wait`})
	stopped := make(chan struct{})
	running, end := context.WithCancel(t.Context())
	defer end()
	go func() { // as a database that stops in order
		defer close(stopped)
		for {
			dir, _ := os.ReadFile(h.path("dir"))
			if pid, err := os.ReadFile(h.path("pid")); err == nil && strings.HasSuffix(string(pid), "\n") {
				end()                                             // it has begun
				time.Sleep(launcherWithin + 500*time.Millisecond) // longer than the group is waited for
				if os.Remove(filepath.Join(strings.TrimSpace(string(dir)), "pg", "postmaster.pid")) == nil {
					return
				}
			}
			if t.Context().Err() != nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	f := h.figure(running, table{name: "hung"}, time.Minute)
	select {
	case <-stopped:
	case <-time.After(time.Second): // it is on its way from the file that was waited for
		t.Error("its database was not waited for")
	}
	if f.text != "a row\n" || !strings.HasPrefix(f.end, "ended after ") || f.stands() {
		t.Errorf("%+v", f)
	}
	child, err := strconv.Atoi(read(t, h.path("pid")))
	if err != nil {
		t.Fatal(err)
	}
	ends(t, child)
}

// ends waits for the end of a process that was killed.
func ends(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		stat, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
		if state := strings.TrimSpace(string(stat)); err != nil || strings.HasPrefix(state, "Z") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d runs on", pid)
		}
	}
}

func TestOnlyAWholeRunThatJudgedEverythingWritesThePageOfTheDocuments(t *testing.T) {
	h := programs(t, map[string]string{
		"good":   "echo a row of figures",
		"missed": "echo 'bench/missed: p99 9' >&2; exit 1",
		"busy":   "echo 'bench/busy: " + machine.ErrBusy.Error() + "' >&2; exit 1",
		"failed": "exit 2",
	})
	docs, kept := h.path("docs", pageOfFigures), h.path("bin", pageOfFigures)
	for name, c := range map[string]struct {
		tables string
		bench  bench
		writes bool
		err    string
	}{
		"all met":                         {"good good", bench{}, true, ""},
		"a goal is missed":                {"good missed", bench{}, true, "missed: p99 9"},
		"all in time":                     {"good", bench{For: time.Hour}, true, ""},
		"a busy machine":                  {"busy good", bench{}, false, "busy: " + machine.ErrBusy.Error()},
		"a table fails":                   {"failed good", bench{}, false, "failed: exit status 2"},
		"no time":                         {"good", bench{For: time.Millisecond}, false, "good: NOT RUN: it takes"},
		"some tables":                     {"good", bench{Tables: []string{"good"}}, false, ""},
		"brief":                           {"good", bench{Brief: true}, false, ""},
		"brief, and goals are missed":     {"missed busy good", bench{Brief: true}, false, ""},
		"brief, and a table does not run": {"missed failed", bench{Brief: true}, false, "failed: exit status 2"},
	} {
		t.Run(name, func(t *testing.T) {
			var chosen []table
			for name := range strings.FieldsSeq(c.tables) {
				chosen = append(chosen, table{name: name, about: "rows", usual: time.Minute})
			}
			if err := os.WriteFile(docs, []byte("before"), 0o644); err != nil {
				t.Fatal(err)
			}
			err := h.measure(t.Context(), chosen, c.bench, time.Now().Add(c.bench.For))
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
				t.Errorf("ended with %v, want %q", err, c.err)
			}
			if text := read(t, docs); (text != "before") != c.writes || c.writes && !strings.Contains(text, "## good") {
				t.Errorf("the documents have %q", text)
			}
			if text := read(t, kept); strings.Count(text, "\n## ") != len(chosen) {
				t.Errorf("bin has %q", text)
			}
		})
	}
}

func TestARunThatIsInterruptedKeepsTheTablesThatItHas(t *testing.T) {
	h := programs(t, map[string]string{"good": "echo a row of figures", "hung": "echo begun >begun; exec sleep 60"})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(h.path("begun")); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	err := h.measure(ctx, []table{{name: "good", about: "rows", usual: time.Minute}, {name: "hung", about: "rows",
		usual: time.Minute}, {name: "good", about: "rows", usual: time.Minute}}, bench{}, time.Now())
	if err == nil || err.Error() != "interrupted" {
		t.Errorf("ended with %v", err)
	}
	if text := read(t, h.path("bin", pageOfFigures)); strings.Count(text, "a row of figures") != 1 {
		t.Errorf("bin has %q", text)
	}
	if _, err := os.Stat(h.path("docs", pageOfFigures)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the documents have a page: %v", err)
	}
}

func TestThePageOfFiguresSaysWhatWasMeasuredAndWhatWasNot(t *testing.T) {
	f := figures{when: time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC), commit: "abc", machine: "2 cores"}
	f.parts = []figure{
		{table: table{name: "store", about: "the engine"}, took: 90 * time.Second, text: "\n  row  1   \nrow 2\n\n"},
		{table: table{name: "soak", about: "memory"}, end: "NOT RUN: no time"},
	}
	page := string(f.page())
	for _, part := range []string{
		"Commit abc, 2026-11-27 03:00 UTC, 2 cores.\n",
		"\n## store\nThe engine. 1m30s.\n\n```text\n  row  1\nrow 2\n```\n",
		"\n## soak\nMemory.\n\n```text\nNOT RUN: no time\n```\n",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

func TestAnUnknownTableIsRefusedBeforeAnythingIsBuilt(t *testing.T) {
	h := &checkout{root: t.TempDir(), out: t.Output(), err: t.Output()}
	err := h.bench(bench{Tables: []string{"socket", "sokcet"}})
	if err == nil || !strings.Contains(err.Error(), "records") {
		t.Errorf("answered %v", err)
	}
}
