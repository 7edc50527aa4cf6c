package audit

import (
	"slices"

	"jadebox/actors/promotion"
	"jadebox/actors/vip"
	"jadebox/actors/wishtree"
	"jadebox/store"
)

// claim checks a card of the wish tree: one card, under the key of its player, task and day. That a key has one effect is
// invariant 4; packets of rains are invariant 7.
//
// A commission is the share that its own result names, under the key of its order; a level's bonus goes to its player under
// that level's key. Both from the bonus account.
func (c *replay) claim(e *store.JournalEntry) {
	switch e.Kind {
	case wishtree.KindClaim:
	case promotion.KindPay:
		if !promotion.Right(&e.Op) {
			c.report.violate(Claims, "op %d: commission %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		}
		return
	case vip.KindClaim:
		if !vip.Right(&e.Op) {
			c.report.violate(Claims, "op %d: level bonus %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		}
		return
	default:
		return
	}
	card := []store.Posting{{Debit: store.HouseCards, Credit: store.PlayerCards(e.Player), AmountCents: 1}}
	if !wishtree.Claims(e.Key, e.At) || !slices.Equal(e.Postings, card) {
		c.report.violate(Claims, "op %d: player %d claimed %v under %q", e.ID, e.Player, e.Postings, e.Key)
	}
}
