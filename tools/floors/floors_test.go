package floors

import (
	"slices"
	"strings"
	"testing"
)

func TestTreeIsClean(t *testing.T) {
	pkgs := project(t)
	if len(pkgs) < 5 {
		t.Fatalf("only %d packages are found: the check would prove nothing", len(pkgs))
	}
	for _, v := range slices.Concat(Check(pkgs), Unseen(pkgs)) {
		t.Error(v)
	}
}

// What the platform of the test leaves out is compiled elsewhere.
func TestImportsAreReadWhateverTheBuildConstraint(t *testing.T) {
	for _, c := range []struct{ name, file, head, pkg string }{
		{"a file of another system", "server/web/zz_windows.go", "", "web"},
		{"a file of another processor", "server/web/zz_riscv64.go", "", "web"},
		{"a file of the race detector", "server/web/race.go", "//go:build race\n\n", "web"},
		{"a file that is built by hand", "server/web/by_hand.go", "//go:build ignore\n\n", "main"},
		{"a test of another system", "server/web/zz_windows_test.go", "", "web"},
		{"a test from outside", "server/web/race_test.go", "//go:build race\n\n", "web_test"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, "server/web/web.go", "package web")
			plant(t, root, c.file, c.head+"package "+c.pkg+"\n\nimport _ \"jadebox/tools/audit\"")
			pkgs, err := Load(root)
			if got := Check(pkgs); err != nil || len(got) != 1 {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestAnImportOfAFolderWhereNoRuleLooksIsFound(t *testing.T) {
	root := t.TempDir()
	plant(t, root, "server/demo/demo.go", "package demo\n\nimport _ \"jadebox/server/demo/testdata/kit\"")
	plant(t, root, "server/demo/demo_test.go", "package demo\n\nimport _ \"jadebox/server/demo\"")
	plant(t, root, "server/demo/testdata/kit/kit.go", "package kit\n\nimport _ \"jadebox/store/postgres\"")
	pkgs, err := Load(root)
	if got := Unseen(pkgs); err != nil || len(got) != 1 || !strings.Contains(got[0], "server/demo/testdata/kit") {
		t.Errorf("%q, %v", got, err)
	}
}

// A check that cannot fail proves nothing: each planted import must be named.
func TestPlantedImportsAreFound(t *testing.T) {
	for _, c := range []struct {
		name string
		pkg  Package
		want int
	}{
		{"fairness imports protocol", Package{ImportPath: "jadebox/fairness", Imports: []string{"jadebox/protocol"}},
			1},
		{"fairness reads the clock", Package{ImportPath: "jadebox/fairness/log", Imports: []string{"time"}}, 1},
		{"fairness draws by chance", Package{ImportPath: "jadebox/fairness/drand",
			Imports: []string{"math/rand/v2"}}, 1},
		{"fairness runs a program", Package{ImportPath: "jadebox/fairness/internal/canon",
			Imports: []string{"os/exec"}}, 1},
		{"fairness waits", Package{ImportPath: "jadebox/fairness", Imports: []string{"context"}}, 1},
		{"fairness goes around the types", Package{ImportPath: "jadebox/fairness", Imports: []string{"unsafe"}}, 1},
		{"fairness imports a module of another's", Package{ImportPath: "jadebox/fairness",
			Imports: []string{"github.com/redis/rueidis"}}, 1},
		{"a test of fairness reads the clock", Package{ImportPath: "jadebox/fairness",
			TestImports: []string{"time", "os"}}, 0},
		{"store imports a driver", Package{ImportPath: "jadebox/store",
			Imports: []string{"github.com/jackc/pgx/v5"}}, 1},
		{"store imports another driver", Package{ImportPath: "jadebox/store", Imports: []string{"database/sql"}}, 1},
		{"store speaks HTTP", Package{ImportPath: "jadebox/store", Imports: []string{"net/http"}}, 2},
		{"an engine speaks HTTP", Package{ImportPath: "jadebox/store/postgres", Imports: []string{"net/http"}}, 1},
		{"an engine imports its driver", Package{ImportPath: "jadebox/store/postgres",
			Imports: []string{"github.com/jackc/pgx/v5"}}, 0},
		{"a room brings PostgreSQL", Package{ImportPath: "jadebox/actors/room",
			Imports: []string{"jadebox/store/storetest/pgtest"}}, 1},
		{"a test of rooms brings PostgreSQL", Package{ImportPath: "jadebox/actors/room",
			XTestImports: []string{"jadebox/store/storetest/pgtest"}}, 0},
		{"a package of actors that nobody has sorted", Package{ImportPath: "jadebox/actors/guild"}, 1},
		{"the runtime knows an actor", Package{ImportPath: "jadebox/actors/runtime/lane",
			Imports: []string{"jadebox/actors/player"}}, 1},
		{"the runtime knows itself", Package{ImportPath: "jadebox/actors/runtime/lane",
			Imports: []string{"jadebox/actors/runtime/repeat"}}, 0},
		{"a setting of all knows a reward", Package{ImportPath: "jadebox/actors/settings/rates",
			Imports: []string{"jadebox/actors/rewards/vip"}}, 1},
		{"operators know players", Package{ImportPath: "jadebox/actors/operators",
			Imports: []string{"jadebox/actors/player"}}, 1},
		{"a reward reads a list", Package{ImportPath: "jadebox/actors/rewards/vip",
			Imports: []string{"jadebox/actors/lists/feed"}}, 1},
		{"a list reads a reward", Package{ImportPath: "jadebox/actors/lists/feed",
			Imports: []string{"jadebox/actors/rewards/vip"}}, 0},
		{"a player and rewards know each other", Package{ImportPath: "jadebox/actors/player",
			Imports: []string{"jadebox/actors/rewards/prize"}}, 0},
		{"a player is simulated", Package{ImportPath: "jadebox/actors/player",
			Imports: []string{"jadebox/actors/sim/rig"}}, 1},
		{"fairness imports itself", Package{ImportPath: "jadebox/fairness/log", Imports: []string{"jadebox/fairness"}},
			0},
		{"store test imports protocol", Package{ImportPath: "jadebox/store/memory",
			TestImports: []string{"jadebox/protocol"}}, 1},
		{"room imports a driver", Package{ImportPath: "jadebox/actors/room",
			Imports: []string{"github.com/jackc/pgx/v5"}}, 1},
		{"demo imports an engine", Package{ImportPath: "jadebox/server/demo",
			Imports: []string{"jadebox/store/postgres"}}, 1},
		{"the composition root imports a tool", Package{ImportPath: "jadebox/server/app",
			Imports: []string{"jadebox/tools/audit"}}, 1},
		{"a server's test imports a tool", Package{ImportPath: "jadebox/server/ws",
			TestImports: []string{"jadebox/tools/wsconf/probe"}}, 1},
		{"a server's test from outside imports a tool", Package{ImportPath: "jadebox/server/app",
			XTestImports: []string{"jadebox/tools/audit"}}, 1},
		{"a store's test imports a tool", Package{ImportPath: "jadebox/store/postgres",
			XTestImports: []string{"jadebox/tools/audit"}}, 1},
		{"an actor's test imports a tool", Package{ImportPath: "jadebox/actors/player",
			TestImports: []string{"jadebox/tools/audit"}}, 1},
		{"a tool imports the server", Package{ImportPath: "jadebox/tools/jadebox",
			Imports: []string{"jadebox/server/app"}}, 0},
		{"server imports a tool", Package{ImportPath: "jadebox/server/httpapi",
			Imports: []string{"jadebox/tools/audit"}}, 1},
		{"kind imports shell", Package{ImportPath: "jadebox/actors/room", Imports: []string{"jadebox/store"}}, 0},
		{"simulator uses memory", Package{ImportPath: "jadebox/actors/sim", Imports: []string{"jadebox/store/memory"}},
			0},
		{"room uses memory", Package{ImportPath: "jadebox/actors/player", Imports: []string{"jadebox/store/memory"}},
			1},
		{"prefix is no parent", Package{ImportPath: "jadebox/fairnessx", Imports: []string{"time"}}, 0},
		{"a main has flags of its own", Package{ImportPath: "jadebox/tools/dice", Imports: []string{"flag"}}, 1},
		{"a main has a parser of its own", Package{ImportPath: "jadebox/tools/dice",
			Imports: []string{"github.com/spf13/pflag"}}, 1},
		{"a test has flags of go test", Package{ImportPath: "jadebox/tools/sectest", TestImports: []string{"flag"}}, 0},
		{"wsutil in server", Package{ImportPath: "jadebox/server/ws", Imports: []string{"github.com/gobwas/ws/wsutil"}},
			1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Check([]Package{c.pkg}); len(got) != c.want {
				t.Fatalf("got %d violations %q, want %d", len(got), got, c.want)
			}
		})
	}
}

// list is the package that lists the kinds, as the project has it.
var list = Package{ImportPath: "jadebox/actors/kinds", Imports: []string{"jadebox/actors/kinds/battle",
	"jadebox/actors/kinds/wish", "jadebox/actors/room"}}

func TestKindsAreThoseOfTheList(t *testing.T) {
	battle, wish := Package{ImportPath: "jadebox/actors/kinds/battle"}, Package{ImportPath: "jadebox/actors/kinds/wish"}
	for _, c := range []struct {
		name string
		pkg  Package
		want int
	}{
		{"wish imports battle", Package{ImportPath: "jadebox/actors/kinds/wish",
			Imports: []string{"jadebox/actors/kinds/battle"}}, 1},
		{"a kind imports the list of rooms", Package{ImportPath: "jadebox/actors/kinds/wish",
			Imports: []string{"jadebox/actors/lists/lobby"}}, 0},
		{"a list reads the list of kinds", Package{ImportPath: "jadebox/actors/lists/statement",
			Imports: []string{"jadebox/actors/kinds"}}, 1},
		{"a reward reads the list of kinds", Package{ImportPath: "jadebox/actors/rewards/ranking",
			Imports: []string{"jadebox/actors/kinds"}}, 1},
		{"the pages import the simulator", Package{ImportPath: "jadebox/server/web",
			Imports: []string{"jadebox/actors/sim/rig"}}, 1},
		{"a kind is not listed", Package{ImportPath: "jadebox/actors/kinds/dice"}, 1},
		{"a reward names a kind", Package{ImportPath: "jadebox/actors/rewards/progress",
			Imports: []string{"jadebox/actors/kinds/wish"}}, 1},
		{"the sockets name a kind", Package{ImportPath: "jadebox/server/ws",
			Imports: []string{"jadebox/actors/kinds/wish"}}, 1},
		{"a call names a kind", Package{ImportPath: "jadebox/server/httpapi",
			Imports: []string{"jadebox/actors/kinds/wish"}}, 1},
		{"the kit of calls names what a kind shows", Package{ImportPath: "jadebox/server/httpapi/call",
			Imports: []string{"jadebox/server/rooms/wish"}}, 1},
		{"the pages name what a kind shows", Package{ImportPath: "jadebox/server/web",
			Imports: []string{"jadebox/server/rooms/wish"}}, 1},
		{"the sockets name what a kind shows", Package{ImportPath: "jadebox/server/ws",
			Imports: []string{"jadebox/server/rooms/wish"}}, 1},
		{"the composition root names what a kind shows", Package{ImportPath: "jadebox/server/app",
			Imports: []string{"jadebox/server/rooms/wish"}}, 1},
		{"the operators name a kind", Package{ImportPath: "jadebox/actors/operators",
			Imports: []string{"jadebox/actors/kinds/wish"}}, 2},
		{"the list names what a kind shows", Package{ImportPath: "jadebox/server/rooms",
			Imports: []string{"jadebox/server/rooms/wish"}}, 0},
		{"what a kind shows names the kind", Package{ImportPath: "jadebox/server/rooms/wish",
			Imports: []string{"jadebox/actors/kinds/wish"}}, 0},
		{"a reward's test names a kind", Package{ImportPath: "jadebox/actors/rewards/progress",
			XTestImports: []string{"jadebox/actors/kinds/wish"}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Check([]Package{list, battle, wish, c.pkg}); len(got) != c.want {
				t.Fatalf("got %d violations %q, want %d", len(got), got, c.want)
			}
		})
	}
}

func TestTheHouseHasKinds(t *testing.T) {
	pkgs := project(t)
	if kinds := Kinds(pkgs); len(kinds) < 5 {
		t.Fatalf("%v: the bans of kinds would prove nothing", kinds)
	}
}
