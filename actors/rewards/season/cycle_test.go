package season_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
	"jadebox/store/memory"
)

func TestTheNightIsADayOfTheSitesCalendar(t *testing.T) {
	for _, tt := range []struct {
		zone, from, at string
		night          int
	}{
		{"UTC", "2026-11-22T12:00:00Z", "2026-11-22T12:00:00Z", 0},
		{"UTC", "2026-11-22T12:00:00Z", "2026-11-22T23:59:59Z", 0}, // a day of the calendar, not 24 hours
		{"UTC", "2026-11-22T12:00:00Z", "2026-11-23T00:00:00Z", 1},
		{"UTC", "2026-11-22T12:00:00Z", "2026-11-01T00:00:00Z", 0}, // before it begins
		{"UTC", "2026-11-22T00:00:00Z", "2026-12-19T23:59:59Z", 27},
		{"UTC", "2026-11-22T00:00:00Z", "2026-12-20T00:00:00Z", 0}, // day 28 begins anew
		{"UTC", "2026-11-22T00:00:00Z", "2027-02-14T00:00:00Z", 0},
		{"UTC", "2028-02-20T00:00:00Z", "2028-03-01T00:00:00Z", 10}, // over a leap day
		// The same two moments on three clocks.
		{"Asia/Shanghai", "2026-11-22T15:30:00Z", "2026-11-22T16:00:00Z", 1},
		{"UTC", "2026-11-22T15:30:00Z", "2026-11-22T16:00:00Z", 0},
		{"Asia/Shanghai", "2026-11-22T16:30:00Z", "2026-11-23T15:59:59Z", 0},
		{"America/Sao_Paulo", "2026-11-22T02:00:00Z", "2026-11-22T03:00:00Z", 1},
		// Days of 23 and of 25 hours.
		{"America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T02:59:59Z", 0},
		{"America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z", 1},
		{"America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-05T02:00:00Z", 2},
		{"America/Sao_Paulo", "2019-02-16T12:00:00Z", "2019-02-17T02:30:00Z", 0},
		{"America/Sao_Paulo", "2019-02-16T12:00:00Z", "2019-02-17T03:00:00Z", 1},
		{"Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T00:00:00Z", 2}, // the 30th was left out there
	} {
		loc, err := period.Named(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		from, _ := time.Parse(time.RFC3339, tt.from)
		at, _ := time.Parse(time.RFC3339, tt.at)
		if night := (season.Settings{From: from}).Night(at.In(loc)); night != tt.night {
			t.Errorf("from %s, %s in %s: night %d, want %d", tt.from, tt.at, tt.zone, night, tt.night)
		}
	}
}

// scheduler is a store with 28 boxes of which every one is worth 100 cents, from box 201 on.
func scheduler(t *testing.T) *memory.Engine {
	t.Helper()
	db := memory.New(memory.Options{})
	t.Cleanup(func() { db.Close() })
	if err := db.PutItemDefs(t.Context(), []store.ItemDef{{ID: 1, PriceCents: 50},
		{ID: 2, PriceCents: 150}}); err != nil {
		t.Fatal(err)
	}
	for i := range season.Nights {
		put(t, db, store.BoxID(201+i), 1, 50e6)
	}
	return db
}

// put writes a box whose first item, of 50 cents, has some of the weight; the rest is for one of 150.
func put(t *testing.T, db *memory.Engine, id store.BoxID, version, weight uint32) {
	t.Helper()
	b := store.Box{ID: id, Version: version, Entries: []store.BoxEntry{{Def: 1, Weight: weight},
		{Def: 2, Weight: fairness.WeightUnit - weight}}}
	odds, err := fairness.NewOdds(int64(id), version, []fairness.OddsEntry{{Item: 1, Weight: weight, ValueCents: 50},
		{Item: 2, Weight: fairness.WeightUnit - weight, ValueCents: 150}})
	if err != nil {
		t.Fatal(err)
	}
	b.OddsHash = odds.Hash()
	if err := db.PutBox(t.Context(), b); err != nil {
		t.Fatal(err)
	}
}

func goods(t *testing.T, db *memory.Engine) *catalog.Catalog {
	t.Helper()
	c := catalog.New(db, time.Now)
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

func moonSeason(t *testing.T, of *catalog.Catalog) season.Settings {
	t.Helper()
	held := season.Standard()
	held.Season, held.Page = "moon27", season.PageMoonBox
	held.From, held.Until = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2030, 3, 1, 0, 0, 0, 0, time.UTC)
	offer := season.Box{Tokens: 30}
	for i := range season.Nights {
		b, ok := of.Box(store.BoxID(201 + i))
		if !ok {
			t.Fatal(i)
		}
		offer.Cycle = append(offer.Cycle, season.Night{Box: b.ID, Version: b.Version, Odds: b.Odds.Hash()})
	}
	held.Boxes = []season.Box{offer, {Box: 1, Tokens: 10}}
	if err := held.Check(); err != nil {
		t.Fatal(err)
	}
	return held
}

func TestASeasonRefusesACycleThatCannotBe(t *testing.T) {
	of := goods(t, scheduler(t))
	for name, change := range map[string]func(*season.Settings){
		"27 nights": func(s *season.Settings) { s.Boxes[0].Cycle = s.Boxes[0].Cycle[1:] },
		"29 nights": func(s *season.Settings) {
			s.Boxes[0].Cycle = append(s.Boxes[0].Cycle, season.Night{Box: 9, Version: 1, Odds: strings.Repeat("a", 64)})
		},
		"a box twice":     func(s *season.Settings) { s.Boxes[0].Cycle[1].Box = 201 },
		"a fixed one too": func(s *season.Settings) { s.Boxes[1].Box = 203 },
		"box and cycle":   func(s *season.Settings) { s.Boxes[0].Box = 7 },
		"two cycles":      func(s *season.Settings) { s.Boxes[1] = season.Box{Tokens: 1, Cycle: s.Boxes[0].Cycle} },
		"no hash":         func(s *season.Settings) { s.Boxes[0].Cycle[3].Odds = "" },
		"no version":      func(s *season.Settings) { s.Boxes[0].Cycle[3].Version = 0 },
		"no price":        func(s *season.Settings) { s.Boxes[0].Tokens = 0 },
		"no season":       func(s *season.Settings) { s.Season = "" },
	} {
		held := moonSeason(t, of)
		change(&held)
		if held.Check() == nil {
			t.Errorf("%s was taken", name)
		}
	}
	held := moonSeason(t, of)
	if tokens, night, ok := held.Offer(205); !ok || tokens != 30 || night != 4 {
		t.Error(tokens, night, ok)
	}
	if tokens, night, ok := held.Offer(1); !ok || tokens != 10 || night != -1 {
		t.Error(tokens, night, ok)
	}
	for _, none := range []store.BoxID{0, 200, 229} {
		if _, _, ok := held.Offer(none); ok {
			t.Errorf("box %d is offered", none)
		}
	}
}

func TestACycleIsHeldToTheCatalogue(t *testing.T) {
	db := scheduler(t)
	of := goods(t, db)
	held := moonSeason(t, of)
	if w, err := held.Audit(of); err != nil || w.Mean < 99 || w.Mean > 101 || w.Least != w.Most {
		t.Errorf("%+v, %v", w, err)
	}
	for name, change := range map[string]func(*season.Night){
		"no such box":     func(n *season.Night) { n.Box = 999 },
		"another version": func(n *season.Night) { n.Version = 2 },
		"another hash":    func(n *season.Night) { n.Odds = strings.Repeat("0", 64) },
	} {
		other := moonSeason(t, of)
		change(&other.Boxes[0].Cycle[9])
		if _, err := other.Audit(of); !errors.Is(err, season.ErrCycleTable) || !strings.Contains(err.Error(),
			"night 10") {
			t.Errorf("%s: %v", name, err)
		}
	}
	put(t, db, 210, 2, 48e6) // the operator changes a box: 102 cents
	later := goods(t, db)
	if _, err := held.Audit(later); !errors.Is(err, season.ErrCycleTable) {
		t.Errorf("a table that was changed: %v", err)
	}
	if _, err := moonSeason(t, later).Audit(later); err != nil {
		t.Errorf("within 2 %%: %v", err)
	}
	for i, weight := range []uint32{47e6, 53e6} { // 103 and 97 cents
		put(t, db, 210, uint32(3+i), weight)
		far := goods(t, db)
		if _, err := moonSeason(t, far).Audit(far); !errors.Is(err, season.ErrCycleWorth) {
			t.Errorf("weight %d: %v", weight, err)
		}
	}
	plain := season.Standard()
	if _, err := plain.Audit(of); err != nil {
		t.Error(err)
	}
}

// A name has one cycle for ever: what was published is a leaf of the public log, whose text any program can write.
func TestACycleIsCommittedOnce(t *testing.T) {
	db := scheduler(t)
	of := goods(t, db)
	held, at := moonSeason(t, of), time.Date(2029, 12, 1, 0, 0, 0, 0, time.UTC)
	if _, ok, err := season.Promised(t.Context(), db, held.Season); ok || err != nil {
		t.Error(ok, err)
	}
	first, err := season.Publish(t.Context(), db, held, at)
	if err != nil || first.AtMS != at.UnixMilli() {
		t.Fatal(first, err)
	}
	c, _ := held.Commitment()
	if hash, err := c.Hash(); err != nil || hash != first.Hash || c.Nights[27].Box != 228 ||
		c.FromMS != held.From.UnixMilli() || c.Tokens != 30 {
		t.Errorf("%s, %v, %+v", hash, err, c)
	}
	rec, err := db.Lookup(t.Context(), 0, "cycle:moon27")
	if err != nil {
		t.Fatal(err)
	}
	op, err := db.Op(t.Context(), rec.Op)
	leaf, _ := c.Leaf()
	if err != nil || op.Kind != season.KindCycle || len(op.Leaves) != 1 || string(op.Leaves[0].Data) != string(leaf) ||
		len(op.Postings) != 0 {
		t.Errorf("%+v, %v", op, err)
	}
	again := moonSeason(t, of) // what is not in the commitment may change
	again.Until, again.Name.En, again.Boxes[1].Tokens = again.Until.Add(time.Hour), "Moon", 12
	if p, err := season.Publish(t.Context(), db, again, at.Add(time.Hour)); err != nil || p != first {
		t.Errorf("%+v, %v", p, err)
	}
	for name, change := range map[string]func(*season.Settings){
		"another order": func(s *season.Settings) { c := s.Boxes[0].Cycle; c[0], c[1] = c[1], c[0] },
		"another price": func(s *season.Settings) { s.Boxes[0].Tokens++ },
		"another begin": func(s *season.Settings) { s.From = s.From.Add(24 * time.Hour) },
		"none":          func(s *season.Settings) { s.Boxes = s.Boxes[1:] },
	} {
		other := moonSeason(t, of)
		change(&other)
		if _, err := season.Publish(context.WithoutCancel(t.Context()), db, other, at); !errors.Is(err,
			season.ErrCycleChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, ok, err := season.Promised(t.Context(), db, held.Season); !ok || err != nil || p != first {
		t.Errorf("%+v, %v, %v", p, ok, err)
	}
	other := moonSeason(t, of)
	other.Season = "moon28"
	if p, err := season.Publish(t.Context(), db, other, at); err != nil || p.Hash == first.Hash {
		t.Errorf("another season: %+v, %v", p, err)
	}
}
