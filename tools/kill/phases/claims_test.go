//go:build linux

package phases

import (
	"slices"
	"testing"

	actor "jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/shop/payment"
)

// killedAt are the phases at which the server dies while a gift is under way, by the kind of op that gives it.
var killedAt = map[string][]string{
	sign.KindClaim: {inFlight("sign.claim"), inFlight("sign.month")},
	taskbox.KindClaim: {inFlight("task.open"), inFlight("task.give"), inFlight("task.again"), inFlight("welcome.open"),
		inFlight("welcome.gift")},
	benefit.KindClaim:    {inFlight("week.claim")},
	actor.KindOpenTokens: {inFlight("active.open")},
	actor.KindUpgrade:    {inFlight("upgrade.play")},
	active.KindClaim:     {inFlight("active.receive")},
	active.KindAssist:    {inFlight("active.assist")},
	wishtree.KindClaim:   {inFlight("wish.claim")},
	vip.KindClaim:        {inFlight("vip.claim")},
	promotion.KindPay:    {"promotion.pay to come"},
	payment.KindCredit:   {inFlight("pay.webhook")},
}

// killedElsewhere are gifts that are under way at no crash point here, with why.
var killedElsewhere = map[string]string{
	props.KindGive:           "a follower gives it under a key of the op that it is for, whatever it did before it died",
	ranking.KindSettle:       "once a day, which ends in no cycle here, under one key of board and day",
	playthrough.KindRealName: "once in an account's life, under one key; a demo's players have no registry to ask",
	actor.KindExchange:       "an op of the player's actor alone, as item.trade is, which is under way at a crash point",
}

func TestEveryGiftIsUnderWayWhenTheServerIsKilled(t *testing.T) {
	hit := Phases("")
	for _, g := range playthrough.Gifts {
		kind := g.Kind
		phases, here := killedAt[kind]
		if _, there := killedElsewhere[kind]; here == there {
			t.Errorf("%s is a gift: tools/kill kills the server while it is under way, or says why not", kind)
		}
		for _, phase := range phases {
			if !slices.Contains(hit, phase) {
				t.Errorf("%s is said to be killed at %q, which is no phase", kind, phase)
			}
		}
	}
	if n := len(killedAt) + len(killedElsewhere) - len(playthrough.Gifts); n != 0 {
		t.Errorf("%d kinds of ops are listed here and are no gifts", n)
	}
}
