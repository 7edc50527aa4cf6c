package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

func TestAFigureKeepsWhatItsTablePrintedAndWhyItEnded(t *testing.T) {
	h := &checkout{root: t.TempDir(), out: t.Output(), err: t.Output()}
	programs := h.path("bin", "bench")
	if err := os.MkdirAll(programs, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"good": "echo a row",
		"missed": "echo a row; echo working >&2; echo 'bench/missed: p99 9, wanted 8' >&2; " +
			"echo absent: lighthouse >&2; exit 2",
		"mute": "exit 3",
		"hung": "echo a row; exec sleep 60",
	} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]figure{
		"good":   {text: "a row\n"},
		"missed": {text: "a row\n", end: "p99 9, wanted 8\nabsent: lighthouse"},
		"mute":   {end: "exit status 3"},
		"hung":   {text: "a row\n", end: "ended after "},
	} {
		within := time.Minute
		if name == "hung" {
			within = 200 * time.Millisecond
		}
		f := h.figure(table{name: name}, within)
		if f.text != want.text || !strings.HasPrefix(f.end, want.end) || want.end == "" && f.end != "" {
			t.Errorf("%s: printed %q and ended with %q, want %q and %q", name, f.text, f.end, want.text, want.end)
		}
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
