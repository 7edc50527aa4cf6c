package limits

import (
	"cmp"
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
type History struct {
	since   time.Time
	through time.Time // all that is older was read for good
	entries map[store.OpID]Entry
	rooms   map[store.RoomID]Outcome
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
	return &History{since: since, through: since, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{}}
}

// Covers reports whether the history has all that was played from a moment on.
func (b *History) Covers(since time.Time) bool { return b != nil && !b.since.After(since) }

// Add takes in an op that this process has made.
func (b *History) Add(id store.OpID, e Entry) { b.entries[id] = e }

// From is from where on the history is to be read, and which rooms were open.
func (b *History) From() (since time.Time, open []store.RoomID) {
	seen := map[store.RoomID]bool{}
	for _, e := range b.entries {
		if e.Room != 0 && !b.rooms[e.Room].Over && !seen[e.Room] {
			seen[e.Room] = true
			open = append(open, e.Room)
		}
	}
	slices.Sort(open)
	return b.through, open
}

// Read reads what a history does not have yet. It may run beside the history's owner.
func (r Reading) Read(ctx context.Context, from Reader, now, since time.Time, open []store.RoomID) (News, error) {
	n := News{through: since, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{}}
	if horizon := now.Add(-settled); horizon.After(since) {
		n.through = horizon
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
		if e.Room != 0 && !slices.Contains(open, e.Room) {
			open = append(open, e.Room)
		}
	}
	for _, id := range open {
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

// Take puts news in, and drops what was played before a moment.
func (b *History) Take(n News, since time.Time) {
	maps.Copy(b.entries, n.entries)
	maps.Copy(b.rooms, n.rooms)
	b.through = n.through
	if !since.After(b.since) {
		return
	}
	b.since = since
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
	var s Sum
	type stake struct {
		first        time.Time
		spend, risks int64
	}
	rooms := map[store.RoomID]stake{}
	for _, e := range b.entries {
		if e.Room != 0 {
			r, known := rooms[e.Room]
			if !known || e.At.Before(r.first) {
				r.first = e.At
			}
			r.spend, r.risks = r.spend+e.SpendCents, r.risks+e.RiskCents
			rooms[e.Room] = r
			continue
		}
		if !e.At.Before(since) {
			s.add(e.SpendCents, e.RiskCents, e.WonCents)
		}
	}
	for id, r := range rooms {
		o := b.rooms[id]
		if o.Void || r.first.Before(since) || cmp.Compare(r.risks, 0) <= 0 { // all of it came back
			continue
		}
		s.add(r.spend, r.risks, o.WonCents)
	}
	return s
}

func (s *Sum) add(spend, staked, won int64) {
	s.SpentCents += spend
	s.StakedCents += staked
	s.WonCents += won
	s.Plays++
}
