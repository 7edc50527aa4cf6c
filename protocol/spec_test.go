package protocol

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every rule of SPEC.md has a test that bears its id, and no test bears an id that is no rule.
func TestSpecRulesHaveTests(t *testing.T) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^- \[([A-Z]+\d+)\]`).FindAllStringSubmatch(string(spec), -1) {
		if _, twice := rules[m[1]]; twice {
			t.Errorf("[%s] stands twice", m[1])
		}
		rules[m[1]] = false
	}
	if len(rules) < 30 {
		t.Fatalf("found %d rules", len(rules))
	}
	inGo := regexp.MustCompile(`func (?:Test|Fuzz)([A-Z]+\d+)(?:_|\()`)
	inTS := regexp.MustCompile(`(?:it|describe)(?:\.each\([^)]*\))?\("((?:\[[A-Z0-9, ]+\])?)`)
	for _, pattern := range []string{"*_test.go", "../server/ws/*_test.go", "../tools/wsconf/*_test.go",
		"../tools/protogen/*_test.go", "../client/src/net/*.test.ts", "../client/src/protocol/*.test.ts"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, m := range inGo.FindAllStringSubmatch(string(text), -1) {
				ids = append(ids, m[1])
			}
			for _, m := range inTS.FindAllStringSubmatch(string(text), -1) {
				ids = append(ids, strings.FieldsFunc(m[1],
					func(r rune) bool { return strings.ContainsRune("[], ", r) })...)
			}
			for _, id := range ids {
				if _, ok := rules[id]; !ok {
					t.Errorf("%s tests %s, which SPEC.md does not have", path, id)
				}
				rules[id] = true
			}
		}
	}
	for id, tested := range rules {
		if !tested {
			t.Errorf("[%s] has no test", id)
		}
	}
}
