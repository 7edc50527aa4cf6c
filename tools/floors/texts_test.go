package floors

import (
	"slices"
	"testing"
)

func TestEveryTextOfTheHouseIsInEveryLanguage(t *testing.T) {
	found, err := CheckTexts("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestATextThatALanguageLacksIsFound(t *testing.T) {
	for name, tt := range map[string]struct {
		file, text, want string
	}{
		"whole":      {"server/a.go", `store.Text{Zh: "箱", En: "Box", Pt: "Caixa"}`, ""},
		"of a map":   {"server/a.go", `map[string]store.Text{"a": {Zh: "箱", En: "Box"}}`, `"箱", "Box" lacks Pt`},
		"empty":      {"server/a.go", `store.Text{Zh: "", En: "Box", Pt: ""}`, `"", "Box", "" lacks Zh, Pt`},
		"a value":    {"server/a.go", `store.Text{Zh: zh, En: "Box"}`, `Zh, "Box" lacks Pt`},
		"none":       {"server/a.go", `store.Text{}`, ""},
		"of a test":  {"server/a_test.go", `store.Text{En: "Box"}`, ""},
		"of a world": {"actors/sim/a.go", `store.Text{En: "Box"}`, ""},
	} {
		root := t.TempDir()
		plant(t, root, tt.file, "package a\n\nvar a = "+tt.text)
		var want []string
		if tt.want != "" {
			want = []string{tt.file + ": the text " + tt.want + " (store.Text)"}
		}
		if found, err := checkTexts(root, []string{"Zh", "En", "Pt"}); err != nil || !slices.Equal(found, want) {
			t.Errorf("%s: %q %v, want %q", name, found, err, want)
		}
	}
}
