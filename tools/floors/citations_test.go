package floors

import (
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

func TestEveryCitationLeadsToADocumentOfTheTree(t *testing.T) {
	broken, err := Citations(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range broken {
		t.Error(line)
	}
}

func TestCitationsThatLeadNowhereAreFound(t *testing.T) {
	const md = ".md" // so that these are no citations of this file
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tree := fstest.MapFS{
		"docs/rules" + md: file(
			"# Rules\n## Boxes\n| Where | Rule |\n|---|---|\n| sessions | old |\n**Bold**\n[gone](nowhere" + md + ")"),
		"a/SPEC" + md: file("# Spec"),
		"a/good.go": file("// docs/rules" + md + ", \"Boxes\" and docs/rules" + md + ", \"sessions\", SPEC" +
			md + ", https://x.example/y" + md),
		"a/bold.ts":         file("/** docs/rules" + md + ",\n * \"Bold\" */"),
		"a/away.go":         file("// rules" + md + ", Boxes"),
		"a/section.sql":     file("-- docs/rules" + md + ", \"Battles\""),
		"a/wrapped.go":      file("// docs/rules" + md + ",\n// \"Wish\""),
		"node_modules/b.ts": file("// rules" + md),
	}
	got, err := Citations(tree)
	want := []string{
		"a/away.go cites rules" + md + ", which is not there",
		"a/section.sql cites docs/rules" + md + ", \"Battles\": there is no such section or row",
		"a/wrapped.go cites docs/rules" + md + ", \"Wish\": there is no such section or row",
		"docs/rules" + md + " links to docs/nowhere" + md + ", which is not there",
	}
	if slices.Sort(got); err != nil || !slices.Equal(got, want) {
		t.Errorf("found %q, %v\nwant %q", got, err, want)
	}
}
