package player_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// moonTable writes a version of one of the rig's moon boxes, which give item 4 or 5, both worth 50 cents.
func moonTable(r *rig.Rig, id store.BoxID, version, weight uint32) {
	r.Helper()
	odds, err := fairness.NewOdds(int64(id), version, []fairness.OddsEntry{{Item: 4, Weight: weight, ValueCents: 50},
		{Item: 5, Weight: fairness.WeightUnit - weight, ValueCents: 50}})
	if err == nil {
		err = r.Engine.PutBox(r.Context(), store.Box{ID: id, Version: version, OddsHash: odds.Hash(),
			Entries: []store.BoxEntry{{Def: 4, Weight: weight}, {Def: 5, Weight: fairness.WeightUnit - weight}}})
	}
	if err != nil {
		r.Fatal(err)
	}
}

// underTheMoon has a season whose cycle is of boxes 201 to 228, at 10 tokens, and which began so many days ago;
// promised reports whether the cycle was committed.
func underTheMoon(r *rig.Rig, daysAgo int, promised bool) season.Settings {
	r.Helper()
	for i := range season.Nights {
		if _, there := r.Catalog.Box(store.BoxID(201 + i)); !there {
			moonTable(r, store.BoxID(201+i), 1, uint32(1+i)*1e6)
		}
	}
	if err := r.Catalog.Load(r.Context()); err != nil {
		r.Fatal(err)
	}
	held := season.Standard()
	held.Season, held.Page, held.From, held.Until = fmt.Sprint("moon", daysAgo), season.PageMoonBox,
		time.Now().AddDate(0, 0, -daysAgo), time.Now().AddDate(0, 0, 60)
	offer := season.Box{Tokens: 10}
	for i := range season.Nights {
		b, _ := r.Catalog.Box(store.BoxID(201 + i))
		offer.Cycle = append(offer.Cycle, season.Night{Box: b.ID, Version: 1, Odds: b.Odds.Hash()})
	}
	held.Boxes = []season.Box{{Box: 1, Tokens: 10}, offer}
	if promised {
		if _, err := season.Publish(r.Context(), r.Engine, held, time.Now()); err != nil {
			r.Fatal(err)
		}
	}
	setSeason(r, held)
	return held
}

func setSeason(r *rig.Rig, held season.Settings) {
	r.Helper()
	text, err := json.Marshal(held)
	if err == nil {
		err = settingstest.Put(r.Context(), r.Engine, season.Setting, text)
	}
	if err != nil {
		r.Fatal(err)
	}
}

func ofNight(key string, box store.BoxID) player.OpenTokens {
	return player.OpenTokens{Key: key, Box: box, Count: 1, Tokens: 10}
}

func TestEachNightHasItsBox(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		if err := settingstest.Put(t.Context(), r.Engine, period.Setting, []byte(`"Atlantic/Azores"`)); err != nil {
			t.Fatal(err)
		}
		if err := r.Settings.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		day := period.Day(period.In(r.Settings, time.Now()))
		if left := time.Until(day.End); left > 2*time.Hour {
			t.Fatalf("%v to midnight: the rig's beacon does not reach it", left)
		}
		p := r.Player(1000)
		id := player.ID(p)
		underTheMoon(r, 0, true)
		earned(r, p, 100)
		refused := func(m player.OpenTokens, want protocol.Code) {
			t.Helper()
			held, opens := tokensOf(r, p), len(r.Ops(player.KindOpenTokens))
			_, err := rig.Ask[player.Opened](r, player.Kind, id, m)
			r.Refused(err, want)
			if tokensOf(r, p) != held || len(r.Ops(player.KindOpenTokens)) != opens || len(r.Ops("box.void")) != 0 {
				t.Error("what was refused has changed something")
			}
		}
		first := rig.Do[player.Opened](r, player.Kind, id, ofNight("night1", 201))
		if first.Box != 201 || first.Version != 1 || tokensOf(r, p) != 90 {
			t.Errorf("%+v", first)
		}
		verify(r, first)
		refused(ofNight("early", 202), protocol.CodePriceChanged)
		refused(ofNight("last", 228), protocol.CodePriceChanged)
		refused(ofNight("none", 229), protocol.CodeBoxUnknown)
		rig.Do[player.Opened](r, player.Kind, id, ofNight("fixed", 1)) // a box of every night stands beside it

		time.Sleep(time.Until(day.End) - time.Second)
		refused(ofNight("soon", 202), protocol.CodePriceChanged)
		time.Sleep(time.Second)
		refused(ofNight("late", 201), protocol.CodePriceChanged) // the page was open since yesterday
		if again := rig.Do[player.Opened](r, player.Kind, id, ofNight("night1", 201)); again.Op != first.Op ||
			again.Results[0].Item != first.Results[0].Item {
			t.Errorf("the repetition of what was done says %+v", again)
		}
		verify(r, rig.Do[player.Opened](r, player.Kind, id, ofNight("night2", 202)))
		for daysAgo, box := range map[int]store.BoxID{27: 228, 28: 201, 57: 202} {
			underTheMoon(r, daysAgo, true)
			verify(r, rig.Do[player.Opened](r, player.Kind, id, ofNight(fmt.Sprint("ago", daysAgo), box)))
		}
		if tokensOf(r, p) != 40 {
			t.Errorf("%d tokens", tokensOf(r, p))
		}
	})
}

