package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// rulesFile is the pure part of a kind of room (docs/style.md, "Actors").
const rulesFile = "rules.go"

// pure is why rules have nothing but what they are given.
const pure = "rules are state, command and moment in, and state, events and effects out: a replay makes the same again"

// rulesImports are what rules import outside of the module; a list of what is refused would never be whole.
var rulesImports = []string{"bytes", "cmp", "crypto/hmac", "crypto/sha256", "crypto/subtle", "encoding/base64",
	"encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "maps", "math", "math/bits", "slices",
	"strconv", "strings", "time", "unicode", "unicode/utf8"}

// clocks are names of package time that read a clock or wait for one.
var clocks = []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}

// CheckRules returns one line for each import, clock and goroutine in the rules of a kind of room that make them
// depend on more than what they are given.
func CheckRules(root string) ([]string, error) {
	var out []string
	err := eachFile(root, kindsPackage, func(name string, parsed *ast.File) {
		if path.Base(name) == rulesFile {
			out = append(out, impure(name, parsed)...)
		}
	})
	return out, err
}

func impure(name string, parsed *ast.File) (out []string) {
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err == nil && !below(imported, Module) && !slices.Contains(rulesImports, imported) {
			out = append(out, fmt.Sprintf("%s imports %s, which is not listed in tools/floors: %s", name, imported,
				pure))
		}
	}
	for _, clock := range clocks {
		if uses(parsed, "time", clock) {
			out = append(out, fmt.Sprintf("%s has time.%s: %s", name, clock, pure))
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if _, ok := n.(*ast.GoStmt); ok {
			out = append(out, fmt.Sprintf("%s starts a goroutine: %s", name, pure))
		}
		return true
	})
	return out
}

// settingsPackage writes settings as they are given to it; the registry holds each to all the others before.
const settingsPackage = Module + "/actors/settings"

// writers are the packages that may write a setting without asking the registry: what tests it, what makes a fresh site
// of its own or a world of the simulator, where nothing else is set yet, and the zone that a site begins with.
var writers = []string{"actors/settings", "actors/sim", "server/app", "server/demo", "server/registry"}

// CheckWriters returns one line for each file outside of writers, tests apart, that writes a setting itself: nobody
// would have asked what it does to the return, nor whether it opens a free loop (docs/economy.md).
func CheckWriters(root string) ([]string, error) {
	var out []string
	err := eachFile(root, ".", func(name string, parsed *ast.File) {
		if slices.ContainsFunc(writers, func(in string) bool { return below(path.Dir(name), in) }) ||
			!slices.ContainsFunc(parsed.Imports, func(s *ast.ImportSpec) bool {
				return strings.Trim(s.Path.Value, `"`) == settingsPackage
			}) {
			return
		}
		for _, writes := range []string{"Change", "Put", "PutBeside", "Write"} {
			if uses(parsed, settingsPackage, writes) {
				out = append(out, fmt.Sprintf("%s has settings.%s: a setting is set by registry.Set or "+
					"registry.Replace, which hold it to the rest of the house", name, writes))
			}
		}
	})
	return out, err
}

// unspoken are names that say nothing of what a package or a file of Go holds (docs/style.md, "Names").
var unspoken = []string{"common", "handler", "handlers", "helper", "helpers", "manager", "misc", "types", "util",
	"utils"}

// CheckPackages returns one line for each package or file of Go whose name says nothing of what is in it, and for each
// package comment that stands in no file of its package's name and not in doc.go: nobody would look for it there. What
// a kind of room shows over HTTP begins with its edge.go.
func CheckPackages(root string) ([]string, error) {
	var out []string
	err := walk(root, func(file, name string) error {
		if path.Ext(name) != ".go" {
			return nil
		}
		folder, base := path.Split(name)
		bare := strings.TrimSuffix(strings.TrimSuffix(base, ".go"), "_test")
		if slices.Contains(unspoken, bare) {
			out = append(out, fmt.Sprintf("%s: a file is named by what it holds", name))
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		own := strings.TrimSuffix(parsed.Name.Name, "_test")
		if slices.Contains(unspoken, own) {
			out = append(out, fmt.Sprintf("%s: package %s: a package is named by what it holds", name, own))
		}
		if parsed.Doc != nil && bare != "doc" && bare != own && own != "main" && bare != path.Base(folder) &&
			!below(name, roomsPackage) {
			out = append(out, fmt.Sprintf("%s: the package comment stands in doc.go or %s.go", name, own))
		}
		return nil
	})
	return out, err
}
