package main

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const source = `package p

func f(aCents, b int) (int, error) {
	if aCents < b && b != 0 {
		aCents += 3
	}
	p := posting{Debit: house, Credit: of(b), AmountCents: aCents}
	take(p)
	p.x = max(aCents, b)
	return aCents - b, nil
}

func neither(a, b int) bool { return a < b }
`

func TestEachOperatorChangesWhatMovesValue(t *testing.T) {
	list, err := Find("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, m := range list {
		if m.Line > 12 {
			t.Errorf("%s is of no value", m)
		}
		if texts[m.ID] {
			t.Errorf("%s has the id of another", m)
		}
		texts[m.ID] = true
		texts[string(m.Apply([]byte(source)))] = true
	}
	for _, want := range [][2]string{
		{"aCents < b", "aCents <= b"}, {"b && b", "b || b"}, {"b != 0", "b == 0"}, {"if aCents < b && b != 0",
			"if !(aCents < b && b != 0)"}, {"+= 3", "-= 3"}, {"+= 3", "+= 4"}, {"aCents += 3\n", "\n"},
		{"Debit: house, Credit: of(b)", "Debit: of(b), Credit: house"}, {"Credit: of(b), ", ""},
		{", AmountCents: aCents", ", "}, {"take(p)\n", "\n"}, {"= max(", "= min("}, {"aCents - b", "aCents + b"},
	} {
		if !texts[strings.Replace(source, want[0], want[1], 1)] {
			t.Errorf("nothing makes %q of %q", want[1], want[0])
		}
	}
}

// A function that moved elsewhere keeps its mutants' ids, so that a report goes on.
func TestAMutantIsTheSameElsewhere(t *testing.T) {
	first, err := Find("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	moved, err := Find("p.go", []byte(strings.Replace(source, "package p", "package p\n\n// More.", 1)))
	if err != nil || len(first) != len(moved) {
		t.Fatalf("%d and %d, %v", len(first), len(moved), err)
	}
	for i, m := range first {
		if m.ID != moved[i].ID || m.Line+2 != moved[i].Line {
			t.Errorf("%+v and %+v", m, moved[i])
		}
	}
}

// One build has them all, and seeds are run until one shows a mistake.
func TestTheSimulatorFindsEveryPlantedMistake(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	binary, mistakes, err := plant(t.Context(), root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			said, err := violation(t.Context(), root, binary, b.workload, mistakes[i].N, 400)
			if err != nil {
				t.Fatal(err)
			}
			if said == "" {
				t.Errorf("not found in 400 seeds of %s", b.workload)
			}
			t.Log(said)
			if said, err = violation(t.Context(), root, binary, b.workload, 0, 20); err != nil || said != "" {
				t.Errorf("found without it: %q, %v", said, err)
			}
		})
	}
}

func TestTheValuePathsHaveMutants(t *testing.T) {
	list, err := mutants("../..", []string{"actors", "store", "fairness"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, m := range list {
		files[m.File] = true
		if strings.Contains(m.File, "_test.go") || strings.Contains(m.File, "actors/sim/") {
			t.Fatalf("%s is no code of the project", m)
		}
	}
	for _, want := range []string{"actors/player/sell.go", "actors/kinds/battle/rules.go", "fairness/odds.go",
		"store/postgres/batch.go"} {
		if !files[want] {
			t.Errorf("%s has none", want)
		}
	}
	if len(list) < 5_000 {
		t.Errorf("%d mutants", len(list))
	}
	if few, err := mutants("../..", []string{"store"}, 1); err != nil || slices.ContainsFunc(few, func(m Mutant) bool {
		return !strings.HasPrefix(m.File, "store/")
	}) {
		t.Errorf("%d mutants below store, %v", len(few), err)
	}
}

// A package that is new is put into one of the two lists by its author.
func TestEveryFolderIsAValuePathOrLeftOutWithAReason(t *testing.T) {
	reasons := map[string]string{}
	for _, p := range slices.Concat(paths, left) {
		if reasons[p.folder] != "" || p.why == "" {
			t.Errorf("%s is there twice or without a reason", p.folder)
		}
		reasons[p.folder] = p.why
	}
	for _, below := range []string{"actors", "store", "fairness"} {
		err := filepath.WalkDir("../../"+below, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "testdata" {
				return fs.SkipDir
			}
			if err == nil && isCode(d) {
				folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
				if _, known := reasons[folder]; !known {
					t.Errorf("%s is in neither list", folder)
					reasons[folder] = "once is enough"
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Each was reviewed: a mutant that is named survives, or changes nothing for a reason.
func TestEverySurvivorThatChangesNothingHasAReason(t *testing.T) {
	if _, err := equivalents(survivors); err != nil {
		t.Error(err)
	}
	if _, err := equivalents("equivalent 12ab p.go:3 a < b → a <= b"); err == nil {
		t.Error("a mutant without a reason is let through")
	}
}

// One figure of all could hide that a floor has none.
func TestASampleIsDrawnFromEachFloorAndHasAFigureOfEach(t *testing.T) {
	all, err := mutants("../..", []string{"actors", "store", "fairness"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var list []result
	for i, m := range all[:300] {
		list = append(list, result{Mutant: m, Outcome: []string{killed, survived}[i%2]})
	}
	same := map[string]string{list[1].ID: "it changes nothing", list[2].ID: "so it was thought, and it is killed"}
	tried, dead := 0, 0
	for i, line := range figures(list, same) {
		var d, n int
		floor, rest, _ := strings.Cut(line, ": ")
		if _, err := fmt.Sscanf(rest, "%d of %d killed", &d, &n); err != nil || n < 20 ||
			floor != []string{"actors", "fairness", "store"}[i] {
			t.Errorf("%q, %v", line, err)
		}
		tried, dead = tried+n, dead+d
	}
	if tried != 299 || dead != 150 {
		t.Errorf("%d of %d killed", dead, tried)
	}
}
