package audit

import (
	"context"
	"errors"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// claim checks the consistency of a gift that comes once for a player, activity and period (playthrough.Gifts: Once):
// under the key of what it is given for, what its result says, and once more only where a reset voucher was used for
// it. That a key has one effect is invariant 4; packets of rains are invariant 7. A commission goes back, once, when it
// was paid and its recharge was taken back by the provider.
func (c *replay) claim(e *store.JournalEntry) {
	if e.Kind == promotion.KindBack {
		if back, err := promotion.Read(e.OpRecord); err != nil || !promotion.Right(&e.Op) {
			c.notAsSaid(e)
		} else {
			c.backs = append(c.backs, backClaim{e.ID, e.Player, back})
		}
		return
	}
	g, _ := playthrough.GiftOf(e.Kind)
	if g.Once == nil {
		return
	}
	switch reset, ok := g.Once(&e.Op); {
	case !ok:
		c.notAsSaid(e)
	case reset != "":
		c.again = append(c.again, againClaim{e.ID, e.Player, reset})
	}
}

func (c *replay) notAsSaid(e *store.JournalEntry) {
	c.report.violate(Claims, "op %d (%s): player %d was given %v and %d items under %q: %s", e.ID, e.Kind, e.Player,
		e.Postings, len(e.NewItems), e.Key, e.Result)
}

// againClaim is a gift that was taken once more, and the key under which a reset voucher must have been used for
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
