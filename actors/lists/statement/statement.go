// Package statement says under which name a player's statement lists an op: everything that changed what the player
// owns, whatever made the op (store.OpQuery.Others). The names are a closed list, so that the statement adds up to the
// balances: an op of a kind that is not here and moves a player's money is a violation that the auditor reports.
//
// Deliberately absent: the names' words, which the edge has for the names here and each kind of room for its own.
package statement

import (
	"maps"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/room"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// others are the kinds of ops outside of rooms, by the name that lists them, but for gifts, which say theirs
// (playthrough.Gifts). Those that are named as texts are made above this floor: the gift of a new account, and what a
// demo and the tools give where a site is tried out.
var others = map[string][]string{
	"open":     {player.KindOpen, player.KindVoid},
	"sell":     {player.KindSell},
	"trade":    {player.KindTrade},
	"mall":     {player.KindBuy},
	"retrieve": {delivery.KindRequest, delivery.KindCancel, delivery.KindFail, delivery.KindRelease},
	"pay":      {store.KindRecovered, payment.KindRestored},
	"withdraw": {payment.KindRequest, payment.KindRefund},
	"bonus": {"player.welcome", player.KindUseVoucher, promotion.KindBack, player.KindGiveBack,
		"demo.credit", "loadsim.welcome", "loadsim.real", "loadsim.resets", "sectest.fund", "sectest.give"},
}

// Names are the kinds of ops of a site, by name.
type Names struct {
	kinds map[string][]string
	named map[string]string
}

// NamesOf adds gifts, and the ops of rooms, which their kinds name.
func NamesOf(specs room.Specs) Names {
	n := Names{kinds: maps.Clone(others), named: map[string]string{}}
	for _, g := range playthrough.Gifts {
		if g.Record != "" {
			n.kinds[g.Record] = append(slices.Clone(n.kinds[g.Record]), g.Kind)
		}
	}
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
