package audit

import (
	"context"
	"errors"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// claim checks a wish card of the wish tree: one, under the key of its player, task and day, and once more when a reset
// voucher was used for it. That a key has one effect is invariant 4; packets of rains are invariant 7.
//
// A commission is the share that its own result names, under the key of its order; a level's bonus goes to its player
// under that level's key. Both from the bonus account. A commission goes back there, once, when it was paid and its
// recharge was taken back by the provider. Tokens of the activity come from the house's, under the key of their step or
// of their friend's place, on the day that the key names. A sign-in and a week's benefit give what their results say,
// under the key of the day, milestone or week that they note.
func (c *replay) claim(e *store.JournalEntry) {
	switch e.Kind {
	case wishtree.KindClaim:
	case promotion.KindPay, promotion.KindBack:
		if !promotion.Right(&e.Op) {
			c.report.violate(Claims, "op %d: commission %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		} else if back, err := promotion.Read(e.OpRecord); err == nil && e.Kind == promotion.KindBack {
			c.backs = append(c.backs, backClaim{e.ID, e.Player, back})
		}
		return
	case taskbox.KindClaim:
		reset, right := taskbox.Right(&e.Op)
		switch {
		case !right:
			c.report.violate(Claims, "op %d (%s): player %d was given %v and %v under %q", e.ID, e.Kind, e.Player,
				e.Postings, e.NewItems, e.Key)
		case reset != "":
			c.again = append(c.again, againClaim{e.ID, e.Player, reset})
		}
		return
	case vip.KindClaim:
		if !vip.Right(&e.Op) {
			c.report.violate(Claims, "op %d: level bonus %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		}
		return
	case active.KindClaim, active.KindAssist:
		if !active.Right(&e.Op) {
			c.report.violate(Claims, "op %d: tokens %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		}
		return
	case sign.KindClaim:
		if !sign.Right(&e.Op) {
			c.report.violate(Claims, "op %d: sign-in of player %d brings %v and %d items under %q", e.ID, e.Player,
				e.Postings, len(e.NewItems), e.Key)
		}
		return
	case benefit.KindClaim:
		if !benefit.Right(&e.Op) {
			c.report.violate(Claims, "op %d: benefit %v of player %d under %q", e.ID, e.Postings, e.Player, e.Key)
		}
		return
	default:
		return
	}
	wishCard := []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(e.Player), AmountCents: 1}}
	reset, known := wishtree.Claims(e.Key, e.At)
	switch {
	case !known || !slices.Equal(e.Postings, wishCard):
		c.report.violate(Claims, "op %d: player %d claimed %v under %q", e.ID, e.Player, e.Postings, e.Key)
	case reset != "":
		c.again = append(c.again, againClaim{e.ID, e.Player, reset})
	}
}

// againClaim is a wish card that was taken once more, and the key under which a reset voucher must have been used for
// it.
type againClaim struct {
	op     store.OpID
	player store.PlayerID
	reset  string
}

// backClaim is a commission that its inviter gave back.
type backClaim struct {
	op     store.OpID
	player store.PlayerID
	promotion.Commission
}

// tookBack finds what a commission that went back was paid for. It may be from before the journal that was read.
func (c *replay) tookBack(ctx context.Context, view store.Snapshot) error {
	keyed := func(p store.PlayerID, key string) (store.OpRecord, error) {
		rec, err := view.Keyed(ctx, p, key)
		if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		return rec, err
	}
	for _, b := range c.backs {
		paid, err := keyed(b.player, promotion.PayKey(b.Invitee, b.Order))
		if err != nil {
			return err
		}
		credit, err := keyed(b.Invitee, payment.CreditKey(b.Order))
		if err != nil {
			return err
		}
		back, err := keyed(b.Invitee, payment.ReversedKey(b.Order))
		if err != nil {
			return err
		}
		was, err := promotion.Read(paid)
		if err != nil || was != b.Commission || paid.Kind != promotion.KindPay || credit.Kind != payment.KindCredit ||
			back.Kind != store.KindReversed {
			c.report.violate(Claims,
				"op %d: commission of player %d for order %d went back, which was not paid or not taken back", b.op,
				b.player, b.Order)
		}
	}
	return nil
}

// opened finds the reset vouchers of what was taken once more. They may be from before the journal that was read.
func (c *replay) opened(ctx context.Context, view store.Snapshot) error {
	for _, a := range c.again {
		rec, err := view.Keyed(ctx, a.player, a.reset)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		id, def, used := player.Resets(&rec)
		real := false
		if used {
			if err := view.Items(ctx, []store.ItemID{id}, func(it store.Item) error {
				real = it.Def == def && it.Def.Voucher() && it.Status == store.ItemReplaced
				return nil
			}); err != nil {
				return err
			}
		}
		if !real {
			c.report.violate(Claims, "op %d: player %d claimed once more, and no reset card was used under %q", a.op,
				a.player, a.reset)
		}
	}
	return nil
}
