package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
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

// A flag that names no package of the build is no error: the package would be compiled as all others are.
func TestWhatIsListedIsCompiledWithoutTheBookkeepingAndNothingElseIs(t *testing.T) {
	if partOf(compilerPart).found() == "" {
		t.Skip("the race detector cannot be linked here")
	}
	h, err := newCheckout()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"list"}
	for _, p := range uninstrumented {
		args = append(args, p.path)
	}
	listed, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	flags, err := h.racing()
	if err != nil {
		t.Fatal(err)
	}
	// What it would do, whether it was done before or not.
	build := exec.Command("go", slices.Concat([]string{"build", "-a", "-n"}, flags, []string{"./server/...",
		"./fairness/..."})...)
	build.Dir = h.root
	said, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	without := 0
	for line := range strings.Lines(string(said)) {
		_, after, compiles := strings.Cut(line, " -p ")
		if !compiles || !strings.Contains(line, " -pack ") {
			continue
		}
		path, _, _ := strings.Cut(after, " ")
		is := strings.Contains(line, " -race=false ")
		if want := slices.Contains(strings.Fields(string(listed)), path); is != want {
			t.Errorf("%s is compiled without the bookkeeping: %t, want %t", path, is, want)
		}
		if is {
			without++
		}
		if checked := !strings.Contains(line, "checkptr=0"); checked != (path == "jadebox/"+unsafest) {
			t.Errorf("pointers of %s are checked: %t", path, checked)
		}
	}
	if without < len(uninstrumented) {
		t.Errorf("only %d packages are compiled without the bookkeeping", without)
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
		if filepath.ToSlash(filepath.Dir(file)) != unsafest {
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
