// Command openapi writes the server's OpenAPI document to standard output. The scripts beside it hold recorded answers
// to it (check.mjs), take examples from them (examples.mjs) and write the client's types (types.mjs).
package main

import (
	"os"

	"jadebox/actors/kinds"
	"jadebox/server/httpapi"
	"jadebox/server/rooms"
	"jadebox/tools/command"
)

type arguments struct{}

func main() { command.Main(command.Parser("openapi", &arguments{})) }

// Run writes the document.
func (arguments) Run() error {
	_, err := os.Stdout.Write(httpapi.Document(kinds.All, rooms.All))
	return err
}
