package floors

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestTheEdgeNamesKindsOnlyWhereItIsListed(t *testing.T) {
	pkgs, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	violations, err := CheckCalls("../..", Kinds(pkgs))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// A planted import in a file that is not listed is named, and so is a listed file that has none.
func TestAPlantedKindAtTheEdgeIsFound(t *testing.T) {
	root := t.TempDir()
	write := func(name, imports string) {
		t.Helper()
		path := filepath.Join(root, callsPackage, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("package httpapi\n\nimport "+strconv.Quote(imports)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range namesKinds {
		write(file, "jadebox/actors/kinds/wish")
	}
	write("fair.go", "jadebox/actors/room")
	write("fair_test.go", "jadebox/actors/kinds/wish")
	kinds := []string{"actors/kinds/wish"}
	check := func() string {
		t.Helper()
		out, err := CheckCalls(root, kinds)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(out, "\n")
	}
	if out := check(); out != "" {
		t.Fatal(out)
	}
	write("fair.go", "jadebox/actors/kinds/wish")
	if out := check(); !strings.HasPrefix(out, "server/httpapi/fair.go names a kind of room:") {
		t.Errorf("a planted import: %q", out)
	}
	write("fair.go", "jadebox/actors/room")
	write("wishes.go", "jadebox/actors/room")
	if out := check(); !strings.HasPrefix(out, "server/httpapi/wishes.go names no kind of room any more:") {
		t.Errorf("an exception that is used no more: %q", out)
	}
}

// Every kind that the house has is kept from every other, also one that was listed a moment ago.
func TestNoKindImportsAnother(t *testing.T) {
	pkgs, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	kinds := Kinds(pkgs)
	for _, a := range kinds {
		for _, b := range kinds {
			planted := append(pkgs[:len(pkgs):len(pkgs)], Package{ImportPath: Module + "/" + a, Imports: []string{Module + "/" + b}})
			if got := len(Check(planted)); a != b && got != 1 {
				t.Errorf("%s imports %s: %d violations", a, b, got)
			}
		}
	}
}

func TestEveryKindRunsTheContract(t *testing.T) {
	pkgs, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	kinds := Kinds(pkgs)
	for _, v := range CheckContracts(pkgs, kinds) {
		t.Error(v)
	}
	forgetful := Package{ImportPath: "jadebox/actors/kinds/dice", XTestImports: []string{"jadebox/actors/sim/rig"}}
	if got := CheckContracts(append(pkgs, forgetful), append(kinds, "actors/kinds/dice")); len(got) != 1 || !strings.Contains(got[0], "actors/kinds/dice") {
		t.Errorf("a kind without it: %q", got)
	}
}
