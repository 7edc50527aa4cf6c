package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// rulesFiles are the pure part of a kind of room (docs/style.md, "Actors").
var rulesFiles = []string{"deck.go", "record.go", "rules.go", "settle.go", "stock.go"}

// pure is why rules have nothing but what they are given.
const pure = "rules are state, command and moment in, and state, events and effects out: a replay makes the same again"

// rulesImports are what rules import outside of the module; a list of what is refused would never be whole.
var rulesImports = []string{"bytes", "cmp", "container/heap", "crypto/hmac", "crypto/sha256", "crypto/subtle",
	"encoding/base64", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash/fnv", "iter", "maps",
	"math", "math/big", "math/bits", "slices", "sort", "strconv", "strings", "time", "unicode", "unicode/utf8"}

// runtimePackages are what a kind of room runs on, with clocks, mailboxes and workers.
const runtimePackages = Module + "/actors/runtime"

// rulesRuntime are those that only name what rules give out: errors, effects and events, and the rounds of a beacon.
var rulesRuntime = []string{"apierr", "beacon", "durable", "publish"}

// outside are names of packages that rules may import which depend on more than what they are given: they read a clock
// or wait for one, go by the zone of the machine, or write to its output.
var outside = map[string][]string{
	"time": {"After", "AfterFunc", "LoadLocation", "Local", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick",
		"Until"},
	"fmt": {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
}

// CheckRules returns one line for each import, clock, zone, output and goroutine in the rules of a kind of room that
// make them depend on more than what they are given.
func CheckRules(root string) ([]string, error) {
	var out []string
	err := eachFile(root, kindsPackage, func(name string, parsed *ast.File) {
		if slices.Contains(rulesFiles, path.Base(name)) {
			out = append(out, impure(name, parsed)...)
		}
	})
	return out, err
}

func impure(name string, parsed *ast.File) (out []string) {
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err == nil && !isOfRules(imported) {
			out = append(out, fmt.Sprintf("%s imports %s, which is not listed in tools/floors: %s", name, imported,
				pure))
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(outside)) {
		for _, refused := range outside[pkg] {
			if uses(parsed, pkg, refused) {
				out = append(out, fmt.Sprintf("%s has %s.%s: %s", name, pkg, refused, pure))
			}
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			out = append(out, fmt.Sprintf("%s starts a goroutine: %s", name, pure))
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Local" && len(n.Args) == 0 {
				out = append(out, fmt.Sprintf("%s calls Local of a moment, the machine's zone: %s", name, pure))
			}
		}
		return true
	})
	return out
}

// isOfRules reports whether rules may import a package.
func isOfRules(imported string) bool {
	if runs, ok := strings.CutPrefix(imported, runtimePackages+"/"); ok {
		return slices.Contains(rulesRuntime, runs)
	}
	return below(imported, Module) || slices.Contains(rulesImports, imported)
}

// settingsPackage writes settings as they are given to it; the registry holds each to all the others before.
const settingsPackage = Module + "/actors/settings"

// writers are the packages and files that may write a setting without asking the registry: what tests it, what makes a
// fresh site of its own or a world of the simulator, where nothing else is set yet, and the zone that a site begins
// with.
var writers = []string{"actors/settings", "actors/sim", "server/app/zone.go", "server/demo", "server/registry"}

// passers hand what package settings writes to a store.
var passers = []string{"actors/settings", "server/app/engine.go", "store", "tools/operator"}

// CheckWriters returns one line for each file outside of writers, tests apart, that writes a setting itself: no file
// would have asked what it does to the return, nor whether it opens a profitable loop (docs/economy.md).
func CheckWriters(root string) ([]string, error) {
	var out []string
	err := eachFile(root, ".", func(name string, parsed *ast.File) {
		isIn := func(in string) bool { return below(name, in) }
		if !slices.ContainsFunc(passers, isIn) && selects(parsed, "SetSetting") {
			out = append(out, fmt.Sprintf("%s has SetSetting: a setting is set by registry.Set, "+
				"which holds it to the other settings", name))
		}
		if slices.ContainsFunc(writers, isIn) {
			return
		}
		for _, writes := range []string{"Change", "Put", "PutBeside", "Write"} {
			if uses(parsed, settingsPackage, writes) {
				out = append(out, fmt.Sprintf("%s has settings.%s: a setting is set by registry.Set or "+
					"registry.Prepare, which hold it to the other settings", name, writes))
			}
		}
	})
	return out, err
}

// selects reports whether a file names a field or method of anything so.
func selects(parsed *ast.File, name string) (found bool) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		found = found || ok && s.Sel.Name == name
		return !found
	})
	return found
}

// unspoken are names that say nothing of what a package or a file of Go holds (docs/style.md, "Names").
var unspoken = []string{"common", "handler", "handlers", "helper", "helpers", "manager", "misc", "types", "util",
	"utils"}

// CheckPackages returns one line for each package or file of Go whose name says nothing of what is in it, and for each
// package comment that stands in no file of its package's name and not in doc.go, where it would not be found, or
// beside another one. What a kind of room shows over HTTP begins with its edge.go.
func CheckPackages(root string) ([]string, error) {
	var out []string
	comments := map[string]string{} // the file with that of a package, by folder and name
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
		if parsed.Doc == nil || ast.IsGenerated(parsed) {
			return nil
		}
		if first, second := comments[folder+parsed.Name.Name]; second {
			out = append(out, fmt.Sprintf("%s: package %s has a comment in %s: one is read", name, own, first))
		}
		comments[folder+parsed.Name.Name] = name
		if bare != "doc" && bare != own && own != "main" && bare != path.Base(folder) && !below(name, roomsPackage) {
			out = append(out, fmt.Sprintf("%s: the package comment stands in doc.go or %s.go", name, own))
		}
		return nil
	})
	return out, err
}
