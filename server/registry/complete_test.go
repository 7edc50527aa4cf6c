package registry_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// declared are the names of the settings that a file declares.
func declared(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		of, ok := lit.Type.(*ast.IndexExpr)
		if !ok {
			return true
		}
		if kind, ok := of.X.(*ast.SelectorExpr); !ok || kind.Sel.Name != "Setting" {
			return true
		}
		name := "a setting without a name"
		for _, e := range lit.Elts {
			field, ok := e.(*ast.KeyValueExpr)
			if !ok || field.Key.(*ast.Ident).Name != "Name" {
				continue
			}
			if text, ok := field.Value.(*ast.BasicLit); ok {
				name, _ = strconv.Unquote(text.Value)
			}
		}
		names = append(names, name)
		return true
	})
	return names
}

func unlisted(t *testing.T, file *ast.File) (names []string) {
	t.Helper()
	for _, name := range declared(file) {
		if !slices.ContainsFunc(registry.All, func(s settings.Any) bool { return s.ID() == name }) {
			names = append(names, name)
		}
	}
	return names
}

// What the list forgets can be neither shown nor set, and nothing is held to it.
func TestEverySettingIsListed(t *testing.T) {
	seen := 0
	for _, floor := range []string{"../../actors", "../../server", "../../store"} {
		err := filepath.WalkDir(floor, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			seen += len(declared(file))
			for _, name := range unlisted(t, file) {
				t.Errorf("%s: registry.All lacks %s", path, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen != len(registry.All) {
		t.Errorf("%d settings are declared, %d listed", seen, len(registry.All))
	}
	planted, err := parser.ParseFile(token.NewFileSet(), "dice.go",
		"package dice\n\nvar Setting = &settings.Setting[Settings]{Name: \"dice.terms\", Says: \"odds\"}\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := unlisted(t, planted); len(got) != 1 || got[0] != "dice.terms" {
		t.Errorf("a forgotten one: %q", got)
	}
}

// free are the settings that the return of no play depends on, and why.
var free = map[string]string{
	"delivery.sandbox": "the demo's deliveries, of items that are paid for",
	"delivery":         "who looks at a delivery of an item that is paid for",
	"home.banners":     "pictures",
	"home.notices":     "words",
	"limits":           "players keep themselves from playing",
	"maintenance":      "nobody plays",
	"props.orders":     "each is a gift that an operator has put a worth on",
	"rain.orders":      "each is a gift that an operator has put a pool to",
	"site":             "what the menu shows",
	"site.zone":        "when a day begins, not what it brings",
}

// Whoever adds a setting says what it costs, or why nothing: one that economy cannot read it does not depend on.
func TestTheReturnReadsEverySettingThatMovesIt(t *testing.T) {
	for _, s := range registry.All {
		now := (&store.SettingsNow{}).With(store.SettingVersion{Name: s.ID(), Version: 1,
			Value: []byte(`{"no such field":`)})
		_, err := economy.Of(now, &economy.Goods{})
		switch why, listed := free[s.ID()]; {
		case err == nil && !listed:
			t.Errorf("%s: economy does not read it, and nothing says why", s.ID())
		case err != nil && listed:
			t.Errorf("%s: economy reads it, though it is listed as %q", s.ID(), why)
		}
	}
	for name := range free {
		if _, err := registry.Find(name); err != nil {
			t.Errorf("%s is listed as free: %v", name, err)
		}
	}
}
