package floors

import (
	"strings"
	"testing"
)

func TestDocumentsAreAsShortAsTheyPromise(t *testing.T) {
	wrong, err := CheckDocuments("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

func TestAPlantedWordTooManyIsFound(t *testing.T) {
	for _, c := range []struct{ words, rows, wrong int }{
		{architectureWords, glossaryWords, 0},
		{architectureWords + 1, glossaryWords, 1},
		{architectureWords, glossaryWords + 1, 1},
		{architectureWords + 1, glossaryWords + 1, 2},
	} {
		root := t.TempDir()
		plant(t, root, "ARCHITECTURE.md", strings.Repeat("word\n", c.words))
		plant(t, root, "docs/glossary.md",
			"# Glossary\n\n| Word | Meaning |\n|---|---|\n"+strings.Repeat("| op | a change |\n", c.rows))
		if got, err := CheckDocuments(root); err != nil || len(got) != c.wrong {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	if got, err := CheckDocuments(t.TempDir()); err == nil {
		t.Errorf("no document, and nothing is wrong: %q", got)
	}
}
