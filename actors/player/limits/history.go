package limits

import (
	"context"
	"fmt"
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
// over and a look at the rooms that are not, however much was played. What was over at once before the history was read
// for the first time is there as the store's sums alone, from the moments on that were asked for (Reading.Moments).
type History struct {
	since   time.Time
	through time.Time // all that is older was read for good
	entries map[store.OpID]Entry
	rooms   map[store.RoomID]Outcome
	summed  sums // nil: every play is an entry
	horizon time.Time

	stale  bool                   // over and staked are to be made anew from entries and rooms
	over   []running              // the plays that are over, the oldest first
	staked map[store.RoomID]stake // in rooms that are not over
}

// sums are what was played before a horizon in ops of Reading.Summed, by the moments from which on, in µs since 1970.
type sums map[int64]Sum

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
	SumOps(ctx context.Context, q store.SumQuery) ([]int64, error)
	Room(ctx context.Context, id store.RoomID) (store.Room, error)
}

// Reading is how a history is read: what an op was, and what a room that is over came to.
type Reading struct {
	Player  store.PlayerID
	Played  func(op *store.Op) (Entry, bool)
	Outcome func(rec store.Room, who store.PlayerID) (wonCents int64, err error)
	// Summed are kinds of ops that Played says to be of no room. A first reading (History.Fresh) asks the store what
	// they add up to from each of these moments on instead of reading them; without moments it reads every op.
	Summed  []string
	Moments []time.Time
}

const (
	// sumsList is the name under which the store keeps what ops add up to.
	sumsList = "limits"
	// sumsEdition is another one with every change of Reading.Summed, or of what such an op counts for: a test of
	// package player holds it to both.
	sumsEdition = "1"
)

// News is what was read; History.Take puts it in.
type News struct {
	through time.Time
	entries map[store.OpID]Entry
	rooms   map[store.RoomID]Outcome
	summed  sums // before through
}

// NewHistory is an empty history of what was played from since on.
func NewHistory(since time.Time) *History {
	return &History{since: since, through: since, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{},
		staked: map[store.RoomID]stake{}}
}

// Covers reports whether the history has all that was played from a moment on.
func (b *History) Covers(since time.Time) bool { return b != nil && !b.since.After(since) }

// Fresh reports whether nothing was read yet.
func (b *History) Fresh() bool { return b.through.Equal(b.since) }

// Knows reports whether the history can say what was played from each of these moments on; of one before its beginning
// it says what was played from there on.
func (b *History) Knows(moments ...time.Time) bool {
	return b != nil && (b.summed == nil || !slices.ContainsFunc(moments, func(m time.Time) bool {
		_, known := b.summed[m.UnixMicro()]
		return !known && m.Before(b.horizon) && !m.Before(b.since)
	}))
}

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
	if horizon := now.Add(-settled).Truncate(time.Microsecond); horizon.After(since) {
		n.through = horizon
	}
	asked := map[store.RoomID]bool{}
	for _, id := range open {
		asked[id] = true
	}
	queries := []store.OpQuery{{Player: r.Player, Page: store.Page{Since: since}}}
	if len(r.Moments) > 0 && n.through.After(since) {
		if err := r.sum(ctx, from, since, &n); err != nil {
			return n, err
		}
		queries[0].Except = r.Summed
		queries = append(queries, store.OpQuery{Player: r.Player, Kinds: r.Summed, Page: store.Page{Since: n.through}})
	}
	for _, q := range queries {
		for op, err := range store.EachOp(ctx, from, q) {
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

// sum asks what was played in ops of r.Summed from each moment on and before the news are read through.
func (r Reading) sum(ctx context.Context, from Reader, since time.Time, n *News) error {
	n.summed = sums{}
	for _, m := range r.Moments {
		if _, known := n.summed[m.UnixMicro()]; known || m.Before(since) || !m.Before(n.through) {
			continue
		}
		sum, err := r.From(ctx, from, m, n.through)
		if err != nil {
			return err
		}
		n.summed[m.UnixMicro()] = sum
	}
	return nil
}

// From asks the store what ops of r.Summed add up to from a moment on and before another. It may run beside the
// history's owner.
func (r Reading) From(ctx context.Context, from Reader, m, until time.Time) (Sum, error) {
	sum, err := from.SumOps(ctx, store.SumQuery{Player: r.Player, List: sumsList, Version: sumsEdition,
		Kinds: r.Summed, Since: m, Until: until, Width: 4, Add: r.add})
	if err != nil {
		return Sum{}, err
	}
	return Sum{SpentCents: sum[0], StakedCents: sum[1], WonCents: sum[2], Plays: int(sum[3])}, nil
}

func (r Reading) add(op *store.OpRecord, sum []int64) error {
	e, ok := r.Played(&op.Op)
	switch {
	case !ok:
		return nil
	case e.Room != 0:
		return fmt.Errorf("limits: op %d (%s) is of room %d, whose play is not over at once", op.ID, op.Kind, e.Room)
	}
	sum[0] += e.SpendCents
	sum[1] += e.RiskCents
	sum[2] += e.WonCents
	sum[3]++
	return nil
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
	if n.summed != nil { // what this process has made meanwhile, or before, is in the sums
		b.summed, b.horizon, b.stale = n.summed, n.through, true
		maps.DeleteFunc(b.entries, func(id store.OpID, e Entry) bool {
			_, read := n.entries[id]
			return !read && e.Room == 0 && e.At.Before(b.horizon)
		})
	}
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
	maps.DeleteFunc(b.summed, func(us int64, _ Sum) bool { return us < since.UnixMicro() })
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

// Sum is what was played from a moment on. A room counts when the player first paid into it, whenever it ends. Of a
// moment that the history does not know (Knows) it is what was played from the last one before it on, or the first.
func (b *History) Sum(since time.Time) Sum {
	var before Sum
	if since.Before(b.horizon) && len(b.summed) > 0 {
		moments := slices.Sorted(maps.Keys(b.summed))
		i, known := slices.BinarySearch(moments, since.UnixMicro())
		if !known {
			i = max(i-1, 0)
			since = time.UnixMicro(moments[i])
		}
		before = b.summed[moments[i]]
	}
	return b.SumWith(since, before)
}

// Horizon is the moment before which ops of Reading.Summed are in the history as sums alone.
func (b *History) Horizon() time.Time { return b.horizon }

// SumWith is Sum for a moment that the history does not know: before is what such ops add up to from there to the
// horizon (Reading.From). It is not kept: the caller names the moments, and could name any number of them.
func (b *History) SumWith(since time.Time, before Sum) Sum {
	if b.stale {
		b.anew()
	}
	s := b.read(since)
	s.more(before)
	return s
}

// read is what was played from a moment on, as far as it was read op by op.
func (b *History) read(since time.Time) (s Sum) {
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

func (s *Sum) more(of Sum) {
	s.SpentCents += of.SpentCents
	s.StakedCents += of.StakedCents
	s.WonCents += of.WonCents
	s.Plays += of.Plays
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
