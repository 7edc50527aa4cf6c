// Package floors holds the project's import rules and checks them: floors import only downward (ARCHITECTURE.md,
// "Floors").
//
// Every ban carries its reason, because a ban without one is lifted by the first person in a hurry.
package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Module is the import path that all own packages start with.
const Module = "jadebox"

// Package is what the rules look at: an import path, its direct imports, and those of its tests.
type Package struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// Ban forbids packages below In (but not below an Except path) to import anything below Import.
type Ban struct {
	In, Import string
	Except     []string // importing packages the ban does not reach
	Allow      []string // imported packages the ban does not reach
	Tests      bool     // also holds for test files
	Alone      bool     // Import itself, not what is below it
	Reason     string
}

// oneParser is why no program has a parser of its own.
const oneParser = "a command line is read by tools/command: one library, one way to write a flag"

// beneathEngines is why an engine is not reached by way of a package beside it.
const beneathEngines = "an engine is named by server/app, by tools and by what copies or tests it, and by nothing else"

// besideEachOther is why lists lie above the four that are one floor: a player's packages give rewards and rewards know
// players, so that between these four only Go's ban of circles among packages holds.
const besideEachOther = "room, player, rewards and shop are one floor, and lists read what these have written"

// Bans is the whole set, lowest floor first.
var Bans = []Ban{
	{In: "fairness", Import: Module, Allow: []string{Module + "/fairness"}, Tests: true,
		Reason: "F0: outcomes depend on nothing but their inputs, so that a verifier needs only this package"},
	{In: "protocol", Import: Module, Allow: []string{Module + "/protocol"}, Tests: true,
		Reason: "F0: the wire knows neither rules nor records; a change of either must not change a frame by accident"},

	{In: "store", Import: Module + "/protocol", Tests: true,
		Reason: "F1: a record is not a wire message; they change at different speeds"},
	{In: "store", Import: Module + "/actors", Tests: true, Reason: "F1 is below F2"},
	{In: "store", Import: Module + "/server", Tests: true, Reason: "F1 is below F3"},
	{In: "store/memory", Import: "github.com/jackc", Reason: "engines import only store and their own driver"},
	{In: "store", Import: "net/http", Except: []string{"store/backup"},
		Reason: "F1 speaks to its database; copies alone go to a store of objects"},
	{In: "store", Import: Module + "/store/postgres",
		Except: []string{"store/postgres", "store/backup", "store/storetest/pgtest"}, Reason: beneathEngines},
	{In: "store", Import: Module + "/store/embedded",
		Except: []string{"store/embedded", "store/backup", "store/storetest/pgtest"}, Reason: beneathEngines},
	{In: "store", Import: Module + "/store/memory", Except: []string{"store/memory"}, Reason: beneathEngines},
	{In: "actors", Import: Module + "/store/backup", Tests: true, Reason: "F2: copies are the operator's"},
	{In: "server", Import: Module + "/store/backup", Except: []string{"server/app"},
		Reason: "copies are the operator's"},
	{In: "actors", Import: Module + "/store/storetest", Reason: "a suite of tests, which brings PostgreSQL with it"},
	{In: "server", Import: Module + "/store/storetest", Reason: "a suite of tests"},

	{In: "actors", Import: Module + "/server", Tests: true, Reason: "F2 is below F3: actors are given ports"},
	{In: "actors/runtime", Import: Module + "/actors", Allow: []string{Module + "/actors/runtime"},
		Reason: "of actors the lowest: it carries whatever actor it is given"},
	{In: "actors/settings", Import: Module + "/actors",
		Allow:  []string{Module + "/actors/settings", Module + "/actors/runtime"},
		Reason: "every other package of actors declares settings of its own, over runtime and settings"},
	{In: "actors/operators", Import: Module + "/actors",
		Allow:  []string{Module + "/actors/operators", Module + "/actors/settings"},
		Reason: "who acts on the site is a setting, and depends on nothing that is played"},
	{In: "actors/room", Import: Module + "/actors/lists", Reason: besideEachOther},
	{In: "actors/player", Import: Module + "/actors/lists", Reason: besideEachOther},
	{In: "actors/rewards", Import: Module + "/actors/lists", Reason: besideEachOther},
	{In: "actors/shop", Import: Module + "/actors/lists", Reason: besideEachOther},
	{In: "actors", Import: Module + "/actors/sim", Except: []string{"actors/sim", "actors/room/roomtest"},
		Reason: "of actors the highest: the simulator plays all of them"},
	{In: "actors", Import: Module + "/" + kindsPackage, Alone: true,
		Except: []string{kindsPackage, "actors/sim", "actors/room/roomtest"},
		Reason: "the list of kinds lies above what a kind is made of, which is given it"},
	{In: "server", Import: Module + "/actors/sim", Reason: "F3: what runs the site does not need what simulates it"},
	{In: "actors", Import: "net/http", Reason: "F2: a room does not know how its commands arrive"},
	{In: "actors", Import: "github.com/gobwas", Reason: "F2: a room publishes to a port, not to sockets"},
	{In: "actors", Import: "github.com/jackc",
		Reason: "F2: only the store interface; a driver here would be a second door for money"},
	{In: "actors", Import: "github.com/redis", Reason: "F2: Redis never decides anything a room depends on"},
	{In: "actors", Import: Module + "/store/postgres", Tests: true, Reason: "F2: engines are named by server/app only"},
	{In: "actors", Import: Module + "/store/embedded", Tests: true, Reason: "F2: engines are named by server/app only"},
	{In: "actors", Import: Module + "/store/memory",
		Reason: "F2: engines are named by server/app only (the simulator runs on it, as its engine under test)",
		Except: []string{"actors/sim", "actors/room/roomtest"}},

	{In: "server", Import: Module + "/store/postgres", Except: []string{"server/app"},
		Reason: "only server/app names engines"},
	{In: "server", Import: Module + "/store/embedded", Except: []string{"server/app"},
		Reason: "only server/app names engines"},
	{In: "server", Import: Module + "/store/memory", Reason: "only server/app names engines"},
	{In: "store", Import: Module + "/tools", Tests: true, Reason: "F1 is below the tools"},
	{In: "actors", Import: Module + "/tools", Tests: true, Reason: "F2 is below the tools"},
	{In: "server", Import: Module + "/tools", Tests: true,
		Reason: "F3 is below the tools: what runs the site does not need what inspects it; the main gives it its auditor"},
	{In: "server", Import: "github.com/vmihailenco/msgpack", Tests: true,
		Reason: "5 inbound bytes end the process (docs/reliability-security.md); msgp with limits is the only codec"},
	// roomtest is part of tests, which have flags of go test
	{In: "", Import: "flag", Except: []string{"actors/room/roomtest"}, Reason: oneParser},
	{In: "", Import: "github.com/spf13", Reason: oneParser},
	{In: "", Import: "github.com/urfave/cli", Reason: oneParser},
	{In: "", Import: "github.com/gobwas/ws/wsutil", Except: []string{"tools"},
		Reason: "wsutil allocates what a frame header declares: 1 GiB from 10 bytes"},
}

