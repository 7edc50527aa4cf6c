package roll

import (
	"cmp"
	"crypto/subtle"
	"slices"
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

const summaryPrizes = 6

func idText(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func (r Record) statusText() string {
	switch {
	case r.status == store.RoomVoid:
		return protocol.RollStatusVoid
	case r.status == store.RoomSettled:
		return protocol.RollStatusDrawn
	case r.status == store.RoomLocked:
		return protocol.RollStatusLocked
	case r.draft():
		return protocol.RollStatusDraft
	default:
		return protocol.RollStatusOpen
	}
}

// prizeList is what there is to win, in the order in which winners take it.
func (r Record) prizeList() []protocol.RollPrize {
	list := make([]protocol.RollPrize, len(r.Prizes))
	for i, p := range r.Prizes {
		list[i] = protocol.RollPrize{ID: int32(i + 1), ItemID: idText(int64(p.Item)), Def: int32(p.Def),
			ValueCents: p.ValueCents}
	}
	slices.SortStableFunc(list, func(a, b protocol.RollPrize) int { return cmp.Compare(b.ValueCents, a.ValueCents) })
	return list
}

// summary is the row of a list. joined comes with it, because lists do not read the roster.
func (r Record) summary(joined int) protocol.RollSummary {
	prizes := r.prizeList()
	c := protocol.RollSummary{ID: strconv.FormatInt(int64(r.Room), 10), Name: r.Name, Description: r.Description,
		Streamer: r.Host != 0, JoinType: r.JoinType,
		Status: r.statusText(), HostID: idText(int64(r.Host)), HostName: r.HostName, HostAvatar: r.HostAvatar,
		Prizes:     prizes[:min(len(prizes), summaryPrizes)],
		PrizeCount: int32(len(prizes)), TaskCount: int32(len(r.Tasks)), VIPLevel: r.vipLevel(), Joined: int32(joined),
		JoinMax: int32(r.JoinMax), OpenAtMS: r.OpenAtMS,
		AtMS: cmp.Or(r.PublishedMS, r.CreatedMS)}
	for _, p := range prizes {
		c.TotalCents += p.ValueCents
	}
	return c
}

func (r Record) entrant(place int) protocol.RollEntrant {
	e := r.entrants[place]
	return protocol.RollEntrant{Place: int32(place), PlayerID: idText(int64(e.Player)), Name: e.Name, Avatar: e.Avatar,
		Bot: e.Bot, Weight: int32(e.weight()), Frame: e.Frame}
}

// admits reports whether a viewer may see the room: drafts are their host's and the overlay's. A token that is given
// must be good.
func (r Record) admits(viewer store.PlayerID, token string) error {
	switch {
	case r.status == 0:
		return ErrGone
	case token != "":
		if subtle.ConstantTimeCompare([]byte(token), []byte(r.Token)) != 1 {
			return ErrToken
		}
		return nil
	case r.draft() && (r.Host == 0 || viewer != r.Host):
		return ErrGone
	}
	return nil
}

// view is the room as a viewer may see it.
func (r Record) view(viewer store.PlayerID, at room.Moment) protocol.RollSnapshot {
	v := protocol.RollSnapshot{Summary: r.summary(len(r.entrants)), Prizes: r.prizeList(), Tasks: r.Tasks,
		Recent:      r.latest(0, protocol.RollRecentMax),
		TotalWeight: r.totalWeight(), Commit: r.Commit, BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound,
		LockedAtMS: r.LockedMS,
		VoidReason: r.VoidReason, Spectators: int32(at.Spectators), ServerTimeMS: at.Now.UnixMilli()}
	if viewer != 0 {
		if i := r.placeOf(viewer); i >= 0 {
			me := r.entrant(i)
			v.Me = &me
		}
		v.Assists = int32(r.assistsOf(viewer))
	}
	if viewer != 0 && viewer == r.Host {
		v.Token, v.Passwords = r.Token, int32(r.passwordsLeft())
	}
	if r.LockedMS > 0 {
		v.ContextHash, _ = r.context().Hash()
	}
	if r.status == store.RoomSettled {
		d := r.drawn()
		v.Beacon, v.Drawn = d.Beacon, &d
	}
	return v
}

// latest is a page of the roster, latest place first.
func (r Record) latest(offset, limit int) []protocol.RollEntrant {
	list := []protocol.RollEntrant{}
	for i := len(r.entrants) - 1 - max(offset, 0); i >= 0 && len(list) < limit; i-- {
		list = append(list, r.entrant(i))
	}
	return list
}

func (r Record) drawn() protocol.RollDrawn {
	d := protocol.RollDrawn{DrawnAtMS: r.EndedMS, Beacon: r.Beacon.Value, Key: r.Key, ResultID: r.resultID()}
	for _, w := range r.wins {
		d.Winners = append(d.Winners, protocol.RollWinner{Prize: int32(w.Prize), Entrant: r.entrant(w.Place)})
	}
	return d
}

// snapshotEvent replaces what visitors see; viewers who see more read the room again.
func snapshotEvent() event {
	return event{Type: protocol.EventRollSnapshot, Body: func(r Record) msgp.Marshaler {
		v := r.view(0, room.Moment{})
		return &v
	}}
}

func joinedEvent(place, assisted int) event {
	return event{Type: protocol.EventRollJoined, Body: func(r Record) msgp.Marshaler {
		j := &protocol.RollJoined{Entrant: r.entrant(place), Joined: int32(len(r.entrants)),
			TotalWeight: r.totalWeight()}
		if assisted >= 0 {
			e := r.entrant(assisted)
			j.Assisted = &e
		}
		return j
	}}
}

func lockedEvent() event {
	return event{Type: protocol.EventRollLocked, Body: func(r Record) msgp.Marshaler {
		hash, _ := r.context().Hash()
		return &protocol.RollLocked{LockedAtMS: r.LockedMS, BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound,
			ContextHash: hash}
	}}
}

func drawnEvent() event {
	return event{Type: protocol.EventRollDrawn, Body: func(r Record) msgp.Marshaler {
		d := r.drawn()
		return &d
	}}
}

func voidedEvent() event {
	return event{Type: protocol.EventRollVoided, Body: func(r Record) msgp.Marshaler {
		return &protocol.RollVoided{Reason: r.VoidReason}
	}}
}
