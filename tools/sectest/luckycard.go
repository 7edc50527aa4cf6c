package sectest

import (
	"jadebox/actors/kinds/luckycard"
	"jadebox/protocol"
)

func init() {
	ofKind[luckycard.Kind] = attacks{recipes: (*check).luckycardRecipes, owned: []string{"/api/luckycard/records"},
		claims: (*check).luckycardClaims, unraced: "anybody of the house may turn the same card first"}
}

type deck struct {
	ID         string `json:"id"`
	PriceCents int64  `json:"priceCents"`
}

// deck is a room of the house.
func (c *check) deck() deck {
	decks := must[[]deck](c, "lucky-card rooms", c.visitor().get("/api/luckycard/rooms"))
	if len(decks) == 0 {
		c.fatalf("no lucky-card rooms")
	}
	return decks[0]
}

func (c *check) luckycardClaims(*scenario) []claim {
	return []claim{{"a card for nothing", "POST", at("/api/luckycard/room/%s/flip", c.deck().ID), fields{"place": 1,
		"priceCents": 0}, list(protocol.CodeLuckycardPrice)}}
}

// luckycardRecipes have a room of the house, as wishRecipes.
func (c *check) luckycardRecipes(*scenario) []recipe {
	deck := c.deck()
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
