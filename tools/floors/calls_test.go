package floors

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatWorksForEveryKindSaysNoneAndRegistriesNameItByItsConstant(t *testing.T) {
	used := matched{}
	inCode, err := CheckNames("../..", Kinds(project(t)), used)
	if err != nil {
		t.Fatal(err)
	}
	inRegistries, err := CheckRegistries("../..", Kinds(project(t)), used)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range slices.Concat(inCode, inRegistries, idleNames(used)) {
		t.Error(v)
	}
}

func TestAnExceptionThatNothingMatchesIsNamed(t *testing.T) {
	used := matched{}
	if !isOther("server/site/site.go", "BattlesClosed", used) || isOther("server/web/web.go", "BattlesClosed", used) {
		t.Error("an exception holds elsewhere, or not where it is made")
	}
	if idle := idleNames(used); len(idle) != len(otherNames)-1 ||
		slices.ContainsFunc(idle, func(line string) bool { return strings.Contains(line, "BattlesClosed") }) {
		t.Errorf("%q", idle)
	}
	row := slices.IndexFunc(kept, func(k keptWord) bool { return k.at == "server/pay/stripepayer.go" })
	held := matched{}
	if !isKept("server/pay/stripepayer.go", "cardPays", "card", held) || !held[row] {
		t.Errorf("%v", held)
	}
	if idle := idleWords(held); len(idle) != len(kept)-len(held) {
		t.Errorf("%q", idle)
	}
}