// Bound names all that packages import outside of the module: what is not named is refused.
type Bound struct {
	In      string
	Only    bool     // In alone, not what is below it
	Imports []string // paths, each without what is below it
	Reason  string
}

// Bounds hold where a list of what is refused would never be whole. Tests are free.
var Bounds = []Bound{
	{In: "fairness", Imports: []string{"bytes", "cmp", "crypto/hmac", "crypto/sha256", "embed", "encoding",
		"encoding/base64", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash", "io", "math",
		"reflect", "slices", "strconv", "strings", "unicode/utf8", "golang.org/x/mod/sumdb/note",
		"golang.org/x/mod/sumdb/tlog", "github.com/cloudflare/circl/sign/bls",
		"github.com/transparency-dev/formats/note", "github.com/transparency-dev/formats/proof"},
		Reason: "pure: a draw comes from the seeds, instants are numbers of the caller's, and there is no I/O"},
	{In: "store", Only: true, Imports: []string{"cmp", "context", "crypto/sha256", "encoding/binary", "encoding/hex",
		"encoding/json", "errors", "fmt", "iter", "maps", "math", "slices", "strconv", "strings", "sync", "time",
		"unicode/utf8"},
		Reason: "records and interfaces: a driver or a protocol is an engine's, below store"},
}

// violations are what a package imports beyond the bound. Its own module is the bans' matter.
func (b Bound) violations(importer string, imports []string) []string {
	if in := Module + "/" + b.In; importer != in && (b.Only || !below(importer, in)) {
		return nil
	}
	var out []string
	for _, imp := range imports {
		if !below(imp, Module) && !slices.Contains(b.Imports, imp) {
			out = append(out, fmt.Sprintf("%s imports %s, which is not listed in tools/floors: %s", importer, imp,
				b.Reason))
		}
	}
	return out
}

// kindsPackage is the list of the kinds of rooms: what it imports below itself is a kind.
const kindsPackage = "actors/kinds"

