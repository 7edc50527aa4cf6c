package playthrough

import (
	"cmp"
	"maps"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/room"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// KindRealName is the op kind of what a real name brings (server/httpapi, POST /api/user/auth/card).
const KindRealName = "player.realName"

// gift is what of an op was given: gems that the house gave for nothing, and items at their values.
type gift struct{ items bool }

// gifts are the kinds of ops that give, outside of rooms. An op of any other kind raises nothing.
var gifts = map[string]gift{
	sign.KindClaim:        {items: true},
	taskbox.KindClaim:     {items: true},
	benefit.KindClaim:     {items: true},
	props.KindGive:        {items: true},
	player.KindOpenTokens: {items: true}, // the season's
	player.KindExchange:   {items: true}, // fragments are only ever given
	vip.KindClaim:         {},
	promotion.KindPay:     {},
	ranking.KindSettle:    {},
	KindRealName:          {},
	payment.KindCredit:    {}, // the bonus of a tier and of a level; what was bought is the player's own
	player.KindUpgrade:    {}, // what the day's activity gives beside it
}

// Gifts are the kinds of ops outside of rooms that ask for play.
func Gifts() []string { return slices.Sorted(maps.Keys(gifts)) }

// Given is what an op gives each player, ascending by player.
func Given(kinds room.Specs, op *store.Op) []store.AccountBalance {
	what, gives := gifts[op.Kind]
	from := store.Bonus
	for _, k := range kinds {
		if k.Pool != nil && k.Pool.Pay == op.Kind && op.Room != nil {
			from, gives = store.RoomEscrow(op.Room.Room), true
		}
	}
	if byWishCards(op) {
		what.items, gives = true, true
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
		if what.items && !it.Def.Voucher() && it.ValueCents > 0 {
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
