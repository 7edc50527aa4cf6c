package store

// CardBase is the first definition of a card. Cards are items that can be used and not sold: they move under the guards
// of items, worth nothing, and no query of items brings them; Cards and CardsByID do.
const CardBase DefID = 1 << 30

// Card says whether the definition is a card's.
func (d DefID) Card() bool { return d >= CardBase }

// CardQuery pages cards of a player, newest first.
type CardQuery struct {
	Owner    PlayerID
	From, To DefID // definitions From … To-1; To 0: every card
	Held     bool  // only those that were not used
	Page     Page
}
