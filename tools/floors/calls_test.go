package floors

import (
	"strings"
	"testing"
)

func TestWhatWorksForEveryKindSaysNone(t *testing.T) {
	violations, err := CheckNames("../..", Kinds(house(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// Every text that dispatches by a kind's name is found.
func TestAPlantedNameOfAKindIsFound(t *testing.T) {
	root := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		plant(t, root, name, "package edge\n\nimport _ \"jadebox/wish\"\n\n"+body)
	}
	for _, in := range kindless {
		write(in+"/clean.go", "")
	}
	write("server/httpapi/kinds_test.go", `var kind = "wish"`)
	check := func() string {
		t.Helper()
		out, err := CheckNames(root, []string{"actors/kinds/wish"})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(out, "\n")
	}
	if out := check(); out != "" {
		t.Fatal(out)
	}
	for _, c := range []struct {
		name, file, body string
		found            bool
	}{
		{"a name", "server/httpapi/fair.go", `var kind = "wish"`, true},
		{"a name below the edge", "server/httpapi/call/fair.go", `var kind = "wish"`, true},
		{"the beginning of a result's id", "server/web/preview.go", `func f(id string) bool { return id == "wish-" }`,
			true},
		{"a scope", "server/ws/topics.go", "const scope = `lock:wish:`", true},
		{"an address", "server/httpapi/fair.go", `var path = "/api/wish/{id}"`, true},
		{"more than one of it", "server/httpapi/fair.go", `var path = "/api/wishes?x=1"`, true},
		{"a list", "server/httpapi/fair.go", `var list = "roll,Wish_room"`, true},
		{"prose", "server/httpapi/fair.go", `var about = "a wish room"`, false},
		{"another word", "server/httpapi/fair.go", `var word = "wisher"`, false},
		{"a branch of the lists", "actors/lists/statement/rows.go",
			`func f(kind string) bool { return kind == "wish" }`, true},
		{"a branch of the server", "server/limits/use.go", `func f(op string) bool { return op == "wish.take" }`, true},
		{"a text in parts", "server/httpapi/fair.go", `var kind = "wi" + ("s" + "h")`, true},
		{"what a kind shows", "server/rooms/wish/calls.go", `var kind = "wish"`, false},
		{"a literal below the actors", "actors/runtime/publish/drop.go", `var prefix = "wish-"`, true},
		{"an identifier", "server/httpapi/fair.go", `const CodeWishSetup = 1`, true},
		{"an identifier that begins with it", "server/ws/topics.go", "func wishID() {}", true},
		{"more than one", "server/web/preview.go", "type Wishes struct{}", true},
		{"in capitals", "server/httpapi/fair.go", "var MAX_WISH = 1", true},
		{"a field", "actors/runtime/publish/drop.go", "type t struct { BestWish int }", true},
		{"before a number", "server/httpapi/fair.go", "var wish2 = 1", true},
		{"after an abbreviation", "server/httpapi/fair.go", "var HTTPWish = 1", true},
		{"a field of another package", "server/httpapi/fair.go", "var f = wire.EventWishGone", true},
		{"an identifier of another word", "server/httpapi/fair.go", "var wishful, unWished, swish = 1, 2, 3", false},
		{"a currency", "server/httpapi/fair.go", "var playerWishCards = 1", false},
		{"the tag of a field", "server/httpapi/fair.go", "type t struct { Kind string `enum:\"wish\"` }", false},
	} {
		write(c.file, c.body)
		if out := check(); strings.HasPrefix(out, c.file+" says ") != c.found || !c.found && out != "" {
			t.Errorf("%s: %q", c.name, out)
		}
		write(c.file, "")
	}
	write("server/httpapi/fair.go", "var deck = LuckyCards{}")
	if out, err := CheckNames(root, []string{"actors/kinds/luckycard"}); err != nil || len(out) < 1 ||
		!strings.Contains(out[0], "LuckyCards") {
		t.Errorf("a kind's name as two words: %q %v", out, err)
	}
	write("server/httpapi/fair.go", "")
}

func TestRegistriesNameAKindByItsConstant(t *testing.T) {
	violations, err := CheckRegistries("../..", Kinds(house(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestAPlantedNameOfAKindInARegistryIsFound(t *testing.T) {
	for _, c := range []struct {
		name, file, body string
		want             int
	}{
		{"a key", "tools/sectest/wish.go", `func init() { ofKind["wish"] = 1 }`, 1},
		{"an argument", "tools/loadsim/journal/wish.go", `var _ = tells("wish", nil)`, 1},
		{"below a registry", "tools/kill/phases/wish.go", "var kind = `wish`", 1},
		{"the constant", "tools/audit/wish.go", "var _ = audited(wish.Kind)", 0},
		{"an op in a file of the kind's own", "actors/sim/wish.go", `var op = "wish.take"`, 0},
		{"an op in another file", "tools/audit/prices.go", `var op = "wish.take"`, 1},
		{"the beginning of an op", "tools/audit/prices.go", `var op = "wi" + "sh."`, 1},
		{"a test", "actors/sim/wish_test.go", `var kind = "wish"`, 0},
		{"elsewhere", "tools/bench/wish.go", `var kind = "wish"`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for _, registry := range registries {
				plant(t, root, registry+"/doc.go", "package dice")
			}
			plant(t, root, c.file, "package dice\n\n"+c.body)
			if got, err := CheckRegistries(root, []string{"actors/kinds/wish"}); err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// Every kind that the house has is kept from every other, also one that was listed a moment ago.
func TestNoKindImportsAnother(t *testing.T) {
	pkgs := house(t)
	kinds := Kinds(pkgs)
	clean := len(Check(pkgs)) // what is wrong already is told by TestHouseIsClean
	for _, a := range kinds {
		for _, b := range kinds {
			for _, p := range [][2]string{{a, b}, {shown(a), b}, {shown(a), shown(b)}} {
				planted := append(pkgs[:len(pkgs):len(pkgs)], Package{ImportPath: Module + "/" + p[0],
					Imports: []string{Module + "/" + p[1]}})
				if got := len(Check(planted)) - clean; a != b && got != 1 {
					t.Errorf("%s imports %s: %d violations", p[0], p[1], got)
				}
			}
		}
	}
}

func TestEveryKindRunsTheContract(t *testing.T) {
	pkgs := house(t)
	kinds := Kinds(pkgs)
	for _, v := range CheckContracts(pkgs, kinds) {
		t.Error(v)
	}
	forgetful := Package{ImportPath: "jadebox/actors/kinds/dice", XTestImports: []string{"jadebox/actors/sim/rig"}}
	if got := CheckContracts(append(pkgs, forgetful), append(kinds, "actors/kinds/dice")); len(got) != 1 ||
		!strings.Contains(got[0], "actors/kinds/dice") {
		t.Errorf("a kind without it: %q", got)
	}
}
