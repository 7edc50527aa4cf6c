// Command protogen writes the client's half of the wire from the Go catalogue: client/src/protocol/gen.ts and gen-*.ts
// (interfaces, shapes, event unions, numbers, limits) and client/src/i18n/errors.{zh,en,pt,ru,vi}.json; and the tables
// of protocol/SPEC.md, gen-rooms.ts (from actors/kinds), docs/asyncapi.json (the JSON channels) and docs/floors.svg
// (from docs/floors.txt).
//
// It reads the types by reflection over protocol.Catalog and the constants from the source, so that there is no second
// list to keep. Deliberately absent: the HTTP calls, whose types come from the server's OpenAPI.
package main

//go:generate go run . --root ../..

import (
	"os"
	"path/filepath"

	"jadebox/actors/kinds"
	"jadebox/server/rooms"
	"jadebox/server/ws"
	"jadebox/tools/command"
	"jadebox/tools/floors"
)

type arguments struct {
	Root string `default:"." help:"Root of the repository."`
}

func main() { command.Main(command.Parser("protogen", &arguments{})) }

// Run writes every generated file.
func (a arguments) Run() error {
	files, err := Generate(a.Root)
	if err != nil {
		return err
	}
	return write(a.Root, files)
}

// Generate returns the generated files by path below root.
func Generate(root string) (map[string][]byte, error) {
	words, err := readWords(filepath.Join(root, "protocol"))
	if err != nil {
		return nil, err
	}
	code, err := typescript(words)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for name, text := range code {
		files["client/src/protocol/"+name] = text
	}
	if files["client/src/protocol/gen-rooms.ts"], err = roomFacts(kinds.All); err != nil {
		return nil, err
	}
	for path, text := range errorTexts() {
		files[path] = text
	}
	if files[specPath], err = spec(root, words, kinds.All); err != nil {
		return nil, err
	}
	if files["docs/asyncapi.json"], err = ws.AsyncAPI(rooms.All.Texts()); err != nil {
		return nil, err
	}
	plan, err := os.ReadFile(filepath.Join(root, "docs/floors.txt"))
	if err != nil {
		return nil, err
	}
	picture, err := floors.ReadPlan(string(plan))
	if err != nil {
		return nil, err
	}
	files["docs/floors.svg"] = picture.Picture()
	return files, nil
}

func write(root string, files map[string][]byte) error {
	for path, text := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
