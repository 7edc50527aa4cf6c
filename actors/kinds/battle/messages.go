package battle

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of battles in the directory and the store; the id is the decimal room id.
const Kind = "battle"

// Setup is what a host chooses: one box a round, 2–4 seats, a mode of protocol.Mode….
type Setup struct {
	Boxes   []store.BoxID
	Seats   int
	Mode    string
	Private bool
}

// Create opens a room; send it with Open, which allocates the id. PriceCents is the entry that the host saw. The answer
// is a Created.
type Create struct {
	Key        string
	Host       store.PlayerID
	Setup      Setup
	PriceCents int64
	Voucher    store.ItemID // that pays the entry up to its worth; 0: none
}

// Created is the answer to Create. Code is "" for a public room.
type Created struct {
	ID   store.RoomID
	Code string
}

// Join takes a seat (-1 = any) and pays the entry. The answer is a protocol.BattleSnapshot as the player sees it.
type Join struct {
	Key        string
	Player     store.PlayerID
	Seat       int
	Code       string
	PriceCents int64
	Voucher    store.ItemID // that pays the entry up to its worth; 0: none
}

// Leave gives the seat back before the roster locks and refunds the entry. The answer is a protocol.BattleSnapshot.
type Leave struct {
	Key    string
	Player store.PlayerID
}

// AddBots seats house bots (Seat -1 = on every free seat), by the host, after the waiting time. The answer is a
// protocol.BattleSnapshot.
type AddBots struct {
	Key    string
	Player store.PlayerID
	Seat   int
}

// View asks for the room as the viewer may see it. The answer is a protocol.BattleSnapshot.
type View struct {
	Viewer store.PlayerID // 0 = visitor
	Code   string
}

// Errors of the rules.
var (
	ErrFull    = apierr.New(protocol.CodeBattleFull)
	ErrStarted = apierr.New(protocol.CodeBattleStarted)
	ErrJoined  = apierr.New(protocol.CodeBattleJoined)
	ErrCode    = apierr.New(protocol.CodeBattleCode)
	ErrLeave   = apierr.New(protocol.CodeBattleLeave)
	ErrHost    = apierr.New(protocol.CodeBattleHost)
	ErrBots    = apierr.New(protocol.CodeBattleBots)
	ErrGone    = apierr.New(protocol.CodeBattleGone)
	ErrSeat    = apierr.New(protocol.CodeBattleSeat)
)
