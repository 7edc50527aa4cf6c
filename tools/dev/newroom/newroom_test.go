package newroom

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listed is a tree of the files that a new kind touches, and of the packages that it adds files to.
func listed(t *testing.T) string {
	t.Helper()
	const checkout = "../../.."
	root := t.TempDir()
	paths := []string{"client/src/routes/paths.ts"}
	for _, f := range Files {
		paths = append(paths, f.Path)
	}
	for _, dir := range []string{"actors/sim", "fairness", "protocol", "server/httpapi", "tools/audit",
		"tools/sectest"} {
		found, err := filepath.Glob(filepath.Join(checkout, dir, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(found), err)
		}
		for _, path := range found {
			paths = append(paths, dir+"/"+filepath.Base(path))
		}
	}
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(checkout, path))
		if err == nil {
			err = os.MkdirAll(filepath.Join(root, filepath.Dir(path)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(root, path), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// texts are all files below root.
func texts(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// untouched fails when a tree is not as it was.
func untouched(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	if len(before) != len(after) {
		t.Errorf("%s: %d files, %d before", what, len(after), len(before))
	}
	for path, text := range before {
		if after[path] != text {
			t.Errorf("%s: %s has changed", what, path)
		}
	}
}

func TestANameThatMeansSomethingElseIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	root := listed(t)
	before := texts(t, root)
	for kind, why := range map[string]string{
		"go": "small letters", "dices": "small letters", "Dice": "small letters", "func": "word of Go",
		"vendor": "meaning of its own", "internal": "meaning of its own", "testdata": "meaning of its own",
		"init": "meaning of its own", "main": "meaning of its own", "dist": "meaning of its own",
		"string": "meaning of its own", "len": "meaning of its own", "error": "meaning of its own",
		"any": "meaning of its own", "nil": "meaning of its own",
		"battle": "topic", "time": "for something else", "testing": "for something else", "store": "for something else",
		"room": "for something else", "call": "for something else", "entry": "for something else",
		"studio": "address", "promotion": "address", "box": "already", "upgrade": "already",
	} {
		own, err := Write(root, kind)
		if err == nil || own != nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", kind, err, why)
		}
	}
	untouched(t, "after names that were refused", before, texts(t, root))
}

func TestWithoutAPlaceInOneOfTheListsNothingIsWritten(t *testing.T) {
	for _, f := range Files {
		for _, l := range f.lines {
			root := listed(t)
			path := filepath.Join(root, f.Path)
			text, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, []byte(strings.ReplaceAll(string(text), l.start, "")), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			before := texts(t, root)
			if own, err := Write(root, "raffle"); err == nil || own != nil || !strings.Contains(err.Error(), f.Path) {
				t.Errorf("%s without %q: %v", f.Path, l.start, err)
			}
			untouched(t, f.Path, before, texts(t, root))
		}
	}
}

func TestAKindIsWrittenWithItsLineInEveryList(t *testing.T) {
	root := listed(t)
	before := texts(t, root)
	own, err := Write(root, "raffle")
	if err != nil {
		t.Fatal(err)
	}
	after := texts(t, root)
	if len(own) < 40 || len(after) != len(before)+len(own) {
		t.Errorf("%d files of its own, %d in the tree before and %d after", len(own), len(before), len(after))
	}
	for _, f := range Files {
		if text := after[filepath.Join(root, f.Path)]; !strings.Contains(text, "raffle") {
			t.Errorf("%s does not name it", f.Path)
		}
	}
}

// apart bounds the product files of a kind that stand in folders of others: its wire, its draw, the client's check of
// a proof (two files) and what the page says of it.
const apart = 5

// CONTRIBUTING.md, "A room kind", names each file that is written for a kind or touched, at the least by its folder.
func TestEachFileOfANewKindStandsInTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, entry, _ := strings.Cut(string(guide), "- **A room kind**")
	entry, _, _ = strings.Cut(entry, "\n- **")
	for _, f := range Files {
		if !strings.Contains(entry, "`"+f.Path+"`") {
			t.Errorf("%s is touched", f.Path)
		}
	}
	paths, _, err := rendered("raffle", wordsOf("raffle"))
	if err != nil {
		t.Fatal(err)
	}
	var outside []string
	for _, path := range paths {
		folder, _, own := strings.Cut(path, "/raffle/")
		test := strings.Contains(path, ".test.") || strings.HasSuffix(path, "_test.go")
		said := []string{path, strings.Join(strings.Split(path, "/")[2:], "/")}
		switch {
		case own:
			said = []string{folder + "/raffle/"}
		case test:
			continue
		case !strings.HasPrefix(path, "tools/") && !strings.Contains(path, "/e2e/") && !strings.Contains(path, "/sim/"):
			outside = append(outside, path)
		}
		if base := filepath.Base(path); base != "raffle.go" {
			said = append(said, base)
		}
		if !slices.ContainsFunc(said, func(text string) bool {
			return text != "" && strings.Contains(entry, "`"+strings.ReplaceAll(text, "raffle", "<kind>")+"`")
		}) {
			t.Errorf("%s is written, and the guide has none of %q", path, said)
		}
	}
	if len(outside) != apart {
		t.Errorf("%d product files stand in folders of others, want %d: %q", len(outside), apart, outside)
	}
}
