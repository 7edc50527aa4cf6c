package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// Sentences that are about the document and not about the product: those that say what it does not show, or that it
// says elsewhere.
const aboutTheDocument = 8

func TestEveryItemIsShown(t *testing.T) {
	items, err := split(document)
	if err != nil {
		t.Fatal(err)
	}
	if len(items) < 280 {
		t.Fatalf("only %d items: the check would prove little", len(items))
	}
	rows, err := table()
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range compare(items, rows) {
		t.Error(wrong)
	}
	r := newRepository(os.DirFS("../.."))
	none := 0
	for _, row := range rows {
		for _, e := range row.Evidence {
			if err := r.check(e); err != nil {
				t.Errorf("%s (%s): %v", row.ID, row.Words, err)
			}
		}
		if row.None != "" {
			none++
		}
	}
	if none != aboutTheDocument {
		t.Errorf("%d items are shown by nothing, for a reason; %d were: another one needs a test, not a reason", none,
			aboutTheDocument)
	}
}

func TestEverySentenceIsShown(t *testing.T) {
	const text = "## 1. Before\n\nNo item.\n\n## 2. Here\n\n### Sub\n\n| Route | Purpose |\n|---|---|\n| /a.html | One. Two. |\n\n" +
		"- First: at 0.1 gems; then /x.html?q=1. Second ('Frase um. Frase dois.'). 7 is third. drop: stays.\n\nA paragraph (really).\n## 10. After\n\nNone.\n"
	items, err := split(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		if it.Section != 2 || !strings.HasPrefix(it.ID, "2-") || len(it.ID) != 8 {
			t.Errorf("%+v", it)
		}
		got = append(got, it.Text)
	}
	want := []string{"/a.html | One. Two.", "First: at 0.1 gems; then /x.html?q=1.",
		"Second ('Frase um. Frase dois.').", "7 is third. drop: stays.", "A paragraph (really)."}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	if _, err := split("## 2. Twice\n\nOne.\n\nOne.\n"); err == nil {
		t.Error("the same text twice in a section has one id for two items")
	}
}

func TestAChangedSentenceLosesItsProof(t *testing.T) {
	was, _ := split("## 2. A\n\nThe limit is 5. It holds.\n")
	is, _ := split("## 2. A\n\nThe limit is 6. It holds.\n")
	rows := []row{{ID: was[0].ID, Words: was[0].Text, None: "x"}, {ID: was[1].ID, Words: "It…", None: "x"}}
	if wrong := compare(was, rows); len(wrong) != 0 {
		t.Errorf("%q", wrong)
	}
	if wrong := strings.Join(compare(is, rows), "\n"); !strings.Contains(wrong,
		"is nothing that the specification says") ||
		!strings.Contains(wrong, "is not in the table: The limit is 6.") || strings.Count(wrong, "\n") != 1 {
		t.Error(wrong)
	}
}

// A check that cannot fail proves nothing.
func TestWhatIsWrongIsFound(t *testing.T) {
	items := []item{{ID: "2-aaaaaa", Section: 2, Text: "First."}, {ID: "2-bbbbbb", Section: 2, Text: "Second."}}
	shownBy := []evidence{{Kind: "screen", Name: "home"}}
	good := []row{{ID: "2-aaaaaa", Words: "First.", Evidence: shownBy}, {ID: "2-bbbbbb", Words: "Sec…",
		Evidence: shownBy}}
	if wrong := compare(items, good); len(wrong) != 0 {
		t.Fatalf("%q", wrong)
	}
	for name, rows := range map[string][]row{
		"missing":       good[:1],
		"twice":         {good[0], good[0], good[1]},
		"in disorder":   {good[1], good[0]},
		"other words":   {good[0], {ID: "2-bbbbbb", Words: "Other…", Evidence: shownBy}},
		"no evidence":   {good[0], {ID: "2-bbbbbb", Words: "Second."}},
		"both":          {good[0], {ID: "2-bbbbbb", Words: "Second.", Evidence: shownBy, None: "x"}},
		"nobody's item": {good[0], good[1], {ID: "2-cccccc", Words: "Third.", None: "x"}},
	} {
		if wrong := compare(items, rows); len(wrong) != 1 {
			t.Errorf("%s: %q", name, wrong)
		}
	}
}

