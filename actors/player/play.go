package player

import (
	"strings"

	"jadebox/actors/player/limits"
	"jadebox/store"
)

// rewards reports whether an op gives what was not paid for.
func rewards(op *store.Op) bool { return strings.HasPrefix(op.Kind, GrantKinds) }

// plays reports whether an op stakes or draws something. It names what is none, so that a way to spend that comes
// later is held to the player's promises by default.
func plays(op *store.Op, who store.PlayerID) bool {
	switch {
	case op.Kind == KindSell, op.Kind == KindUseVoucher, op.Kind == KindGiveBack:
		return false
	case op.Nonce != nil:
		return true
	}
	for _, d := range op.Deltas() {
		if d.Cents < 0 && d.Account.Owner() == int64(who) && own(d.Account.Class()) {
			return true
		}
	}
	for _, m := range op.Moves {
		if m.From.Owner == who && (m.To.Owner != who || m.To.Status == store.ItemUpgraded ||
			m.To.Status == store.ItemReplaced) {
			return true
		}
	}
	return false
}

// own are the balances that are played with: R$ is paid out.
func own(class uint8) bool {
	switch class {
	case store.ClassPlayerGems, store.ClassPlayerWishCards, store.ClassPlayerFragments, store.ClassPlayerTokens:
		return true
	}
	return false
}

// Summed are the kinds of ops of which most of what is played is: each is over at once, in no room, and Played says the
// same of it whenever it is asked.
var Summed = []string{KindOpen, KindUpgrade, KindTrade, KindBuy}

// Played is what an op of a player was as play, for the player's limits: gems paid, stakes, and what came of it.
// Wish cards, fragments, tokens and vouchers are gifts, and count neither when they are used nor in what they win. What
// a debt takes back is no play: what those gems were spent on has counted.
func Played(op *store.Op) (limits.Entry, bool) {
	e := limits.Entry{At: op.At}
	var gems, escrow int64
	for _, d := range op.Deltas() {
		switch {
		case d.Account == store.PlayerGems(op.Player):
			gems = d.Cents
		case op.Room != nil && d.Account == store.RoomEscrow(op.Room.Room):
			escrow = d.Cents
		}
	}
	switch {
	case op.Player == 0, op.Kind == KindGiveBack, op.Kind == store.KindRecovered:
		return e, false
	case op.Kind == KindUpgrade:
		u, err := ReadUpgraded(0, op.Result)
		if err != nil {
			return e, false
		}
		e.SpendCents, e.RiskCents = u.GemsCents, u.StakeCents()
		if u.Won {
			e.WonCents = u.TargetCents
		}
	case op.Kind == KindTrade: // what became an item is spent as in the mall, and lost is what its price has on top
		t, err := ReadTraded(0, op.Result)
		if err != nil {
			return e, false
		}
		e.SpendCents, e.RiskCents = max(0, -gems), -gems-t.TargetCents
		for _, it := range t.Items {
			e.RiskCents += it.ValueCents
		}
	case escrow != 0 && gems != 0:
		e.SpendCents, e.RiskCents, e.Room = -gems, -gems, op.Room.Room
	case gems < 0:
		e.SpendCents, e.RiskCents = -gems, -gems
		for _, it := range op.NewItems {
			if it.Owner == op.Player && !it.Def.Voucher() {
				e.WonCents += it.ValueCents
			}
		}
	default:
		return e, false
	}
	return e, e.SpendCents != 0 || e.RiskCents != 0
}

// AtStake is what an op spends, and what of it can be lost. It does not look at what was drawn: a limit must not choose
// between results.
func AtStake(op *store.Op) (spendCents, riskCents int64) {
	e, _ := Played(op)
	if op.Kind == KindBuy { // there is no chance in it
		return e.SpendCents, max(0, e.RiskCents-e.WonCents)
	}
	return e.SpendCents, e.RiskCents
}
