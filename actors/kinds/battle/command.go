package battle

import (
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/durable"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Idempotency implements room.Keyed.
func (c Create) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Host, c.Key, durable.Request(KindCreate, c.Setup, c.PriceCents, c.Voucher)
}

// Idempotency implements room.Keyed.
func (c Join) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindJoin, id, c.Seat, c.PriceCents, c.Voucher)
}

// Idempotency implements room.Keyed.
func (c Leave) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindLeave, id)
}

// Idempotency implements room.Keyed.
func (c AddBots) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindBots, id, c.Seat)
}

// validSetup checks what needs no catalogue.
func validSetup(s Setup) error {
	mode := fairness.BattleMode(s.Mode)
	switch mode {
	case protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal, protocol.ModeShare:
	case protocol.ModeTeams:
		if s.Seats != protocol.SeatsMax {
			return badSetup("seats", fmt.Sprint("teams take ", protocol.SeatsMax))
		}
	default:
		return badSetup("mode", "no such mode")
	}
	switch {
	case s.Seats < protocol.SeatsMin || s.Seats > protocol.SeatsMax:
		return badSetup("seats", fmt.Sprint(protocol.SeatsMin, " to ", protocol.SeatsMax))
	case len(s.Boxes) < 1 || len(s.Boxes) > fairness.BattleRoundsMax:
		return badSetup("boxes", fmt.Sprint("1 to ", fairness.BattleRoundsMax))
	}
	return nil
}

func badSetup(field, reason string) error {
	return apierr.Invalid(protocol.CodeBattleSetup, field, reason)
}
