package main

import (
	"regexp"
	"testing"

	"jadebox/protocol"
)

// An event that nothing publishes is promised by protocol/SPEC.md and waited for by clients in vain.
func TestEveryEventOfATopicIsNamedByWhatPublishes(t *testing.T) {
	named := namesIn(t, regexp.MustCompile(`\bprotocol\.Event[A-Z]\w*`), false, "../../actors", "../../server")
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
