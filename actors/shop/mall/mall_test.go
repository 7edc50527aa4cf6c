package mall

import (
	"testing"

	"jadebox/store"
)

func def(id store.DefID, en, rarity, category string, cents int64) store.ItemDef {
	return store.ItemDef{ID: id, Brand: store.Text{Zh: "玉刃", En: "Blade", Pt: "Lâmina"}, Name: store.Text{En: en},
		Rarity: rarity, Category: category, PriceCents: cents}
}

var goods = []store.ItemDef{def(1, "Jade", "ancient", "knife", 4_000), def(2, "Reed", "rare", "weapon", 300),
	def(3, "Tin", "common", "other", 101), def(4, "Dust", "common", "other", 0)}

func ids(list []Offer) []store.DefID {
	out := []store.DefID{}
	for _, o := range list {
		out = append(out, o.Item.ID)
	}
	return out
}

func TestPricesAreNeverBelowTheValue(t *testing.T) {
	held := Standard()
	held.Own = map[store.DefID]Own{1: {PriceCents: 10}, 2: {PriceCents: 999}}
	for i, want := range []int64{4_000, 999, 105, 0} { // 101 × 1.03 = 104.03, rounded up
		if cents, ok := held.PriceCents(goods[i]); cents != want || ok != (want > 0) {
			t.Errorf("%d: %d %v, not %d", goods[i].ID, cents, ok, want)
		}
	}
	if got := PartCents(1_000_000, 1_000_000, 1<<53); got != 1<<53 {
		t.Error(got)
	}
}

func TestAnItemOutsideTheRangeOrHiddenIsNotSold(t *testing.T) {
	held := Settings{LeastCents: 200, MostCents: 3_000}
	if got := ids(held.Find(goods, Search{})); len(got) != 1 || got[0] != 2 {
		t.Error(got)
	}
	held = Settings{Own: map[store.DefID]Own{2: {Hidden: true, PriceCents: 400}}}
	if _, ok := held.PriceCents(goods[1]); ok {
		t.Error("a hidden item is sold")
	}
}

func TestASearchFindsWhatItNames(t *testing.T) {
	held := Settings{}
	for _, tt := range []struct {
		search Search
		want   []store.DefID
	}{
		{Search{}, []store.DefID{1, 2, 3}},
		{Search{Sort: Cheapest}, []store.DefID{3, 2, 1}},
		{Search{Sort: Rarest}, []store.DefID{1, 2, 3}},
		{Search{Words: "  jADE blade "}, []store.DefID{1}},
		{Search{Words: "玉刃 tin"}, []store.DefID{3}},
		{Search{Words: "lâmina"}, []store.DefID{1, 2, 3}},
		{Search{Words: "jade tin"}, []store.DefID{}},
		{Search{LeastCents: 101, MostCents: 300}, []store.DefID{2, 3}},
		{Search{Category: "knife"}, []store.DefID{1}},
		{Search{Rarity: "rare"}, []store.DefID{2}},
		{Search{Rarity: "RaRe"}, []store.DefID{2}},
	} {
		got := ids(held.Find(goods, tt.search))
		same := len(got) == len(tt.want)
		for i := range min(len(got), len(tt.want)) {
			same = same && got[i] == tt.want[i]
		}
		if !same {
			t.Errorf("%+v: %v, not %v", tt.search, got, tt.want)
		}
	}
}

func TestSettingsWithoutSenseAreRefused(t *testing.T) {
	for text, good := range map[string]bool{"": true, "{}": true, `{"markupPpm":0}`: true,
		`{"own":{"7":{"hidden":true}}}`: true, "x": false,
		`{"markupPpm":-1}`: false, `{"markupPpm":1000001}`: false, `{"leastCents":5,"mostCents":4}`: false,
		`{"own":{"0":{}}}`: false, `{"own":{"7":{"priceCents":-1}}}`: false} {
		if held, err := Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %+v, %v", text, held, err)
		}
	}
	if held, err := Setting.Parse([]byte(`{"leastCents":5}`)); err != nil || held.MarkupPPM != Standard().MarkupPPM {
		t.Errorf("%+v, %v", held, err)
	}
}
