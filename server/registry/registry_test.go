package registry_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/store/memory"
)

// values are, for each setting, one that is good and not the standard, and some that are refused.
var values = map[string]struct {
	good string
	bad  []string
}{
	"activity": {`{"season":"autumn","name":{"zh":"a","en":"b","pt":"c"},"from":"2030-01-01T00:00:00Z","until":"2030-02-01T00:00:00Z"}`,
		[]string{`{"season":"Autumn"}`, `{"leastCents":0}`}},
	"benefit": {`{"steps":[{"spentCents":700000,"rewardCents":70}]}`,
		[]string{`{"steps":[{"spentCents":100,"rewardCents":11}]}`, `{"step":[]}`}},
	"delivery.sandbox": {`{"usual":"fail"}`, []string{`{"usual":"vanish"}`}},
	"delivery":         {`{"autoCents":1250}`, []string{`{"offersMost":0}`, `{"autoCents":"12"}`}},
	"eligibility":      {`{"spentCents":3000}`, []string{`{"spentCents":-1}`, `{"phone":true}`}},
	"home.banners": {`[{"id":"a","image":"/a.webp","link":"/","weight":1,"title":{"zh":"a","en":"b","pt":"c"}}]`,
		[]string{`{}`, `[{"ident":"a"}]`}},
	"home.notices": {`{"lastId":1,"notices":[{"id":1,"type":"roll","state":1,"title":{"zh":"a","en":"b","pt":"c"},"text":{"zh":"a","en":"b","pt":"c"},"fromMs":1}]}`,
		[]string{`{"notices":[{"id":1}]}`}},
	"limits": {`{"raiseHours":72}`, []string{`{"raiseHours":1}`, `{"exclusionMonths":[3]}`, `{"checkMinutes":60}`,
		`{"raise":1}`}},
	"maintenance": {`{"sinceMs":1000,"untilMs":61000}`, []string{`{"sinceMs":5,"untilMs":1}`,
		`{"untilMs":1000000000000000}`, `{"sinceMs":1,"untilMs":18446744075711}`}},
	"mall": {`{"own":{"7":{"priceCents":1999}}}`, []string{`{"markupPpm":-1}`, `{"own":{"0":{}}}`,
		`{"own":{"7":{"price":1}}}`}},
	"pay": {`{"ratePpm":1500000}`, []string{`{"ratePpm":0}`, `{"rate":1}`}},
	"prizes": {`{"fragmentPpm":2000000}`,
		[]string{`{"fragmentPpm":1}`, `{"upgrades":[{"count":0,"kind":"debris","num":1}]}`, `{"cards":[]}`}},
	"promotion": {`{"sharePpm":5000}`, []string{`{"sharePpm":900000}`, `{"share":3}`}},
	"props.orders": {`{"orders":[{"id":"a","atMs":1,"account":"x","defs":[1]}]}`,
		[]string{`{"orders":[{"id":""}]}`, `{"orders":[{"id":"a","atMs":1,"account":"x","defs":[1,0]}]}`}},
	"props": {`{"steps":[]}`, []string{`{"steps":[{"spentCents":100,"valueCents":101}]}`}},
	"rain.orders": {`{"orders":[{"id":"a","atMs":1,"poolCents":5}]}`,
		[]string{`{"orders":[{"id":"a","poolCents":-1}]}`, `{"order":[]}`}},
	"rain": {`{"daily":["20:00"],"pool":{"sharePpm":5000,"leastCents":0,"mostCents":200000}}`,
		[]string{`{"daily":["25:00"]}`, `{"durationMs":1}`}},
	"operators.secondAbove": {`{"cents":100000}`, []string{`{"cents":-1}`, `{"cents":9007199254740992}`, `{"gems":1}`}},
	"rooms.cancelled": {`{"rooms":[{"id":7,"atMs":1}]}`, []string{`{"rooms":[{"id":0,"atMs":1}]}`,
		`{"rooms":[{"id":7,"atMs":1},{"id":7,"atMs":2}]}`}},
	"session":  {`{"idleS":86400}`, []string{`{"idleS":0}`, `{"idleS":2592001}`, `{"idle":86400}`}},
	"realname": {`{"rewardCents":25}`, []string{`{"rewardCents":-1}`, `{"reward":1}`}},
	"sign":     {`{"gapDays":3}`, []string{`{"gapDays":31}`, `{"days":[]}`}},
	"site":     {`{"soon":["mall"]}`, []string{`{"soon":["open"]}`, `{"battles":true}`}},
	"playthrough": {`{"multiplePpm":2000000,"leastCents":5}`, []string{`{"multiplePpm":-1}`,
		`{"multiplePpm":100000001}`,
		`{"leastCents":-1}`, `{"leastCents":10001}`}},
	"site.zone": {`"Asia/Shanghai"`, []string{`"Local"`, `"Nowhere"`, `{}`, `8`}},
	"tasks": {`{"boxes":[],"welcome":{"free":[{"id":7,"name":{"zh":"a","en":"b","pt":"c"},"box":3}]}}`,
		[]string{`{"boxes":[{"id":0}]}`,
			`{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":1,"target":1,"prize":{"kind":"OpenBox","num":1,"card":999}}]}`}},
	"rates": {`{"upgrade":{"drawPpm":100000}}`, []string{`{"upgrade":{"drawPpm":-1}}`, `{"awardsCents":[1,2]}`}},
	"vip": {`{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`,
		[]string{`{"levels":[]}`, `{"level":[]}`}},
}

