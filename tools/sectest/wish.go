package sectest

import "jadebox/protocol"

func init() { roomRecipes["wish"] = (*check).wishRecipes }

// wishRecipes have a room of the house: it is everybody's, and what is taken is paid by who takes it. The price is of
// another day: nobody takes anything here; the tests "200 at once" do.
func (c *check) wishRecipes(*scenario) []recipe {
	rooms := must[struct {
		Rooms []struct {
			ID          string `json:"id"`
			BottleCents int64  `json:"bottleCents"`
		} `json:"rooms"`
	}](c, "wish rooms", c.visitor().get("/api/wish/list?status=open")).Rooms
	if len(rooms) == 0 {
		c.fatalf("no wish rooms")
	}
	wish := rooms[0]
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
