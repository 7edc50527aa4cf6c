//go:build unix

package main

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if child() {
		return
	}
	code := m.Run()
	os.RemoveAll(templateDir())
	os.Exit(code)
}

// TestWhatWasAcknowledgedSurvivesCrashes is the short form of the harness; make crash runs the long one.
func TestWhatWasAcknowledgedSurvivesCrashes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills databases")
	}
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			skipped, err := inWorld(t.Context(), s, 2, t.Logf)
			if err != nil {
				t.Fatal(err)
			}
			if skipped != "" {
				t.Skip("NOT PROVEN: " + skipped)
			}
		})
	}
}
