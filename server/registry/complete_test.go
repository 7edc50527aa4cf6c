package registry_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

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

// What the list lacks can be neither shown nor set, and nothing is held to it.
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

// A setting says what it costs, or why nothing (CostlessBecause): what economy fails by when it
// cannot be read moves the return. Accept does not ask what a costless one costs.
func TestTheReturnReadsEverySettingThatMovesIt(t *testing.T) {
	for _, s := range registry.All {
		now := (&store.SettingsNow{}).With(store.SettingVersion{Name: s.ID(), Version: 1,
			Value: []byte(`{"no such field":`)})
		_, err := economy.Of(now, &economy.Goods{})
		switch why := s.Costless(); {
		case err == nil && why == "":
			t.Errorf("%s: economy does not read it, and nothing says why", s.ID())
		case err != nil && why != "":
			t.Errorf("%s: economy reads it, though it calls itself costless: %q", s.ID(), why)
		}
	}
}

// Where a command adds to a setting's orders, what is set beside it can be held to them.
func TestASettingThatACommandAddsToTellsItsOrders(t *testing.T) {
	added := 0
	for _, s := range registry.All {
		if s.AddedBy() == "" {
			continue
		}
		added++
		if s.Adds(&store.SettingsNow{}, &store.SettingsNow{}) {
			t.Errorf("%s has a Command and no Orders", s.ID())
		}
	}
	if added == 0 {
		t.Error("no setting has a Command")
	}
}

var word = regexp.MustCompile(`^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$`)

// An operator reads and writes the names of fields: words of JSON as everywhere else, and not the names in Go.
func TestFieldsOfSettingsAreNamedInWords(t *testing.T) {
	var walk func(t *testing.T, at string, s *jsonschema.Schema)
	walk = func(t *testing.T, at string, s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for name, p := range s.Properties {
			if !word.MatchString(name) {
				t.Errorf("%s.%s", at, name)
			}
			walk(t, at+"."+name, p)
		}
		walk(t, at+"[]", s.Items)
		walk(t, at+"{}", s.AdditionalProperties)
	}
	for _, s := range registry.All {
		text, err := s.SchemaText()
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		walk(t, s.ID(), &schema)
	}
}
