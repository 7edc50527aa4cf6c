package roll

import (
	"fmt"
	"time"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

// Apply implements room.State: the rules of a roll room. It is pure: the same state, command and instant give
// the same step.
func (r Record) Apply(cmd any, now time.Time) (step, error) {
	switch c := cmd.(type) {
	case createPrepared:
		return applyCreate(r, c, now)
	case editPrepared:
		return applyEdit(r, c, now)
	case Publish:
		return applyPublish(r, c, now)
	case Cancel:
		return applyCancel(r, c, now)
	case passwordsPrepared:
		return applyPasswords(r, c)
	case joinPrepared:
		return applyJoin(r, c, now)
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
	if err := c.Setup.check(c.Host == 0, false, now); err != nil {
		return step{}, err
	}
	if c.Publish && c.Setup.JoinType == protocol.RollJoinOncePassword {
		return step{}, ErrState // no password has been given out yet
	}
	next := Record{Room: r.Room, Host: c.Host, HostName: c.host.Name, HostAvatar: c.host.Avatar, Key: c.key.Reveal(),
		Commit: c.key.Commit(),
		Token:  c.token, Salt: c.salt, CreatedMS: now.UnixMilli(), status: store.RoomOpen}
	next.put(c.Setup, c.prizes)
	if c.Publish {
		next.PublishedMS = next.CreatedMS
	}
	op := next.held(c.Create, KindCreate, Record{Room: r.Room, Host: c.Host})
	op.Listed = Kind
	op.Member = c.Host
	err := next.promise().Create(op, next.CreatedMS, Created{ID: r.Room})
	return step{State: next, Op: op, Notices: next.lobbyNotices()}, err
}

// held is the durable part of a change of prizes: what is new comes from the host, what is gone goes back.
func (r Record) held(k room.Keyed, kind string, before Record) *room.Op {
	op := room.OpBy(k, r.Room, kind)
	op.Escrow = op.Player != 0
	had, has := before.items(), r.items()
	for _, p := range r.Prizes {
		if p.Item != 0 && !had[p.Item] {
			op.Moves = append(op.Moves, r.takes(p.Item))
		}
	}
	for _, p := range before.Prizes {
		if p.Item != 0 && !has[p.Item] {
			op.Moves = append(op.Moves, r.gives(p.Item, r.Host))
		}
	}
	switch more := r.gemsCents() - before.gemsCents(); {
	case more > 0:
		op.Postings = []store.Posting{{Debit: r.purse(), Credit: store.RoomEscrow(r.Room), AmountCents: more}}
	case more < 0:
		op.Postings = []store.Posting{{Debit: store.RoomEscrow(r.Room), Credit: r.purse(), AmountCents: -more}}
	}
	return op
}

func (r Record) items() map[store.ItemID]bool {
	set := make(map[store.ItemID]bool, len(r.Prizes))
	for _, p := range r.Prizes {
		set[p.Item] = p.Item != 0
	}
	return set
}

func (r Record) takes(item store.ItemID) store.ItemMove {
	return store.ItemMove{Item: item, From: store.ItemPlace{Owner: r.Host},
		To: store.ItemPlace{Owner: store.RoomHolder(r.Room)}}
}

func (r Record) gives(item store.ItemID, to store.PlayerID) store.ItemMove {
	return store.ItemMove{Item: item, From: store.ItemPlace{Owner: store.RoomHolder(r.Room)},
		To: store.ItemPlace{Owner: to}}
}

// purse is where gem prizes come from and go back to.
func (r Record) purse() store.AccountID {
	if r.Host == 0 {
		return store.Bonus
	}
	return store.PlayerGems(r.Host)
}

// hosted refuses what only the host of an open room may do.
func (r Record) hosted(by store.PlayerID) error {
	switch {
	case r.status == 0, r.draft() && by != r.Host:
		return ErrGone
	case by != r.Host:
		return ErrHost
	case r.status != store.RoomOpen:
		return ErrState
	}
	return nil
}

func applyEdit(r Record, c editPrepared, now time.Time) (step, error) {
	if err := r.hosted(c.Host); err != nil {
		return step{}, err
	}
	if !r.draft() {
		return step{}, ErrState
	}
	if err := c.Setup.check(c.Host == 0, len(r.Password) > 0, now); err != nil {
		return step{}, err
	}
	next := r.clone()
	next.put(c.Setup, c.prizes)
	return step{State: next, Op: next.held(c.Edit, KindEdit, r), Events: []event{snapshotEvent()}}, nil
}

func applyPublish(r Record, c Publish, now time.Time) (step, error) {
	if err := r.hosted(c.Host); err != nil {
		return step{}, err
	}
	switch {
	case !r.draft():
		return step{}, ErrState
	case now.After(time.UnixMilli(r.OpenAtMS).Add(-aheadMin / 2)):
		return step{}, badSetup("openAtMs", "too soon for anybody to join")
	case r.JoinType == protocol.RollJoinOncePassword && r.passwordsLeft() == 0:
		return step{}, ErrState
	}
	next := r.clone()
	next.PublishedMS = now.UnixMilli()
	return step{State: next, Events: []event{snapshotEvent()}, Notices: next.lobbyNotices(),
		Op: room.OpBy(c, r.Room, KindPublish)}, nil
}

func applyCancel(r Record, c Cancel, now time.Time) (step, error) {
	if err := r.hosted(c.Host); err != nil {
		return step{}, err
	}
	if !r.draft() && now.UnixMilli() >= r.OpenAtMS {
		return step{}, ErrState
	}
	return r.void(c, "cancelled", now)
}

func applyPasswords(r Record, c passwordsPrepared) (step, error) {
	if err := r.hosted(c.Host); err != nil {
		return step{}, err
	}
	next := r.clone()
	next.once = nil
	for _, o := range r.once {
		if o.used {
			next.once = append(next.once, o)
		}
	}
	switch {
	case r.JoinType != protocol.RollJoinOncePassword:
		return step{}, ErrState
	case c.Count < 1 || len(next.once)+c.Count > passwordsAtOnce:
		return step{}, badSetup("count", fmt.Sprintf("at most %d not yet used", passwordsAtOnce))
	}
	for _, p := range c.list {
		next.once = append(next.once, once{hash: r.sealOnce(p)})
	}
	return step{State: next, Op: room.OpBy(c, r.Room, KindPasswords)}, nil
}

func applyJoin(r Record, c joinPrepared, now time.Time) (step, error) {
	switch {
	case r.status == 0 || r.draft():
		return step{}, ErrGone
	case c.Player == r.Host:
		return step{}, ErrHost
	case r.placeOf(c.Player) >= 0:
		return step{}, ErrJoined
	case r.status != store.RoomOpen || now.UnixMilli() >= r.OpenAtMS:
		return step{}, ErrClosed
	case len(r.entrants) >= r.JoinMax:
		return step{}, ErrFull
	}
	next := r.clone()
	if err := next.admit(c.Password); err != nil {
		return step{}, err
	}
	if unmet := r.unmet(c.Player, c.done); unmet != nil {
		return step{}, unmet
	}
	place := next.seat(Entrant{Player: c.Player, Name: c.who.Name, Avatar: c.who.Avatar, Frame: c.who.HeadFrame,
		Bot: c.who.Bot})
	assisted := next.assist(c.Sharer, c.Player)
	op := room.OpBy(c, r.Room, KindJoin)
	op.Member = op.Player
	return step{State: next, Op: op, Events: []event{joinedEvent(place, assisted)}, Notices: next.lobbyNotices()}, nil
}

// admit asks for the password that the room has and spends it when it is good once.
func (r *Record) admit(password string) error {
	switch r.JoinType {
	case protocol.RollJoinPassword:
		if !r.opens(password) {
			return ErrPassword
		}
	case protocol.RollJoinOncePassword:
		i := r.unused(password)
		if i < 0 {
			return ErrPassword
		}
		r.once[i].used = true
	}
	return nil
}

// unmet compares the requirements with what was done; nil when all are met. Assists are the room's own to count.
func (r Record) unmet(p store.PlayerID, done []int64) error {
	missing, list := false, make([]Progress, len(r.Tasks))
	for i, t := range r.Tasks {
		list[i] = Progress{RollTask: t}
		switch {
		case t.Kind == protocol.TaskAssists:
			list[i].Done = int64(r.assistsOf(p))
		case i < len(done):
			list[i].Done = done[i]
		}
		missing = missing || list[i].Done < t.Target
	}
	if missing {
		return &Unmet{Tasks: list}
	}
	return nil
}

// seat adds a place; a player who brought others before joining has their weight from the start.
func (r *Record) seat(e Entrant) int {
	if i := r.helperOf(e.Player); i >= 0 {
		e.Assists = r.helpers[i].assists
		r.helpers = append(r.helpers[:i], r.helpers[i+1:]...)
	}
	r.entrants = append(r.entrants, e)
	return len(r.entrants) - 1
}

// assist counts a new entrant for the sharer who brought them: once, because no player joins twice. It returns the
// sharer's place, or -1.
func (r *Record) assist(sharer, joined store.PlayerID) int {
	if sharer == 0 || sharer == joined || sharer == r.Host {
		return -1
	}
	if i := r.placeOf(sharer); i >= 0 {
		r.entrants[i].Assists = min(r.entrants[i].Assists+1, assistsMax)
		return i
	}
	if i := r.helperOf(sharer); i >= 0 {
		r.helpers[i].assists = min(r.helpers[i].assists+1, assistsMax)
	} else {
		r.helpers = append(r.helpers, helper{sharer, 1})
	}
	return -1
}

// applyTick does what time alone asks for.
func applyTick(r Record, c room.Tick, now time.Time) (step, error) {
	switch {
	case r.status == store.RoomOpen && now.UnixMilli() >= r.OpenAtMS && r.draft():
		return r.void(nil, "unpublished", now)
	case r.status == store.RoomOpen && now.UnixMilli() >= r.OpenAtMS && len(r.entrants) == 0:
		return r.void(nil, "unjoined", now)
	case r.status == store.RoomLocked && c.Missed(r.BeaconDueMS, now):
		return r.void(nil, "beacon", now)
	}
	return step{State: r}, nil
}
