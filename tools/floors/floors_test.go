package floors

import "testing"

func TestHouseIsClean(t *testing.T) {
	pkgs, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 5 {
		t.Fatalf("go list found only %d packages: the check would prove nothing", len(pkgs))
	}
	for _, v := range Check(pkgs) {
		t.Error(v)
	}
}

// A check that cannot fail proves nothing: each planted import must be named.
func TestPlantedImportsAreFound(t *testing.T) {
	for _, c := range []struct {
		name string
		pkg  Package
		want int
	}{
		{"fairness imports protocol", Package{ImportPath: "jadebox/fairness", Imports: []string{"jadebox/protocol"}}, 1},
		{"fairness reads the clock", Package{ImportPath: "jadebox/fairness/log", Imports: []string{"time"}}, 1},
		{"fairness imports itself", Package{ImportPath: "jadebox/fairness/log", Imports: []string{"jadebox/fairness"}}, 0},
		{"store test imports protocol", Package{ImportPath: "jadebox/store/memory", TestImports: []string{"jadebox/protocol"}}, 1},
		{"room imports a driver", Package{ImportPath: "jadebox/actors/room", Imports: []string{"github.com/jackc/pgx/v5"}}, 1},
		{"kind imports kind", Package{ImportPath: "jadebox/actors/kinds/battle", Imports: []string{"jadebox/actors/lists/lobby"}}, 1},
		{"kind imports shell", Package{ImportPath: "jadebox/actors/kinds/battle", Imports: []string{"jadebox/actors/room"}}, 0},
		{"simulator uses memory", Package{ImportPath: "jadebox/actors/sim", Imports: []string{"jadebox/store/memory"}}, 0},
		{"room uses memory", Package{ImportPath: "jadebox/actors/player", Imports: []string{"jadebox/store/memory"}}, 1},
		{"prefix is no parent", Package{ImportPath: "jadebox/fairnessx", Imports: []string{"time"}}, 0},
		{"wsutil in server", Package{ImportPath: "jadebox/server/ws", Imports: []string{"github.com/gobwas/ws/wsutil"}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Check([]Package{c.pkg}); len(got) != c.want {
				t.Fatalf("got %d violations %q, want %d", len(got), got, c.want)
			}
		})
	}
}