// Kinds are the packages of the kinds that the list names, from the module's root.
func Kinds(pkgs []Package) []string {
	var kinds []string
	for _, p := range pkgs {
		if p.ImportPath != Module+"/"+kindsPackage {
			continue
		}
		for _, imp := range p.Imports {
			if kind, ok := strings.CutPrefix(imp, Module+"/"); ok && strings.HasPrefix(kind, kindsPackage+"/") {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// kindBans follow from the list: kinds never import each other, and what works for all of them names none.
func kindBans(kinds []string) []Ban {
	var bans []Ban
	for _, a := range kinds {
		for _, b := range kinds {
			if a != b {
				bans = append(bans, Ban{In: a, Import: Module + "/" + b,
					Reason: "kinds never import each other: they return effects and the shell carries them out"},
					Ban{In: shown(a), Import: Module + "/" + b, Reason: "what a kind shows is its own"},
					Ban{In: shown(a), Import: Module + "/" + shown(b), Reason: "what a kind shows is its own"})
			}
		}
		for _, in := range append([]string{"tools/dev"}, kindless...) {
			bans = append(bans, Ban{In: in, Import: Module + "/" + a, Except: aboutKinds,
				Reason: "what works for every kind of room reads actors/kinds or is given its list, and names none"},
				Ban{In: in, Import: Module + "/" + shown(a), Except: aboutKinds,
					Reason: "what works for every kind of room is given the list of what they show, and names none"})
		}
	}
	return bans
}

// aboutKinds are the packages of the server that know single kinds: what each shows, and who plays in a demo.
var aboutKinds = []string{roomsPackage, "server/demo"}

// shown is the package of what a kind shows over HTTP.
func shown(kind string) string { return roomsPackage + strings.TrimPrefix(kind, kindsPackage) }

// unlisted are packages of kinds that the list lacks: they would not be run.
func unlisted(pkgs []Package, kinds []string) []string {
	var out []string
	for _, p := range pkgs {
		kind, ok := strings.CutPrefix(p.ImportPath, Module+"/"+kindsPackage+"/")
		if ok && !strings.Contains(kind, "/") && !slices.Contains(kinds, kindsPackage+"/"+kind) {
			out = append(out, p.ImportPath+" is a kind of room that "+kindsPackage+" does not list")
		}
	}
	return out
}

// unsorted are packages of actors that are listed neither as working for every kind of room nor as knowing single ones.
func unsorted(pkgs []Package) []string {
	var out []string
	known := slices.Concat(kindless, []string{kindsPackage, "actors/sim"})
	for _, p := range pkgs {
		if below(p.ImportPath, Module+"/actors") &&
			!slices.ContainsFunc(known, func(in string) bool { return below(p.ImportPath, Module+"/"+in) }) {
			out = append(out, p.ImportPath+" is a package of actors that kindless in tools/floors does not list")
		}
	}
	return out
}

// Unseen returns one line for each import of a package of the module that the rules do not look at: the compiler takes
// it also from a folder that Load leaves out, such as testdata.
func Unseen(pkgs []Package) []string {
	seen := map[string]bool{}
	for _, p := range pkgs {
		seen[p.ImportPath] = true
	}
	var out []string
	for _, p := range pkgs {
		for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if below(imp, Module) && !seen[imp] {
				out = append(out, fmt.Sprintf("%s imports %s, which lies where no rule looks", p.ImportPath, imp))
			}
		}
	}
	return out
}

// Check returns one line per violation, empty when the tree is clean.
func Check(pkgs []Package) []string {
	kinds := Kinds(pkgs)
	out := slices.Concat(unlisted(pkgs, kinds), unsorted(pkgs))
	bans := slices.Concat(Bans, kindBans(kinds))
	for _, p := range pkgs {
		for _, b := range bans {
			imports := p.Imports
			if b.Tests {
				imports = slices.Concat(p.Imports, p.TestImports, p.XTestImports)
			}
			out = append(out, b.violations(p.ImportPath, imports)...)
		}
		for _, b := range Bounds {
			out = append(out, b.violations(p.ImportPath, p.Imports)...)
		}
	}
	return out
}

func (b Ban) violations(importer string, imports []string) []string {
	if b.In != "" && !below(importer, Module+"/"+b.In) {
		return nil
	}
	for _, e := range b.Except {
		if below(importer, Module+"/"+e) {
			return nil
		}
	}
	var out []string
	for _, imp := range imports {
		if b.Alone && imp != b.Import || !below(imp, b.Import) {
			continue
		}
		if !slices.ContainsFunc(b.Allow, func(a string) bool { return below(imp, a) }) {
			out = append(out, fmt.Sprintf("%s imports %s: %s", importer, imp, b.Reason))
		}
	}
	return out
}

func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// Load reads the imports of every Go file below root, for whatever platform and under whatever build constraint: the go
// command would tell those of one platform.
func Load(root string) ([]Package, error) {
	byPath := map[string]*Package{}
	err := walk(root, func(file, name string) error {
		base := path.Base(name)
		if path.Ext(base) != ".go" || strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		importPath := path.Join(Module, path.Dir(name))
		p := byPath[importPath]
		if p == nil {
			p = &Package{ImportPath: importPath}
			byPath[importPath] = p
		}
		list := &p.Imports
		switch {
		case !strings.HasSuffix(base, "_test.go"):
		case strings.HasSuffix(parsed.Name.Name, "_test"):
			list = &p.XTestImports
		default:
			list = &p.TestImports
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if !slices.Contains(*list, imported) {
				*list = append(*list, imported)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("imports of %s: %w", root, err)
	}
	var pkgs []Package
	for _, importPath := range slices.Sorted(maps.Keys(byPath)) {
		pkgs = append(pkgs, *byPath[importPath])
	}
	return pkgs, nil
}
