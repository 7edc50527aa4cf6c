package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/registry"
	"jadebox/store"
)

// moonSeason is a season whose cycle is of boxes 201 to 228, which are new. It begins in an hour, an hour before
// midnight.
func (w *world) moonSeason() season.Settings {
	w.Helper()
	// 23:00 there
	if err := settingstest.Put(w.Context(), w.engine, period.Setting, []byte(`"Atlantic/Cape_Verde"`)); err != nil {
		w.Fatal(err)
	}
	if err := w.watch.Refresh(w.Context()); err != nil {
		w.Fatal(err)
	}
	for i := range season.Nights {
		w.moonBox(i, 1, 10_000_000)
	}
	if err := w.api.Catalog.Load(w.Context()); err != nil {
		w.Fatal(err)
	}
	t := season.Standard()
	t.Season, t.Page, t.Name = "moon27", season.PageMoonBox, store.Text{Zh: "月", En: "Moon", Pt: "Lua"}
	t.From, t.Until = clockAhead().Add(time.Hour), clockAhead().AddDate(0, 0, 60)
	// tokens for play would be a profitable loop
	t.Goals = []season.Goal{{Type: season.SignIn, Steps: []season.Step{{Count: 1, Tokens: 2}}}}
	t.Assist = season.Assist{}
	offer := season.Box{Tokens: 1}
	for i := range season.Nights {
		b, _ := w.api.Catalog.Box(store.BoxID(201 + i))
		offer.Cycle = append(offer.Cycle, season.Night{Box: b.ID, Version: 1, Odds: b.Odds.Hash()})
	}
	t.Boxes = []season.Box{offer}
	// A night for a sign-in is a profitable loop all the same: what was written past the registry held a wider one.
	before := `{"season":"before","goals":[{"type":1,"steps":[{"count":1,"tokens":9}]}],"boxes":[{"box":201,"tokens":1}],
		"from":"2001-01-01T00:00:00Z","until":"2001-02-01T00:00:00Z"}`
	if err := settingstest.Put(w.Context(), w.engine, season.Setting, []byte(before)); err != nil {
		w.Fatal(err)
	}
	return t
}

// moonBox writes the table of a night. All are worth the same as long as top is.
func (w *world) moonBox(night int, version, top uint32) {
	w.Helper()
	w.moonBoxFrom(night, version, top, clockAhead())
}

func (w *world) moonBoxFrom(night int, version, top uint32, from time.Time) {
	w.Helper()
	b := store.Box{ID: store.BoxID(201 + night), Version: version, Slug: fmt.Sprint("moon-", night), Type: "hash",
		At: from, Image: "/art/boxes/moon.webp",
		Name: store.Text{Zh: fmt.Sprint("月 ", night+1), En: fmt.Sprint("Moon ", night+1),
			Pt: fmt.Sprint("Lua ", night+1)},
		Entries: []store.BoxEntry{{Def: 1, Weight: top}, {Def: 2, Weight: 10_000_000},
			{Def: 3, Weight: 90_000_000 - top}}}
	if err := w.engine.PutBox(w.Context(), b); err != nil {
		w.Fatal(err)
	}
}

// setSeason is what the operator's command does, and what it tells.
func (w *world) setSeason(t season.Settings) (string, error) {
	w.Helper()
	change, err := registry.Prepare(w.Context(), w.engine, season.Setting, func(*store.SettingsNow) ([]byte,
		error) {
		return json.Marshal(t)
	})
	if err != nil {
		return "", err
	}
	done, err := change.Put(w.Context(), w.engine, settings.Who{Author: "test", At: clockAhead()})
	return done.String(), err
}

func (w *world) cycle() activeCycle {
	w.Helper()
	a := w.visitor().get("/api/activity/cycle")
	a.want(w, protocol.OK)
	return into[activeCycle](w, a)
}

