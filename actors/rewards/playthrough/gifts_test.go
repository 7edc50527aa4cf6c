package playthrough_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/season"
	"jadebox/store"
)

// givesNothing are the kinds of ops of packages of rewards that give nothing, with what they do.
var givesNothing = map[string]string{
	promotion.KindBack:    "it takes a commission back",
	playthrough.KindWaive: "an operator's command asks for less play",
	season.KindCycle:      "it promises the tables of a season",
}

// opKinds are those of the packages below a folder, at any depth: the strings with a point of what is called Kind…, as
// the name of an actor has none.
func opKinds(t *testing.T, folder string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		list = append(list, kindsOf(t, path, file)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func kindsOf(t *testing.T, path string, file *ast.File) (list []string) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			if !strings.HasPrefix(name.Name, "Kind") || i >= len(spec.Values) {
				continue
			}
			kind, ok := textOf(spec.Values[i])
			if !ok {
				t.Errorf("%s: %s is no string that this test can read", path, name.Name)
			}
			if strings.Contains(kind, ".") {
				list = append(list, kind)
			}
		}
		return true
	})
	return list
}

// textOf is a string as it is written: a literal, the prefix of grants, or a sum of such.
func textOf(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.SelectorExpr:
		return player.GrantKinds, e.Sel.Name == "GrantKinds"
	case *ast.BinaryExpr:
		one, ok1 := textOf(e.X)
		two, ok2 := textOf(e.Y)
		return one + two, ok1 && ok2
	}
	return "", false
}

// What is forgotten here is given with no play asked for, on no statement, and as often as its package lets it.
func TestEveryOpOfARewardIsAmongTheGifts(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range opKinds(t, "..") {
		seen[kind] = true
		_, given := playthrough.GiftOf(kind)
		if why, nothing := givesNothing[kind]; given == nothing || nothing && why == "" {
			t.Errorf("%s is of a package of rewards: it stands in Gifts, or in givesNothing with what it does", kind)
		}
	}
	for kind := range givesNothing {
		if !seen[kind] {
			t.Errorf("%s is no kind of op of a reward", kind)
		}
	}
	if len(seen) < len(givesNothing)+10 {
		t.Errorf("only %d kinds of ops were found", len(seen))
	}
}

// The auditor's fifth invariant asks Once of each gift: one without it says what else keeps it to its number, and none
// takes an op that says nothing of what it is for.
func TestEveryGiftComesOnceOrSaysWhatElseKeepsItToItsNumber(t *testing.T) {
	for _, g := range playthrough.Gifts {
		if (g.Once == nil) != (g.Elsewhere != "") {
			t.Errorf("%s has neither Once nor Elsewhere, or both", g.Kind)
		}
		if g.Once == nil {
			continue
		}
		for _, result := range []string{"", "{}", `{"note":{}}`} {
			op := &store.Op{Player: 7, Key: "a-client's-key", Kind: g.Kind, Result: []byte(result),
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(7), AmountCents: 1}}}
			if _, ok := g.Once(op); ok {
				t.Errorf("%s is right under any key, with the result %q", g.Kind, result)
			}
		}
	}
	if n := len(playthrough.Gifts); n == 0 {
		t.Error("nothing is given")
	}
}
