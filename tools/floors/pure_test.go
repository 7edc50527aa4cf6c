package floors

import (
	"slices"
	"strings"
	"testing"
)

func TestRulesSettingsAndPackagesAreAsTheHouseSays(t *testing.T) {
	for _, check := range []func(string) ([]string, error){CheckRules, CheckWriters, CheckPackages} {
		violations, err := check("../..")
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range violations {
			t.Error(v)
		}
	}
}

func TestPlantedRulesThatAreNotPureAreFound(t *testing.T) {
	for _, c := range []struct {
		name, file, body string
		want             int
	}{
		{"the clock", "actors/kinds/dice/rules.go", "import \"time\"\nvar at = time.Now()", 1},
		{"the clock under another name", "actors/kinds/dice/rules.go", "import t \"time\"\nvar at = t.Since(then)", 1},
		{"a pause", "actors/kinds/dice/rules.go", "import \"time\"\nfunc f() { time.Sleep(1) }", 1},
		{"chance", "actors/kinds/dice/rules.go", "import _ \"math/rand/v2\"", 1},
		{"secret chance", "actors/kinds/dice/rules.go", "import _ \"crypto/rand\"", 1},
		{"the environment", "actors/kinds/dice/rules.go", "import _ \"os\"", 1},
		{"a logger", "actors/kinds/dice/rules.go", "import _ \"github.com/rs/zerolog\"", 1},
		{"a goroutine", "actors/kinds/dice/rules.go", "func f() { go f() }", 1},
		{"a moment that is given", "actors/kinds/dice/rules.go",
			"import \"time\"\nfunc f(now time.Time) bool { return now.After(time.UnixMilli(1)) }", 0},
		{"another file of the kind", "actors/kinds/dice/scheduler.go", "import \"time\"\nvar at = time.Now()", 0},
		{"a test of rules", "actors/kinds/dice/rules_test.go", "import \"time\"\nvar at = time.Now()", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, c.file, "package dice\n"+c.body)
			if got, err := CheckRules(root); err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestAPlantedWriterOfASettingIsFound(t *testing.T) {
	const imports = "import \"jadebox/actors/settings\"\n"
	for _, c := range []struct {
		name, file, body string
		want             int
	}{
		{"a tool", "tools/dice/dice.go", imports + "var _ = settings.Change[int]", 1},
		{"a reward", "actors/rewards/dice/dice.go", imports + "var _ = settings.Write", 1},
		{"a call", "server/httpapi/dice.go", imports + "var _, _ = settings.Put, settings.Write", 2},
		{"under another name", "tools/dice/dice.go", "import s \"jadebox/actors/settings\"\nvar _ = s.Put", 1},
		{"the registry", "server/registry/dice.go", imports + "var _ = settings.Put", 0},
		{"a test", "tools/dice/dice_test.go", imports + "var _ = settings.Put", 0},
		{"a reader", "tools/dice/dice.go", imports + "var _ = settings.History", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, c.file, "package dice\n"+c.body)
			if got, err := CheckWriters(root); err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestAPlantedPackageThatSaysNothingOfItselfIsFound(t *testing.T) {
	root := t.TempDir()
	plant(t, root, "server/util/util.go", "// Package util has this and that.\npackage util")
	plant(t, root, "server/dice/helpers_test.go", "package dice")
	plant(t, root, "server/dice/throw.go", "// Package dice throws.\npackage dice")
	plant(t, root, "server/wheel/doc.go", "// Package wheel turns.\npackage wheel")
	plant(t, root, "server/card/card.go", "// Package card is dealt.\npackage card")
	plant(t, root, "tools/deal/main.go", "// Deal deals.\npackage main")
	got, err := CheckPackages(root)
	slices.Sort(got)
	want := []string{"server/dice/helpers_test.go: a file", "server/dice/throw.go: the package comment",
		"server/util/util.go: a file", "server/util/util.go: package util"}
	if err != nil || !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("%q, %v", got, err)
	}
}
