package floors

import (
	"maps"
	"slices"
	"testing"
)

func TestEveryKindIsPlayedInABrowserAndItsDrawsAreVerifiedTwice(t *testing.T) {
	violations, err := CheckProofs("../..", Kinds(project(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestEachProofThatAKindLacksIsNamed(t *testing.T) {
	const spec, vectors, ours, theirs = "client/e2e/dice.spec.ts", "fairness/testdata/dice.json",
		"fairness/dice_test.go", "client/src/fairness/verify-dice.test.ts"
	whole := map[string]string{spec: `test("two players", () => {});`, vectors: "{}",
		ours:   `func TestDice() { golden(t, "dice.json", text) }`,
		theirs: `import proof from "../fairness/testdata/dice.json";`}
	for _, c := range []struct {
		name string
		do   func(files map[string]string)
		want []string
	}{
		{"a whole kind", func(map[string]string) {}, nil},
		{"no game in a browser", func(files map[string]string) { delete(files, spec) },
			[]string{"the kind dice has no " + spec}},
		{"an empty game", func(files map[string]string) { files[spec] = "" },
			[]string{spec + " has no test(: nothing is shown of the kind dice"}},
		{"no vectors", func(files map[string]string) { delete(files, vectors) },
			[]string{"the kind dice has no " + vectors}},
		{"no test of the engine", func(files map[string]string) { delete(files, ours) },
			[]string{"the kind dice has no " + ours}},
		{"no test of the client", func(files map[string]string) { delete(files, theirs) },
			[]string{"the kind dice has no " + theirs}},
		{"a test of other vectors", func(files map[string]string) { files[theirs] = `test("one", () => {});` },
			[]string{theirs + ` has no fairness/testdata/dice.json": nothing is shown of the kind dice`}},
		{"one among the bundles of all", func(files map[string]string) {
			delete(files, vectors)
			delete(files, ours)
			delete(files, theirs)
			files["fairness/testdata/bundle-dice-two.json"] = "{}"
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			files := maps.Clone(whole)
			c.do(files)
			for name, text := range files {
				plant(t, root, name, text)
			}
			got, err := CheckProofs(root, []string{"actors/kinds/dice"})
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q, %v\nwant %q", got, err, c.want)
			}
		})
	}
}
