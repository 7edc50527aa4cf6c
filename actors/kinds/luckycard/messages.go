package luckycard

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of the rooms in the directory and the store; the id is the decimal room id.
const Kind = "luckycard"

// Create opens a room of the house; send it with Open, which allocates the id. The answer is a Created.
type Create struct {
	Key  string
	Deck Deck
}

// Created is the answer to Create.
type Created struct{ ID store.RoomID }

// Flip turns the card at a place. PriceCents is the price that the client saw, which is another after each
// flip. The answer is a Flipped.
type Flip struct {
	Key        string
	Player     store.PlayerID
	Place      int
	PriceCents int64
}

// Flipped is the answer to Flip: the item is the player's.
type Flipped struct {
	Flip    protocol.LuckycardFlip
	Item    store.ItemID
	Opening fairness.Opening
	Over    bool // it was the top prize
}

// View asks for the room. The answer is a protocol.LuckycardSnapshot.
type View struct{}

// Errors of the rules.
var (
	ErrGone  = apierr.New(protocol.CodeLuckycardGone)
	ErrTaken = apierr.New(protocol.CodeLuckycardTaken)
	ErrOver  = apierr.New(protocol.CodeLuckycardOver)
	ErrWait  = apierr.New(protocol.CodeLuckycardWait)
	ErrPlace = apierr.New(protocol.CodeLuckycardPlace)
)