func TestMissingEvidenceIsNamed(t *testing.T) {
	r := newRepository(fstest.MapFS{
		"actors/a/a_test.go": {Data: []byte("package a\nfunc TestThere(t *testing.T) {}\n// func TestComment(t *testing.T) {}\nfunc TestHelper() {}\nfunc (x) TestMethod(t *testing.T) {}\n")},
		"client/src/a.test.ts": {Data: []byte("test(\"there\", () => {});\n// test(\"commented\", f);\ntest.skip(\"skipped\", f);\ndescribe(\"group\", () => {\n" +
			"  it.each([\n    [1, (2)],\n  ])(\"%i of them\", f);\n});\nexpect(\"only said\");\n")},
		"client/e2e/a.spec.ts":       {Data: []byte("for (const x of y) test(`opens ${x}`, f);\n")},
		"client/e2e/screens.mjs":     {Data: []byte("const empty = {\n  inner: 1,\n};\nexport const screens = {\n  home: { go: 1 },\n  \"home-two\": {\n    deep: 1,\n  },\n};\n")},
		"client/e2e/routes.ts":       {Data: []byte("export const ROUTES = {\n  home: [],\n};\n")},
		"client/src/routes/kinds.ts": {Data: []byte("export const ROOM_KINDS = {\n  a: { lobby: { rooms: \"/page/a\" } },\n};\nconst x = { outside: \"/x\" };\n")},
		"tools/sectest/spec7.json":   {Data: []byte(`[{"method": "GET", "path": "/api/x"}]`)},
		"client/src/not-a-test.tsx":  {Data: []byte("test(\"there\", f);\n")},
	})
	for text, there := range map[string]bool{
		"go actors/a TestThere":                    true,
		"go actors/a TestNotThere":                 false,
		"go actors/a TestComment":                  false,
		"go actors/a TestHelper":                   false,
		"go actors/a TestMethod":                   false,
		"go actors/b TestThere":                    false,
		`vitest client/src/a.test.ts "there"`:      true,
		`vitest client/src/a.test.ts "group"`:      true,
		`vitest client/src/a.test.ts "%i of them"`: true,
		`vitest client/src/a.test.ts "ther"`:       false,
		`vitest client/src/a.test.ts "commented"`:  false,
		`vitest client/src/a.test.ts "skipped"`:    false,
		`vitest client/src/a.test.ts "only said"`:  false,
		`vitest client/src/b.test.ts "there"`:      false,
		`vitest client/src/not-a-test.tsx "there"`: false,
		`vitest client/e2e/a.spec.ts "opens ${x}"`: false,
		`e2e client/e2e/a.spec.ts "opens ${x}"`:    true,
		`e2e client/e2e/a.spec.ts "opens"`:         false,
		"screen home":                              true,
		"screen home-two -- all of it":             true,
		"screen inner":                             false,
		"screen deep":                              false,
		"route home":                               true,
		"route away":                               false,
		"route rooms":                              true,
		"route outside":                            false,
		"call GET /api/x":                          true,
		"call POST /api/x":                         false,
	} {
		e, err := parseEvidence(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := r.check(e); (err == nil) != there {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestTablesThatCannotBeReadAreNamed(t *testing.T) {
	for _, text := range []string{"  screen home\n", "2-aaaaaa\n", "2-aaaaaa Words.\n  picture home\n",
		"2-aaaaaa Words.\n  screen\n", "2-aaaaaa Words.\n  vitest a.test.ts title\n"} {
		if rows, err := parseTable(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, rows)
		}
	}
	rows, err := parseTable(strings.NewReader("# for readers\n2-aaaaaa Words of it.\n  screen home -- a part\n  go a TestB\n\n2-bbbbbb More.\n  none: says nothing\n"))
	if err != nil || len(rows) != 2 || rows[0].Words != "Words of it." || len(rows[0].Evidence) != 2 ||
		rows[0].Evidence[0].Note != "a part" || rows[1].None != "says nothing" {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestPageHasEveryItem(t *testing.T) {
	var out strings.Builder
	p, err := parserTo(&out)
	if err != nil {
		t.Fatal(err)
	}
	line, err := p.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := line.Run(); err != nil {
		t.Fatal(err)
	}
	items, _ := split(document)
	for _, it := range items {
		if !strings.Contains(out.String(), "- **"+it.ID+"** "+it.Text+"\n") {
			t.Errorf("%s is not on the page", it.ID)
		}
	}
	if _, err := p.Parse([]string{"other"}); err == nil {
		t.Error("an unknown word is taken")
	}
}
