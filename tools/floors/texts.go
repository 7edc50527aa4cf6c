package floors

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"jadebox/store"
)

// worlds are what the simulator plays in: no player reads its texts.
const worlds = "actors/sim"

// CheckTexts returns one line for each text of the house in code, tests apart, that lacks one of its languages: the
// compiler fills a field that is left out with nothing, and a player would read English unnoticed.
func CheckTexts(root string) ([]string, error) {
	var fields []string
	for _, language := range store.TextLanguages {
		fields = append(fields, strings.ToUpper(language[:1])+language[1:])
	}
	return checkTexts(root, fields)
}

func checkTexts(root string, fields []string) ([]string, error) {
	var out []string
	err := eachFile(root, ".", func(name string, parsed *ast.File) {
		if below(name, worlds) {
			return
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if text, ok := n.(*ast.CompositeLit); ok {
				if has, lacks := languagesOf(text, fields); len(has) > 0 && len(lacks) > 0 {
					out = append(out, fmt.Sprintf("%s: the text %s lacks %s (store.Text)", name,
						strings.Join(has, ", "), strings.Join(lacks, ", ")))
				}
			}
			return true
		})
	})
	return out, err
}

// languagesOf are the values that a composite literal gives to fields, in quotes where they stand in it, and the fields
// that it leaves out or leaves empty.
func languagesOf(text *ast.CompositeLit, fields []string) (has, lacks []string) {
	lacks = slices.Clone(fields)
	for _, e := range text.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := pair.Key.(*ast.Ident)
		if !ok || !slices.Contains(fields, key.Name) {
			continue
		}
		said := key.Name
		if value, ok := pair.Value.(*ast.BasicLit); ok {
			said = value.Value
		}
		if has = append(has, said); said != `""` {
			lacks = slices.DeleteFunc(lacks, func(field string) bool { return field == key.Name })
		}
	}
	return has, lacks
}
