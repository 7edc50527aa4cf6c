package battle

import (
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/store"
)

// Commands of the rules: what clients ask for, with what Prepare has added.
type (
	createPrepared struct {
		Create
		host   player.Profile
		tables []Table
		rounds []int
		key    fairness.Key
		code   string
		worth  int64 // of the voucher, in cents
	}
	joinPrepared struct {
		Join
		who   player.Profile
		worth int64 // of the voucher, in cents
	}
)

// Apply implements room.State: the rules of a battle. It is pure: the same state, command and instant give
// the same step.
func (r Record) Apply(cmd any, now time.Time) (step, error) {
	switch c := cmd.(type) {
	case createPrepared:
		return applyCreate(r, c, now)
	case joinPrepared:
		return applyJoin(r, c, now)
	case Leave:
		return applyLeave(r, c, now)
	case AddBots:
		return applyBots(r, c, now)
	default:
		return room.Turn(r, cmd, now, turns)
	}
}

// turns are the rules of what no client asks for.
var turns = room.Turns[Record]{Lock: applyLock, Begin: applyBegin, Tick: applyTick, Over: ErrGone,
	Void: func(r Record, reason string, now time.Time) (step, error) { return r.void(nil, reason, now) }}

func applyCreate(r Record, c createPrepared, now time.Time) (step, error) {
	if r.status != 0 {
		return step{}, ErrGone // an id is used once
	}
	s := c.Setup
	next := Record{Room: r.Room, Host: c.Host, Mode: s.Mode, Private: s.Private, Code: c.code, Tables: c.tables,
		Rounds: c.rounds,
		Seats:  make([]Seat, s.Seats), Key: c.key.Reveal(), Commit: c.key.Commit(), CreatedMS: now.UnixMilli(),
		status: store.RoomOpen}
	for _, t := range c.rounds {
		next.EntryCents += c.tables[t].PriceCents
	}
	if c.PriceCents != next.EntryCents {
		return step{}, apierr.Changed("priceCents", next.EntryCents)
	}
	next.Seats[0] = seatFor(c.host, next.EntryCents).withVoucher(c.Voucher, c.worth)
	op := next.escrow(c.Create, KindCreate, next.Seats[0])
	if !next.Private {
		op.Listed = next.Mode
	}
	err := next.promise().Create(op, next.CreatedMS, Created{ID: r.Room, Code: c.code})
	return step{State: next, Op: op, Notices: next.listed()}, err
}

func seatFor(p player.Profile, paidCents int64) Seat {
	return Seat{Player: p.ID, Name: p.Name, Avatar: p.Avatar, VIP: p.VIP, Frame: p.HeadFrame, House: p.Bot,
		UserSeed: p.UserSeed, PaidCents: paidCents}
}

// withVoucher lets a voucher pay up to its worth.
func (s Seat) withVoucher(voucher store.ItemID, worthCents int64) Seat {
	if voucher != 0 {
		s.Voucher, s.VoucherCents = voucher, min(worthCents, s.PaidCents)
	}
	return s
}

// escrow is the durable part of taking a seat: the entry goes from the player, and for a voucher from the house, into
// the room's escrow, and the voucher with it.
func (r Record) escrow(k room.Keyed, kind string, s Seat) *room.Op {
	op := room.OpBy(k, r.Room, kind)
	who := op.Player
	op.Escrow, op.Member = true, who
	if own := s.ownCents(); own > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.PlayerGems(who), Credit: store.RoomEscrow(r.Room),
			AmountCents: own})
	}
	if s.Voucher != 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.Bonus, Credit: store.RoomEscrow(r.Room),
			AmountCents: s.VoucherCents})
		op.Moves = []store.ItemMove{{Item: s.Voucher, From: store.ItemPlace{Owner: who},
			To: store.ItemPlace{Owner: store.RoomHolder(r.Room)}}}
	}
	return op
}

// refund gives a seat's entry back: to the player what was the player's, to the house what it gave for a voucher, and
// the voucher.
func (r Record) refund(op *room.Op, s Seat) {
	if own := s.ownCents(); own > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room),
			Credit: store.PlayerGems(s.Player), AmountCents: own})
	}
	if s.Voucher != 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room), Credit: store.Bonus,
			AmountCents: s.VoucherCents})
		op.Moves = append(op.Moves, r.voucherOut(s, store.ItemInBackpack))
	}
}

// voucherOut moves a seat's voucher out of the room: back as it was, or used.
func (r Record) voucherOut(s Seat, as store.ItemStatus) store.ItemMove {
	return store.ItemMove{Item: s.Voucher, From: store.ItemPlace{Owner: store.RoomHolder(r.Room)},
		To: store.ItemPlace{Owner: s.Player, Status: as}}
}

func applyJoin(r Record, c joinPrepared, now time.Time) (step, error) {
	switch {
	case r.status == 0 || r.status.Final():
		return step{}, ErrGone
	case r.seatOf(c.Player) >= 0:
		return step{}, ErrJoined
	case r.Private && !sameCode(c.Code, r.Code):
		return step{}, ErrCode
	case r.status != store.RoomOpen:
		return step{}, ErrStarted
	case r.full():
		return step{}, ErrFull
	case c.PriceCents != r.EntryCents:
		return step{}, apierr.Changed("priceCents", r.EntryCents)
	}
	seat, err := r.freeSeat(c.Seat)
	if err != nil {
		return step{}, err
	}
	next := r.clone()
	next.Seats[seat] = seatFor(c.who, r.EntryCents).withVoucher(c.Voucher, c.worth)
	return step{State: next, Op: next.escrow(c.Join, KindJoin, next.Seats[seat]), Events: []event{seatEvent(seat)},
		Notices: next.listed()}, nil
}