// shelf has the goods that values name.
func shelf(t *testing.T) *economy.Goods {
	t.Helper()
	db := memory.New(memory.Options{})
	defer db.Close()
	err := errors.Join(db.PutItemDefs(t.Context(), []store.ItemDef{{ID: 1, Slug: "a"}, {ID: 7, Slug: "b"}}),
		db.PutBox(t.Context(), store.Box{ID: 3, Slug: "c"}))
	if err != nil {
		t.Fatal(err)
	}
	goods, err := economy.ReadGoods(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return goods
}

// unsold are texts that name a box or an item, of the settings that can. NUMBER stands for the number.
var unsold = map[string]string{
	"activity":     `{"boxes":[{"box":NUMBER,"tokens":30}]}`,
	"mall":         `{"own":{"NUMBER":{"priceCents":1999}}}`,
	"props.orders": `{"orders":[{"id":"a","atMs":1,"account":"x","defs":[NUMBER]}]}`,
	"sign":         `{"months":[{"days":7,"reward":{"kind":"skins","num":1,"box":NUMBER}}]}`,
	"tasks":        `{"boxes":[],"welcome":{"free":[{"id":7,"name":{"zh":"a","en":"b","pt":"c"},"box":NUMBER}]}}`,
}

// names reports whether a value of a type can name a box or an item.
func names(t reflect.Type) bool {
	if t == reflect.TypeFor[store.BoxID]() || t == reflect.TypeFor[store.DefID]() {
		return true
	}
	switch t.Kind() {
	case reflect.Map:
		return names(t.Key()) || names(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return names(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if f.IsExported() && names(f.Type) {
				return true
			}
		}
	}
	return false
}

// A number without an owner would promise players something and give them nothing. What is named already is left alone:
// goods may go, and the rest of a setting can be changed then.
func TestASettingNamesOnlyGoodsOfTheCatalogue(t *testing.T) {
	for _, s := range registry.All {
		text, named := unsold[s.ID()]
		if !named {
			standard, _ := reflect.TypeOf(s).Elem().FieldByName("Standard")
			if names(standard.Type.Out(0)) {
				t.Errorf("%s names boxes or items, and unsold has no text of it", s.ID())
			}
			continue
		}
		now, missing := &store.SettingsNow{}, []byte(strings.ReplaceAll(text, "NUMBER", "999999"))
		_, err := registry.Accept(s, missing, now, shelf(t))
		if !errors.Is(err, registry.ErrGoods) || !strings.Contains(err.Error(), " 999999: not in the catalogue") {
			t.Errorf("%s: %v", s.ID(), err)
		}
		now = now.With(store.SettingVersion{Name: s.ID(), Version: 1, Value: missing})
		if _, err := registry.Accept(s, missing, now, shelf(t)); err != nil {
			t.Errorf("%s, of goods that are gone: %v", s.ID(), err)
		}
	}
}

// Every setting is held to one contract.
func TestEverySettingKeepsTheContract(t *testing.T) {
	if len(values) != len(registry.All) {
		t.Errorf("%d settings, %d with values to try", len(registry.All), len(values))
	}
	for _, s := range registry.All {
		if values[s.ID()].good == "" {
			t.Errorf("%s: values (registry_test.go) has none to try", s.ID())
		}
	}
	for _, s := range registry.All {
		t.Run(s.ID(), func(t *testing.T) { contract(t, s) })
	}
}

func contract(t *testing.T, s settings.Any) {
	db := memory.New(memory.Options{})
	defer db.Close()
	read := func() *store.SettingsNow {
		t.Helper()
		now, err := db.Settings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	held := func(now *store.SettingsNow) []byte {
		t.Helper()
		text, err := s.JSONIn(now)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	set := func(now *store.SettingsNow, text []byte) (int64, error) {
		if _, err := registry.Accept(s, text, now, shelf(t)); err != nil {
			return 0, err
		}
		return settings.Put(t.Context(), db, s.ID(), now, text, settings.Who{Author: "ana", At: time.Unix(1, 0).UTC(),
			Note: "why"})
	}
	if s.About() == "" {
		t.Error("nobody knows what it is for")
	}

	// The standard is valid against its own schema and by its own checks, and says the same when it is set.
	fresh := read()
	standard := held(fresh)
	valid(t, s, standard)
	if _, err := registry.Accept(s, standard, fresh, &economy.Goods{}); err != nil {
		t.Errorf("the standard is refused: %v", err)
	}

	// What other processes keep sees a change without a restart.
	elsewhere := settings.NewWatch(db)
	if err := elsewhere.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	// A round trip.
	v := values[s.ID()]
	if number, err := set(fresh, []byte(v.good)); err != nil || number != 1 {
		t.Fatalf("version %d, %v", number, err)
	}
	changed := held(read())
	valid(t, s, changed)
	if bytes.Equal(changed, standard) {
		t.Errorf("%s changes nothing", v.good)
	}
	if err := elsewhere.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen, err := elsewhere.Settings(t.Context()); err != nil || !bytes.Equal(held(seen), changed) {
		t.Errorf("elsewhere: %v", err)
	}

	// What is refused changes nothing.
	for _, bad := range append(slices.Clone(v.bad), "", "x", "[[]]", v.good+v.good, `{"nobodyKnowsThis":1}`) {
		if number, err := set(read(), []byte(bad)); err == nil {
			t.Errorf("%.80s is version %d", bad, number)
		}
	}
	// Nor does what was made from an older state.
	if _, err := set(fresh, []byte(v.good)); !errors.Is(err, settings.ErrStale) {
		t.Errorf("a stale change: %v", err)
	}
	if !bytes.Equal(held(read()), changed) {
		t.Error("what was refused has changed something")
	}

	// Back to the standard, and to a version before; history tells all of it.
	if number, err := set(read(), nil); err != nil || number != 2 || !bytes.Equal(held(read()), standard) {
		t.Errorf("the standard again: version %d, %v", number, err)
	}
	list, err := db.SettingHistory(t.Context(), s.ID(), 9)
	if err != nil || len(list) != 2 || list[1].Version != 1 || string(list[1].Value) != v.good ||
		list[1].Author != "ana" || list[1].Note != "why" || list[0].Value != nil {
		t.Fatalf("history: %+v, %v", list, err)
	}
	if number, err := set(read(), list[1].Value); err != nil || number != 3 || !bytes.Equal(held(read()), changed) {
		t.Errorf("version 1 again: version %d, %v", number, err)
	}
}

func valid(t *testing.T, s settings.Any, value []byte) {
	t.Helper()
	text, err := s.SchemaText()
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	var v any
	if err := errors.Join(json.Unmarshal(text, &schema), json.Unmarshal(value, &v)); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err == nil {
		err = resolved.Validate(v)
	}
	if err != nil {
		t.Errorf("%s is not of its schema: %v", value, err)
	}
}

// Task boxes give the prizes that are set: neither a box without its voucher passes, nor the end of a voucher that a
// box gives.
// gives are texts that give a voucher, for every setting that can: those whose schema has a prize.
var gives = map[string]string{
	"tasks": `{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":1,"target":1,"prize":{"kind":"OpenBox","num":1,"card":42}}]}`,
	"sign":  `{"months":[{"days":7,"reward":{"kind":"OpenBox","num":1,"card":42}}]}`,
	"props": `{"steps":[{"spentCents":5000,"valueCents":1,"prizes":[{"kind":"OpenBox","num":1,"card":42}]}]}`,
}

// heldOtherwise give prizes, too: an order is carried out once, and asked when it is given (jadebox props give); the
// prizes are held to themselves.
var heldOtherwise = []string{"props.orders", "prizes"}

func TestPrizesAndWhatGivesThemAreHeldToEachOther(t *testing.T) {
	prizes := prize.Standard()
	prizes.Vouchers = append(slices.Clone(prizes.Vouchers), prize.Voucher{Number: 42, Kind: prize.OpenBox, Percent: 2,
		Hours: 1, Days: 1})
	value, err := json.Marshal(prizes)
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string) settings.Any {
		s, err := registry.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, s := range registry.All {
		schema, err := s.SchemaText()
		if err != nil {
			t.Fatal(err)
		}
		gives, known := gives[s.ID()]
		if !bytes.Contains(schema, []byte(`"card"`)) || slices.Contains(heldOtherwise, s.ID()) {
			continue
		}
		if !known {
			t.Errorf("%s gives prizes, and nothing here shows what it is held to", s.ID())
			continue
		}
		now := &store.SettingsNow{}
		if _, err := registry.Accept(s, []byte(gives), now, &economy.Goods{}); err == nil {
			t.Errorf("%s gives a voucher that there is not", s.ID())
		}
		if now, err = registry.Accept(find("prizes"), value, now, &economy.Goods{}); err != nil {
			t.Fatal(err)
		}
		if now, err = registry.Accept(s, []byte(gives), now, &economy.Goods{}); err != nil {
			t.Errorf("%s: %v", s.ID(), err)
			continue
		}
		if _, err := registry.Accept(find("prizes"), nil, now, &economy.Goods{}); err == nil {
			t.Errorf("a voucher that %s gives is gone", s.ID())
		}
	}
	if _, err := registry.Find("beacon"); !errors.Is(err, registry.ErrUnknown) {
		t.Error(err)
	}
}

// A stored value that cannot be read hides nothing else, and can be put right.
func TestWhatCannotBeReadCanBePutRight(t *testing.T) {
	now := (&store.SettingsNow{}).With(store.SettingVersion{Name: vip.Setting.Name, Version: 1, Value: []byte("x")})
	for _, s := range registry.All {
		if _, err := s.JSONIn(now); (err != nil) != (s.ID() == vip.Setting.Name) {
			t.Errorf("%s: %v", s.ID(), err)
		}
	}
	if _, err := registry.Accept(vip.Setting, []byte(fmt.Sprint(values["vip"].good)), now,
		&economy.Goods{}); err != nil {
		t.Error(err)
	}
}

func TestAZeroThatTheStandardWouldTakeThePlaceOfIsRefusedByItsName(t *testing.T) {
	for _, c := range []struct{ name, text, fields string }{
		{"rates", `{"upgrade":{"drawPpm":0,"leastPpm":0}}`, "upgrade.drawPpm, upgrade.leastPpm"},
		{"prizes", `{"fragmentPpm":0}`, "fragmentPpm"},
		{"limits", `{"checkMinutes":0}`, "checkMinutes"},
		{"rain", `{"durationMs":0,"each":{"claims":0,"capPpm":0}}`, "durationMs, each.capPpm, each.claims"},
		{"rain", `{"pool":{"sharePpm":0,"leastCents":0,"mostCents":0}}`,
			"pool.leastCents, pool.mostCents, pool.sharePpm"},
	} {
		s, err := registry.Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Literal([]byte(c.text)); !errors.Is(err, settings.ErrText) ||
			!strings.Contains(err.Error(), ": "+c.fields+": zero") {
			t.Errorf("%s %s: %v", c.name, c.text, err)
		}
	}
	for name, v := range values {
		s, err := registry.Find(name)
		if err == nil {
			err = s.Literal([]byte(v.good))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A language that comes later refuses nothing that was written before it, and asks for its words in what is written
// from then on.
func TestATextThatLacksALanguageIsReadAndNotWritten(t *testing.T) {
	for _, name := range []string{"activity", "home.notices", "site", "tasks"} {
		s, err := registry.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		whole := values[name].good
		if name == "site" {
			whole = `{"groups":[{"name":{"zh":"a","en":"b","pt":"c"},"url":"/"}]}`
		}
		if name == "activity" {
			nameless := strings.Replace(whole, `"name":{"zh":"a","en":"b","pt":"c"},`, "", 1)
			if err := s.Literal([]byte(nameless)); err != nil {
				t.Errorf("a season without a name, which pages call by their own titles: %v", err)
			}
		}
		for _, lacks := range store.TextLanguages {
			_, after, _ := strings.Cut(whole, `"`+lacks+`":"`)
			text := strings.Replace(whole, `"`+lacks+`":"`+after[:1], `"`+lacks+`":"`, 1)
			if err := s.Literal([]byte(text)); !errors.Is(err, settings.ErrText) ||
				!strings.Contains(err.Error(), "nothing in "+lacks) {
				t.Errorf("%s is set without %s: %v", name, lacks, err)
			}
			err := s.Accept([]byte(text), &store.SettingsNow{})
			if read := lacks != "en" || name == "activity"; (err == nil) != read {
				t.Errorf("%s is read without %s: %v", name, lacks, err)
			}
		}
	}
}
