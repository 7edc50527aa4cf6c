package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVetReadsTheTestsOfAModuleOfItsOwn(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":   "module apart\n\ngo 1.26\n",
		"in/in.go": "// Package in is imported.\npackage in\n\nconst One = 1\n",
		"apart_test.go": "package apart_test\n\nimport (\n\t\"testing\"\n\n\t\"apart/in\"\n)\n\n" +
			"func TestIt(t *testing.T) {\n\tt.Errorf(\"%s\", in.One)\n}\n",
		"only/only_test.go": "package only\n",
		"in/inner_test.go": "package in\n\nimport \"testing\"\n\n" +
			"func TestIt(t *testing.T) {\n\tt.Errorf(\"%d\", One)\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	h := &checkout{root: root, out: &out, err: &out}
	if err := h.vetApart("."); err == nil || !strings.Contains(out.String(), "apart_test.go:10") ||
		strings.Contains(out.String(), "inner_test.go") {
		t.Errorf("%v\n%s", err, &out)
	}
	if err := os.Remove(filepath.Join(root, "apart_test.go")); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := h.vetApart("."); err != nil {
		t.Errorf("of what is sound: %v\n%s", err, &out)
	}
}
