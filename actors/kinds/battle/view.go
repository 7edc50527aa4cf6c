package battle

import (
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

func playerText(id store.PlayerID) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(int64(id), 10)
}

func (s Seat) wire(seat int) protocol.Seat {
	return protocol.Seat{Seat: uint8(seat), PlayerID: playerText(s.Player), Name: s.Name, Avatar: s.Avatar, VIP: s.VIP,
		Bot: s.flagged(), UserSeed: s.UserSeed, Frame: s.Frame}
}

func (r Record) statusText() string {
	switch r.status {
	case store.RoomLocked:
		return protocol.BattleCountdown
	case store.RoomRunning:
		return protocol.BattleRunning
	case store.RoomSettled:
		return protocol.BattleFinished
	case store.RoomVoid:
		return protocol.BattleVoid
	default:
		return protocol.BattleWaiting
	}
}

// summary is the row of the lobby. Like the room's view it shows the rounds that the topic has published, not those
// of the clock: a snapshot must not hold what the next event brings.
func (r Record) summary() protocol.BattleSummary {
	c := protocol.BattleSummary{ID: strconv.FormatInt(int64(r.Room), 10), Mode: r.Mode, Status: r.statusText(),
		SeatCount:  uint8(len(r.Seats)),
		EntryCents: r.EntryCents, Round: int32(r.shown), Private: r.Private, AtMS: r.CreatedMS}
	for i, s := range r.Seats {
		c.Seats = append(c.Seats, s.wire(i))
	}
	for _, t := range r.Rounds {
		c.Boxes = append(c.Boxes, int32(r.Tables[t].Box))
	}
	return c
}

// admits reports whether a viewer may see the room.
func (r Record) admits(viewer store.PlayerID, code string) error {
	switch {
	case r.status == 0:
		return ErrGone
	case r.Private && r.seatOf(viewer) < 0 && !sameCode(code, r.Code):
		return ErrCode
	}
	return nil
}

// view is the room as a viewer may see it at a moment: a draw is shown when its round has begun, the key when the room
// is final, the invite code to members only.
func (r Record) view(viewer store.PlayerID, at room.Moment) protocol.BattleSnapshot {
	v := protocol.BattleSnapshot{Summary: r.summary(), HostID: playerText(r.Host), Commit: r.Commit,
		BeaconSource: r.BeaconSource,
		BeaconRound:  r.BeaconRound, LockedAtMS: r.LockedMS, StartedAtMS: r.StartedMS, RoundMS: protocol.RoundMS,
		ExpiresAtMS: r.CreatedMS + WaitMax.Milliseconds(), BotsFromMS: r.CreatedMS + BotsAfter.Milliseconds(),
		Spectators: int32(at.Spectators), ServerTimeMS: at.Now.UnixMilli(), VoidReason: r.VoidReason}
	if r.Private && r.seatOf(viewer) >= 0 {
		v.Code = r.Code
	}
	if r.LockedMS > 0 {
		v.ContextHash, _ = r.context().Hash()
	}
	if r.Beacon != nil {
		v.Beacon = r.Beacon.Value
	}
	if r.draw != nil {
		shown := r.shown
		if r.status == store.RoomSettled {
			shown = len(r.Rounds)
		}
		for i := range shown {
			v.Rounds = append(v.Rounds, r.round(i))
		}
	}
	if r.status == store.RoomSettled {
		s := r.settled()
		v.Result = &s
	}
	return v
}

func (r Record) round(i int) protocol.Round {
	round := protocol.Round{Index: int32(i)}
	for seat := range r.Seats {
		p := r.result(i, seat)
		round.Results = append(round.Results, protocol.SeatResult{Seat: uint8(seat), Def: int32(p.Item),
			ValueCents: r.draw.Values[i][seat], V: p.V,
			ServerHash: p.ServerHash, ServerSeed: p.ServerSeed, ResultHash: p.ResultHash, Lo: p.StartSection,
			Hi: p.EndSection})
	}
	return round
}

func (r Record) settled() protocol.Settled {
	prizes, pot, _ := r.prizes()
	s := protocol.Settled{Totals: r.draw.Score.Totals, TieBroken: r.draw.Score.Tied != nil, PotCents: pot, Key: r.Key,
		ResultID: r.resultID(), SettledAtMS: r.EndedMS}
	for _, w := range r.draw.Score.Winners {
		s.Winners = append(s.Winners, int32(w))
	}
	receipt, item := store.Receipt{Op: r.settleOp}, 0
	for _, p := range prizes {
		won := protocol.Won{Seat: uint8(p.seat), PaidCents: p.paidCents}
		for _, i := range p.draws {
			id := "" // burnt
			if !r.Seats[p.seat].Bot {
				id = strconv.FormatInt(int64(receipt.ItemID(item)), 10)
				item++
			}
			won.Items = append(won.Items, id)
			won.Defs = append(won.Defs, int32(r.draw.Results[i].Item))
		}
		s.Won = append(s.Won, won)
	}
	return s
}

func seatEvent(seat int) event {
	return event{Type: protocol.EventBattleSeat, Body: func(r Record) msgp.Marshaler {
		return &protocol.SeatChanged{Seat: r.Seats[seat].wire(seat)}
	}}
}

func lockedEvent() event {
	return event{Type: protocol.EventBattleLocked, Body: func(r Record) msgp.Marshaler {
		hash, _ := r.context().Hash()
		return &protocol.BattleLocked{LockedAtMS: r.LockedMS, BeaconRound: r.BeaconRound, ContextHash: hash,
			BeaconSource: r.BeaconSource}
	}}
}

func startedEvent() event {
	return event{Type: protocol.EventBattleStarted, Body: func(r Record) msgp.Marshaler {
		return &protocol.BattleStarted{StartedAtMS: r.StartedMS, RoundMS: protocol.RoundMS, Beacon: r.Beacon.Value}
	}}
}

func roundEvent(i int) event {
	return event{Type: protocol.EventBattleRound, Body: func(r Record) msgp.Marshaler {
		round := r.round(i)
		return &round
	}}
}

func settledEvent() event {
	return event{Type: protocol.EventBattleSettled, Body: func(r Record) msgp.Marshaler {
		s := r.settled()
		return &s
	}}
}

func voidedEvent() event {
	return event{Type: protocol.EventBattleVoided, Body: func(r Record) msgp.Marshaler {
		return &protocol.BattleVoided{Reason: r.VoidReason}
	}}
}

// listed notifies the lobby; private rooms are not in it.
func (r Record) listed() []room.Notice {
	if r.Private {
		return nil
	}
	return []room.Notice{listing.Notice(r.summary())}
}

// gone takes a final room from the lobby and makes its players' actors read their wallets again.
func (r Record) gone() []room.Notice {
	var list []room.Notice
	if !r.Private {
		list = append(list, listing.Notice(r.summary()))
	}
	for _, p := range r.humans() {
		list = append(list, room.Credited(p))
	}
	return list
}