// freeSeat is the wanted seat, or the first free one for -1.
func (r Record) freeSeat(wanted int) (int, error) {
	for i, s := range r.Seats {
		if s.Player == 0 && (wanted == -1 || wanted == i) {
			return i, nil
		}
	}
	return 0, ErrSeat
}

func applyLeave(r Record, c Leave, now time.Time) (step, error) {
	seat := r.seatOf(c.Player)
	switch {
	case r.status == 0 || r.status.Final() || seat < 0:
		return step{}, ErrGone
	case r.status != store.RoomOpen || r.full():
		return step{}, ErrLeave // full is as good as locked: the lock is on its way
	case c.Player == r.Host:
		return r.void(c, "cancelled", now) // a room without its host ends
	}
	next := r.clone()
	next.Seats[seat] = Seat{}
	op := room.OpBy(c, r.Room, KindLeave)
	r.refund(op, r.Seats[seat])
	return step{State: next, Op: op, Events: []event{seatEvent(seat)}, Notices: append(next.listed(),
		room.Credited(op.Player))}, nil
}

func applyBots(r Record, c AddBots, now time.Time) (step, error) {
	switch {
	case r.status == 0 || r.status.Final():
		return step{}, ErrGone
	case c.Player != r.Host:
		return step{}, ErrHost
	case r.status != store.RoomOpen:
		return step{}, ErrStarted
	case r.full():
		return step{}, ErrFull
	case now.Before(time.UnixMilli(r.CreatedMS).Add(BotsAfter)):
		return step{}, ErrBots
	}
	if _, err := r.freeSeat(c.Seat); err != nil {
		return step{}, err
	}
	next := r.clone()
	var events []event
	for i := range next.Seats {
		if next.Seats[i].Player == 0 && (c.Seat == -1 || c.Seat == i) {
			next.Seats[i] = bot(r.Room, i)
			events = append(events, seatEvent(i))
		}
	}
	return step{State: next, Op: room.OpBy(c, r.Room, KindBots), Events: events, Notices: next.listed()}, nil
}

// applyLock fixes roster and odds and names the beacon round, at least three seconds ahead: its value is not known
// now.
func applyLock(r Record, c room.Lock, now time.Time) (step, error) {
	if r.status != store.RoomOpen || !r.full() {
		return step{}, ErrStarted
	}
	next := r.clone()
	next.status, next.LockedMS, next.Awaited = store.RoomLocked, now.UnixMilli(), c.Awaited
	op, err := r.promise().Lock(Kind, r.Room, next.context())
	return step{State: next, Op: op, Events: []event{lockedEvent()}, Notices: next.listed()}, err
}

func applyBegin(r Record, c room.Begin, now time.Time) (step, error) {
	if r.status != store.RoomLocked {
		return step{}, ErrStarted
	}
	next := r.clone()
	next.status, next.Beacon, next.StartedMS = store.RoomRunning, &c.Value, now.UnixMilli()
	if err := next.deal(); err != nil {
		return step{}, err
	}
	return step{State: next, Events: []event{startedEvent()}, Notices: next.listed(),
		Op: &room.Op{Key: room.HouseKey(Kind, r.Room, "start"), Kind: KindStart}}, nil
}

// applyTick does what time alone asks for.
func applyTick(r Record, c room.Tick, now time.Time) (step, error) {
	switch r.status {
	case store.RoomOpen:
		if !now.Before(r.expires()) {
			return r.void(nil, "timeout", now)
		}
	case store.RoomLocked:
		if c.Missed(r.BeaconDueMS, now) {
			return r.void(nil, "beacon", now)
		}
	case store.RoomRunning:
		return r.play(now)
	}
	return step{State: r}, nil
}

// play shows the rounds whose second has come, and settles when the last one is over.
func (r Record) play(now time.Time) (step, error) {
	if now.UnixMilli() >= r.endsMS() && r.shown == len(r.Rounds) {
		return r.settle(now)
	}
	next := r
	next.shown = max(r.shown, r.due(now))
	var events []event
	for i := r.shown; i < next.shown; i++ {
		events = append(events, roundEvent(i))
	}
	if len(events) == 0 {
		return step{State: r}, nil
	}
	return step{State: next, Events: events, Notices: next.listed()}, nil
}

// void ends a room without a result: every entry goes back whole, and the key is opened, so that all can see what was
// not played. by is the host who cancels, or nil.
func (r Record) void(by room.Keyed, reason string, now time.Time) (step, error) {
	next := r.clone()
	next.status, next.VoidReason, next.EndedMS, next.draw = store.RoomVoid, reason, now.UnixMilli(), nil
	op, err := r.promise().Void(Kind, r.Room, by, reason, next.EndedMS)
	if err != nil {
		return step{}, err
	}
	for _, s := range r.Seats {
		r.refund(op, s)
	}
	return step{State: next, Op: op, Events: []event{voidedEvent()}, Notices: next.gone()}, nil
}

func (r Record) scope() string { return fairness.BattleScope(int64(r.Room)) }

func (r Record) promise() room.Promise {
	return room.Promise{Scope: r.scope(), Commit: r.Commit, Key: r.Key}
}
