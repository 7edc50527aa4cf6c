package registry_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/operators"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/props"
	"jadebox/actors/room"
	"jadebox/server/registry"
	"jadebox/server/session"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// lastBefore is the last migration before the one that brought versions of settings.
const lastBefore = 169

// old is a row of the table setting before there were versions, and what the program of that time read from it; nothing
// stored is a setting that was not set.
type old struct {
	Name   string          `json:"name"`
	Stored json.RawMessage `json:"stored"`
	Read   any             `json:"read"`
}

// today are the names of settings that were called otherwise (migration 00230).
var today = map[string]string{"terms": "rates", "prize.terms": "prizes", "task.terms": "tasks",
	"activity.terms": "activity",
	"benefit.terms":  "benefit", "delivery.terms": "delivery", "limits.terms": "limits", "mall.terms": "mall",
	"promotion.terms": "promotion", "realname.terms": "realname", "sign.terms": "sign", "vip.terms": "vip",
	"pay.plan":   "pay",
	"props.plan": "props", "rain.plan": "rain", "site.frame": "site"}

// fieldsToday are the names of fields that were called otherwise. What is stored has the old ones, and is read.
var fieldsToday = map[string]string{"DrawPPM": "drawPpm", "LeastPPM": "leastPpm", "Zh": "zh", "En": "en", "Pt": "pt"}

// named is a value with the names that its fields have today.
func named(v any) any {
	switch v := v.(type) {
	case map[string]any:
		n := map[string]any{}
		for name, field := range v {
			n[cmp.Or(fieldsToday[name], name)] = named(field)
		}
		return n
	case []any:
		for i := range v {
			v[i] = named(v[i])
		}
	}
	return v
}

// name is that of the setting today.
func (o old) name() string { return cmp.Or(today[o.Name], o.Name) }

// ordersOf are the settings of what stood in one value.
var ordersOf = map[string]string{rain.Setting.Name: rain.OrdersSetting.Name,
	props.Setting.Name: props.OrdersSetting.Name}

// rounds are the old rows as databases that could have been: each has one row of a setting at most, the first has none.
func rounds(t *testing.T) [][]old {
	t.Helper()
	// Written by the loaders of that time, which are gone.
	text, err := os.ReadFile("testdata/before_00170.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list [][]old
	seen := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var o old
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		o.Read = named(o.Read)
		if string(o.Stored) == "null" {
			o.Stored = nil
		}
		n := seen[o.name()]
		seen[o.name()]++
		if (n == 0) != (o.Stored == nil) {
			t.Fatalf("%s: the first line tells what holds when nothing is stored, the others a row", o.Name)
		}
		if n == len(list) {
			list = append(list, nil)
		}
		list[n] = append(list[n], o)
	}
	for _, s := range registry.All {
		// those stood in the values of rain and props, or were not there yet
		later := []string{rain.OrdersSetting.Name, props.OrdersSetting.Name, playthrough.Setting.Name,
			eligibility.Setting.Name, session.Setting.Name, room.CancelledSetting.Name, operators.SecondAbove.Name}
		if seen[s.ID()] < 2 && !slices.Contains(later, s.ID()) {
			t.Errorf("%s: no old row; one that is newer than the old databases stands in later, here", s.ID())
		}
	}
	return list
}

// A site that is upgraded goes on under the settings that it had: what was set stays set, and what was not follows the
// standard.
func TestAnOldDatabaseKeepsItsSettingsWhenItIsUpgraded(t *testing.T) {
	for i, rows := range rounds(t) {
		t.Run(fmt.Sprintf("database %d", i), func(t *testing.T) {
			db := upgraded(t, rows)
			now, err := db.Settings(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range rows {
				if orders := ordersOf[o.name()]; orders != "" { // what operators had ordered stood in the same value
					read, list := o.Read.(map[string]any), map[string]any{}
					for _, field := range []string{"orders", "cancelled"} {
						if read[field] != nil {
							list[field] = read[field]
						}
						delete(read, field)
					}
					ordered := plain(maps.Clone(list)) != nil
					delete(list, "cancelled") // of rounds whose draw was named: they end as committed
					held(t, now, orders, list, ordered)
				}
				held(t, now, o.name(), o.follows(t), o.Stored != nil)
			}
			restored(t, db, now)
		})
	}
}

// follows is what was read, with today's standard where nothing was set: standards change.
func (o old) follows(t *testing.T) any {
	t.Helper()
	s, err := registry.Find(o.name())
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.JSONIn(&store.SettingsNow{})
	if err != nil {
		t.Fatal(err)
	}
	var standard, stored any
	err = json.Unmarshal(text, &standard)
	if err == nil && o.Stored != nil {
		err = json.Unmarshal(o.Stored, &stored)
	}
	if err != nil {
		t.Fatal(err)
	}
	return over(standard, named(stored), o.Read)
}

// over is what was read where something was stored, field by field, and else the standard.
func over(standard, stored, read any) any {
	s, isSet := stored.(map[string]any)
	r, isRead := read.(map[string]any)
	fields, isStandard := standard.(map[string]any)
	switch {
	case stored == nil:
		return standard
	case !isSet || !isRead || !isStandard:
		return read
	}
	whole := maps.Clone(fields) // a field that came later holds its standard
	for name := range r {
		whole[name] = over(fields[name], s[name], r[name])
	}
	return whole
}

func upgraded(t *testing.T, rows []old) *postgres.Engine {
	t.Helper()
	dsn := pgtest.DSN(t)
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	before, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../store/postgres/migrations"))
	if err == nil {
		_, err = before.UpTo(t.Context(), lastBefore)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range rows {
		if o.Stored == nil {
			continue
		}
		if _, err := db.ExecContext(t.Context(), `INSERT INTO setting (key, value) VALUES ($1, $2)`, o.Name,
			[]byte(o.Stored)); err != nil {
			t.Fatal(err)
		}
	}
	if err := postgres.Migrate(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// held compares a setting with what was read before.
func held(t *testing.T, now *store.SettingsNow, name string, read any, set bool) {
	t.Helper()
	s, err := registry.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.JSONIn(now)
	if err != nil {
		t.Errorf("%s cannot be read any more: %v", name, err)
		return
	}
	var after any
	if err := json.Unmarshal(text, &after); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(plain(after))
	b, _ := json.Marshal(plain(read))
	if !bytes.Equal(a, b) {
		t.Errorf("%s\nbefore %s\nafter  %s", name, b, a)
	}
	v, ok := now.Values[name]
	if ok != set || ok && (v.Version != 1 || v.Author != "migration") {
		t.Errorf("%s: set before %t, now %t: version %d by %q", name, set, ok, v.Version, v.Author)
	}
}

// plain leaves out what is empty: a list of nothing was null or [], and is the same.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			if v[name] = plain(field); v[name] == nil {
				delete(v, name)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

// restored takes the first version back as an operator would, from its history: what is there is accepted as it stands.
func restored(t *testing.T, db store.Engine, now *store.SettingsNow) {
	t.Helper()
	for _, s := range registry.All {
		v, ok := now.Values[s.ID()]
		if !ok {
			continue
		}
		list, err := db.SettingHistory(t.Context(), s.ID(), 9)
		if err != nil || len(list) != 1 || !slices.Equal(list[0].Value, v.Value) {
			t.Errorf("history of %s: %+v, %v", s.ID(), list, err)
			continue
		}
		if err := s.Accept(list[0].Value, now); err != nil {
			t.Errorf("%s cannot be restored: %v", s.ID(), err)
		}
	}
}
