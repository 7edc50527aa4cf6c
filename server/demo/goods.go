package demo

import (
	"context"

	"jadebox/store"
)

// tradeTokens are what the demo's own accounts have in their trade links: the sandbox's bot ships to the first and the
// third, and fails for the second, so that both can be seen.
var tradeTokens = map[string]string{"demo01": "shipDEMO", "demo02": "failDEMO", "streamer1": "shipDEMO"}

// seedTradeLinks gives them to players who have none.
func seedTradeLinks(ctx context.Context, to Store) error {
	for name, token := range tradeTokens {
		p, err := to.PlayerByName(ctx, name)
		if err != nil {
			return err
		}
		contact, err := to.Contact(ctx, p.ID)
		if err != nil {
			return err
		}
		if contact.TradeURL != "" {
			continue
		}
		link := "https://steamcommunity.com/tradeoffer/new/?partner=1&token=" + token
		if err := to.SetContact(ctx, p.ID, store.ContactChange{TradeURL: &link}); err != nil {
			return err
		}
	}
	return nil
}
