package sectest

import (
	"jadebox/actors/kinds/rain"
	"jadebox/protocol"
)

func init() {
	ofKind[rain.Kind] = attacks{recipes: (*check).rainRecipes, claims: (*check).rainClaims,
		races: (*check).rains, waits: true}
}

// rainRecipes name packets that do not exist: those that fall are claimed by the tests "200 at once".
func (c *check) rainRecipes(*scenario) []recipe {
	return []recipe{{call: "rain.claim", ids: []string{"round", "packet"}, own: "1", owner: list(protocol.CodeRainOver,
		protocol.CodeRainPacket),
		ask: func(id string) request { return post("/api/activity/red/claim", fields{"round": id, "packet": id}) }}}
}

func (c *check) rainClaims(*scenario) []claim {
	return []claim{{"a packet of one's own size", "POST", "/api/activity/red/claim", fields{"round": "1", "packet": "1",
		"valueCents": 100_000}, list(protocol.CodeBadRequest)}}
}
