package floors

import (
	"bytes"
	"os"
	"slices"
	"testing"
)

func TestThePictureOfTheFloorsIsCurrentAndTrue(t *testing.T) {
	text, err := os.ReadFile("../../docs/floors.txt")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := ReadPlan(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if drawn, err := os.ReadFile("../../docs/floors.svg"); err != nil || !bytes.Equal(drawn, plan.Picture()) {
		t.Errorf("docs/floors.svg is stale (%v): run make gen", err)
	}
	unpictured, err := plan.Unpictured("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range slices.Concat(plan.Untrue(project(t)), unpictured) {
		t.Error(line)
	}
}

func TestAPictureThatTheImportsContradictIsFound(t *testing.T) {
	plan, err := ReadPlan("server: a\nactors: b\nstore: c\nserver -> actors\nactors -> store\nstore -> server\n")
	if err != nil {
		t.Fatal(err)
	}
	got := plan.Untrue([]Package{
		{ImportPath: "jadebox/server/ws", Imports: []string{"jadebox/actors/room", "jadebox/store", "fmt"}},
		{ImportPath: "jadebox/store", Imports: []string{"jadebox/server/app"}},
		{ImportPath: "jadebox/internal/kit", Imports: []string{"jadebox/store/postgres"}},
		{ImportPath: "jadebox/storefront"},
	})
	want := []string{
		"jadebox/internal/kit is on no floor of the picture",
		"jadebox/storefront is on no floor of the picture",
		"the picture has actors -> store, the code has no such import",
		"the picture has store -> server, which leads up",
		"server/ws imports store: the picture has no server -> store",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for _, bad := range []string{"server -> actors", "server", "server: a\nserver: b"} {
		if _, err := ReadPlan(bad); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}
