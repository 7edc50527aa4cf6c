package rain

import (
	"testing"

	"jadebox/server/httpapi/call"
	"jadebox/server/httpapi/call/cardtest"
	"jadebox/server/sharecard"
)

// What the card of a rain may say has room on it.
func TestWordsOfTheCardAreNotCut(t *testing.T) {
	cardtest.Fit(t, func(s call.Cards) []sharecard.Card {
		return []sharecard.Card{{Title: s.In(says.Title)}}
	})
}
