package sectest

import (
	"sync"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/rewards/prize"
	"jadebox/protocol"
)

func init() {
	ofKind[battle.Kind] = attacks{recipes: (*check).battleRecipes, owned: []string{"/api/battle/mine"},
		vouchers: (*check).battleVouchers, claims: (*check).battleClaims, races: (*check).battleRaces}
}

func (c *check) battleRecipes(k *scenario) []recipe {
	entry := k.box.PriceCents
	create := func(boxes any, private bool) fields {
		return fields{"boxes": boxes, "seats": 3, "mode": "normal", "private": private, "priceCents": entry}
	}
	room := func(private bool) string {
		return must[struct {
			BattleID string `json:"battleId"`
		}](c, "a battle", k.owner.post("/api/battle/create", create([]int{k.box.ID}, private))).BattleID
	}
	// Fifteen seconds after it was made a room takes bots, and what was to be refused would fill it.
	private, open := room(true), sync.OnceValue(func() string { return room(false) })
	do := func(call, format, own string, b fields, owner, other protocol.Code) recipe {
		return recipe{call: call, ids: []string{"id"}, own: own, owner: list(owner), other: list(other),
			visitor: list(other),
			ask: func(id string) request {
				if b == nil {
					return get(at(format, id))
				}
				return post(at(format, id), b)
			}}
	}
	young := func(r recipe) recipe {
		r.from = open
		return r
	}
	made := recipe{call: "battle.create", ids: []string{"boxes"}, own: at("%d", k.box.ID), unknown: "32767", free: true,
		owner: list(protocol.OK),
		ask:   func(id string) request { return post("/api/battle/create", create([]any{number(id)}, true)) }}
	return []recipe{
		do("battle.view", "/api/battle/%s", private, nil, protocol.OK, protocol.CodeBattleCode),
		do("battle.join", "/api/battle/%s/join", private, fields{"seat": -1, "priceCents": entry},
			protocol.CodeBattleJoined, protocol.CodeBattleCode),
		young(do("battle.bots", "/api/battle/%s/bots", "", fields{"seat": -1}, protocol.CodeBattleBots,
			protocol.CodeBattleHost)),
		young(do("battle.invite", "/api/battle/%s/invite", "", fields{"player": "nobody99"}, protocol.CodeInviteWho,
			protocol.CodeInviteRoom)),
		{call: "battle.invite", ids: []string{"player"}, own: k.owner.public, owner: list(protocol.CodeInviteWho,
			protocol.CodeInviteRoom, protocol.CodeInvitePause), other: list(protocol.CodeInviteRoom),
			ask: func(id string) request { return post(at("/api/battle/%s/invite", open()), fields{"player": id}) }},
		young(do("battle.inviteAll", "/api/battle/%s/invite/all", "", fields{}, protocol.OK, protocol.CodeInviteRoom)),
		do("battle.again", "/api/battle/%s/again", private, fields{}, protocol.OK, protocol.CodeBattleCode),
		young(do("battle.leave", "/api/battle/%s/leave", "", fields{}, protocol.OK, protocol.CodeBattleGone)),
		{call: "share.battle", ids: []string{"picture"}, own: private, hidden: true,
			ask: func(id string) request { return get(at("/share/battle/%s.png", id)) }},
		{call: "share.result", ids: []string{"picture"}, own: "battle-" + private, hidden: true,
			ask: func(id string) request { return get(at("/share/result/%s.png", id)) }},
		made,
	}
}

type privateBattle struct {
	BattleID string `json:"battleId"`
	Code     string `json:"code"`
}

// battleOf is a room behind a code, so that none of the house's players sits down and what is won comes between.
func (c *check) battleOf(host *player, b box) privateBattle {
	return must[privateBattle](c, "a battle", host.post("/api/battle/create", fields{"boxes": []int{b.ID}, "seats": 3,
		"mode": "normal", "private": true, "priceCents": b.PriceCents}))
}

func (c *check) battleClaims(k *scenario) []claim {
	room := c.battleOf(c.join("q"), k.box)
	battle := fields{"boxes": []int{k.box.ID}, "seats": 2, "mode": "normal", "priceCents": k.box.PriceCents}
	return []claim{
		{"a battle for less", "POST", "/api/battle/create", with(battle, fields{"priceCents": 1}),
			list(protocol.CodePriceChanged)},
		{"a battle of another host", "POST", "/api/battle/create", with(battle, fields{"host": k.other.id}),
			list(protocol.CodeBadRequest)},
		{"a seat for less", "POST", at("/api/battle/%s/join", room.BattleID), fields{"seat": -1, "code": room.Code,
			"priceCents": k.box.PriceCents - 1}, list(protocol.CodePriceChanged)},
	}
}

// battleVouchers pay the entry of a battle: only one's own.
func (c *check) battleVouchers(k *scenario) []recipe {
	if c.Database == nil {
		gone := list(protocol.CodeVoucherGone)
		return []recipe{
			{call: "battle.create", ids: []string{"card"}, own: unknownID, owner: gone,
				ask: func(id string) request {
					return post("/api/battle/create", fields{"boxes": []int{k.box.ID}, "seats": 2, "mode": "normal",
						"priceCents": k.box.PriceCents, "card": id})
				}},
			{call: "battle.join", ids: []string{"card"}, own: unknownID, owner: append(gone, protocol.CodeBattleGone),
				ask: func(id string) request {
					return post("/api/battle/1/join", fields{"seat": -1, "priceCents": k.box.PriceCents, "card": id})
				}},
		}
	}
	room := c.battleOf(c.join("q"), k.box)
	own := list(protocol.OK, protocol.CodeVoucherTarget)
	return []recipe{
		{call: "battle.create", ids: []string{"card"}, own: c.give(k.owner, prize.Competition, 1), owner: own,
			other: list(protocol.CodeVoucherGone),
			ask: func(id string) request {
				return post("/api/battle/create", fields{"boxes": []int{k.box.ID}, "seats": 3, "mode": "normal",
					"private": true, "priceCents": k.box.PriceCents, "card": id})
			}},
		{call: "battle.join", ids: []string{"card"}, own: c.give(k.owner, prize.Competition, 1), owner: own,
			other: list(protocol.CodeVoucherGone),
			ask: func(id string) request {
				return post(at("/api/battle/%s/join", room.BattleID), fields{"seat": -1, "code": room.Code,
					"priceCents": k.box.PriceCents, "card": id})
			}},
	}
}

// battleRaces: no player has two seats in a room.
func (c *check) battleRaces() {
	k, p := c.people(), c.join("r")
	join := func() func(string) request {
		room := c.battleOf(c.join("q"), k.box)
		return func(key string) request {
			return request{method: "POST", path: at("/api/battle/%s/join", room.BattleID), key: key,
				body: fields{"seat": -1, "code": room.Code, "priceCents": k.box.PriceCents}}
		}
	}
	c.once(p, "battle join", join(), join(), protocol.CodeBattleJoined)
}
