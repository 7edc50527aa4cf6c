package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// [ENV8]
func TestENV8_ClientFilesAreCurrent(t *testing.T) {
	files, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	written, err := filepath.Glob(filepath.Join(root, "client/src/protocol/gen*.ts"))
	if err != nil || len(files) != len(written)+len(languages())+3 {
		t.Errorf("%d generated files, want the %d gen*.ts there, one a language, protocol/SPEC.md and two of docs: one is new or nothing writes it any more (%v)", len(files), len(written), err)
	}
	for path, want := range files {
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale (%v): run go generate ./protocol ./tools/protogen", path, err)
		}
	}
}

// [ENV8]
func TestENV8_MarshallersAreCurrent(t *testing.T) {
	dir := filepath.Join(root, "protocol")
	generated, err := filepath.Glob(filepath.Join(dir, "*_gen.go"))
	if err != nil || len(generated) < 5 {
		t.Fatalf("%d generated files, %v", len(generated), err)
	}
	for _, path := range generated {
		name := strings.TrimSuffix(filepath.Base(path), "_gen.go")
		out := filepath.Join(t.TempDir(), name+"_gen.go")
		cmd := exec.Command("go", "run", "github.com/tinylib/msgp", "-io=false", "-tests=false",
			"-file", name+".go", "-o", out)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("msgp %s: %v\n%s", name, err, text)
		}
		want, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(limitNames(got), limitNames(want)) {
			t.Errorf("%s is stale (%v): run go generate ./protocol ./tools/protogen", path, err)
		}
	}
}

// limitNames takes out the prefix that msgp derives from the output path.
func limitNames(b []byte) []byte {
	if i := bytes.Index(b, []byte("limitArrays")); i > 9 {
		return bytes.ReplaceAll(b, b[i-9:i], []byte("z"))
	}
	return b
}
