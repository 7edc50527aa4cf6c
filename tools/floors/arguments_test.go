package floors

import (
	"cmp"
	"testing"
)

func TestOneLibraryReadsTheArguments(t *testing.T) {
	violations, err := CheckArguments("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestAPlantedReaderOfArgumentsIsFound(t *testing.T) {
	for _, c := range []struct {
		name, file, body string
		want             int
		imports          string
	}{
		{"a main", "tools/dice/main.go", "var first = os.Args[1]", 1, ""},
		{"a main of another platform", "tools/dice/main_plan9.go", "var n = len(os.Args)", 1, ""},
		{"a parser of its own", "server/config/cli.go", "var p, err = kong.New(nil)", 1, ""},
		{"a parser that ends the program", "tools/dice/main.go", "var p = kong.Parse(nil)", 1, ""},
		{"the parser of a test", "tools/dice/main_test.go", "var p, err = kong.New(nil)", 0, ""},
		{"the library's parser", "tools/command/command.go", "var p, err = kong.New(nil)", 0, ""},
		{"the library", "tools/command/command.go", "var all = os.Args[1:]", 0, ""},
		{"a test", "tools/dice/main_test.go", "var self = os.Args[0]", 0, ""},
		{"what npm brought", "client/node_modules/dice/main.go", "var first = os.Args[1]", 0, ""},
		{"arguments under another name", "tools/dice/main.go", "var first = o.Args[1]", 1, `o "os"`},
		{"a parser under another name", "tools/dice/main.go", "var p = k.Parse(nil)", 1,
			`k "github.com/alecthomas/kong"`},
		{"arguments without a name before them", "tools/dice/main.go", "var first = Args[1]", 1, `. "os"`},
		{"another package that is called so", "tools/dice/main.go", "var first = os.Args[1]", 0,
			`os "jadebox/tools/source"`},
		{"another field", "tools/dice/main.go", "var dir = os.DevNull", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			imports := cmp.Or(c.imports, `"os"; import "github.com/alecthomas/kong"`)
			plant(t, root, c.file, "package dice\n\nimport "+imports+"\n\n"+c.body)
			if got, err := CheckArguments(root); err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
