package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A package that moves must not leave the race detector by a stale line, nor come back under it unseen.
func TestEveryPackageWithoutTheRaceDetectorIsThereAndSaysWhy(t *testing.T) {
	for _, p := range unraced {
		if files, _ := filepath.Glob(filepath.Join("..", "..", p.path, "*.go")); len(files) == 0 {
			t.Errorf("%s has no Go files", p.path)
		}
		if p.why == "" {
			t.Errorf("%s runs without the race detector and does not say why", p.path)
		}
	}
}

func TestEveryPackageThatWaitsIsThereAndHasItsTurnBeforeAllOthers(t *testing.T) {
	for i, path := range waiting {
		if files, _ := filepath.Glob(filepath.Join("..", "..", path, "*_test.go")); len(files) == 0 {
			t.Errorf("%s has no tests", path)
		}
		if turn("jadebox/"+path) != i || turn("jadebox/"+path+"x") != len(waiting) {
			t.Errorf("%s does not come %dth", path, i)
		}
	}
}

// Without the bookkeeping is only what others wrote and what only computes: every package of this module keeps it.
func TestEveryPatternWithoutTheBookkeepingIsThereIsNotOursAndSaysWhy(t *testing.T) {
	for _, p := range uninstrumented {
		out, err := exec.Command("go", "list", p.path).Output()
		if err != nil || len(out) == 0 {
			t.Errorf("%s names no package: %v", p.path, err)
		}
		if strings.HasPrefix(string(out), "jadebox") {
			t.Errorf("%s is ours", p.path)
		}
		if p.why == "" {
			t.Errorf("%s is compiled without the bookkeeping and does not say why", p.path)
		}
	}
}

// Everywhere else the race detector's build does not check pointers.
func TestOnlyTheUnsafestPackageUsesUnsafePointers(t *testing.T) {
	out, err := exec.Command("git", "-C", filepath.Join("..", ".."), "grep", "-l",
		`^\s*"unsafe"$\|^import "unsafe"`, "--", "actors/*.go",
		"fairness/*.go", "protocol/*.go", "server/*.go", "store/*.go", ":!*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.FieldsSeq(string(out)) {
		if path := "jadebox/" + filepath.ToSlash(filepath.Dir(file)); path != unsafest {
			t.Errorf("%s is unsafe, and only %s has its pointers checked", file, unsafest)
		}
	}
}

// Lint reads the tree as the race detector has it: of a file that is there only without it nothing would be read.
func TestNoFileIsThereOnlyWithOrWithoutTheRaceDetector(t *testing.T) {
	out, err := exec.Command("git", "-C", filepath.Join("..", ".."), "grep", "-l", `^//go:build.*\brace\b`, "--",
		"*.go").Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) { // 1: none
		t.Fatal(err)
	}
	for file := range strings.FieldsSeq(string(out)) {
		t.Errorf("%s depends on the race detector", file)
	}
}

func TestAPackageIsUnracedWithWhatIsBelowItAndNotWithWhatBeginsLikeIt(t *testing.T) {
	for path, want := range map[string]bool{"fairness": true, "fairness/log": true, "fairnesses": false,
		"actors/kinds/battle": false} {
		if got := isUnraced(path); got != want {
			t.Errorf("isUnraced(%s) = %t", path, got)
		}
	}
}
