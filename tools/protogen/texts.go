package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"jadebox/protocol"
)

// languages are all that the client speaks.
func languages() []string { return slices.Concat(protocol.Languages[:], protocol.Partial[:]) }

// errorTexts returns one flat JSON file a language, in the order of the catalogue.
func errorTexts() map[string][]byte {
	files := map[string][]byte{}
	for l, language := range languages() {
		var b bytes.Buffer
		b.WriteString("{\n")
		for i, d := range protocol.Errors {
			text, _ := json.Marshal(d.In(protocol.Language(l))) // a string always marshals
			comma := ","
			if i == len(protocol.Errors)-1 {
				comma = ""
			}
			fmt.Fprintf(&b, "  %q: %s%s\n", d.Key, text, comma)
		}
		b.WriteString("}\n")
		files["client/src/i18n/errors."+language+".json"] = b.Bytes()
	}
	return files
}
