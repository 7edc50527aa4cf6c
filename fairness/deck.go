package fairness

import "fmt"

// deckMax bounds a lucky-card room (docs/rules.md: 9 to 100 cards).
const (
	deckMin = 9
	deckMax = 100
)

// Deck returns the cards in the order in which flips find them: a full
// Fisher–Yates of the published list. The stream carries LabelDeck; Commit hides
// the order behind its root before the first flip.
func Deck(s *Stream, cards []int64) ([]int64, error) {
	if s == nil || len(cards) < deckMin || len(cards) > deckMax {
		return nil, fmt.Errorf("%w: deck of %d cards", ErrInput, len(cards))
	}
	order := make([]int64, len(cards))
	for i, card := range cards {
		if !isID(card) {
			return nil, fmt.Errorf("%w: card %d at %d", ErrInput, card, i)
		}
		order[i] = card
	}
	shuffle(s, order, len(order))
	return order, nil
}
