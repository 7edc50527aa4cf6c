package playthrough

import (
	"cmp"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// KindRealName is the op kind of what a real name brings (server/httpapi, POST /api/user/auth/card).
const KindRealName = "player.realName"

// Gift is a kind of op outside of rooms by which the house gives. Whatever must know every gift reads Gifts: what asks
// for play (Given), the statement (actors/lists/statement), the auditor's invariant 5 and its list of what asks for no
// play (tools/audit), what a day costs (server/registry/economy) and where a server is killed (tools/kill).
type Gift struct {
	Kind   string
	Record string // the name under which a statement lists it; "": a kind of room names it
	// Items is set where its items are given, too; else only the gems that it takes from the bonus account are.
	Items bool
	// Unasked is why no play is asked for what it gives; "": it is asked for.
	Unasked string
	// Once reports whether the op has the one key of what it gives, and is what its own result says, and under which
	// key a reset voucher must have opened that once more ("": it is the first). Nil: Elsewhere says what keeps it to
	// its number.
	Once      func(op *store.Op) (reset string, ok bool)
	Elsewhere string
}

// unworthy is why nothing is asked for what cannot leave the house.
const unworthy = "it gives what leaves the house only through an op that asks: wish cards, fragments, tokens or vouchers"

// Gifts are all of them. What rooms give, their kinds say (room.Pool, room.Return).
var Gifts = []Gift{
	{Kind: sign.KindClaim, Record: "bonus", Items: true, Once: first(sign.Right)},
	{Kind: taskbox.KindClaim, Record: "bonus", Items: true, Once: taskbox.Right},
	{Kind: benefit.KindClaim, Record: "bonus", Items: true, Once: first(benefit.Right)},
	{Kind: vip.KindClaim, Record: "bonus", Once: first(vip.Right)},
	{Kind: promotion.KindPay, Record: "bonus", Once: first(promotion.Right)},
	{Kind: ranking.KindSettle, Record: "bonus", Elsewhere: "16 holds it to the key of its board and day"},
	{Kind: KindRealName, Record: "bonus", Elsewhere: "16 holds it to one for a card, and for a player"},
	{Kind: props.KindGive, Record: "drop", Items: true,
		Elsewhere: "16 holds it to the key of its order, or of its day and step"},
	{Kind: active.KindClaim, Record: "active", Unasked: unworthy, Once: first(active.Right)},
	{Kind: active.KindAssist, Record: "active", Unasked: unworthy, Once: first(active.Right)},
	{Kind: player.KindOpenTokens, Record: "active", Items: true, Elsewhere: "it comes as often as there are tokens"},
	{Kind: player.KindExchange, Record: "exchange", Items: true, // fragments are only ever given
		Elsewhere: "it comes as often as there are fragments"},
	{Kind: wishtree.KindClaim, Unasked: unworthy, Once: wishtree.Right},
	// The bonus of a tier and of a level; what was bought is the player's own.
	{Kind: payment.KindCredit, Record: "pay", Elsewhere: "13 holds it to one for an order"},
	// What the day's activity gives beside it.
	{Kind: player.KindUpgrade, Record: "upgrade", Elsewhere: "16 holds it to the number of the upgrade in its day that the op says"},
}

var byKind = func() map[string]Gift {
	m := map[string]Gift{}
	for _, g := range Gifts {
		m[g.Kind] = g
	}
	return m
}()

// first is Once of what no reset voucher opens again.
func first(right func(*store.Op) bool) func(*store.Op) (string, bool) {
	return func(op *store.Op) (string, bool) { return "", right(op) }
}

// GiftOf is the gift of a kind of op; false: it is none.
func GiftOf(kind string) (Gift, bool) {
	g, known := byKind[kind]
	return g, known
}

// Given is what an op gives each player, ascending by player.
func Given(kinds room.Specs, op *store.Op) []store.AccountBalance {
	what, gives := byKind[op.Kind]
	items, gives := what.Items, gives && what.Unasked == ""
	from := store.Bonus
	for _, k := range kinds {
		if k.Pool != nil && k.Pool.Pay == op.Kind && op.Room != nil {
			from, gives = store.RoomEscrow(op.Room.Room), true
		}
	}
	if byWishCards(op) {
		items, gives = true, true
	}
	if !gives {
		return nil
	}
	var list []store.AccountBalance
	add := func(who store.PlayerID, cents int64) {
		account := store.PlayerToPlay(who)
		i := slices.IndexFunc(list, func(b store.AccountBalance) bool { return b.Account == account })
		if i < 0 {
			i, list = len(list), append(list, store.AccountBalance{Account: account})
		}
		list[i].Cents += cents
	}
	for _, p := range op.Postings {
		if p.Debit == from && p.Credit.Class() == store.ClassPlayerGems {
			add(store.PlayerID(p.Credit.Owner()), p.AmountCents)
		}
	}
	for _, it := range op.NewItems {
		if items && !it.Def.Voucher() && it.ValueCents > 0 {
			add(it.Owner, it.ValueCents)
		}
	}
	slices.SortFunc(list, func(a, b store.AccountBalance) int { return cmp.Compare(a.Account, b.Account) })
	return list
}

// byWishCards reports whether an op of a room takes wish cards for what it gives. They are only ever given, so that
// what they pay for is a gift.
func byWishCards(op *store.Op) bool {
	return op.Room != nil && slices.ContainsFunc(op.Postings, func(p store.Posting) bool {
		return p.Debit == store.RoomWishCards(op.Room.Room)
	})
}

// Raise is how much more each player has to stake for what an op gives.
func (t Settings) Raise(kinds room.Specs, op *store.Op) (list []store.Posting) {
	for _, g := range Given(kinds, op) {
		if cents := t.Asks(g.Cents); cents > 0 {
			list = append(list, store.MoreToPlay(store.PlayerID(g.Account.Owner()), cents))
		}
	}
	return list
}

// Back is how many gems each player gets back of stakes by an op of a room: none by a kind that does not return them
// (room.OpKind.Returns).
func Back(kinds room.Specs, op *store.Op) map[store.PlayerID]int64 {
	if op.Room == nil || !kinds.Returns(op.Kind) {
		return nil
	}
	back := map[store.PlayerID]int64{}
	for _, p := range op.Postings {
		if p.Debit == store.RoomEscrow(op.Room.Room) && p.Credit.Class() == store.ClassPlayerGems {
			back[store.PlayerID(p.Credit.Owner())] += p.AmountCents
		}
	}
	return back
}

// TakenBack is what an op takes of gems that were given: a commission whose recharge was taken back, and the bonus of
// that recharge. They need not be played any more.
func TakenBack(op *store.Op) map[store.PlayerID]int64 {
	if op.Kind != promotion.KindBack && op.Kind != store.KindRecovered {
		return nil
	}
	back := map[store.PlayerID]int64{}
	for _, p := range op.Postings {
		if p.Debit.Class() == store.ClassPlayerGems && p.Credit == store.Bonus {
			back[store.PlayerID(p.Debit.Owner())] += p.AmountCents
		}
	}
	return back
}

// Lowered is how much less its player has to stake by an op; below 0 where it gave that back.
func Lowered(op *store.Op, who store.PlayerID) (cents int64) {
	for _, p := range op.Play {
		switch store.PlayerToPlay(who) {
		case p.Debit:
			cents += p.AmountCents
		case p.Credit:
			cents -= p.AmountCents
		}
	}
	return cents
}
