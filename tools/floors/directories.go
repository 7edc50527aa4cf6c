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
		wrong, err := unlistedBelow(root, floor, strings.TrimSuffix(strings.TrimSpace(row), "|"), "ARCHITECTURE.md")
		if err != nil {
			return nil, err
		}
		out = append(out, wrong...)
	}
	return out, nil
}

// pictured is the floor whose line of docs/floors.txt names every directory directly below it.
const pictured = "actors"

// Unpictured holds that line to the directories below root, as Unlisted does.
func (p Plan) Unpictured(root string) ([]string, error) {
	return unlistedBelow(root, pictured, p.Says[pictured], "docs/floors.txt")
}

// unlistedBelow holds a list, which may stand behind what the floor is, to the directories directly below a floor.
func unlistedBelow(root, floor, list, document string) ([]string, error) {
	list = aside.ReplaceAllString(list, "")
	if _, names, ok := strings.Cut(list, ": "); ok {
		list = names
	}
	var out, named, there []string
	for name := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ';' }) {
		if name = strings.TrimSpace(name); name != "" {
			named = append(named, name)
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, floor))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() {
			there = append(there, e.Name())
		}
	}
	for _, name := range there {
		if !slices.Contains(named, name) {
			out = append(out, fmt.Sprintf("%s/%s is not in the list of %s/ in %s", floor, name, floor, document))
		}
	}
	for _, name := range named {
		if !slices.Contains(there, name) {
			out = append(out, fmt.Sprintf("%s lists %q below %s/, which is no directory", document, name, floor))
		}
	}
	return out, nil
}
