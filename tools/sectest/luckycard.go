package sectest

import "jadebox/protocol"

func init() { roomRecipes["luckycard"] = (*check).luckycardRecipes }

// luckycardRecipes have a room of the house, as wishRecipes.
func (c *check) luckycardRecipes(*scenario) []recipe {
	decks := must[[]struct {
		ID         string `json:"id"`
		PriceCents int64  `json:"priceCents"`
	}](c, "lucky-card rooms", c.visitor().get("/api/luckycard/rooms"))
	if len(decks) == 0 {
		c.fatalf("no lucky-card rooms")
	}
	deck := decks[0]
	return []recipe{
		{call: "luckycard.view", ids: []string{"id"}, own: deck.ID, owner: list(protocol.OK),
			ask: func(id string) request { return get("/api/luckycard/room/" + id) }},
		{call: "luckycard.flip", ids: []string{"id"}, own: deck.ID, owner: list(protocol.CodeLuckycardPrice),
			ask: func(id string) request {
				return post(at("/api/luckycard/room/%s/flip", id), fields{"place": 1, "priceCents": deck.PriceCents +
					1})
			}},
	}
}
