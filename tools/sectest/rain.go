package sectest

import "jadebox/protocol"

func init() { roomRecipes["rain"] = (*check).rainRecipes }

// rainRecipes name packets of nobody: those that fall are claimed by the tests "200 at once".
func (c *check) rainRecipes(*scenario) []recipe {
	return []recipe{{call: "rain.claim", ids: []string{"round", "packet"}, own: "1", owner: list(protocol.CodeRainOver,
		protocol.CodeRainPacket),
		ask: func(id string) request { return post("/api/activity/red/claim", fields{"round": id, "packet": id}) }}}
}
