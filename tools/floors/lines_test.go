package floors

import (
	"strings"
	"testing"
)

func TestLinesEndAtTheirColumnAndTestsAreNamedBySentences(t *testing.T) {
	violations, err := CheckLines("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

func TestAPlantedLongLineIsFound(t *testing.T) {
	long := strings.Repeat("a, ", 45)
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"code", "var x = f(" + long + "a)", 1},
		{"tabs count", strings.Repeat("\t", 20) + "x = f(" + long[:60] + "a)", 1},
		{"a comment", "// " + long, 1},
		{"a comment behind code", "x := 1 // " + long, 1},
		{"a directive", "//msgp:tuple " + long, 0},
		{"a text that stands whole", `const help = "` + long + `"`, 0},
		{"a text that fits on a line of its own", `var x = f(` + long[:60] + `a, "` + long[:90] + `")`, 1},
		{"the tag of a field", "type t struct {\n\tname string `" + long[:110] + "`\n}", 0},
		{"what is returned", "func f() string {\n\treturn \"" + long[:110] + "\"\n}", 0},
		{"code beside a text", `const help = f(` + long + `"` + long + `")`, 1},
		{"lines of a text", "const query = `\n" + long + "\n`", 0},
		{"a short line", "x := 1", 0},
		{"letters, not bytes", "// " + strings.Repeat("é", 110), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := longLines("a.go", []byte("package a\n\n"+c.body+"\n")); len(got) != c.want {
				t.Errorf("%d wanted, %v", c.want, got)
			}
		})
	}
}

func TestAPlantedLongCommentElsewhereIsFound(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for body, want := range map[string]int{"// " + long: 1, " * " + long: 1, "-- " + long: 1, "/* " + long + "*/": 1,
		"  // biome-ignore lint/x: " + long: 0, "const x = `" + long + "`;": 0, "// short": 0} {
		if got := longComments("a.ts", []byte("a\n"+body+"\n")); len(got) != want {
			t.Errorf("%s: %d wanted, %v", body, want, got)
		}
	}
	for name, want := range map[string]int{"a.yaml": 1, "a.css": 0} {
		if got := longComments(name, []byte("a\n  # "+long+"\n"+long+"\n")); len(got) != want {
			t.Errorf("%s: %d wanted, %v", name, want, got)
		}
	}
}

func TestAPlantedLongLineOfADocumentIsFound(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for body, want := range map[string]int{long: 1, "- " + long: 1, "| " + long + "|": 0, "## " + long: 0,
		"```\n" + long + "\n```": 0, "```\n```\n" + long: 1, "short": 0} {
		if got := longProse("README.md", []byte("# A\n\n"+body+"\n")); len(got) != want {
			t.Errorf("%s: %d wanted, %v", body, want, got)
		}
	}
}

func TestAPlantedLongLineOfAScriptIsFound(t *testing.T) {
	long := strings.Repeat("a, ", 45)
	for body, want := range map[string]int{"f(" + long + ");": 1, "// " + long: 1, "const x = `" + long + "`;": 0,
		"  `${a} " + long + `${b.join(", ")}` + "`,": 0, "const x = f(" + long[:60] + "`" + long + "`);": 1,
		"  // biome-ignore lint/x: " + long: 0, `import x from "x";`: 0} {
		if got := longScripts("a.mjs", []byte("a\n"+body+"\n")); len(got) != want {
			t.Errorf("%s: %d wanted, %v", body, want, got)
		}
	}
}

// Which files are looked at at all: each has one line that is too long.
func TestEveryKindOfFileThatPeopleReadHasItsLinesLookedAt(t *testing.T) {
	long := "# " + strings.Repeat("word ", 30)
	for file, want := range map[string]int{"docs/floors.txt": 1, "docs/dice.txt": 0, "tools/dice.mjs": 1,
		"tools/spec/product-spec.md": 0} {
		root := t.TempDir()
		plant(t, root, file, long)
		if got, err := CheckLines(root); err != nil || len(got) != want {
			t.Errorf("%s: %d wanted, %v %v", file, want, got, err)
		}
	}
	for _, file := range []string{"fairness/README.md", "protocol/SPEC.md", "docs/rules.md", "README.md"} {
		root := t.TempDir()
		plant(t, root, file, strings.TrimPrefix(long, "# "))
		if got, err := CheckLines(root); err != nil || len(got) != 1 {
			t.Errorf("%s: 1 wanted, %v %v", file, got, err)
		}
	}
}

func TestAPlantedNameOfATestThatSaysNothingIsFound(t *testing.T) {
	for name, want := range map[string]int{"TestRooms": 1, "TestWholeRoll": 1, "TestARoomCloses": 0, "TestMain": 0,
		"TestContract":   0,
		"TestHTTPShares": 1, "TestJSONIsRead": 0, "TestWS6_Rates": 1, "TestEveryRule_Holds": 1,
		"TestWS6_TooManyMessagesClose": 0} {
		if got := shortNames("a_test.go", []byte("func "+name+"(t *testing.T) {}\n")); len(got) != want {
			t.Errorf("%s: %d wanted, %v", name, want, got)
		}
	}
}
