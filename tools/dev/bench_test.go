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
		"good":   {figure{Text: "a row\n", Ran: true}, true},
		"missed": {figure{Text: "a row\n", End: "p99 9, wanted 8\nfps 5, wanted 60", Ran: true}, true},
		"busy":   {figure{Text: "a row\n", End: machine.ErrBusy.Error() + " (others)", Ran: true}, false},
		"failed": {figure{End: "no server"}, false},
		"mute":   {figure{End: "exit status 3"}, false},
		"none":   {figure{End: "fork/exec " + h.path("bin", "bench", "none") + ": no such file or directory"}, false},
	} {
		f := figure{table: table{Name: name}}
		h.figure(t.Context(), &f, time.Minute)
		if f.Text != want.Text || f.End != want.End || f.Ran != want.Ran || f.stands() != want.stands {
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
	f := figure{table: table{Name: "it"}}
	h.figure(t.Context(), &f, time.Minute)
	said := strings.Fields(f.Text)
	if len(said) != 3 || said[1] != h.path("bin", "jadebox") || said[2] != h.path("bin", "peers") {
		t.Fatalf("%q", f.Text)
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
	f := figure{table: table{Name: "hung"}}
	h.figure(running, &f, time.Minute)
	select {
	case <-stopped:
	case <-time.After(time.Second): // it is on its way from the file that was waited for
		t.Error("its database was not waited for")
	}
	if f.Text != "a row\n" || !strings.HasPrefix(f.End, "ended after ") || f.stands() {
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

// named are tables of scripts.
func named(names string) (all []table) {
	for name := range strings.FieldsSeq(names) {
		all = append(all, table{Name: name, about: "rows", usual: time.Minute})
	}
	return all
}

func TestOnlyFiguresThatWereAllJudgedAreWrittenIntoTheDocuments(t *testing.T) {
	h := programs(t, map[string]string{
		"good":   "echo a row of figures",
		"missed": "echo 'bench/missed: p99 9' >&2; exit 1",
		"busy":   "echo 'bench/busy: " + machine.ErrBusy.Error() + "' >&2; exit 1",
		"failed": "exit 2",
	})
	docs := h.path("docs", pageOfFigures)
	for name, c := range map[string]struct {
		tables string
		bench  bench
		writes bool
		err    string
	}{
		"all met":                         {"good", bench{}, true, ""},
		"a goal is missed":                {"good missed", bench{}, true, "missed: p99 9"},
		"all in time":                     {"good", bench{For: time.Hour}, true, ""},
		"a busy machine":                  {"busy good", bench{}, false, "busy: " + machine.ErrBusy.Error()},
		"a table fails":                   {"failed good", bench{}, false, "failed: exit status 2"},
		"no time":                         {"good", bench{For: time.Millisecond}, false, "good: NOT RUN: it takes"},
		"brief":                           {"good", bench{Brief: true}, false, ""},
		"brief, and goals are missed":     {"missed busy good", bench{Brief: true}, false, ""},
		"brief, and a table does not run": {"missed failed", bench{Brief: true}, false, "failed: exit status 2"},
	} {
		t.Run(name, func(t *testing.T) {
			kept := h.path("bin", pageOfFigures)
			for _, path := range []string{docs, kept} {
				if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			all := named(c.tables)
			err := h.measure(t.Context(), all, all, c.bench, time.Now().Add(c.bench.For))
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
				t.Errorf("ended with %v, want %q", err, c.err)
			}
			if text := read(t, docs); (text != "before") != c.writes || c.writes && !strings.Contains(text, "## good") {
				t.Errorf("the documents have %q", text)
			}
			text := read(t, kept)
			if c.bench.Brief && text != "before" || !c.bench.Brief && strings.Count(text, "\n## ") != len(all) {
				t.Errorf("bin has %q", text)
			}
		})
	}
}

// A machine that others share is seldom quiet for as long as all tables take.
func TestTablesOfOneCommitAreJudgedInQuietMomentsOfTheirOwn(t *testing.T) {
	busy := `echo "bench/$(basename "$0"): ` + machine.ErrBusy.Error() + `" >&2; exit 1`
	h := programs(t, map[string]string{"a": "echo a >>ran; echo first", "b": "echo b >>ran; " + busy,
		"c": "echo c >>ran"})
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-C", h.root}, args...)
		c := exec.Command("git", args...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "one")
	script := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(h.path("bin", "bench", name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	docs := h.path("docs", pageOfFigures)
	all := named("a b c")
	run := func(o bench, ran string, whole bool) {
		t.Helper()
		chosen := all
		if len(o.Tables) > 0 {
			chosen = named(strings.Join(o.Tables, " "))
		}
		_ = os.Remove(h.path("ran"))
		_ = h.measure(t.Context(), all, chosen, o, time.Now())
		got, _ := os.ReadFile(h.path("ran"))
		if strings.Join(strings.Fields(string(got)), " ") != ran {
			t.Fatalf("%+v ran %q, want %q", o, got, ran)
		}
		if _, err := os.Stat(docs); (err == nil) != whole {
			t.Fatalf("after %+v: the page of the documents: %v", o, err)
		}
	}
	run(bench{}, "a b c", false)
	script("a", "echo a >>ran; "+busy)
	run(bench{Tables: []string{"a"}}, "a", false)
	run(bench{Rest: true}, "b", false) // what was judged stands
	script("b", "echo b >>ran; echo later")
	run(bench{Rest: true, Brief: true}, "b", false) // means nothing
	run(bench{Tables: []string{"b"}}, "b", true)
	if text := read(t, docs); !strings.Contains(text, "first") || !strings.Contains(text, "later") {
		t.Errorf("the page: %s", text)
	}
	if err := os.Remove(docs); err != nil {
		t.Fatal(err)
	}
	run(bench{}, "a b c", false) // a whole run begins anew
	script("a", "echo a >>ran")
	git("commit", "-q", "--allow-empty", "-m", "two")
	run(bench{Rest: true}, "a b c", true) // none of another commit counts
	if err := os.Remove(docs); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.path("file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "file")
	run(bench{Tables: []string{"a"}}, "a", false) // a tree with changes is another one
	run(bench{}, "a b c", true)
	run(bench{Rest: true}, "a b c", true) // and may have changed since
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
	all := named("good hung last")
	err := h.measure(ctx, all, all, bench{}, time.Now())
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
	f := figures{Commit: "abc", Machine: "2 cores"}
	f.Parts = []figure{
		{table: table{Name: "store", about: "the engine"}, When: time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC),
			Took: 90 * time.Second, Text: "\n  row  1   \nrow 2\n\n"},
		{table: table{Name: "soak", about: "memory"}, End: "NOT RUN: no time"},
	}
	page := string(f.page())
	for _, part := range []string{
		"Commit abc, 2 cores.\n",
		"\n## store\nThe engine. 2026-11-27 03:00 UTC, 1m30s.\n\n```text\n  row  1\nrow 2\n```\n",
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
