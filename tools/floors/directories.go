package floors

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// listedFloors are those whose row of ARCHITECTURE.md names every directory directly below them.
var listedFloors = []string{"server", "actors"}

var aside = regexp.MustCompile(`\([^()]*\)`)

// Unlisted holds the table of floors in ARCHITECTURE.md to the directories below root: a line for each that only one of
// both has. A row names them separated by commas and semicolons, with what they are in parentheses.
func Unlisted(root, architecture string) ([]string, error) {
	var out []string
	for _, floor := range listedFloors {
		_, row, _ := strings.Cut(architecture, "\n| `"+floor+"/` ")
		row, _, _ = strings.Cut(row, "\n")
		_, row, _ = strings.Cut(row, "|")
		row = aside.ReplaceAllString(strings.TrimSuffix(strings.TrimSpace(row), "|"), "")
		if _, list, ok := strings.Cut(row, ": "); ok {
			row = list
		}
		var named []string
		for name := range strings.FieldsFuncSeq(row, func(r rune) bool { return r == ',' || r == ';' }) {
			if name = strings.TrimSpace(name); name != "" {
				named = append(named, name)
			}
		}
		entries, err := os.ReadDir(filepath.Join(root, floor))
		if err != nil {
			return nil, err
		}
		var there []string
		for _, e := range entries {
			if e.IsDir() {
				there = append(there, e.Name())
			}
		}
		for _, name := range there {
			if !slices.Contains(named, name) {
				out = append(out, fmt.Sprintf("%s/%s is not in ARCHITECTURE.md's list of %s/", floor, name, floor))
			}
		}
		for _, name := range named {
			if !slices.Contains(there, name) {
				out = append(out, fmt.Sprintf("ARCHITECTURE.md lists %q below %s/, which is no directory", name, floor))
			}
		}
	}
	return out, nil
}
