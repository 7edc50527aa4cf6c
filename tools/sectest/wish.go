package sectest

import (
	"jadebox/actors/kinds/wish"
	"jadebox/protocol"
)

func init() {
	ofKind[wish.Kind] = attacks{recipes: (*check).wishRecipes, owned: []string{"/api/wish/mine", "/api/wish/tree"},
		claims: (*check).wishClaims, unraced: "anybody of the house may take the same bottle first"}
}

type wishRoom struct {
	ID          string `json:"id"`
	BottleCents int64  `json:"bottleCents"`
}

// wish is a room of the house.
func (c *check) wish() wishRoom {
	rooms := must[struct {
		Rooms []wishRoom `json:"rooms"`
	}](c, "wish rooms", c.visitor().get("/api/wish/list?status=open")).Rooms
	if len(rooms) == 0 {
		c.fatalf("no wish rooms")
	}
	return rooms[0]
}

func (c *check) wishClaims(*scenario) []claim {
	return []claim{{"wishes for nothing", "POST", at("/api/wish/%s/take", c.wish().ID), fields{"bottles": []int{1, 2},
		"pay": "gems", "cardNum": 0, "bottleCents": 0}, list(protocol.CodePriceChanged, protocol.CodeWishPay,
		protocol.CodeWishGone)}}
}

// wishRecipes have a public room, and what is taken is paid by the player who takes it. The price is of another day:
// nothing is taken here.
func (c *check) wishRecipes(*scenario) []recipe {
	wish := c.wish()
	return []recipe{
		{call: "wish.view", ids: []string{"id"}, own: wish.ID, owner: list(protocol.OK),
			ask: func(id string) request { return get("/api/wish/" + id) }},
		{call: "wish.take", ids: []string{"id"}, own: wish.ID, owner: list(protocol.CodePriceChanged,
			protocol.CodeWishPay),
			ask: func(id string) request {
				return post(at("/api/wish/%s/take", id), fields{"bottles": []int{1}, "pay": "gems", "cardNum": 0,
					"bottleCents": wish.BottleCents + 1})
			}},
	}
}
