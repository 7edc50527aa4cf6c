// Package cardtest holds the shared cards of a kind of room to the room that there is on them.
package cardtest

import (
	"testing"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
)

// Fit fails for every text of the cards that is cut, in any language.
func Fit(t *testing.T, cards func(s call.Cards) []sharecard.Card) {
	t.Helper()
	for l := range protocol.Languages {
		for _, c := range cards((&call.Site{}).Cards(protocol.Language(l))) {
			if cut, err := c.Cut(); err != nil || len(cut) > 0 {
				t.Errorf("%q %v", cut, err)
			}
		}
	}
}