func TestTheMoonBoxFollowsItsCycle(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		if got := w.cycle(); got.Hash != "" || got.Nights == nil || len(got.Nights) != 0 {
			t.Errorf("without a season: %+v", got)
		}
		held := w.moonSeason()
		said, err := w.setSeason(held)
		if err != nil {
			t.Fatal(err)
		}
		// Before it begins the whole cycle is public, and no player can open.
		all := w.cycle()
		if all.Season != "moon27" || all.Night != 1 || all.Tokens != 1 || len(all.Nights) != 28 ||
			all.CommittedMS == 0 || !strings.Contains(said, all.Hash) {
			t.Fatalf("%+v\n%s", all, said)
		}
		text := fmt.Sprintf("BOX1/cycle\nseason=moon27\nfrom-ms=%d\ntokens=1\nnights=28\n", all.FromMS)
		for i, n := range all.Nights {
			text += fmt.Sprintf("night=%d\nbox=%d\nversion=%d\nodds=%s\n", i+1, n.Box, n.Version, n.OddsHash)
			if n.Night != i+1 || n.Name.En != fmt.Sprint("Moon ", i+1) || n.TopDef != 1 || n.TopCents != 4000 ||
				n.ExpectedCents < 505 || n.ExpectedCents > 511 {
				t.Errorf("%+v", n)
			}
		}
		if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != all.Hash {
			t.Errorf("the hash is not that of\n%s", text)
		}
		look := func(id int) activeBoxView {
			t.Helper()
			a := w.visitor().get(fmt.Sprint("/api/activity/box/details?id=", id))
			a.want(w, protocol.OK)
			return into[activeBoxView](w, a)
		}
		if v := look(215); v.Open || v.OddsHash != all.Nights[14].OddsHash || len(v.Entries) != 3 {
			t.Errorf("%+v", v)
		}
		w.visitor().get("/api/activity/box/details?id=1").want(w, protocol.CodeSeasonOver)
		open := func(key string, box int) reply {
			return c.keyed("/api/activity/open", key, map[string]any{"id": box, "count": 1, "tokens": 1})
		}
		open("ahead", 201).want(w, protocol.CodeSeasonOver)

		time.Sleep(time.Hour) // it begins, and it is midnight on the site's clock
		if all = w.cycle(); all.Night != 1 || (all.EndsMS-all.SysTime)/60_000 != 24*60-1 {
			t.Errorf("night %d, for %d ms", all.Night, all.EndsMS-all.SysTime)
		}
		c.post(signPath, signDay(1)).want(w, protocol.OK)
		c.receive(season.SignIn).want(w, protocol.OK) // two
		if list := into[activeBoxes](w, c.get("/api/activity/activity/box")).Boxes; len(list) != 1 ||
			list[0].Box.ID != 201 {
			t.Errorf("%+v", list)
		}
		if v := look(201); !v.Open || v.Tokens != 1 {
			t.Errorf("%+v", v)
		}
		offer := c.get("/api/activity/open?id=201")
		offer.want(w, protocol.OK)
		c.unchanged(func() {
			for _, a := range []reply{c.get("/api/activity/open?id=202"), open("tomorrow", 202)} {
				a.want(w, protocol.CodePriceChanged)
				if why := into[invalid](w, a); why.Field != "id" || why.Now == nil || *why.Now != 201 {
					t.Errorf("tonight's box is not told: %s", a.raw)
				}
			}
			open("nothing", 229).want(w, protocol.CodeBoxUnknown)
		})
		tonight := open("tonight", 201)
		tonight.want(w, protocol.OK)
		o := into[openedActive](w, tonight)
		if o.Radish != 1 || len(o.Results) != 1 {
			t.Fatalf("%+v", o)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		b, err := fairness.ParseBundle(w.visitor().get("/api/fair/result/" + o.Results[0].ResultID).Data)
		if err != nil {
			t.Fatal(err)
		}
		if r := fairness.Verify(b); !r.OK || b.Log == nil {
			t.Errorf("%+v", r)
		}

		// An operator changes the box: it cannot be opened, and what was committed is still shown.
		w.moonBox(0, 2, 30_000_000)
		if err := w.api.Catalog.Load(w.Context()); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() { open("changed", 201).want(w, protocol.CodeSeasonTable) })
		if v := look(201); v.OddsVersion != 1 || v.OddsHash != all.Nights[0].OddsHash ||
			v.Entries[0].Weight != 10_000_000 {
			t.Errorf("%+v", v)
		}
		if again := w.cycle(); again.Hash != all.Hash || again.Nights[0] != all.Nights[0] {
			t.Errorf("%+v", again.Nights[0])
		}
		if again := open("tonight", 201); again.Code != protocol.OK || into[openedActive](w, again).OpID != o.OpID {
			t.Errorf("the repetition of what was done says %s", again.raw)
		}
		if c.radishes() != 1 {
			t.Errorf("%d radishes", c.radishes())
		}
	})
}

