package wish

import (
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of the rooms in the directory and the store; the id is the decimal room id.
const Kind = "wish"

// Setup is what a room is opened with.
type Setup struct {
	Name        string
	Def         store.DefID
	PrizeCents  int64
	Bottles     int
	CardNum     int64 // wish cards for a bottle, or 0
	BottleCents int64 // gems for a bottle, or 0
	Life        time.Duration
}

// Create opens a room of the house; send it with Open, which allocates the id. The answer is a Created.
type Create struct {
	Key   string
	Setup Setup
}

// Created is the answer to Create.
type Created struct{ ID store.RoomID }

// Words of Take.Pay.
const (
	PayWishCards = "cards"
	PayGems      = "gems"
)

// Take takes the bottles of these numbers or, when there are none, Count bottles by chance. Pay and the prices are
// those of a bottle that the client saw. The answer is a Taken.
type Take struct {
	Key         string
	Player      store.PlayerID
	Bottles     []int32
	Count       int
	Pay         string
	CardNum     int64
	BottleCents int64
}

// Taken is the answer to Take.
type Taken struct {
	Bottles []protocol.WishBottle
	Room    protocol.WishSnapshot
}

// View asks for the room. The answer is a protocol.WishSnapshot.
type View struct{}

// Errors of the rules.
var (
	ErrGone    = apierr.New(protocol.CodeWishGone)
	ErrTaken   = apierr.New(protocol.CodeWishTaken)
	ErrCap     = apierr.New(protocol.CodeWishCap)
	ErrClosed  = apierr.New(protocol.CodeWishClosed)
	ErrBottles = apierr.New(protocol.CodeWishBottles)
	ErrPay     = apierr.New(protocol.CodeWishPay)
	ErrRequest = apierr.Invalid(protocol.CodeBadRequest, "pay",
		"neither gems nor cards, or not as many as there are bottles")
)
