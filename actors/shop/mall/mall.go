// Package mall is what the shop sells and for how much: the settings that the operator has set, and the offers
// that follow from them and the catalogue.
//
// An item is made when it is bought, so nothing runs out unless the settings say so (lot.go). Deliberately absent:
// buying (actors/player), and any price that comes from a client.
//
// # One purchase
//
// actors/shop/mall is settings (named mall: markup, bounds, prices of their own) and what follows from them;
// player.Buy reads them with each purchase, charges its own price and never the client's (630). An item is made when it
// is bought, and where the settings limit it the same op writes its lot, under the version that was read: of two who
// want the last one the store lets one pass, and the other looks again and is refused, since nothing is left. The op
// is the order, and an order's state, 0 to 10, is that of its item (product-spec §3 has eleven of both).
package mall

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "mall", Says: "what the mall sells and for how much",
	Standard: Standard, Check: Settings.Check,
	Schemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[map[store.DefID]Own](): {Type: "object",
		Description:          "by the item's number",
		AdditionalProperties: ownSchema()}}}

func ownSchema() *jsonschema.Schema {
	s, err := jsonschema.For[Own](nil)
	if err != nil {
		panic(err) // plain data of this package
	}
	return s
}

// Settings say what is sold and for how much.
type Settings struct {
	MarkupPPM  int64               `json:"markupPpm"`  // of an item's value, on top of it
	LeastCents int64               `json:"leastCents"` // items of less value are not sold
	MostCents  int64               `json:"mostCents"`  // nor those of more; 0: no bound
	Own        map[store.DefID]Own `json:"own,omitempty"`
}

// Own is what holds for one item.
type Own struct {
	Hidden     bool         `json:"hidden,omitempty"`
	PriceCents int64        `json:"priceCents,omitempty"` // 0: by the markup
	Lot        store.RoomID `json:"lot,omitempty"`        // how many are left; 0: not limited
}

// Standard is what holds until another value is set: 3 % above the value at which an item can be sold again, as
// a trade-in has it (docs/rules.md is silent about the mall).
func Standard() Settings { return Settings{MarkupPPM: 30_000} }

const (
	markupMost = 1_000_000
	priceMost  = 1 << 40
	ownMost    = 10_000
)

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	switch {
	case t.MarkupPPM < 0 || t.MarkupPPM > markupMost:
		return errors.New("mall: settings: a markup is 0 to 100 per cent")
	case t.LeastCents < 0 || t.MostCents < 0 || t.MostCents > 0 && t.MostCents < t.LeastCents:
		return errors.New("mall: settings: bounds of value")
	case len(t.Own) > ownMost:
		return fmt.Errorf("mall: settings: more than %d items of their own", ownMost)
	}
	for id, o := range t.Own {
		if id <= 0 || o.Lot < 0 || o.PriceCents < 0 || o.PriceCents > priceMost {
			return fmt.Errorf("mall: settings: item %d at %d", id, o.PriceCents)
		}
	}
	return nil
}

// PriceCents is what an item costs; ok is false when it is not sold. It is never below the item's value: otherwise
// buying and selling would make gems.
func (t Settings) PriceCents(def store.ItemDef) (cents int64, ok bool) {
	own := t.Own[def.ID]
	switch {
	case def.PriceCents < 1 || own.Hidden || def.PriceCents < t.LeastCents || t.MostCents > 0 &&
		def.PriceCents > t.MostCents:
		return 0, false
	case own.PriceCents > 0:
		return max(own.PriceCents, def.PriceCents), true
	}
	return def.PriceCents + PartCents(t.MarkupPPM, 1_000_000, def.PriceCents), true
}

// PartCents is ⌈price × part / whole⌉ in 128 bits, for a part of 0 to the whole: prices round up (docs/store.md).
func PartCents(part, whole, price int64) int64 {
	if part <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(part), uint64(price))
	q, rest := bits.Div64(hi, lo, uint64(whole))
	if rest > 0 {
		q++
	}
	return int64(q)
}

// Offer is one item that is sold.
type Offer struct {
	Item       store.ItemDef
	PriceCents int64
}

// Sort orders offers.
type Sort string

const (
	Dearest  Sort = "price_desc"
	Cheapest Sort = "price_asc"
	Rarest   Sort = "rarity"
)

// Search is what a player looks for; the zero value is everything, the dearest first.
type Search struct {
	Words                 string // all of them, in brand or name, in any language
	LeastCents, MostCents int64  // of the price; 0: no bound
	Rarity, Category      string
	Sort                  Sort
}

// Find lists what is sold of the items.
func (t Settings) Find(items []store.ItemDef, s Search) []Offer {
	words := strings.Fields(strings.ToLower(s.Words))
	var list []Offer
	for _, def := range items {
		cents, ok := t.PriceCents(def)
		if !ok || cents < s.LeastCents || s.MostCents > 0 && cents > s.MostCents ||
			s.Rarity != "" && !strings.EqualFold(def.Rarity, s.Rarity) ||
			s.Category != "" && def.Category != s.Category ||
			!named(def, words) {
			continue
		}
		list = append(list, Offer{def, cents})
	}
	slices.SortFunc(list, func(a, b Offer) int {
		price := cmp.Compare(b.PriceCents, a.PriceCents)
		switch s.Sort {
		case Cheapest:
			price = -price
		case Rarest:
			price = cmp.Or(cmp.Compare(tier(b.Item.Rarity), tier(a.Item.Rarity)), price)
		}
		return cmp.Or(price, cmp.Compare(a.Item.ID, b.Item.ID))
	})
	return list
}

func named(def store.ItemDef, words []string) bool {
	brand, name := def.Brand.All(), def.Name.All()
	text := strings.ToLower(strings.Join(slices.Concat(brand[:], name[:]), " "))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// Tiers of rarity, the least first (product-spec §3).
var Tiers = []string{"common", "uncommon", "rare", "mythical", "legendary", "ancient", "contraband"}

func tier(rarity string) int { return slices.Index(Tiers, strings.ToLower(rarity)) }
