//go:build linux

package main

import (
	"errors"
	"strings"
	"testing"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

// A busy machine excuses a frame that took long, never a bundle that is too large, and what was not measured is no goal
// met.
func TestABusyMachineExcusesOnlyWhatDependsOnIt(t *testing.T) {
	slow := row{Name: "stage: battle4", Measure: "p95Ms", Value: "9", Goal: "≤ 6"}
	large := row{Name: "bundle", Measure: "home", Value: "200 KB", Goal: "≤ 165 KB", Exact: true}
	shown := row{Name: "bundle", Measure: "a file", Value: "3 KB"}
	good := row{Name: "bundle", Measure: "fonts", Value: "60 KB", Goal: "≤ 65 KB", Met: true, Exact: true}
	busy := machine.Verdict{Busy: true, Why: "something"}
	if err := judge([]row{good, shown}, nil, machine.Verdict{}); err != nil {
		t.Errorf("every goal is met: %v", err)
	}
	for name, c := range map[string]struct {
		rows   []row
		absent []string
		seen   machine.Verdict
		has    []string
		not    string
		busy   bool
		code   int
	}{
		"slow": {rows: []row{slow, large}, has: []string{"battle4", "home"}, code: machine.Missed},
		"slow on a busy one": {rows: []row{slow, large}, seen: busy, has: []string{"home"}, not: "battle4",
			busy: true, code: machine.Missed},
		"no browser": {rows: []row{good, large}, absent: []string{"stage: none"},
			has: []string{"absent: stage", "home"}, code: command.Failed},
		"all met on a busy one": {rows: []row{good}, seen: busy, busy: true, code: machine.Missed},
	} {
		err := judge(c.rows, c.absent, c.seen)
		if err == nil || errors.Is(err, machine.ErrBusy) != c.busy || command.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range c.has {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q is not in %q", name, want, err)
			}
		}
		if c.not != "" && strings.Contains(err.Error(), c.not) {
			t.Errorf("%s: %q judges %s", name, err, c.not)
		}
	}
}
