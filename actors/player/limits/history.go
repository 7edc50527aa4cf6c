package limits

import (
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// Entry is what one op of a player was as play.
type Entry struct {
	At         time.Time
	SpendCents int64        // gems paid; below 0 where a room gave its entry back
	RiskCents  int64        // staked, items at their values included
	WonCents   int64        // items at their values
	Room       store.RoomID // in whose escrow the stake lies, 0: it was decided at once
}

// Outcome is what a room came to for a player.
type Outcome struct {
	Over     bool
	Void     bool // everything was given back
	WonCents int64
}

// Sum is what was played in some time.
type Sum struct {
	SpentCents  int64
	StakedCents int64
	WonCents    int64
	Plays       int
}

// LossCents is below 0 where more was won than staked.
func (s Sum) LossCents() int64 { return s.StakedCents - s.WonCents }

// settled is how old a moment is when no op comes any more that was made before it: longer than a commit can take.
const settled = 2 * time.Minute

// History is what a player has played since some moment, as far as it was read. A room that is not over counts as lost.
//
// Every play is held against it, so that what it adds up to is kept: a question costs a search among the plays that are
// over and a look at the rooms that are not, however much was played.
type History struct {
	since   time.Time
	through time.Time // all that is older was read for good
	entries map[store.OpID]Entry
	rooms   map[store.RoomID]Outcome

	stale  bool                   // over and staked are to be made anew from entries and rooms
	over   []running              // the plays that are over, the oldest first
	staked map[store.RoomID]stake // in rooms that are not over
}

// running is a play that is over, and the sum of all plays up to it.
type running struct {
	at    time.Time
	total Sum
}

// stake is what was paid into a room.
type stake struct {
	first        time.Time
	spend, risks int64
}

// with is what was paid together with another entry of the room.
func (st stake) with(e Entry) stake {
	if st.first.IsZero() || e.At.Before(st.first) {
		st.first = e.At
	}
	return stake{st.first, st.spend + e.SpendCents, st.risks + e.RiskCents}
}

// Reader reads what a history is made of.
type Reader interface {
	store.OpReader
	Room(ctx context.Context, id store.RoomID) (store.Room, error)
}

// Reading is how a history is read: what an op was, and what a room that is over came to.
type Reading struct {
	Player  store.PlayerID
	Played  func(op *store.Op) (Entry, bool)
	Outcome func(rec store.Room, who store.PlayerID) (wonCents int64, err error)
}

// News is what was read; History.Take puts it in.
type News struct {
	through time.Time
	entries map[store.OpID]Entry
	rooms   map[store.RoomID]Outcome
}

// NewHistory is an empty history of what was played from since on.
func NewHistory(since time.Time) *History {
	return &History{since: since, through: since, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{},
		staked: map[store.RoomID]stake{}}
}

// Covers reports whether the history has all that was played from a moment on.
func (b *History) Covers(since time.Time) bool { return b != nil && !b.since.After(since) }

// Add takes in an op that this process has made. The same op again changes nothing.
func (b *History) Add(id store.OpID, e Entry) {
	if _, known := b.entries[id]; known {
		return
	}
	b.entries[id] = e
	b.enter(e)
}

// enter adds a new entry to what is kept.
func (b *History) enter(e Entry) {
	switch {
	case b.stale:
	case e.Room == 0:
		b.played(e.At, e.SpendCents, e.RiskCents, e.WonCents)
	case b.rooms[e.Room].Over: // it came late, and the room's play has another sum
		b.stale = true
	default:
		b.staked[e.Room] = b.staked[e.Room].with(e)
	}
}

// end takes in what a room came to.
func (b *History) end(id store.RoomID, o Outcome) {
	was := b.rooms[id]
	b.rooms[id] = o
	switch {
	case b.stale || o == was:
	case was.Over:
		b.stale = true
	case o.Over:
		st := b.staked[id]
		delete(b.staked, id)
		b.settle(st, o)
	}
}

// settle adds a room that is over. One that gave everything back was no play.
func (b *History) settle(st stake, o Outcome) {
	if !o.Void && st.risks > 0 {
		b.played(st.first, st.spend, st.risks, o.WonCents)
	}
}

// played adds a play that is over: at the end, or behind those that were made before it.
func (b *History) played(at time.Time, spend, staked, won int64) {
	i := len(b.over)
	for i > 0 && b.over[i-1].at.After(at) {
		i--
	}
	var before Sum
	if i > 0 {
		before = b.over[i-1].total
	}
	before.add(spend, staked, won)
	b.over = slices.Insert(b.over, i, running{at, before})
	for j := i + 1; j < len(b.over); j++ {
		b.over[j].total.add(spend, staked, won)
	}
}

// anew makes what is kept from the entries and the rooms.
func (b *History) anew() {
	b.stale, b.over, b.staked = false, nil, map[store.RoomID]stake{}
	byTime := slices.SortedFunc(maps.Values(b.entries), func(x, y Entry) int { return x.At.Compare(y.At) })
	rooms := map[store.RoomID]stake{}
	var plays []Entry
	for _, e := range byTime {
		if e.Room == 0 {
			plays = append(plays, e)
			continue
		}
		rooms[e.Room] = rooms[e.Room].with(e)
	}
	for id, st := range rooms {
		switch o := b.rooms[id]; {
		case !o.Over:
			b.staked[id] = st
		case !o.Void && st.risks > 0:
			plays = append(plays, Entry{At: st.first, SpendCents: st.spend, RiskCents: st.risks, WonCents: o.WonCents})
		}
	}
	slices.SortFunc(plays, func(x, y Entry) int { return x.At.Compare(y.At) })
	for _, e := range plays {
		b.played(e.At, e.SpendCents, e.RiskCents, e.WonCents)
	}
}

// From is from where on the history is to be read, and which rooms were open.
func (b *History) From() (since time.Time, open []store.RoomID) {
	if b.stale {
		b.anew()
	}
	return b.through, slices.Sorted(maps.Keys(b.staked))
}

// Read reads what a history does not have yet. It may run beside the history's owner.
func (r Reading) Read(ctx context.Context, from Reader, now, since time.Time, open []store.RoomID) (News, error) {
	n := News{through: since, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{}}
	if horizon := now.Add(-settled); horizon.After(since) {
		n.through = horizon
	}
	asked := map[store.RoomID]bool{}
	for _, id := range open {
		asked[id] = true
	}
	for op, err := range store.EachOp(ctx, from, store.OpQuery{Player: r.Player, Page: store.Page{Since: since}}) {
		if err != nil {
			return n, err
		}
		e, ok := r.Played(&op.Op)
		if !ok {
			continue
		}
		n.entries[op.ID] = e
		if e.Room != 0 {
			asked[e.Room] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(asked)) {
		rec, err := from.Room(ctx, id)
		if err != nil {
			return n, err
		}
		o := Outcome{Over: rec.Status.Final(), Void: rec.Status == store.RoomVoid}
		if o.Over && !o.Void && r.Outcome != nil {
			if o.WonCents, err = r.Outcome(rec, r.Player); err != nil {
				return n, err
			}
		}
		n.rooms[id] = o
	}
	return n, nil
}

// inPlace is how many entries and rooms of news are put each at its own place; a first reading has all of a month, in
// no order, and is sorted once.
const inPlace = 32

// Take puts news in, and drops what was played before a moment.
func (b *History) Take(n News, since time.Time) {
	fresh := 0
	for id := range n.entries {
		if _, known := b.entries[id]; !known {
			fresh++
		}
	}
	for id, o := range n.rooms {
		if o != b.rooms[id] {
			fresh++
		}
	}
	b.stale = b.stale || fresh > inPlace
	for id, e := range n.entries {
		b.Add(id, e)
	}
	for id, o := range n.rooms {
		b.end(id, o)
	}
	b.through = n.through
	if !since.After(b.since) {
		return
	}
	b.since, b.stale = since, true
	held := map[store.RoomID]bool{}
	for id, e := range b.entries {
		if e.At.Before(since) && (e.Room == 0 || b.rooms[e.Room].Over) {
			delete(b.entries, id)
			continue
		}
		held[e.Room] = true
	}
	maps.DeleteFunc(b.rooms, func(id store.RoomID, _ Outcome) bool { return !held[id] })
}

// Sum is what was played from a moment on. A room counts when the player first paid into it, whenever it ends.
func (b *History) Sum(since time.Time) Sum {
	if b.stale {
		b.anew()
	}
	var s Sum
	if n := len(b.over); n > 0 {
		s = b.over[n-1].total
		i, _ := slices.BinarySearchFunc(b.over, since, func(r running, at time.Time) int { return r.at.Compare(at) })
		if i > 0 {
			s.less(b.over[i-1].total)
		}
	}
	for _, st := range b.staked {
		if st.risks > 0 && !st.first.Before(since) { // else all of it came back
			s.add(st.spend, st.risks, 0)
		}
	}
	return s
}

func (s *Sum) less(of Sum) {
	s.SpentCents -= of.SpentCents
	s.StakedCents -= of.StakedCents
	s.WonCents -= of.WonCents
	s.Plays -= of.Plays
}

func (s *Sum) add(spend, staked, won int64) {
	s.SpentCents += spend
	s.StakedCents += staked
	s.WonCents += won
	s.Plays++
}
