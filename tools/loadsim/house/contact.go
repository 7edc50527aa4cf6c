package house

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"jadebox/store"
)

// Shopper makes an account one that may buy in the mall and retrieve: an unused real name, and a trade link
// whose token tells the sandbox's bot what to do.
func (h *House) Shopper(ctx context.Context, account, token string) error {
	p, err := h.db.PlayerByName(ctx, account)
	if err != nil {
		return err
	}
	link := "https://steamcommunity.com/tradeoffer/new/?partner=1&token=" + token
	if err := h.db.SetContact(ctx, p.ID, store.ContactChange{TradeURL: &link}); err != nil {
		return err
	}
	err = h.db.SetRealName(ctx, p.ID, store.SealedName{Sealed: []byte("nobody"), Index: sha256.Sum256([]byte(account)),
		At: time.Now()})
	if errors.Is(err, store.ErrConflict) { // of an earlier run
		return nil
	}
	return err
}
