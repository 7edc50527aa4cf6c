package httpapi

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"jadebox/actors/rewards/props"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/store"
)

func TestExtraDropsShowTodaysSteps(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		held, _ := json.Marshal(props.Settings{Steps: []props.Step{{SpentCents: 2 * priceCents, ValueCents: 350}}})
		orders, _ := json.Marshal(props.Orders{Orders: []props.Order{{ID: "one", AtMS: clockAhead().UnixMilli(),
			Account: "bobby02", Defs: []store.DefID{1, 3}}}})
		if err := errors.Join(settingstest.Put(w.Context(), w.engine, props.Setting, held),
			settingstest.Put(w.Context(), w.engine, props.OrdersSetting, orders)); err != nil {
			t.Fatal(err)
		}
		today := func(c *client) dropsToday {
			t.Helper()
			a := c.get("/api/activity/drop")
			a.want(w, protocol.OK)
			return into[dropsToday](w, a)
		}
		records := func(c *client) dropPage {
			t.Helper()
			a := c.get("/api/activity/drop/record")
			a.want(w, protocol.OK)
			return into[dropPage](w, a)
		}
		if v := today(w.visitor()); len(v.Steps) != 1 || v.Steps[0].Def != 2 || v.Steps[0].StuffName != "Bow|Reed" ||
			v.Steps[0].ValueCents != 300 || v.SpentCents != 0 {
			t.Fatalf("%+v", v)
		}
		w.visitor().get("/api/activity/drop/record").want(w, protocol.CodeTokenInvalid)
		time.Sleep(5 * time.Second) // the beacon of a first seed, and the order
		p.open()
		p.open()
		time.Sleep(10 * time.Second)
		if v := today(p); v.SpentCents != 2*priceCents || v.EndsAtMS <= clockAhead().UnixMilli() {
			t.Errorf("%+v", v)
		}
		if v := today(q); v.SpentCents != 0 {
			t.Errorf("somebody else's spend: %+v", v)
		}
		mine := records(p)
		if mine.Total != 1 || mine.Records[0].Def != 2 || mine.Records[0].SpentCents != 2*priceCents ||
			mine.Records[0].Status != store.ItemInBackpack {
			t.Fatalf("%+v", mine)
		}
		if theirs := records(q); theirs.Total != 1 || theirs.Records[0].SpentCents != 0 || theirs.Records[0].Def+
			theirs.Records[1].Def != 4 {
			t.Errorf("%+v", theirs)
		}
		q.unchanged(func() { // a gift is its owner's to sell
			q.post("/api/bag/sell", map[string]any{"items": []any{mine.Records[0].ID}}).want(w,
				protocol.CodeItemForeign)
		})
		p.post("/api/bag/sell", map[string]any{"items": []any{mine.Records[0].ID}}).want(w, protocol.OK)
		if mine = records(p); mine.Total != 1 || mine.Records[0].Status != store.ItemSold {
			t.Errorf("after the sale: %+v", mine)
		}
	})
}
