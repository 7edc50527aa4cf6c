package registry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/store/memory"
)

// oneBox is a catalogue of one box: the weights of an item of 10 gems and of one of 1.03.
type oneBox struct{ high, low uint32 }

// The box returns 92 %, 97 % and 99 % of its price.
var (
	usualBox   = oneBox{9_030_100, 90_969_900}
	highBox    = oneBox{10_144_928, 89_855_072}
	highestBox = oneBox{10_590_858, 89_409_142}
)

func (b oneBox) version(n uint32) store.Box {
	return store.Box{ID: 1, Slug: "one", Version: n, PriceCents: 200, Enabled: true, OddsHash: fmt.Sprint("h", n),
		Entries: []store.BoxEntry{{Def: 1, Weight: b.high}, {Def: 2, Weight: b.low}}}
}

// Boxes implements economy.Catalogue.
func (b oneBox) Boxes(context.Context) ([]store.Box, error) { return []store.Box{b.version(1)}, nil }

// ItemDefs implements economy.Catalogue.
func (oneBox) ItemDefs(context.Context) ([]store.ItemDef, error) {
	return []store.ItemDef{{ID: 1, Slug: "a", PriceCents: 1000}, {ID: 2, Slug: "b", PriceCents: 103}}, nil
}

// tight are settings that give next to nothing.
var tight = []struct{ name, text string }{
	{"rain", `{"daily":[]}`}, {"promotion", `{"sharePpm":0}`}, {"pay", `{"tiers":[]}`},
	{"vip", `{"levels":[{"needCents":100000000000,"ratePpm":0,"bonusCents":1}]}`},
	{"tasks", `{"boxes":[],"welcome":{"free":[],"recharge":[]}}`}, {"sign", `{"closed":true}`},
	{"props", `{"steps":[]}`}, {"benefit", `{"steps":[]}`}, {"realname", `{"rewardCents":0}`},
	{"prizes", `{"upgrades":[]}`}, {"eligibility", `{"spentCents":100000000}`},
}

// Tight settings let a generous box be sold. The standard, which was tight enough for the box before, is not for this
// one: a loop that is closed is not opened by going back to it, one setting after another or in any part.
func TestTheStandardOpensNoLoopThatIsClosed(t *testing.T) {
	usual, err1 := economy.ReadGoods(t.Context(), usualBox)
	high, err2 := economy.ReadGoods(t.Context(), highBox)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	accept := func(name, text string, now *store.SettingsNow, goods *economy.Goods) (*store.SettingsNow, error) {
		s, err := registry.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if text == "" {
			return registry.Accept(s, nil, now, goods)
		}
		return registry.Accept(s, []byte(text), now, goods)
	}
	now := &store.SettingsNow{}
	for _, s := range tight {
		next, err := accept(s.name, s.text, now, usual)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		now = next
	}
	if err := registry.AcceptGoods(now, usual, high); err != nil {
		t.Fatalf("boxes of 97 %% beside tight settings: %v", err)
	}
	var refused []string
	for _, s := range slices.Backward(tight) {
		next, err := accept(s.name, "", now, high)
		switch {
		case errors.Is(err, economy.ErrLoop):
			refused = append(refused, s.name)
		case err != nil:
			t.Errorf("the standard of %s: %v", s.name, err)
		default:
			now = next
		}
		e, err := economy.Of(now, high)
		if err != nil {
			t.Fatal(err)
		}
		if open := e.Open(); len(open) > 0 {
			t.Fatalf("the standard of %s opens %s", s.name, open)
		}
	}
	if len(refused) == 0 {
		t.Error("every standard goes with boxes of 97 %: nothing was asked here")
	}
}

// What is set was held to the boxes that were on sale. An import that comes in force before it is written, itself held
// to the settings before, makes it stale: each alone leaves nothing open, both together would.
func TestASettingIsNotWrittenBesideACatalogueThatItWasNotHeldTo(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	ctx, who := t.Context(), settings.Who{Author: "ana", At: time.Unix(1, 0).UTC()}
	defs, _ := usualBox.ItemDefs(ctx)
	if err := errors.Join(db.PutItemDefs(ctx, defs), db.PutBox(ctx, usualBox.version(1))); err != nil {
		t.Fatal(err)
	}
	prepare := func(name, text string) (*registry.Change, error) {
		s, err := registry.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return registry.Prepare(ctx, db, s, func(*store.SettingsNow) ([]byte, error) { return []byte(text), nil })
	}
	for _, s := range tight {
		c, err := prepare(s.name, s.text)
		if err == nil {
			_, err = c.Put(ctx, db, who)
		}
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
	}
	const generous = `{"levels":[{"needCents":1000,"ratePpm":25000,"bonusCents":1}]}`
	c, err := prepare("vip", generous)
	if err != nil {
		t.Fatal(err)
	}
	was, err1 := economy.ReadGoods(ctx, db)
	will, err2 := economy.ReadGoods(ctx, highestBox)
	now, err3 := db.Settings(ctx)
	if err := errors.Join(err1, err2, err3, registry.AcceptGoods(now, was, will)); err != nil {
		t.Fatal(err)
	}
	if err := db.ChangeCatalogue(ctx, func(store.Rules) (*store.CatalogueChange, error) {
		return &store.CatalogueChange{FromMS: time.Now().UnixMilli(), Boxes: []store.Box{highestBox.version(2)},
			Author: "bob"}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if done, err := c.Put(ctx, db, who); !errors.Is(err, settings.ErrStale) {
		t.Errorf("beside another catalogue: version %d, %v", done.Version, err)
	}
	if _, err := prepare("vip", generous); !errors.Is(err, economy.ErrLoop) {
		t.Errorf("held to it: %v", err)
	}
}
