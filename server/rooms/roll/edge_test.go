package roll

import (
	"testing"

	"jadebox/server/httpapi/call"
	"jadebox/server/httpapi/call/cardtest"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// What the card of a roll room may say has room on it.
func TestWordsOfTheCardAreNotCut(t *testing.T) {
	cardtest.Fit(t, func(s call.Cards) (cards []sharecard.Card) {
		for _, state := range []store.Text{says.Open, says.Locked, says.Drawn, says.Void} {
			cards = append(cards, sharecard.Card{Kicker: s.In(says.Kicker) + " · " + s.In(state)})
		}
		return cards
	})
}
