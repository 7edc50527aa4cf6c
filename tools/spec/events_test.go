package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jadebox/protocol"
)

// An event that nothing publishes is promised by protocol/SPEC.md and waited for by clients in vain.
func TestEveryEventOfATopicIsNamedByWhatPublishes(t *testing.T) {
	named := map[string]bool{}
	word := regexp.MustCompile(`\bprotocol\.Event[A-Z]\w*`)
	for _, root := range []string{"../../actors", "../../server"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range word.FindAllString(string(text), -1) {
				named[name] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	events := 0
	for _, m := range protocol.Catalog {
		if m.Direction != protocol.OfTopic {
			continue
		}
		if events++; !named["protocol.Event"+m.Name] {
			t.Errorf("neither actors nor server name protocol.Event%s: what sends %d?", m.Name, m.Number)
		}
	}
	if events < 40 {
		t.Errorf("only %d events were found", events)
	}
}
