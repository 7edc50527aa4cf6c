// Command openapi writes the server's OpenAPI document to standard output. The scripts beside it hold recorded answers
// to it (check.mjs), take examples from them (examples.mjs) and write the client's types (types.mjs).
package main

import (
	"fmt"
	"os"

	"jadebox/actors/kinds"
	"jadebox/server/httpapi"
	"jadebox/server/rooms"
)

func main() {
	if _, err := os.Stdout.Write(httpapi.Document(kinds.All, rooms.All)); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}
