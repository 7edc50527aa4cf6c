package sectest

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Channels of GET /api/pay/way (product-spec §7).
const (
	payOpen = 3 // a page, for desktops
	payQR   = 4
)

type payReply struct {
	ID         string `json:"id"`
	State      string `json:"state"`
	PriceCents int64  `json:"priceCents"`
	GemsCents  int64  `json:"gemsCents"`
	BonusCents int64  `json:"bonusCents"`
	URL        string `json:"url"`
	Text       string `json:"text"`
	QRImage    string `json:"qrImage"`
}

// purchase is the body of an order as a player who saw the quote sends it.
func (c *check) purchase(p *player, channel int, gemsCents int64) fields {
	q := must[struct {
		PriceCents int64 `json:"priceCents"`
		BonusCents int64 `json:"bonusCents"`
	}](c, "a quote", p.get(at("/api/pay/quote?gemsCents=%d", gemsCents)))
	return fields{"type": channel, "gemsCents": gemsCents, "priceCents": q.PriceCents, "bonusCents": q.BonusCents}
}

func sortedByPrice(all []item) []item {
	slices.SortFunc(all, func(a, b item) int { return cmp.Compare(a.PriceCents, b.PriceCents) })
	return all
}

type bagItem struct {
	ID         string `json:"id"`
	Status     int    `json:"status"`
	ValueCents int64  `json:"valueCents"`
	Def        int    `json:"def"`
}

// bag is an item that a player has in the backpack.
func (c *check) bag(p *player) string {
	all := c.backpack(p)
	if len(all) == 0 {
		c.fatalf("%s has no item", p.name)
	}
	return all[len(all)-1].ID
}

func (c *check) backpack(p *player) []bagItem {
	return must[struct {
		Records []bagItem `json:"records"`
	}](c, "a backpack", p.get("/api/personal/center/back/pack?type=1&size=50")).Records
}

// compact is JSON of our own values.
func compact(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("sectest: " + err.Error())
	}
	return raw
}
