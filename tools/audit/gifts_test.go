package audit

import (
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/operators"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/season"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	bots "jadebox/server/delivery"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/archive"
	"jadebox/store/backup"
)

const (
	ownStake  = "what comes of it was staked for, or is staked by it"
	ownPrice  = "the player gives gems or items for it"
	ownMoney  = "it moves what the player has paid in, or R$ of their own"
	noValue   = "it moves nothing of value"
	onlyTakes = "it only takes"
	ownThings = "it moves items that the player has already"
)

// asksNothing are the kinds of ops of no gift that no play is asked for, each with the reason; those of gifts stand
// with them (playthrough.Gifts).
var asksNothing = map[string]string{
	player.KindOpen:        ownStake,
	player.KindSell:        ownThings,
	player.KindTrade:       ownPrice,
	player.KindBuy:         ownPrice,
	player.KindGiveBack:    onlyTakes,
	player.KindName:        noValue,
	archive.KindWritten:    noValue,
	archive.KindDropped:    noValue,
	backup.KindTakenOver:   noValue,
	player.KindUseVoucher:  "what it lowers is a price, and what it opens again is a claim, which asks",
	"box.void":             noValue,
	promotion.KindBack:     onlyTakes,
	payment.KindOrder:      noValue,
	payment.KindBegun:      noValue,
	payment.KindFailed:     noValue,
	payment.KindPayer:      noValue,
	payment.KindRefused:    noValue,
	payment.KindEvent:      noValue,
	store.KindReversed:     noValue,
	store.KindRecovered:    onlyTakes,
	payment.KindRestored:   "it gives back what was taken; what a bonus among it asked for is not lowered when it is taken",
	payment.KindRequest:    ownMoney,
	payment.KindApprove:    ownMoney,
	payment.KindPaid:       ownMoney,
	payment.KindRefund:     ownMoney,
	mall.KindStock:         "it puts up the house's items",
	delivery.KindRequest:   ownThings,
	delivery.KindApprove:   noValue,
	delivery.KindAsk:       noValue,
	delivery.KindShip:      ownThings,
	delivery.KindFail:      ownThings,
	delivery.KindCancel:    ownThings,
	delivery.KindRelease:   ownThings,
	limits.KindBegin:       noValue,
	limits.KindSet:         noValue,
	limits.KindPayer:       noValue,
	limits.KindSuspend:     noValue,
	limits.KindLift:        noValue,
	limits.KindSupport:     noValue,
	"seed.open":            noValue,
	"seed.reveal":          noValue,
	"seed.rotate":          noValue,
	"beacon.anchor":        noValue,
	"odds.publish":         noValue,
	season.KindCycle:       noValue,
	store.KindRules:        noValue,
	playthrough.KindWaive:  "it asks for less play",
	bots.KindTrade:         noValue,
	operators.KindRoster:   noValue,
	operators.KindAct:      noValue,
	operators.KindAsk:      noValue,
	operators.KindApprove:  noValue,
	operators.KindRoles:    noValue,
	operators.KindDaySum:   noValue,
	publiclog.KindHeads:    noValue,
	publiclog.KindRestored: noValue,

	"battle.create":  "the entry is a stake; what a battle card pays of it is not asked for yet",
	"battle.join":    "the entry is a stake; what a battle card pays of it is not asked for yet",
	"battle.leave":   "what it gives back is asked for again as a stake",
	"battle.settle":  "what was won was staked for, and the cent of who loses is a part of the game",
	"battle.void":    "what it gives back is asked for again as a stake",
	"roll.create":    "who makes the room gives the prizes",
	"roll.edit":      noValue,
	"roll.join":      noValue,
	"roll.settle":    "lots are not asked for (docs/rules.md)",
	"roll.void":      "prizes go back to who gave them",
	"rain.create":    "it fills the pool, and the claims ask",
	"luckycard.flip": ownStake,
	"luckycard.void": noValue,
	"wish.take":      ownStake,
	"wish.draw":      "gems have paid for the prize; where wish cards have, it asks (playthrough.Given)",
	"wish.void":      "what it gives back is asked for again as a stake",
}

func TestEveryKindOfOpAsksForPlayOrHasAReasonNotTo(t *testing.T) {
	known := map[string]bool{}
	for kind := range rules {
		known[kind] = true
	}
	pools := map[string]bool{}
	for _, spec := range kinds.All {
		for _, op := range spec.Ops {
			known[op.Kind] = true
		}
		if spec.Pool != nil {
			known[spec.Pool.Fill], known[spec.Pool.Pay], pools[spec.Pool.Pay] = true, true, true
		}
	}
	for kind := range known {
		_, given := playthrough.GiftOf(kind)
		asks := given || pools[kind]
		switch why, free := asksNothing[kind]; {
		case asks && free:
			t.Errorf("%s is given, and said to give nothing: %s", kind, why)
		case !asks && !free:
			t.Errorf(
				"%s gives, or gives nothing? it is neither in Gifts of actors/rewards/playthrough nor in asksNothing",
				kind)
		case free && why == "":
			t.Errorf("%s has no reason", kind)
		}
	}
	for kind := range asksNothing {
		if !known[kind] {
			t.Errorf("%s is no kind of op", kind)
		}
	}
	for _, g := range playthrough.Gifts {
		if !known[g.Kind] {
			t.Errorf("%s is given, and no rule of the auditor knows it", g.Kind)
		}
	}
}