func TestACycleIsNotPromisedOfABoxThatChangesLater(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		good := w.moonSeason()
		w.moonBoxFrom(5, 2, 10_000_000, clockAhead().Add(time.Hour))
		if out, err := w.setSeason(good); !errors.Is(err, registry.ErrWaits) || !strings.Contains(err.Error(),
			"night 6: box 206") {
			t.Errorf("%v\n%s", err, out)
		}
		if got := w.cycle(); len(got.Nights) != 0 {
			t.Errorf("what was refused is set: %+v", got)
		}
	})
}

// What the operator's command takes of a cycle, and what it leaves alone.
func TestAWrongCycleCannotBeSet(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		good := w.moonSeason()
		refused := func(name, why string, change func(*season.Settings)) {
			t.Helper()
			held := good
			held.Boxes = []season.Box{{Tokens: 1, Cycle: append([]season.Night(nil), good.Boxes[0].Cycle...)}}
			change(&held)
			if out, err := w.setSeason(held); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v %s", name, err, out)
			}
		}
		refused("27 nights", "28", func(s *season.Settings) { s.Boxes[0].Cycle = s.Boxes[0].Cycle[:27] })
		refused("no such box", "box 999", func(s *season.Settings) { s.Boxes[0].Cycle[2].Box = 999 })
		refused("another version", "night 3", func(s *season.Settings) { s.Boxes[0].Cycle[2].Version = 2 })
		refused("another hash", "night 3", func(s *season.Settings) {
			s.Boxes[0].Cycle[2].Odds = strings.Repeat("0",
				64)
		})
		w.moonBox(27, 2, 11_000_000) // worth 39 cents more
		if err := w.api.Catalog.Load(w.Context()); err != nil {
			t.Fatal(err)
		}
		worth := func(s *season.Settings) {
			b, _ := w.api.Catalog.Box(228)
			s.Boxes[0].Cycle[27] = season.Night{Box: 228, Version: 2, Odds: b.Odds.Hash()}
		}
		refused("a night that is worth more", "not worth the same", worth)
		w.moonBox(27, 3, 10_000_000)
		if err := w.api.Catalog.Load(w.Context()); err != nil {
			t.Fatal(err)
		}
		b, _ := w.api.Catalog.Box(228)
		good.Boxes[0].Cycle[27] = season.Night{Box: 228, Version: 3, Odds: b.Odds.Hash()}
		if got := w.cycle(); len(got.Nights) != 0 {
			t.Errorf("what was refused is set: %+v", got)
		}
		for range 2 { // set once more it is the same
			if out, err := w.setSeason(good); err != nil || !strings.Contains(out, "gems on average") {
				t.Errorf("%v\n%s", err, out)
			}
		}
		before := w.cycle()
		for _, wait := range []time.Duration{0, 2 * time.Hour} { // before it has begun and after
			time.Sleep(wait)
			refused("the cycle of a season that has another", "another cycle", func(s *season.Settings) {
				c := s.Boxes[0].Cycle
				c[0], c[1] = c[1], c[0]
			})
			refused("no cycle any more", "another cycle",
				func(s *season.Settings) { s.Boxes = []season.Box{{Box: openID, Tokens: 1}} })
			refused("another begin", "another cycle", func(s *season.Settings) { s.From = s.From.Add(-time.Minute) })
		}
		if after := w.cycle(); after.Hash != before.Hash || after.CommittedMS != before.CommittedMS {
			t.Errorf("%+v", after)
		}
		good.Until = good.Until.Add(time.Hour) // of the rest everything can change
		if out, err := w.setSeason(good); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
}

// A season promises once and for ever: what is refused because another request was faster has promised nothing, and
// another cycle can be committed under the name.
func TestASettingThatIsRefusedPromisesNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		held := w.moonSeason()
		change, err := registry.Prepare(w.Context(), w.engine, season.Setting, func(*store.SettingsNow) ([]byte,
			error) {
			return json.Marshal(held)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := settingstest.Put(w.Context(), w.engine, period.Setting, []byte(`"Asia/Tokyo"`)); err != nil {
			t.Fatal(err)
		}
		_, err = change.Put(w.Context(), w.engine, settings.Who{Author: "test", At: clockAhead()})
		if !errors.Is(err, settings.ErrStale) {
			t.Fatalf("a change of what holds no more: %v", err)
		}
		if p, promised, err := season.Promised(w.Context(), w.engine, held.Season); promised || err != nil {
			t.Errorf("promised all the same: %+v, %v", p, err)
		}
		cycle := held.Boxes[0].Cycle
		cycle[0], cycle[1] = cycle[1], cycle[0]
		if _, err := w.setSeason(held); err != nil {
			t.Errorf("another cycle of the season: %v", err)
		}
	})
}
