package house

import (
	"context"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

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
