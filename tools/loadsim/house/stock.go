package house

import (
	"context"
	"errors"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// stockName lists these rooms apart from those that the lobby keeps: it counts its own by their name.
const stockName = "loadsim"

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

// Wishes opens rooms for gems with so many bottles, for the cheapest thing that there is, and returns their ids.
func (h *House) Wishes(ctx context.Context, n, bottles int) ([]string, error) {
	var prize store.ItemDef
	for _, d := range h.catalog.Items() {
		if d.PriceCents > 0 && (prize.ID == 0 || d.PriceCents < prize.PriceCents) {
			prize = d
		}
	}
	setup := wish.Setup{Name: stockName, Def: prize.ID, PrizeCents: prize.PriceCents, Bottles: bottles,
		BottleCents: prize.PriceCents/int64(bottles) + 1, Life: time.Hour}
	return h.Rooms(ctx, wish.Spec, n, func(rooms room.Numbers, d directory.Directory) (store.RoomID, error) {
		made, err := wish.Open(ctx, rooms, d, setup)
		return made.ID, err
	})
}
