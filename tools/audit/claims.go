package audit

import (
	"slices"

	"jadebox/actors/wishtree"
	"jadebox/store"
)

// claim checks a card of the wish tree: one card, under the key of its player, task and day. That a key has one effect is
// invariant 4; packets of rains are invariant 7.
func (c *replay) claim(e *store.JournalEntry) {
	if e.Kind != wishtree.KindClaim {
		return
	}
	card := []store.Posting{{Debit: store.HouseCards, Credit: store.PlayerCards(e.Player), AmountCents: 1}}
	if !wishtree.Claims(e.Key, e.At) || !slices.Equal(e.Postings, card) {
		c.report.violate(Claims, "op %d: player %d claimed %v under %q", e.ID, e.Player, e.Postings, e.Key)
	}
}