// Nothing is drawn from a table that was not committed, whatever has been changed since.
func TestANightThatWasNotCommittedIsNotOpened(t *testing.T) {
	for name, change := range map[string]func(r *rig.Rig, held season.Settings){
		"another version of the box": func(r *rig.Rig, _ season.Settings) { moonTable(r, 201, 2, 30e6) },
		"the season says another hash": func(r *rig.Rig, s season.Settings) {
			s.Boxes[1].Cycle[0].Odds = s.Boxes[1].Cycle[1].Odds
			setSeason(r, s)
		},
		"table and season at once": func(r *rig.Rig, s season.Settings) {
			moonTable(r, 201, 2, 30e6)
			odds, _ := fairness.NewOdds(201, 2, []fairness.OddsEntry{{Item: 4, Weight: 30e6, ValueCents: 50},
				{Item: 5, Weight: 70e6, ValueCents: 50}})
			s.Boxes[1].Cycle[0] = season.Night{Box: 201, Version: 2, Odds: odds.Hash()}
			setSeason(r, s)
		},
		"another order of the nights": func(r *rig.Rig, s season.Settings) {
			c := s.Boxes[1].Cycle
			c[5], c[6] = c[6], c[5]
			setSeason(r, s)
		},
		"another begin": func(r *rig.Rig, s season.Settings) {
			s.From = s.From.Add(time.Hour)
			setSeason(r, s)
		},
	} {
		t.Run(name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(1000)
				held := underTheMoon(r, 0, true)
				time.Sleep(3 * time.Hour)
				earned(r, p, 100)
				rig.Do[player.Opened](r, player.Kind, player.ID(p), ofNight("before", 201))
				change(r, held)
				if err := r.Catalog.Load(t.Context()); err != nil {
					t.Fatal(err)
				}
				_, err := rig.Ask[player.Opened](r, player.Kind, player.ID(p), ofNight("after", 201))
				r.Refused(err, protocol.CodeSeasonTable)
				if tokensOf(r, p) != 90 || len(r.Ops(player.KindOpenTokens)) != 1 || len(r.Ops("box.void")) != 0 {
					t.Errorf("%d tokens", tokensOf(r, p))
				}
				rig.Do[player.Opened](r, player.Kind, player.ID(p), ofNight("fixed", 1))
			})
		})
	}
	t.Run("nothing was committed", func(t *testing.T) {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(1000)
			underTheMoon(r, 0, false)
			earned(r, p, 100)
			for i := range 3 {
				_, err := rig.Ask[player.Opened](r, player.Kind, player.ID(p), ofNight(fmt.Sprint("k", i), 201))
				r.Refused(err, protocol.CodeSeasonTable)
			}
			if tokensOf(r, p) != 100 {
				t.Errorf("%d tokens", tokensOf(r, p))
			}
		})
	})
}
