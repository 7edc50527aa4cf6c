package storetest

import (
	"sync"
	"time"

	"jadebox/store"
)

func testSettings(w *world) {
	set := func(stamp int64, name, value string) (int64, error) {
		c := store.SettingChange{Name: name, Stamp: stamp, At: now, Author: "ana", Note: "why " + value}
		if value != "" {
			c.Value = []byte(value)
		}
		return w.e.SetSetting(w.ctx(), c)
	}
	none := must(w.e.Settings(w.ctx()))(w)
	w.equal("nothing set", len(none.Values), 0)
	w.equal("its stamp", must(w.e.SettingsStamp(w.ctx()))(w), none.Stamp)
	w.equal("no history", len(must(w.e.SettingHistory(w.ctx(), "a", 10))(w)), 0)

	w.equal("first version", must(set(none.Stamp, "a", `{"x":1}`))(w), int64(1))
	one := must(w.e.Settings(w.ctx()))(w)
	if one.Stamp <= none.Stamp {
		w.Fatalf("the stamp did not grow: %d, %d", none.Stamp, one.Stamp)
	}
	first := store.SettingVersion{Name: "a", Version: 1, Value: []byte(`{"x":1}`), At: now, Author: "ana",
		Note: `why {"x":1}`}
	w.equal("what holds", one.Values, map[string]store.SettingVersion{"a": first})

	// What was read before a change of anything, if only another setting, is refused, and leaves nothing behind.
	_, err := set(none.Stamp, "a", `{"x":9}`)
	w.fails(err, store.ErrConflict, "a stale change")
	_, err = set(none.Stamp, "b", `{"x":9}`)
	w.fails(err, store.ErrConflict, "a stale change of another setting")
	after := must(w.e.Settings(w.ctx()))(w)
	w.equal("after refusals", after.Values, one.Values)
	w.equal("stamp after refusals", after.Stamp, one.Stamp)

	w.equal("other name", must(set(one.Stamp, "b", `"UTC"`))(w), int64(1))
	w.equal("back to the standard", must(set(must(w.e.SettingsStamp(w.ctx()))(w), "a", ""))(w), int64(2))
	held := must(w.e.Settings(w.ctx()))(w)
	w.equal("names", len(held.Values), 2)
	w.equal("the standard holds", held.Values["a"], store.SettingVersion{Name: "a", Version: 2, At: now, Author: "ana",
		Note: "why "})
	w.equal("history", must(w.e.SettingHistory(w.ctx(), "a", 10))(w), []store.SettingVersion{held.Values["a"], first})
	w.equal("newest of the history", must(w.e.SettingHistory(w.ctx(), "a", 1))(w),
		[]store.SettingVersion{held.Values["a"]})
	w.equal("what was read before", one.Values["a"], first)
	_, err = w.e.Kept(w.ctx(), "a")
	w.fails(err, store.ErrNotFound, "a setting of the house is none of a program")
}

// What was held to a catalogue is refused once that has changed, and leaves nothing behind.
func testSettingsBesideACatalogue(w *world) {
	set := func(catalogue int64) error {
		_, err := w.e.SetSetting(w.ctx(), store.SettingChange{Name: "a", Catalogue: &catalogue, At: now, Author: "ana",
			Stamp: must(w.e.SettingsStamp(w.ctx()))(w), Value: []byte("1")})
		return err
	}
	before, _, err := w.e.CatalogueStamp(w.ctx())
	if err == nil {
		err = set(before)
	}
	if err != nil {
		w.Fatal(err)
	}
	if err := w.e.ChangeCatalogue(w.ctx(), func(store.Rules) (*store.CatalogueChange, error) {
		return &store.CatalogueChange{FromMS: now.UnixMilli(), Author: "bob",
			Items: []store.ItemChange{{Def: store.ItemDef{ID: 1, Slug: "a", PriceCents: 100}, New: true}}}, nil
	}); err != nil {
		w.Fatal(err)
	}
	w.fails(set(before), store.ErrConflict, "held to the catalogue of before")
	w.equal("history", len(must(w.e.SettingHistory(w.ctx(), "a", 20))(w)), 1)
	after, _, err := w.e.CatalogueStamp(w.ctx())
	if err == nil {
		err = set(after)
	}
	if err != nil {
		w.Errorf("held to the catalogue of now: %v", err)
	}
}

// Of many who have read the same, one passes.
func testSettingsRace(w *world) {
	stamp := must(w.e.SettingsStamp(w.ctx()))(w)
	var all sync.WaitGroup
	passed := make(chan int64, 8)
	for i := range cap(passed) {
		all.Go(func() {
			at := now.Add(time.Duration(i) * time.Second)
			version, err := w.e.SetSetting(w.ctx(), store.SettingChange{Name: "a", Stamp: stamp, Value: []byte("1"),
				At: at, Author: "b"})
			if err == nil {
				passed <- version
			} else if !is(err, store.ErrConflict) {
				w.Errorf("refused with %v", err)
			}
		})
	}
	all.Wait()
	w.equal("changes that passed", len(passed), 1)
	w.equal("history", len(must(w.e.SettingHistory(w.ctx(), "a", 20))(w)), 1)
}
