// Package statement says under which name a player's statement lists an op: everything that changed what the player
// owns, whoever made the op (store.OpQuery.Others). The names are a closed list, so that the statement adds up to the
// balances: an op of a kind that is not here and moves a player's money is a violation that the auditor reports.
//
// Deliberately absent: the names' words, which the edge has for the names here and each kind of room for its own.
package statement

import (
	"maps"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/room"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// others are the kinds of ops outside of rooms, by the name that lists them. Those that are named as texts are made
// above this floor: the gift of a new account, and what a demo and the tools give where a site is tried out.
var others = map[string][]string{
	"open":     {player.KindOpen, player.KindVoid},
	"upgrade":  {player.KindUpgrade},
	"sell":     {player.KindSell},
	"trade":    {player.KindTrade},
	"mall":     {player.KindBuy},
	"exchange": {player.KindExchange},
	"retrieve": {delivery.KindRequest, delivery.KindCancel, delivery.KindFail, delivery.KindRelease},
	"drop":     {props.KindGive},
	"pay":      {payment.KindCredit, store.KindRecovered, payment.KindRestored},
	"withdraw": {payment.KindRequest, payment.KindRefund},
	"bonus": {"player.welcome", player.KindUseVoucher, playthrough.KindRealName, sign.KindClaim, taskbox.KindClaim,
		benefit.KindClaim, vip.KindClaim, promotion.KindPay, promotion.KindBack, ranking.KindSettle,
		player.KindGiveBack,
		"demo.credit", "loadsim.welcome", "loadsim.real", "loadsim.resets", "sectest.fund", "sectest.give"},
	"active": {active.KindClaim, active.KindAssist, player.KindOpenTokens},
}

// Names are the kinds of ops of a site, by name.
type Names struct {
	kinds map[string][]string
	named map[string]string
}

// NamesOf adds the ops of rooms, which their kinds name.
func NamesOf(specs room.Specs) Names {
	n := Names{kinds: maps.Clone(others), named: map[string]string{}}
	for _, k := range specs {
		for _, op := range k.Ops {
			n.kinds[op.Record] = append(slices.Clone(n.kinds[op.Record]), op.Kind)
		}
	}
	for name, kinds := range n.kinds {
		for _, kind := range kinds {
			n.named[kind] = name
		}
	}
	return n
}

// All are the names, sorted.
func (n Names) All() []string { return slices.Sorted(maps.Keys(n.kinds)) }

// Kinds are the kinds of ops under a name, or with "" under any.
func (n Names) Kinds(name string) []string {
	if name == "" {
		return slices.Sorted(maps.Keys(n.named))
	}
	return n.kinds[name]
}

// Of is the name of a kind of op; "" for none.
func (n Names) Of(kind string) string { return n.named[kind] }

// Moves reports whether an op changes the balance of a player, or what is in a backpack. The lock of a player's
// limits is in none: it passes with every play, and no list shows it.
func Moves(op *store.Op) bool {
	moves, items := limits.WithoutLock(op)
	bagged := func(p store.ItemPlace) bool { return p.Owner > 0 && p.Status == store.ItemInBackpack }
	return slices.ContainsFunc(op.Deltas(), func(d store.AccountBalance) bool {
		return d.Cents != 0 && d.Account.OfPlayer()
	}) ||
		slices.ContainsFunc(items, func(n store.NewItem) bool { return n.Owner > 0 && !n.Def.Voucher() }) ||
		slices.ContainsFunc(moves, func(m store.ItemMove) bool { return bagged(m.From) != bagged(m.To) })
}
