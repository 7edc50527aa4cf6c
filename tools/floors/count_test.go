package floors

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// nearly is how far the page may be behind the tree, in hundredths of a figure; by fewNearly in any case, so that a
// small figure does not fail with every other change.
const (
	nearly    = 15
	fewNearly = 5
)

func TestThePageOfTheHouseTellsItsFiguresAsTheyAre(t *testing.T) {
	page, err := os.ReadFile("../../docs/before-after.md")
	if err != nil {
		t.Fatal(err)
	}
	figures, err := Count("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		_, row, _ := strings.Cut(string(page), "\n| "+f.What+" | ")
		row, _, _ = strings.Cut(row, "\n")
		told := strings.Split(row, "|")
		if len(told) < 2 {
			t.Errorf("docs/before-after.md has no row %q with before and after", f.What)
			continue
		}
		n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(told[1]), ",", ""))
		if off := max(n-f.N, f.N-n); err != nil || off > max(fewNearly, f.N*nearly/100) {
			t.Errorf("%s: docs/before-after.md tells %q, and there are %d (go run ./tools/dev count)", f.What, told[1],
				f.N)
		}
	}
}

// unplain is a word of gone, in two parts, since it stands in no file whole.
const unplain = "des" + "k"

func TestATreeIsCountedByWhatItsOwnPeopleWrote(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"actors/room/room.go":           "// Package room is a " + unplain + ", that " + unplain + ".\npackage room\n",
		"actors/kinds/roll/roll.go":     "package roll\n",
		"actors/kinds/roll/roll_gen.go": "// the " + unplain + "\npackage roll\n",
		"actors/kinds/roll/r_test.go":   "package roll\n\n// " + unplain + "s\n",
		"server/httpapi/api.go": "package httpapi\n\n// Plain words, and the upgradeHall.\nconst Page = 1\n\n" +
			"type (\n\tAPI struct{ Field int }\n\town struct{}\n)\n\nfunc New() {}\n\nfunc (API) Method() {}\n",
		"server/app/app.go": "package app\n\nimport \"jadebox/server/httpapi\"\n\nvar a httpapi.API\n\n" +
			"func init() { httpapi.New() }\n",
		"client/src/app/page.tsx":         "export const one = 1;\n",
		"client/src/app/page.test.tsx":    "/** The " + unplain + ". */\n",
		"client/src/protocol/api.gen.ts":  "// the " + unplain + "\n",
		"client/node_modules/a/src/x.ts":  "// the " + unplain + "\n",
		"client/src/state/generation.tsx": "\n\n",
	} {
		plant(t, root, name, text)
	}
	got, err := Count(root)
	want := []Figure{
		{"Packages of Go", 4}, {"Names directly below actors/", 2},
		{"Files of Go", 4}, {"Lines of Go", 27},
		{"Files of Go tests", 1}, {"Lines of Go tests", 4},
		{"Files of the client", 2}, {"Lines of the client", 5},
		{"Files of the client's unit tests", 1}, {"Lines of the client's unit tests", 2},
		{"Exported names of server/httpapi", 3}, {"Exported names of server/httpapi that nothing else uses", 1},
		{"Lines of comment with a private word", 3},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %v, %v\nwant %v", got, err, want)
	}
}
