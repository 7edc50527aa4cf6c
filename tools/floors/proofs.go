package floors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// CheckProofs returns one line for each thing that a kind's own files must show and do not: a game in a browser, and
// proofs of its draws that both engines verify. The bundles fairness/testdata/bundle-<kind>*.json are read by tests
// that take all of them; a kind with the bundle <kind>.json reads it in tests of its own.
func CheckProofs(root string, kinds []string) ([]string, error) {
	var out []string
	for _, kind := range kinds {
		kind = path.Base(kind)
		needed := []struct{ file, says string }{{"client/e2e/" + kind + ".spec.ts", "test("}}
		bundles, err := filepath.Glob(filepath.Join(root, "fairness/testdata", "bundle-"+kind+"*.json"))
		if err != nil {
			return nil, err
		}
		if len(bundles) == 0 {
			needed = append(needed, []struct{ file, says string }{
				{"fairness/testdata/" + kind + ".json", "{"},
				{"fairness/" + kind + "_test.go", fmt.Sprintf(`"%s.json"`, kind)},
				{"client/src/fairness/verify-" + kind + ".test.ts", fmt.Sprintf(`fairness/testdata/%s.json"`, kind)},
			}...)
		}
		for _, each := range needed {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(each.file)))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				out = append(out, fmt.Sprintf("the kind %s has no %s", kind, each.file))
			case err != nil:
				return nil, err
			case !strings.Contains(string(text), each.says):
				out = append(out, fmt.Sprintf("%s has no %s: nothing is shown of the kind %s", each.file, each.says,
					kind))
			}
		}
	}
	return out, nil
}
