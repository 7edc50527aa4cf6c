//go:build linux

package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What was not measured is no goal met: the table would be green without a peer to be compared with.
func TestAGoalIsMissedWhosePeerShowsNothing(t *testing.T) {
	ours := outcome{us: 4, perS: 3e6, deliveries: 1000, expected: 1000}
	slower := outcome{us: 10, perS: 1e6, deliveries: 1000, expected: 1000}
	lost := slower
	lost.deliveries = 990
	closed := slower
	closed.ended = 3
	figures := []figure{{"CPU a delivery", cpuEach, micros, 0.45, false}, {"deliveries", deliveries, perS, 2, true}}
	for name, c := range map[string]struct {
		peer   kind
		of     outcome
		missed string // of each figure; empty: all are met
	}{
		"a slower peer":                   {kind{name: judged}, slower, ""},
		"a slower peer that loses some":   {kind{name: judged}, lost, ""},
		"as fast a peer":                  {kind{name: judged}, ours, "1.00x"},
		"an absent peer":                  {kind{name: judged, absent: true}, outcome{}, "not measured"},
		"a peer that delivered nothing":   {kind{name: judged}, outcome{expected: 1000}, "it delivered nothing"},
		"a peer that closed sockets":      {kind{name: judged}, closed, "it closed 3 sockets"},
		"another peer, which was absent":  {kind{name: "npm ws", absent: true}, outcome{}, ""},
		"another peer, which was as fast": {kind{name: "npm ws"}, ours, ""},
	} {
		b := &bench{}
		b.compare("A", []kind{{name: "jadebox"}, c.peer}, []outcome{ours, c.of}, figures)
		err := b.report.missed()
		if c.missed == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil || strings.Count(err.Error(), c.missed) != len(figures) {
			t.Errorf("%s: %v, want %d of %q", name, err, len(figures), c.missed)
		}
	}
}

// The last that joined are told of, and all with them, after the last has joined: up to 10 s after.
func TestAConnectCostsWhatFollowsItButNotWhatTheServerDoesAnyway(t *testing.T) {
	const sockets, joining, told, anyway = 10_000, 500 * time.Millisecond, 60 * time.Millisecond, 40 * time.Millisecond
	before := 3 * time.Second
	after := before + joining + told + anyway
	const collection = 300 * time.Millisecond // between
	quiet := after + collection
	if got := connectMicros(before, after, quiet, quiet+anyway, sockets); got != 56 {
		t.Errorf("%v us, want 56", got)
	}
	for figure, met := range map[float64]bool{-1: false, 0: false, 60: true, 61: false} {
		if within(figure, 60) != met {
			t.Errorf("%v us: met is %v", figure, !met)
		}
	}
}

// The server gives memory back 15 to 20 s after the last who came, or was told of them (server/app, memory.go).
func TestAServersOwnCollectionIsInNeitherSpanOfAConnect(t *testing.T) {
	early, told, quiet := readings(time.Minute, 10_000)
	if early != soon || told != 12*time.Second || quiet < told+20*time.Second || time.Minute-quiet != told {
		t.Errorf("of a minute: read at %v, %v and %v", early, told, quiet)
	}
	if early, told, quiet = readings(2*time.Second, 500); early != time.Second || told != early || quiet != told {
		t.Errorf("of two seconds: read at %v, %v and %v", early, told, quiet)
	}
}

func TestRowsThatThereAreNotAreRefused(t *testing.T) {
	if err := (arguments{Rows: []string{"fan", "stalled"}}).Validate(); err != nil {
		t.Error(err)
	}
	for _, rows := range [][]string{{"fna"}, {"fan", ""}} {
		if err := (arguments{Rows: rows}).Validate(); err == nil || !strings.Contains(err.Error(), "saturation") {
			t.Errorf("%v: %v", rows, err)
		}
	}
}

func TestStalledReadersOfPeersAreToldAndJudgeNothing(t *testing.T) {
	calm := []outcome{{rss: 1e6, p99: 10 * time.Millisecond}, {rss: 1e6, p99: 10 * time.Millisecond}, {}}
	with := []outcome{{rss: 5e6, p99: 11 * time.Millisecond}, {rss: 90e6, p99: 30 * time.Millisecond, ended: 3}, {}}
	kinds := []kind{{name: "jadebox"}, {name: judged}, {name: "npm ws", absent: true}}
	b := &bench{}
	b.compareStalled(kinds, calm, with)
	if err := b.report.missed(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{judged + " +89.0 MB RSS, 3 closed", judged + " 30.0 ms", "npm ws absent"} {
		if !slices.ContainsFunc(b.report.rows, func(r row) bool { return r.peer == want && r.goal == "" }) {
			t.Errorf("no %q in %+v", want, b.report.rows)
		}
	}
	with[0].rss, with[0].p99 = 7e6, 13*time.Millisecond
	b.report.rows = nil
	b.compareStalled(kinds, calm, with)
	if err := b.report.missed(); err == nil || strings.Count(err.Error(), "wanted") != 2 {
		t.Errorf("%v, want two goals missed", err)
	}
}

func TestOfIdleRoundsTheWorstCountsAndEveryOtherRoundGoesBackwards(t *testing.T) {
	got := worst([]resting{{soon: 9, asItComes: -1, collected: -3, connect: 5}, {soon: 8, asItComes: 2, collected: -2}})
	if want := (resting{soon: 9, asItComes: 2, collected: -2, connect: 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if there, back := turnsOf(3, 0), turnsOf(3, 1); !slices.Equal(there, []int{0, 1, 2}) ||
		!slices.Equal(back, []int{2, 1, 0}) || !slices.Equal(there, turnsOf(3, 2)) {
		t.Errorf("%v, then %v", there, back)
	}
}
