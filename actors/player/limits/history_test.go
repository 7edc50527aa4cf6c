package limits

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jadebox/store"
)

var begin = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// walked adds up every entry, as the rule says it.
func walked(entries map[store.OpID]Entry, rooms map[store.RoomID]Outcome, since time.Time) Sum {
	var s Sum
	stakes := map[store.RoomID]stake{}
	for _, e := range entries {
		if e.Room == 0 {
			if !e.At.Before(since) {
				s.add(e.SpendCents, e.RiskCents, e.WonCents)
			}
			continue
		}
		r, known := stakes[e.Room]
		if !known || e.At.Before(r.first) {
			r.first = e.At
		}
		stakes[e.Room] = stake{r.first, r.spend + e.SpendCents, r.risks + e.RiskCents}
	}
	for id, r := range stakes {
		if o := rooms[id]; !o.Void && !r.first.Before(since) && r.risks > 0 {
			s.add(r.spend, r.risks, o.WonCents)
		}
	}
	return s
}

// What is kept comes to what a walk over every entry comes to, whenever it is asked: entries come out of order and
// twice, rooms end before an entry of theirs is read, are void, or give everything back.
func TestTheSumsThatAreKeptAreThoseOfEveryEntry(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 16))
		b := NewHistory(begin)
		entries, rooms := map[store.OpID]Entry{}, map[store.RoomID]Outcome{}
		moment := func() time.Time { return begin.Add(time.Duration(rng.IntN(500)) * time.Minute) }
		var last store.OpID
		entry := func() (store.OpID, Entry) {
			if last > 0 && rng.IntN(8) == 0 {
				id := 1 + store.OpID(rng.IntN(int(last)))
				if e, held := entries[id]; held {
					return id, e
				}
			}
			last++
			e := Entry{At: moment(), SpendCents: int64(rng.IntN(100))}
			e.RiskCents, e.WonCents = e.SpendCents, int64(rng.IntN(100))
			if rng.IntN(2) == 0 {
				e.Room, e.WonCents = 1+store.RoomID(rng.IntN(6)), 0
				if rng.IntN(3) == 0 {
					e.SpendCents, e.RiskCents = -e.SpendCents, -e.RiskCents
				}
			}
			return last, e
		}
		for step := range 60 {
			switch rng.IntN(4) {
			case 0, 1:
				id, e := entry()
				b.Add(id, e)
				entries[id] = e
			case 2:
				n := News{through: begin, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{}}
				few := 4
				if rng.IntN(8) == 0 {
					few = 3 * inPlace
				}
				for range rng.IntN(few) {
					id, e := entry()
					n.entries[id], entries[id] = e, e
				}
				id := 1 + store.RoomID(rng.IntN(6))
				o := Outcome{Over: rng.IntN(3) > 0}
				if o.Over {
					o.Void = rng.IntN(3) == 0
				}
				if o.Over && !o.Void {
					o.WonCents = int64(rng.IntN(500))
				}
				if !rooms[id].Over || rng.IntN(8) == 0 {
					n.rooms[id], rooms[id] = o, o
				}
				b.Take(n, begin)
			case 3:
				since := begin.Add(time.Duration(rng.IntN(step+1)) * time.Minute)
				if rng.IntN(6) == 0 && since.After(b.since) { // a new month: what is over and older goes
					b.Take(News{through: begin}, since)
					maps.DeleteFunc(entries, func(_ store.OpID, e Entry) bool {
						return e.At.Before(since) && (e.Room == 0 || rooms[e.Room].Over)
					})
					held := map[store.RoomID]bool{}
					for _, e := range entries {
						held[e.Room] = true
					}
					maps.DeleteFunc(rooms, func(id store.RoomID, _ Outcome) bool { return !held[id] })
				}
			}
			var open []store.RoomID
			for _, e := range entries {
				if e.Room != 0 && !rooms[e.Room].Over && !slices.Contains(open, e.Room) {
					open = append(open, e.Room)
				}
			}
			slices.Sort(open)
			if _, got := b.From(); !slices.Equal(got, open) {
				t.Fatalf("seed %d, step %d: rooms %v are asked again, %v are open", seed, step, got, open)
			}
			since := moment()
			if got, want := b.Sum(since), walked(entries, rooms, since); got != want {
				t.Fatalf("seed %d, step %d: %+v, every entry comes to %+v", seed, step, got, want)
			}
		}
	}
}

// A month that is read at once is sorted once: each play put at its own place would move all that came after it.
func TestAMonthThatIsReadAtOnceIsSortedOnce(t *testing.T) {
	b, n := NewHistory(begin), month(inPlace)
	if b.Take(n, begin); b.stale {
		t.Error("a few news are not put in place")
	}
	b, n = NewHistory(begin), month(inPlace+1)
	if b.Take(n, begin); !b.stale {
		t.Error("each play of a month is put in place")
	}
	if b.Sum(begin).Plays != len(n.entries) || b.stale {
		t.Errorf("%+v of %d plays", b.Sum(begin), len(n.entries))
	}
	if b.Take(n, begin); b.stale {
		t.Error("what is known is sorted again")
	}
}

// month is n plays, one a second, as they are read.
func month(n int) News {
	news := News{through: begin, entries: map[store.OpID]Entry{}, rooms: map[store.RoomID]Outcome{}}
	for i := range n {
		news.entries[store.OpID(i)] = Entry{At: begin.Add(time.Duration(i) * time.Second), SpendCents: 1, RiskCents: 1}
	}
	return news
}

// BenchmarkFirstReading takes in all that a player has made in the month.
func BenchmarkFirstReading(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		news := month(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				h := NewHistory(begin)
				h.Take(news, begin)
				h.Sum(begin)
			}
		})
	}
}

// BenchmarkPlay is a play of a player who has made n in the month: it is held against three limits and taken in.
func BenchmarkPlay(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		h := NewHistory(begin)
		for i := range n {
			h.Add(store.OpID(i), Entry{At: begin.Add(time.Duration(i) * time.Second), SpendCents: 1, RiskCents: 1})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			i := n
			for b.Loop() {
				at := begin.Add(time.Duration(i) * time.Second)
				for _, back := range []time.Duration{time.Hour, 10 * time.Hour, 1_000 * time.Hour} {
					h.Sum(at.Add(-back))
				}
				h.Add(store.OpID(i), Entry{At: at, SpendCents: 1, RiskCents: 1})
				i++
			}
		})
	}
}

// BenchmarkFrom is what a refresh asks of the history of a player who has made n plays in the month, three of which are
// in rooms that are open.
func BenchmarkFrom(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		h := NewHistory(begin)
		for i := range n {
			e := Entry{At: begin.Add(time.Duration(i) * time.Second), SpendCents: 1, RiskCents: 1}
			if i < 3 {
				e.Room = store.RoomID(i + 1)
			}
			h.Add(store.OpID(i), e)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				h.From()
			}
		})
	}
}
