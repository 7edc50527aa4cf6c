package luckycard

import (
	"testing"

	"jadebox/server/httpapi/call"
	"jadebox/server/httpapi/call/cardtest"
	"jadebox/server/sharecard"
)

// What the card of a lucky-card room may say has room on it.
func TestWordsOfTheCardAreNotCut(t *testing.T) {
	cardtest.Fit(t, func(s call.Cards) []sharecard.Card {
		return []sharecard.Card{{Kicker: s.In(says.Kicker), Title: s.In(says.Over)}, {Kicker: s.In(says.Flipped)}}
	})
}
