package economy

import (
	"context"
	"slices"

	"jadebox/actors/kinds/wish"
	"jadebox/store"
)

// Goods are the parts of the catalogue that gifts are worth.
type Goods struct {
	boxes map[store.BoxID]box
	items []store.ItemDef
	least float64 // price of the cheapest box that is on sale
	free  float64 // worth of that box
	// of the rooms that a lobby keeps open: the most that a wish card brings, and the cheapest bottle for gems
	wishCard, bottle float64
	cheapest         float64 // item, the least that an upgrade takes
}

type box struct{ price, worth float64 }

// Catalogue is where goods are read from.
type Catalogue interface {
	Boxes(ctx context.Context) ([]store.Box, error)
	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
}

// ReadGoods reads the catalogue and writes nothing.
func ReadGoods(ctx context.Context, from Catalogue) (*Goods, error) {
	boxes, err := from.Boxes(ctx)
	if err != nil {
		return nil, err
	}
	items, err := from.ItemDefs(ctx)
	if err != nil {
		return nil, err
	}
	g := &Goods{boxes: map[store.BoxID]box{}, items: items}
	price := map[store.DefID]float64{}
	for _, d := range items {
		price[d.ID] = float64(d.PriceCents)
		if d.PriceCents > 0 && (g.cheapest == 0 || price[d.ID] < g.cheapest) {
			g.cheapest = price[d.ID]
		}
	}
	g.wishCard, g.bottle = wish.Worth(items)
	for _, b := range boxes {
		one := box{price: float64(b.PriceCents)}
		for _, e := range b.Entries {
			one.worth += float64(e.Weight) / 1e8 * price[e.Def]
		}
		g.boxes[b.ID] = one
		if b.Enabled && b.PriceCents > 0 && (g.least == 0 || one.price < g.least) {
			g.least, g.free = one.price, one.worth
		}
	}
	return g, nil
}

// Any says that something is on sale.
func (g *Goods) Any() bool { return g.least > 0 }

// HasBox says that there is such a box, on sale or not.
func (g *Goods) HasBox(id store.BoxID) bool {
	_, ok := g.boxes[id]
	return ok
}

// HasItem says that there is such an item.
func (g *Goods) HasItem(id store.DefID) bool {
	return slices.ContainsFunc(g.items, func(d store.ItemDef) bool { return d.ID == id })
}

// worth of a box; 0 is the cheapest.
func (g *Goods) worth(id store.BoxID) float64 {
	if id == 0 {
		return g.free
	}
	return g.boxes[id].worth
}
