package main

import (
	"path/filepath"
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

func TestAPackageIsUnracedWithWhatIsBelowItAndNotWithWhatBeginsLikeIt(t *testing.T) {
	for path, want := range map[string]bool{"fairness": true, "fairness/log": true, "fairnesses": false, "actors/kinds/battle": false} {
		if got := isUnraced(path); got != want {
			t.Errorf("isUnraced(%s) = %t", path, got)
		}
	}
}
