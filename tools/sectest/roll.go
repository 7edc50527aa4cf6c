package sectest

import (
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
)

func init() {
	ofKind[roll.Kind] = attacks{recipes: (*check).rollRecipes,
		owned:  []string{"/api/studio/rolls", "/api/roll/room/user/status"},
		claims: (*check).rollClaims, races: (*check).rollRaces}
}

// rollRecipes have a draft, which is its host's alone, and a published room, which is public.
func (c *check) rollRecipes(k *scenario) []recipe {
	setup := func(items ...string) fields {
		f := fields{"name": "Friday", "joinType": "roll_join_open", "openAtMs": time.Now().Add(time.Hour).UnixMilli(),
			"gemsCents": []int64{200, 100}}
		if len(items) > 0 {
			f["items"] = items
		}
		return f
	}
	draft := func() string {
		return must[struct {
			RollID string `json:"rollId"`
		}](c, "a roll room", k.host.post("/api/studio/roll/create", setup())).RollID
	}
	hidden, shown := draft(), draft()
	must[struct{}](c, "publishing a roll room", k.host.post(at("/api/studio/roll/%s/publish", shown), fields{}))
	do := func(call, format, own string, b fields, owner protocol.Code, other ...protocol.Code) recipe {
		return recipe{call: call, ids: []string{"id"}, own: own, as: k.host, owner: list(owner), other: other,
			visitor: other,
			ask: func(id string) request {
				if b == nil {
					return get(at(format, id))
				}
				return post(at(format, id), b)
			}}
	}
	given, another := k.items[1], k.items[4]
	if k.host != k.owner {
		given = c.bag(k.host)
		another = given
	}
	gone, not := protocol.CodeRollGone, protocol.CodeStreamer
	return []recipe{
		do("roll.view", "/api/roll/room/%s", shown, nil, protocol.OK, protocol.OK),
		do("roll.joined", "/api/roll/room/%s/joined", shown, nil, protocol.OK, protocol.OK),
		do("roll.view", "/api/roll/room/%s", hidden, nil, protocol.OK, gone),
		do("roll.joined", "/api/roll/room/%s/joined", hidden, nil, protocol.OK, gone),
		do("studio.setup", "/api/studio/roll/%s", hidden, nil, protocol.OK, gone, not),
		do("studio.edit", "/api/studio/roll/%s/edit", hidden, setup(), protocol.OK, gone, not),
		{call: "studio.edit", ids: []string{"items"}, own: given, as: k.host, owner: list(protocol.OK),
			other: list(gone, not),
			ask:   func(id string) request { return post(at("/api/studio/roll/%s/edit", hidden), setup(id)) }},
		{call: "studio.create", ids: []string{"items"}, own: another, as: k.host,
			owner: list(protocol.OK, protocol.CodeItemForeign), other: list(protocol.CodeItemForeign, not),
			ask: func(id string) request { return post("/api/studio/roll/create", setup(id)) }},
		do("studio.passwords", "/api/studio/roll/%s/passwords", hidden, fields{"count": 1}, protocol.CodeRollState,
			gone, not),
		do("studio.publish", "/api/studio/roll/%s/publish", hidden, fields{}, protocol.OK, gone, not),
		{call: "roll.join", ids: []string{"roomId"}, own: shown, as: k.host, free: true, moves: true,
			owner: list(protocol.CodeRollHost), other: list(protocol.OK),
			ask: func(id string) request { return post("/api/roll/room/join/room", fields{"roomId": id}) }},
		do("studio.cancel", "/api/studio/roll/%s/cancel", hidden, fields{}, protocol.OK, protocol.CodeRollHost, gone,
			not),
	}
}

func (c *check) rollClaims(k *scenario) []claim {
	return []claim{
		{"a giveaway of less than no gems", "POST", "/api/studio/roll/create", fields{"name": "Friday",
			"joinType": "roll_join_open", "openAtMs": time.Now().Add(time.Hour).UnixMilli(),
			"gemsCents": []int64{-1_000}}, list(protocol.CodeRollSetup, protocol.CodeStreamer)},
		{"more of a chance than others", "POST", "/api/roll/room/join/room", fields{"roomId": "1", "weight": 99},
			list(protocol.CodeBadRequest)},
	}
}

// rollRaces: no player has two places in a room.
func (c *check) rollRaces() {
	k, p := c.people(), c.join("r")
	join := func() func(string) request {
		room := c.rollRoom(k.host)
		return func(key string) request {
			return request{method: "POST", path: "/api/roll/room/join/room", key: key, body: fields{"roomId": room}}
		}
	}
	c.once(p, "roll join", join(), join(), protocol.CodeRollJoined)
}

// rollRoom is a room that any player can join.
func (c *check) rollRoom(host *player) string {
	room := must[struct {
		RollID string `json:"rollId"`
	}](c, "a roll room", host.post("/api/studio/roll/create", fields{"name": "Race", "joinType": "roll_join_open",
		"openAtMs": time.Now().Add(time.Hour).UnixMilli(), "gemsCents": []int64{100}})).RollID
	must[any](c, "publishing", host.post(at("/api/studio/roll/%s/publish", room), fields{}))
	return room
}
