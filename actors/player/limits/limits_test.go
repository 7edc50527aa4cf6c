package limits_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/store"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC) // a Wednesday

func set(cents int64) limits.Change {
	return limits.Change{Limits: []limits.Set{{Kind: limits.Spend, Span: limits.Day, Cents: cents}}}
}

func apply(t *testing.T, s limits.State, c limits.Change, at time.Time) limits.State {
	t.Helper()
	s, err := s.Apply(c, limits.Standard(), at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Lower at once, higher after a day; what waits can be given up, and made less without waiting anew.
func TestStricterHoldsAtOnceLooserWaits(t *testing.T) {
	day := 24 * time.Hour
	for name, tt := range map[string]struct {
		steps []int64       // an hour apart
		after time.Duration // of the last one
		want  limits.Limit
	}{
		"the first":      {[]int64{500}, 0, limits.Limit{Cents: 500}},
		"lowered":        {[]int64{500, 300}, 0, limits.Limit{Cents: 300}},
		"nothing at all": {[]int64{500, 0}, 0, limits.Limit{Cents: 0}},
		"raised": {[]int64{500, 800}, day - time.Millisecond,
			limits.Limit{Cents: 500, NextCents: 800, NextMS: 1}},
		"raised, a day later": {[]int64{500, 800}, day, limits.Limit{Cents: 800}},
		"taken away": {[]int64{500, limits.None}, day - time.Millisecond,
			limits.Limit{Cents: 500, NextCents: limits.None, NextMS: 1}},
		"taken away, a day later": {[]int64{500, limits.None}, day, limits.Limit{Cents: limits.None}},
		"raised and given up":     {[]int64{500, 800, 500}, 2 * day, limits.Limit{Cents: 500}},
		"raised and lowered":      {[]int64{500, 800, 400}, 2 * day, limits.Limit{Cents: 400}},
		"raised by less":          {[]int64{500, 800, 600}, day - time.Hour, limits.Limit{Cents: 600}},
		"raised by more waits anew": {[]int64{500, 800, 900}, day - time.Hour, limits.Limit{Cents: 500, NextCents: 900,
			NextMS: 1}},
		"raised again, a day later":  {[]int64{500, 800, 900}, day, limits.Limit{Cents: 900}},
		"none where there was none":  {[]int64{limits.None}, 0, limits.Limit{Cents: limits.None}},
		"the same again while it is": {[]int64{500, 500}, 0, limits.Limit{Cents: 500}},
	} {
		var s limits.State
		at := noon
		for i, cents := range tt.steps {
			at = noon.Add(time.Duration(i) * time.Hour)
			s = apply(t, s, set(cents), at)
		}
		got := s.At(at.Add(tt.after)).Of(limits.Spend, limits.Day)
		got.NextMS = min(got.NextMS, 1)
		tt.want.Kind, tt.want.Span = limits.Spend, limits.Day
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestAPromiseThatCannotBeIsRefused(t *testing.T) {
	paused := apply(t, limits.State{}, limits.Change{CoolOffHours: 72}, noon)
	gone := apply(t, limits.State{}, limits.Change{ExclusionMonths: 12}, noon)
	one := limits.Set{Kind: limits.Loss, Span: limits.Week, Cents: 1}
	for name, tt := range map[string]struct {
		state  limits.State
		change limits.Change
		want   error
	}{
		"no such kind": {limits.State{},
			limits.Change{Limits: []limits.Set{{Kind: "wins", Span: limits.Day, Cents: 1}}}, limits.ErrAmount},
		"no such span": {limits.State{},
			limits.Change{Limits: []limits.Set{{Kind: limits.Loss, Span: "year", Cents: 1}}}, limits.ErrAmount},
		"below nothing":           {limits.State{}, set(-2), limits.ErrAmount},
		"too much":                {limits.State{}, set(limits.CentsMax + 1), limits.ErrAmount},
		"twice":                   {limits.State{}, limits.Change{Limits: []limits.Set{one, one}}, limits.ErrAmount},
		"a pause not on offer":    {limits.State{}, limits.Change{CoolOffHours: 23}, limits.ErrTime},
		"a shorter pause":         {paused, limits.Change{CoolOffHours: 24}, limits.ErrTime},
		"a short exclusion":       {limits.State{}, limits.Change{ExclusionMonths: 1}, limits.ErrTime},
		"a shorter exclusion":     {gone, limits.Change{ExclusionMonths: 6}, limits.ErrTime},
		"anything else meanwhile": {gone, set(5), limits.ErrExcluded},
	} {
		if _, err := tt.state.Apply(tt.change, limits.Standard(), noon.Add(time.Hour)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if err := paused.Refuse(noon.Add(72 * time.Hour)); err != nil {
		t.Errorf("a pause that is over: %v", err)
	}
	if longer := apply(t, paused, limits.Change{CoolOffHours: 168},
		noon); !errors.Is(longer.Refuse(noon.Add(100*time.Hour)), limits.ErrCoolOff) {
		t.Error("a longer pause is none")
	}
	if longer := apply(t, gone, limits.Change{ExclusionMonths: 24}, noon); !longer.Excluded(noon.AddDate(0, 24, -1)) ||
		longer.Excluded(noon.AddDate(0, 24, 0)) {
		t.Error("a longer exclusion is none, or has no end")
	}
}

func TestSettingsProtectAPlayerAtLeastAsTheRulesDo(t *testing.T) {
	if err := limits.Standard().Check(); err != nil {
		t.Error(err)
	}
	for i, change := range []func(*limits.Settings){
		func(t *limits.Settings) { t.RaiseHours = 23 }, func(t *limits.Settings) { t.CoolOffHours = []int64{12} },
		func(t *limits.Settings) { t.CoolOffHours = []int64{24, 721} },
		func(t *limits.Settings) { t.CoolOffHours = []int64{} },
		func(t *limits.Settings) { t.ExclusionMonths = []int64{5, 6} },
		func(t *limits.Settings) { t.ExclusionMonths = []int64{12, 6} },
		func(t *limits.Settings) { t.CheckMinutes = 31 }, func(t *limits.Settings) { t.CheckMinutes = 0 },
	} {
		held := limits.Standard()
		change(&held)
		if held.Check() == nil {
			t.Errorf("settings %d are taken: %+v", i, held)
		}
	}
}

// Spans are those of the calendar: what was played before their first moment does not count.
func TestSumsAreOfCalendarSpans(t *testing.T) {
	b := limits.NewHistory(limits.Since(noon))
	for i, at := range []time.Time{noon, limits.Start(limits.Day, noon),
		limits.Start(limits.Day, noon).Add(-time.Millisecond),
		limits.Start(limits.Week, noon), limits.Start(limits.Week, noon).Add(-time.Millisecond),
		limits.Start(limits.Month, noon)} {
		b.Add(store.OpID(i), limits.Entry{At: at, SpendCents: 10, RiskCents: 10, WonCents: 4})
	}
	for span, plays := range map[string]int{limits.Day: 2, limits.Week: 4, limits.Month: 6} {
		sum := b.Sum(limits.Start(span, noon))
		if want := (limits.Sum{SpentCents: int64(10 * plays), StakedCents: int64(10 * plays),
			WonCents: int64(4 * plays), Plays: plays}); sum != want {
			t.Errorf("%s: %+v, want %+v", span, sum, want)
		}
	}
	s := apply(t, limits.State{}, limits.Change{Limits: []limits.Set{{Kind: limits.Spend, Span: limits.Week, Cents: 50},
		{Kind: limits.Loss, Span: limits.Day, Cents: 20}}}, noon)
	for _, tt := range []struct {
		spend, risk int64
		want        error
	}{{10, 8, nil}, {11, 8, limits.ErrSpend}, {10, 9, limits.ErrLoss}, {0, 8, nil}, {0, 9, limits.ErrLoss},
		{0, 0, nil}} {
		if err := s.Allows(b, noon, tt.spend, tt.risk); !errors.Is(err, tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// However often it was paid into, a room is asked once what it came to.
func TestARoomIsAskedOnce(t *testing.T) {
	ops := &fakeOps{}
	for i := range 12 {
		ops.add(noon.Add(time.Duration(i) * time.Minute))
	}
	from := &askedRooms{fakeOps: ops, asked: map[store.RoomID]int{}}
	reading := limits.Reading{Player: 1, Played: func(op *store.Op) (limits.Entry, bool) {
		return limits.Entry{At: op.At, SpendCents: 1, RiskCents: 1, Room: store.RoomID(1 + op.At.Minute()%3)}, true
	}}
	if _, err := reading.Read(t.Context(), from, noon.Add(time.Hour), noon, []store.RoomID{2, 9}); err != nil {
		t.Fatal(err)
	}
	if want := (map[store.RoomID]int{1: 1, 2: 1, 3: 1, 9: 1}); !maps.Equal(from.asked, want) {
		t.Errorf("rooms were asked %v times, want %v", from.asked, want)
	}
}

// A room counts as lost while it is open, with what it brought when it is over, and not at all when it gave everything
// back.
func TestARoomCountsAsLostWhileItIsOpen(t *testing.T) {
	day := limits.Start(limits.Day, noon)
	news := func(o limits.Outcome) limits.Sum {
		b := limits.NewHistory(day)
		b.Add(1, limits.Entry{At: noon, SpendCents: 30, RiskCents: 30, Room: 7})
		b.Add(2, limits.Entry{At: noon.Add(time.Minute), SpendCents: 30, RiskCents: 30, Room: 7})
		rooms := fakeRooms{7: {Status: store.RoomOpen}}
		if o.Over {
			rooms[7] = store.Room{Status: store.RoomSettled}
		}
		if o.Void {
			rooms[7] = store.Room{Status: store.RoomVoid}
		}
		reading := limits.Reading{Player: 1, Played: func(*store.Op) (limits.Entry, bool) {
			return limits.Entry{},
				false
		},
			Outcome: func(store.Room, store.PlayerID) (int64, error) { return o.WonCents, nil }}
		from, open := b.From()
		n, err := reading.Read(t.Context(), rooms, noon, from, open)
		if err != nil || len(open) != 1 {
			t.Fatal(open, err)
		}
		b.Take(n, day)
		if _, still := b.From(); (len(still) == 0) != (o.Over || o.Void) {
			t.Errorf("%+v: %v is asked again", o, still)
		}
		return b.Sum(day)
	}
	for o, want := range map[limits.Outcome]int64{{}: 60, {Over: true}: 60, {Over: true, WonCents: 100}: -40,
		{Over: true, Void: true}: 0} {
		if got := news(o).LossCents(); got != want {
			t.Errorf("%+v: lost %d, want %d", o, got, want)
		}
	}
	left := limits.NewHistory(day)
	left.Add(1, limits.Entry{At: noon, SpendCents: 30, RiskCents: 30, Room: 7})
	left.Add(2, limits.Entry{At: noon, SpendCents: -30, RiskCents: -30, Room: 7})
	if sum := left.Sum(day); sum != (limits.Sum{}) {
		t.Errorf("a player who has left: %+v", sum)
	}
}

// playedOnce is a play of the kind's first letter: of a room, or over at once.
func playedOnce(op *store.Op) (limits.Entry, bool) {
	e := limits.Entry{At: op.At, SpendCents: 1 + op.At.UnixMilli()%100, WonCents: op.At.UnixMilli() % 70}
	e.RiskCents = e.SpendCents + 3
	if op.Kind == "room" {
		e.Room, e.WonCents = store.RoomID(1+op.At.UnixMilli()%5), 0
	}
	return e, op.Kind != "gift"
}

// A first reading takes what was over at once as the store adds it up, from the moments on that are asked for, and
// comes to what every op comes to: at once, as it is read on, and with what this process has made meanwhile.
func TestAFirstReadingOfSumsIsThatOfEveryPlay(t *testing.T) {
	since := limits.Since(noon)
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 9))
		journal, now := &fakeOps{read: map[string]int{}}, noon
		play := func(oldest time.Time) {
			kind := []string{"box", "box", "box", "room", "other", "gift"}[rng.IntN(6)]
			journal.addKind(kind, oldest.Add(time.Duration(rng.Int64N(int64(now.Sub(oldest))))))
		}
		for range 200 {
			play(since)
		}
		asked := since.Add(time.Duration(rng.Int64N(int64(now.Sub(since))))).Truncate(time.Millisecond)
		moments := append(limits.Starts(now), asked)
		reading := limits.Reading{Player: 1, Played: playedOnce, Summed: []string{"box"}, Moments: moments}
		every := reading
		every.Moments = nil
		summed, whole := limits.NewHistory(since), limits.NewHistory(since)
		read := func(b *limits.History, r limits.Reading) {
			t.Helper()
			from, open := b.From()
			n, err := r.Read(t.Context(), &askedRooms{journal, map[store.RoomID]int{}}, now, from, open)
			if err != nil {
				t.Fatal(err)
			}
			b.Take(n, since)
		}
		if own := journal.addKind("box", now.Add(-time.Hour)); rng.IntN(2) == 0 { // made here before it is read
			e, _ := playedOnce(&journal.list[own-1].Op)
			summed.Add(own, e)
		}
		clear(journal.read)
		read(summed, reading)
		late := 0
		for _, op := range journal.list {
			if op.Kind == "box" && op.At.After(now.Add(-3*time.Minute)) {
				late++
			}
		}
		if n := journal.read["box"]; n > late {
			t.Fatalf("seed %d: %d plays were read, %d are of the last minutes", seed, n, late)
		}
		read(whole, every)
		if summed.Knows(asked.Add(time.Millisecond)) || !summed.Knows(moments...) || !whole.Knows(asked.Add(1)) {
			t.Fatalf("seed %d: a moment that nobody asked about is known, or one that somebody did is not", seed)
		}
		for round := range 3 {
			for _, m := range append(moments, noon.Add(time.Hour)) {
				if got, want := summed.Sum(m), whole.Sum(m); got != want {
					t.Fatalf("seed %d, round %d, from %v on: %+v, every play comes to %+v", seed, round, m, got, want)
				}
			}
			another := since.Add(time.Duration(rng.Int64N(int64(noon.Sub(since)))))
			before, err := reading.From(t.Context(), journal, another, summed.Horizon())
			if got, want := summed.SumWith(another, before), whole.Sum(another); err != nil || got != want {
				t.Fatalf("seed %d, round %d, from %v on, which was not asked about: %+v, every play comes to %+v; %v",
					seed, round, another, got, want, err)
			}
			if got, least := summed.Sum(asked.Add(time.Millisecond)), whole.Sum(asked.Add(time.Millisecond)); got.
				StakedCents < least.StakedCents {
				t.Fatalf("seed %d: from a moment on that is not known: %+v, less than %+v", seed, got, least)
			}
			last := now
			now = now.Add(time.Duration(1+rng.IntN(300)) * time.Minute)
			for range 10 {
				play(last)
			}
			read(summed, every)
			read(whole, every)
		}
	}
}

// What is read twice counts once, and a month later it is dropped.
func TestAHistoryIsReadOn(t *testing.T) {
	journal := &fakeOps{}
	reading := limits.Reading{Player: 1, Played: func(op *store.Op) (limits.Entry, bool) {
		return limits.Entry{At: op.At, SpendCents: 1, RiskCents: 1}, true
	}}
	b := limits.NewHistory(limits.Since(noon))
	now := noon
	for round := range 4 {
		for range 150 {
			journal.add(now)
		}
		now = now.Add(time.Minute)
		from, open := b.From()
		n, err := reading.Read(t.Context(), journal, now, from, open)
		if err != nil {
			t.Fatal(err)
		}
		b.Take(n, limits.Since(now))
		if got := b.Sum(limits.Since(now)).Plays; got != 150*(round+1) {
			t.Errorf("round %d: %d plays", round, got)
		}
	}
	if from, _ := b.From(); !from.After(noon) {
		t.Error("everything is read anew each time")
	}
	later := now.AddDate(0, 1, 0)
	from, open := b.From()
	n, err := reading.Read(t.Context(), journal, later, from, open)
	if err != nil {
		t.Fatal(err)
	}
	b.Take(n, limits.Since(later))
	if sum := b.Sum(noon.AddDate(-1, 0, 0)); sum.Plays != 0 || b.Covers(noon) || !b.Covers(later) {
		t.Errorf("a month later: %+v", sum)
	}
}
