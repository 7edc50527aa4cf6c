package battle

import (
	"testing"

	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/httpapi/call/cardtest"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// What the card of a battle may say has room on it.
func TestWordsOfTheCardAreNotCut(t *testing.T) {
	cardtest.Fit(t, func(s call.Cards) (cards []sharecard.Card) {
		for _, mode := range []string{protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal,
			protocol.ModeShare, protocol.ModeTeams} {
			for _, title := range []store.Text{says.Waiting, says.Countdown, says.Running, says.Finished, says.Void} {
				cards = append(cards, sharecard.Card{Kicker: kicker(s, mode, fairness.BattleRoundsMax),
					Title: s.In(title), Figure: entry(s, 99_999_999_99)})
			}
		}
		return cards
	})
}
