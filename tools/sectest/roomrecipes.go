package sectest

import (
	"sync"
	"time"

	"jadebox/protocol"
)

// roomRecipes are those of each kind of room. A call of a kind that is missing here is named by whoever reads the
// document (see recipes).
var roomRecipes = []func(*check, *scenario) []recipe{
	(*check).battleRecipes, (*check).rollRecipes, (*check).wishRecipes, (*check).luckycardRecipes, (*check).rainRecipes,
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
		return recipe{call: call, ids: []string{"id"}, own: own, owner: list(owner), other: list(other), visitor: list(other),
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
	made := recipe{call: "battle.create", ids: []string{"boxes"}, own: at("%d", k.box.ID), unknown: "32767", free: true, owner: list(protocol.OK),
		ask: func(id string) request { return post("/api/battle/create", create([]any{number(id)}, true)) }}
	return []recipe{
		do("battle.view", "/api/battle/%s", private, nil, protocol.OK, protocol.CodeBattleCode),
		do("battle.join", "/api/battle/%s/join", private, fields{"seat": -1, "priceCents": entry}, protocol.CodeBattleJoined, protocol.CodeBattleCode),
		young(do("battle.bots", "/api/battle/%s/bots", "", fields{"seat": -1}, protocol.CodeBattleBots, protocol.CodeBattleHost)),
		young(do("battle.invite", "/api/battle/%s/invite", "", fields{"player": "nobody99"}, protocol.CodeInviteWho, protocol.CodeInviteRoom)),
		{call: "battle.invite", ids: []string{"player"}, own: k.owner.name, owner: list(protocol.CodeInviteWho, protocol.CodeInviteRoom, protocol.CodeInvitePause), other: list(protocol.CodeInviteRoom),
			ask: func(id string) request { return post(at("/api/battle/%s/invite", open()), fields{"player": id}) }},
		young(do("battle.inviteAll", "/api/battle/%s/invite/all", "", fields{}, protocol.OK, protocol.CodeInviteRoom)),
		do("battle.again", "/api/battle/%s/again", private, fields{}, protocol.OK, protocol.CodeBattleCode),
		young(do("battle.leave", "/api/battle/%s/leave", "", fields{}, protocol.OK, protocol.CodeBattleGone)),
		{call: "share.battle", ids: []string{"picture"}, own: private, hidden: true, ask: func(id string) request { return get(at("/share/battle/%s.png", id)) }},
		{call: "share.result", ids: []string{"picture"}, own: "battle-" + private, hidden: true, ask: func(id string) request { return get(at("/share/result/%s.png", id)) }},
		made,
	}
}

// rollRecipes have a draft, which is its host's alone, and a published room, which is everybody's.
func (c *check) rollRecipes(k *scenario) []recipe {
	setup := func(items ...string) fields {
		f := fields{"name": "Friday", "joinType": "roll_join_open", "openAtMs": time.Now().Add(time.Hour).UnixMilli(), "gemsCents": []int64{200, 100}}
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
		return recipe{call: call, ids: []string{"id"}, own: own, as: k.host, owner: list(owner), other: other, visitor: other,
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
		do("roll.view", "/api/roll/room/%s", shown, nil, protocol.OK, protocol.OK), do("roll.joined", "/api/roll/room/%s/joined", shown, nil, protocol.OK, protocol.OK),
		do("roll.view", "/api/roll/room/%s", hidden, nil, protocol.OK, gone), do("roll.joined", "/api/roll/room/%s/joined", hidden, nil, protocol.OK, gone),
		do("studio.setup", "/api/studio/roll/%s", hidden, nil, protocol.OK, gone, not),
		do("studio.edit", "/api/studio/roll/%s/edit", hidden, setup(), protocol.OK, gone, not),
		{call: "studio.edit", ids: []string{"items"}, own: given, as: k.host, owner: list(protocol.OK), other: list(gone, not),
			ask: func(id string) request { return post(at("/api/studio/roll/%s/edit", hidden), setup(id)) }},
		{call: "studio.create", ids: []string{"items"}, own: another, as: k.host, owner: list(protocol.OK, protocol.CodeItemForeign), other: list(protocol.CodeItemForeign, not),
			ask: func(id string) request { return post("/api/studio/roll/create", setup(id)) }},
		do("studio.passwords", "/api/studio/roll/%s/passwords", hidden, fields{"count": 1}, protocol.CodeRollState, gone, not),
		do("studio.publish", "/api/studio/roll/%s/publish", hidden, fields{}, protocol.OK, gone, not),
		{call: "roll.join", ids: []string{"roomId"}, own: shown, as: k.host, free: true, moves: true, owner: list(protocol.CodeRollHost), other: list(protocol.OK),
			ask: func(id string) request { return post("/api/roll/room/join/room", fields{"roomId": id}) }},
		do("studio.cancel", "/api/studio/roll/%s/cancel", hidden, fields{}, protocol.OK, protocol.CodeRollHost, gone, not),
	}
}

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
		{call: "wish.view", ids: []string{"id"}, own: wish.ID, owner: list(protocol.OK), ask: func(id string) request { return get("/api/wish/" + id) }},
		{call: "wish.take", ids: []string{"id"}, own: wish.ID, owner: list(protocol.CodePriceChanged, protocol.CodeWishPay),
			ask: func(id string) request {
				return post(at("/api/wish/%s/take", id), fields{"bottles": []int{1}, "pay": "gems", "cardNum": 0, "bottleCents": wish.BottleCents + 1})
			}},
	}
}

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
		{call: "luckycard.view", ids: []string{"id"}, own: deck.ID, owner: list(protocol.OK), ask: func(id string) request { return get("/api/luckycard/room/" + id) }},
		{call: "luckycard.flip", ids: []string{"id"}, own: deck.ID, owner: list(protocol.CodeLuckycardPrice),
			ask: func(id string) request {
				return post(at("/api/luckycard/room/%s/flip", id), fields{"place": 1, "priceCents": deck.PriceCents + 1})
			}},
	}
}

// rainRecipes name packets of nobody: those that fall are claimed by the tests "200 at once".
func (c *check) rainRecipes(*scenario) []recipe {
	return []recipe{{call: "rain.claim", ids: []string{"round", "packet"}, own: "1", owner: list(protocol.CodeRainOver, protocol.CodeRainPacket),
		ask: func(id string) request { return post("/api/activity/red/claim", fields{"round": id, "packet": id}) }}}
}
