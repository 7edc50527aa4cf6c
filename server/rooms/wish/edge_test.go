package wish

import (
	"testing"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
)

// What the card of a wish room may say has room on it.
func TestWordsOfTheCardAreNotCut(t *testing.T) {
	for l := range protocol.Languages {
		s := (&call.Site{}).Cards(protocol.Language(l))
		for _, c := range []sharecard.Card{
			{Kicker: s.In(says.Kicker), Title: s.In(says.Drawn)},
		} {
			if cut, err := c.Cut(); err != nil || len(cut) > 0 {
				t.Errorf("%q %v", cut, err)
			}
		}
	}
}
