//go:build linux

package main

import (
	"testing"

	"jadebox/tools/bench/machine"
)

func TestACurveWithoutThePointOfItsGoalsIsRefused(t *testing.T) {
	for _, callers := range [][]int{nil, {1, 64}} {
		if (arguments{Callers: callers}).Validate() == nil {
			t.Errorf("%v would be neither met nor missed", callers)
		}
	}
	if err := (arguments{Callers: []int{1, judged}}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestACurveAboveItsGoalsIsMissed(t *testing.T) {
	bare := row{PostgresMicros: 30}
	good := row{ServerMicros: 90, PostgresMicros: 50, PerSecond: 9000, P99MS: 60, Bytes: 1500, WAL: 2900}
	if err := (machine.Verdict{}).JudgeAll(goalsOf(bare, good)); err != nil {
		t.Error(err)
	}
	for name, worsen := range map[string]func(*row){
		"server CPU":     func(r *row) { r.ServerMicros = 96 },
		"PostgreSQL CPU": func(r *row) { r.PostgresMicros = 61 },
		"rate":           func(r *row) { r.PerSecond = 8499 },
		"p99":            func(r *row) { r.P99MS = 81 },
		"bytes":          func(r *row) { r.Bytes = 1601 },
		"WAL":            func(r *row) { r.WAL = 3001 },
	} {
		bad := good
		worsen(&bad)
		if (machine.Verdict{}).JudgeAll(goalsOf(bare, bad)) == nil {
			t.Errorf("%s: met", name)
		}
	}
}
