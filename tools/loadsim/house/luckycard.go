package house

import (
	"context"
	"errors"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// deckTemplate is the deck of 25 cards that the lobby has too.
const deckTemplate = "lantern"

// Luckycards opens rooms and returns their ids. Cards can be turned some seconds later, when the beacon has come.
func (h *House) Luckycards(ctx context.Context, n int) ([]string, error) {
	deck, ok := luckycard.FromBox(h.catalog, deckTemplate)
	if !ok {
		return nil, errors.New("house: the server has no boxes to make cards from: start it with --demo")
	}
	deck.Name = stockName
	return h.Rooms(ctx, luckycard.Spec, n, func(rooms room.Numbers, d directory.Directory) (store.RoomID, error) {
		made, err := luckycard.Open(ctx, rooms, d, deck)
		return made.ID, err
	})
}
