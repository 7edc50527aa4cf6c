package battle

import (
	"jadebox/actors/fault"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name under which the directory and the store know battles; the id is the decimal room id.
const Kind = "battle"

// Setup is what a host chooses: one box a round, 2–4 seats, a mode of protocol.Mode….
type Setup struct {
	Boxes   []store.BoxID
	Seats   int
	Mode    string
	Private bool
}

// Create opens a room; send it with Open, which allocates the id. PriceCents is the entry that the host saw. The answer is
// a Created.
type Create struct {
	Key        string
	Host       store.PlayerID
	Setup      Setup
	PriceCents int64
	Card       store.ItemID // that pays the entry up to its worth; 0: none
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
	Card       store.ItemID // that pays the entry up to its worth; 0: none
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
	ErrFull    = fault.New(protocol.CodeBattleFull)
	ErrStarted = fault.New(protocol.CodeBattleStarted)
	ErrJoined  = fault.New(protocol.CodeBattleJoined)
	ErrCode    = fault.New(protocol.CodeBattleCode)
	ErrLeave   = fault.New(protocol.CodeBattleLeave)
	ErrHost    = fault.New(protocol.CodeBattleHost)
	ErrBots    = fault.New(protocol.CodeBattleBots)
	ErrSetup   = fault.New(protocol.CodeBattleSetup)
	ErrGone    = fault.New(protocol.CodeBattleGone)
	ErrSeat    = fault.New(protocol.CodeBattleSeat)
	ErrPrice   = fault.New(protocol.CodePriceChanged)
)
