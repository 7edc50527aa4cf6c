package economy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/store"
)

// Goods are the parts of the catalogue that gifts are worth, and the kinds of rooms in which they are played for.
type Goods struct {
	boxes map[store.BoxID]box
	items []store.ItemDef
	least float64 // price of the cheapest box that is on sale
	free  float64 // worth of that box
	// share of its price that is kept by the box on sale that keeps the least, and which it is
	keeps    float64
	leanest  store.BoxID
	cheapest float64 // item, the least that an upgrade takes
	kinds    room.Specs
}

type box struct{ price, worth float64 }

// Catalogue is where goods are read from.
type Catalogue interface {
	Boxes(ctx context.Context) ([]store.Box, error)
	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
}

// ReadGoods reads the catalogue of today and writes nothing.
func ReadGoods(ctx context.Context, from Catalogue) (*Goods, error) {
	boxes, err := from.Boxes(ctx)
	if err != nil {
		return nil, err
	}
	items, err := from.ItemDefs(ctx)
	if err != nil {
		return nil, err
	}
	return goodsOf(boxes, items), nil
}

// Coming is where a catalogue is read from with what it will be.
type Coming interface {
	Catalogue
	CatalogueStamp(ctx context.Context) (stamp int64, next time.Time, err error)
	ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error
}

// ReadComing reads the catalogue as it is at each moment from now on at which it changes: nothing, while nothing waits.
// It writes nothing.
func ReadComing(ctx context.Context, from Coming) (later []*Goods, err error) {
	_, next, err := from.CatalogueStamp(ctx)
	if err != nil || next.IsZero() {
		return nil, err
	}
	err = from.ChangeCatalogue(ctx, func(r store.Rules) (*store.CatalogueChange, error) {
		later = nil // it may be asked several times
		for _, at := range Moments(r, next) {
			later = append(later, GoodsAt(r, at))
		}
		return nil, nil
	})
	return later, err
}

// Moments are a time and those after it at which boxes or items change, ascending.
func Moments(r store.Rules, from time.Time) []time.Time {
	times := []time.Time{from}
	for _, b := range r.Boxes {
		if b.At.After(from) {
			times = append(times, b.At)
		}
	}
	for _, d := range r.Dated {
		if d.At.After(from) {
			times = append(times, d.At)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return slices.CompactFunc(times, time.Time.Equal)
}

// GoodsAt are the goods that are in force at a time.
func GoodsAt(r store.Rules, at time.Time) *Goods {
	versions := map[store.BoxID][]store.Box{}
	for _, b := range r.Boxes {
		versions[b.ID] = append(versions[b.ID], b)
	}
	var boxes []store.Box
	for _, id := range slices.Sorted(maps.Keys(versions)) {
		if b, ok := store.BoxAt(versions[id], at); ok {
			boxes = append(boxes, b)
		}
	}
	return goodsOf(boxes, store.ItemsAt(r.Dated, at))
}

func goodsOf(boxes []store.Box, items []store.ItemDef) *Goods {
	g := &Goods{boxes: map[store.BoxID]box{}, items: items, kinds: kinds.All}
	price := map[store.DefID]float64{}
	for _, d := range items {
		price[d.ID] = float64(d.PriceCents)
		if d.PriceCents > 0 && (g.cheapest == 0 || price[d.ID] < g.cheapest) {
			g.cheapest = price[d.ID]
		}
	}
	for _, b := range boxes {
		one := box{price: float64(b.PriceCents)}
		for _, e := range b.Entries {
			one.worth += float64(e.Weight) / 1e8 * price[e.Def]
		}
		g.boxes[b.ID] = one
		if !b.Enabled || b.PriceCents <= 0 {
			continue
		}
		keeps := 1 - one.worth/one.price
		if !g.Any() || keeps < g.keeps {
			g.keeps, g.leanest = keeps, b.ID
		}
		if !g.Any() || one.price < g.least {
			g.least, g.free = one.price, one.worth
		}
	}
	return g
}

// Leanest reports which box on sale keeps the least, for the report of a loop.
func (g *Goods) Leanest() string {
	if !g.Any() {
		return "nothing is on sale"
	}
	return fmt.Sprintf("of the boxes on sale %d keeps the least: it gives back %.2f %% of its price", g.leanest,
		100*(1-g.keeps))
}

// houseEdge is what the house keeps of a box, opened at the best moment: the usual share while none is on sale.
func (g *Goods) houseEdge() float64 {
	if !g.Any() {
		return usualHouseEdge
	}
	return g.keeps
}

// Any reports whether something is on sale.
func (g *Goods) Any() bool { return g.least > 0 }

// HasBox reports whether there is such a box, on sale or not.
func (g *Goods) HasBox(id store.BoxID) bool {
	_, ok := g.boxes[id]
	return ok
}

// HasItem reports whether there is such an item.
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
