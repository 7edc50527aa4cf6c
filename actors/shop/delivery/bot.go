package delivery

import (
	"context"
	"errors"

	"jadebox/store"
)

// Bot hands items over on the game platform: the port to it.
type Bot interface {
	// Check asks whether items can be sent to a trade link now: ErrPrivate when its owner's inventory cannot be seen.
	// Any other error says nothing about the link.
	Check(ctx context.Context, tradeURL string) error
	// Trade makes the offer of an order and says how it stands. A key is one trade for ever: asked again, after a crash
	// too, the bot makes no second one. An error says that the bot could not be asked: it is asked again.
	Trade(ctx context.Context, o Offer) (State, error)
}

// ErrPrivate is what Check says of an inventory that cannot be seen.
var ErrPrivate = errors.New("delivery: the inventory is private")

// Offer is what the bot is asked to send.
type Offer struct {
	Key      string
	TradeURL string
	Items    []store.DefID
}

// State is how a trade stands.
type State string

const (
	Pending   State = "pending"
	Shipped   State = "shipped"
	Failed    State = "failed"    // nothing was handed over
	Declined  State = "declined"  // the player turned the offer down, or let it lapse
	Private   State = "private"   // the inventory cannot be seen
	Refused   State = "refused"   // by the reviewer: no bot says that
	Cancelled State = "cancelled" // by the player, before it was reviewed
)
