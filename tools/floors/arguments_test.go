package floors

import (
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
	}{
		{"a main", "tools/dice/main.go", "var first = os.Args[1]", 1},
		{"a main of another platform", "tools/dice/main_plan9.go", "var n = len(os.Args)", 1},
		{"a parser of its own", "server/config/cli.go", "var p, err = kong.New(nil)", 1},
		{"a parser that ends the program", "tools/dice/main.go", "var p = kong.Parse(nil)", 1},
		{"the parser of a test", "tools/dice/main_test.go", "var p, err = kong.New(nil)", 0},
		{"the library's parser", "tools/command/command.go", "var p, err = kong.New(nil)", 0},
		{"the library", "tools/command/command.go", "var all = os.Args[1:]", 0},
		{"a test", "tools/dice/main_test.go", "var self = os.Args[0]", 0},
		{"what npm brought", "client/node_modules/dice/main.go", "var first = os.Args[1]", 0},
		{"another field", "tools/dice/main.go", "var dir = os.DevNull", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, c.file, "package dice\n\nimport \"os\"\n\n"+c.body)
			if got, err := CheckArguments(root); err != nil || len(got) != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
