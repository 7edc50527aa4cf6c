// Package floors holds the house's import rules and checks them: floors import only downward (ARCHITECTURE.md,
// "Floors").
//
// Every ban carries its reason, because a ban without one is lifted by the first person in a hurry.
package floors

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
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
	Reason     string
}

// oneParser is why no program has a parser of its own.
const oneParser = "a command line is read by tools/command: one library, one way to write a flag"

// beneathEngines is why an engine is not reached by way of a package beside it.
const beneathEngines = "an engine is named by server/app, by tools and by what copies or tests it, and by nothing else"

// Bans is the whole set, lowest floor first.
var Bans = []Ban{
	{In: "fairness", Import: Module, Allow: []string{Module + "/fairness"}, Tests: true,
		Reason: "F0: outcomes depend on nothing but their inputs, so that a verifier needs only this package"},
	{In: "fairness", Import: "math/rand", Reason: "a draw comes from the seeds or it is not provable"},
	{In: "fairness", Import: "crypto/rand", Reason: "a draw comes from the seeds or it is not provable"},
	{In: "fairness", Import: "time", Reason: "pure: the caller passes instants as numbers"},
	{In: "fairness", Import: "net", Reason: "pure: no I/O"},
	{In: "fairness", Import: "os", Reason: "pure: no I/O"},
	{In: "fairness", Import: "syscall", Reason: "pure: no I/O"},
	{In: "protocol", Import: Module, Allow: []string{Module + "/protocol"}, Tests: true,
		Reason: "F0: the wire knows neither rules nor records; a change of either must not change a frame by accident"},

	{In: "store", Import: Module + "/protocol", Tests: true,
		Reason: "F1: a record is not a wire message; they change at different speeds"},
	{In: "store", Import: Module + "/actors", Tests: true, Reason: "F1 is below F2"},
	{In: "store", Import: Module + "/server", Tests: true, Reason: "F1 is below F3"},
	{In: "store/memory", Import: "github.com/jackc", Reason: "engines import only store and their own driver"},
	{In: "store", Import: Module + "/store/postgres",
		Except: []string{"store/postgres", "store/backup", "store/storetest/pgtest"}, Reason: beneathEngines},
	{In: "store", Import: Module + "/store/embedded",
		Except: []string{"store/embedded", "store/backup", "store/storetest/pgtest"}, Reason: beneathEngines},
	{In: "store", Import: Module + "/store/memory", Except: []string{"store/memory"}, Reason: beneathEngines},
	{In: "actors", Import: Module + "/store/backup", Tests: true, Reason: "F2: copies are the operator's"},
	{In: "server", Import: Module + "/store/backup", Except: []string{"server/app"},
		Reason: "copies are the operator's"},
	{In: "server", Import: Module + "/store/storetest", Reason: "a suite of tests"},

	{In: "actors", Import: Module + "/server", Tests: true, Reason: "F2 is below F3: actors are given ports"},
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
				Reason: "what works for every kind of room reads actors/kinds or is given its list, and names none"})
		}
		bans = append(bans, Ban{In: "server/httpapi", Import: Module + "/" + shown(a),
			Reason: "the edge is given the list of what the kinds show, and names none"})
	}
	return bans
}

// aboutKinds are the packages of the server that know single kinds: what each shows, who plays in a demo, and what each
// costs.
var aboutKinds = []string{roomsPackage, "server/demo", "server/registry/economy"}

// shown is the package of what a kind shows over HTTP.
func shown(kind string) string { return roomsPackage + strings.TrimPrefix(kind, kindsPackage) }

// unlisted are packages of kinds that the list forgets: nobody would run them.
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

// Check returns one line per violation, empty when the house is clean.
func Check(pkgs []Package) []string {
	kinds := Kinds(pkgs)
	out := unlisted(pkgs, kinds)
	bans := slices.Concat(Bans, kindBans(kinds))
	for _, p := range pkgs {
		for _, b := range bans {
			imports := p.Imports
			if b.Tests {
				imports = slices.Concat(p.Imports, p.TestImports, p.XTestImports)
			}
			out = append(out, b.violations(p.ImportPath, imports)...)
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
		if below(imp, b.Import) && !slices.ContainsFunc(b.Allow, func(a string) bool { return below(imp, a) }) {
			out = append(out, fmt.Sprintf("%s imports %s: %s", importer, imp, b.Reason))
		}
	}
	return out
}

func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// Load asks the go command for the packages of the module in dir.
func Load(dir string) ([]Package, error) {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = dir
	stdout, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var pkgs []Package
	dec := json.NewDecoder(strings.NewReader(string(stdout)))
	for {
		var p Package
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF):
			return pkgs, nil
		case err != nil:
			return nil, fmt.Errorf("go list output: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}
