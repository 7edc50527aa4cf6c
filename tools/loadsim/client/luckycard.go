package client

import "jadebox/protocol"

// FlipCard is the body of POST /api/luckycard/room/{id}/flip.
type FlipCard struct {
	Place      int   `json:"place"`
	PriceCents int64 `json:"priceCents"`
}

// FlippedCard answers FlipCard.
type FlippedCard struct {
	Flip   protocol.LuckycardFlip `json:"flip"`
	ItemID string                 `json:"itemId"`
	Over   bool                   `json:"over"`
}

// PathDecks are the open rooms.
const PathDecks = "/api/luckycard/rooms"

// PathDeck is a lucky-card room.
func PathDeck(id string) string { return "/api/luckycard/room/" + id }

// PathFlip turns a card.
func PathFlip(id string) string { return PathDeck(id) + "/flip" }