// Every text that dispatches by a kind's name is found.
func TestAPlantedNameOfAKindIsFound(t *testing.T) {
	root := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		plant(t, root, name, "package edge\n\nimport _ \"jadebox/wish\"\nimport o \"jadebox/protocol\"\n"+
			"import k \"jadebox/actors/kinds\"\n\n"+body)
	}
	plant(t, root, "protocol/other.go", "package protocol\n\nconst ZzOther = `wi`")
	for _, in := range kindless {
		write(in+"/clean.go", "")
	}
	write("server/httpapi/other.go", "const zzOther = `wi`")
	write("server/httpapi/kinds_test.go", `var kind = "wish"`)
	check := func() string {
		t.Helper()
		out, err := CheckNames(root, []string{"actors/kinds/roll", "actors/kinds/wish"}, matched{})
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
		{"a name that only some platform compiles", "server/httpapi/fair_plan9.go", `var kind = "wish"`, true},
		{"an address behind its method", "server/httpapi/fair.go", `var path = "GET /api/wish/{id}"`, true},
		{"a list between spaces", "server/httpapi/fair.go", `var list = strings.Fields("roll wish")`, true},
		{"a list of one between spaces", "server/httpapi/fair.go", `var list = strings.Fields(" wish ")`, true},
		{"a key among words", "server/httpapi/fair.go", `var about = "counts wish.take alone"`, true},
		{"a name in a query", "server/httpapi/fair.go", `var query = "SELECT 1 FROM rooms WHERE kind = 'wish'"`, true},
		{"prose with marks", "server/httpapi/fair.go", `var about = "of a room (wish), or a roll: none"`, false},
		{"a message with a number", "server/httpapi/fair.go", `var about = "wish %d is gone"`, false},
		{"constants that are added", "server/httpapi/fair.go",
			`const a, b = "wi", "sh"; func f(k string) bool { return k == a+b }`, true},
		{"a constant that is made of two", "server/httpapi/fair.go", `const a = "wi"; const b = a + "sh"`, true},
		{"a constant before a literal", "server/httpapi/fair.go", `const zzp = "wi"; var op = zzp + "sh.take"`, true},
		{"a constant of a function", "server/httpapi/fair.go", `func f() string { const a = "wi"; return a + "sh" }`,
			true},
		{"a constant of another file", "server/httpapi/fair.go", `var kind = zzOther + "sh"`, true},
		{"a constant of another package", "server/httpapi/fair.go", `var kind = o.ZzOther + "sh"`, true},
		{"a converted constant", "server/httpapi/fair.go", `const a = "wi"; var kind = string(a) + "sh"`, true},
		{"what is added to a variable", "server/httpapi/fair.go", `func f(v string) string { return v + "wi" + "sh" }`,
			true},
		{"an argument of what is added", "server/httpapi/fair.go", `var key = f("wish") + ":"`, true},
		{"constants that make another word", "server/httpapi/fair.go", `const a = "wi"; var b = a + "se"`, false},
		{"the rooms of it in one word", "server/httpapi/fair.go", `var topic = "wishroom:"`, true},
		{"an identifier of its rooms", "server/httpapi/fair.go", "var wishroom = 1", true},
		{"an identifier of its lobby", "server/httpapi/fair.go", "var lobbywish = 1", true},
		{"the first of the list", "server/httpapi/fair.go", "var first = k.All[0].Rooms", true},
		{"a part of the list", "server/httpapi/fair.go", "var first = k.All[:1]", true},
		{"the first kind of another list", "server/httpapi/fair.go", "var first = specs[0].Kind", true},
		{"each of the list", "server/httpapi/fair.go", "func f(i int) string { return k.All[i].Kind }", false},
		{"the operators", "actors/operators/act.go", `var kind = "wish"`, true},
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
	if out, err := CheckNames(root, []string{"actors/kinds/luckycard"}, matched{}); err != nil || len(out) < 1 ||
		!strings.Contains(out[0], "LuckyCards") {
		t.Errorf("a kind's name as two words: %q %v", out, err)
	}
	write("server/httpapi/fair.go", "")
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
			got, err := CheckRegistries(root, []string{"actors/kinds/wish"}, matched{})
			if err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// Every kind that the project has is kept from every other, also one that was listed a moment ago.
func TestNoKindImportsAnother(t *testing.T) {
	pkgs := project(t)
	kinds := Kinds(pkgs)
	clean := len(Check(pkgs)) // what is wrong already is told by TestTreeIsClean
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
	violations, err := CheckContracts("../..", Kinds(project(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestAKindWithoutTheContractIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, imports, body string
		want                int
		head                string
	}{
		{"it runs", `"jadebox/actors/room/roomtest"`, "func TestContract(t *testing.T) { roomtest.Run(t) }", 0, ""},
		{"under another name", `suite "jadebox/actors/room/roomtest"`,
			"func TestContract(t *testing.T) { suite.Run(t) }", 0, ""},
		{"an import alone", `_ "jadebox/actors/room/roomtest"`, "", 1, ""},
		{"another function", `"jadebox/actors/room/roomtest"`,
			"func TestContract(t *testing.T) { roomtest.Rig(t) }", 1, ""},
		{"a function that is no test", `"jadebox/actors/room/roomtest"`,
			"func contract() { roomtest.Run(nil) }", 1, ""},
		{"behind a condition", `"jadebox/actors/room/roomtest"`,
			"func TestContract(t *testing.T) { if false { roomtest.Run(t) } }", 1, ""},
		{"behind a skip", `"jadebox/actors/room/roomtest"`,
			"func TestContract(t *testing.T) { t.Skip(); roomtest.Run(t) }", 1, ""},
		{"in a file that nobody compiles", `"jadebox/actors/room/roomtest"`,
			"func TestContract(t *testing.T) { roomtest.Run(t) }", 1, "//go:build never\n\n"},
		{"another package that is called so", `roomtest "jadebox/actors/sim/rig"`,
			"func TestContract(t *testing.T) { roomtest.Run(t) }", 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, "actors/kinds/dice/dice_test.go", c.head+"package dice_test\n\nimport "+c.imports+"\n\n"+
				c.body)
			got, err := CheckContracts(root, []string{"actors/kinds/dice"})
			if err != nil || len(got) != c.want || c.want > 0 && !strings.Contains(got[0], "actors/kinds/dice") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
