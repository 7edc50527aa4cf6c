package audit

import (
	"maps"
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
	ownPrice  = "the player gives gems or items for it"
	ownMoney  = "it moves what the player has paid in, or R$ of their own"
	onlyTakes = "it only takes"
	ownThings = "it moves items that the player has already"
)

// asksNothing are the kinds of ops of no gift and of no room that no play is asked for, each with the reason; those of
// gifts stand with them (playthrough.Gifts), those of rooms with what is audited of their kind (unasked).
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
}

func TestEveryKindOfOpAsksForPlayOrHasAReasonNotTo(t *testing.T) {
	known, free := map[string]bool{}, maps.Clone(asksNothing)
	for kind := range rules {
		known[kind] = true
	}
	pools := map[string]bool{}
	for _, spec := range kinds.All {
		for kind, why := range kindsAudited[spec.Kind].unasked {
			if free[kind] != "" {
				t.Errorf("%s has a reason not to ask for play twice", kind)
			}
			free[kind] = why
		}
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
		switch why, unasked := free[kind]; {
		case asks && unasked:
			t.Errorf("%s is given, and said to give nothing: %s", kind, why)
		case !asks && !unasked:
			t.Errorf("%s gives, or gives nothing? it is not in Gifts of actors/rewards/playthrough, and neither "+
				"unasked of its kind of room (audited) nor asksNothing says why not", kind)
		case unasked && why == "":
			t.Errorf("%s has no reason", kind)
		}
	}
	for kind := range free {
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
