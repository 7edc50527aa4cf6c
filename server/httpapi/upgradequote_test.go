package httpapi

import (
	"testing"

	"jadebox/actors/settings/rates"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
)

// What is quoted is what is taken: every target of a quote can be played as it stands there, none that is missing can.
func TestAnUpgradeIsTakenAsItWasQuoted(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, thief := w.newPlayer("alice01"), w.newPlayer("bobby02")
		items := c.give("g", 3, 3, 2)
		quote := func(query string) reply { return c.get("/api/upgrade/quote?" + query) }
		of := func(query string) upgradeQuote {
			t.Helper()
			a := quote(query)
			a.want(w, protocol.OK)
			return into[upgradeQuote](w, a)
		}
		one := "items=" + itoa(int64(items[0]))
		q := of(one + "&gemsCents=1900")
		if q.StakeCents != 2_000 || q.ItemsCents != 100 || len(q.Targets) != 1 ||
			q.Targets[0] != (upgradeOdds{1, 4_000, 46_000_000, 920_000}) {
			t.Errorf("%+v", q)
		}
		play := map[string]any{"items": items[:1], "gemsCents": 1900, "target": q.Targets[0].Target,
			"targetCents": q.Targets[0].TargetCents, "rateE8": q.Targets[0].RateE8, "startE8": 0}
		if err := settingstest.Put(w.Context(), w.engine, rates.Setting,
			[]byte(`{"upgrade":{"drawPpm":100000,"leastPpm":30000}}`)); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() { // by the terms of before
			a := c.post("/api/upgrade/play", play)
			a.want(w, protocol.CodePriceChanged)
			if told := into[invalid](w, a); told.Now == nil || *told.Now != 45_000_000 || told.Field != "rateE8" {
				t.Errorf("%s", a.Data)
			}
		})
		if q = of(one + "&gemsCents=1900"); q.Targets[0].RateE8 != 45_000_000 || q.Targets[0].ReturnPPM != 900_000 {
			t.Errorf("%+v", q)
		}
		play["rateE8"] = q.Targets[0].RateE8
		if q = of("gemsCents=2000"); q.StakeCents != 2_000 || len(q.Targets) != 0 { // which no upgrade takes alone
			t.Errorf("gems alone: %+v", q)
		}
		c.unchanged(func() {
			for query, want := range map[string]protocol.Code{"items=x": protocol.CodeBadRequest,
				"items=1,,2": protocol.CodeBadRequest, "gemsCents=-1": protocol.CodeBadRequest,
				one + "," + itoa(int64(items[0])): protocol.CodeUpgradeItems,
				"items=1,2,3,4,5,6,7,8,9,10,11":   protocol.CodeUpgradeItems,
				"items=99999999":                  protocol.CodeItemForeign, "stake=5": protocol.CodeBadRequest} {
				quote(query).want(w, want)
			}
			thief.get("/api/upgrade/quote?"+one).want(w, protocol.CodeItemForeign)
			w.visitor().get("/api/upgrade/quote?"+one).want(w, protocol.CodeTokenInvalid)
		})
		if none := of(""); none.StakeCents != 0 || len(none.Targets) != 0 {
			t.Errorf("for nothing: %+v", none)
		}
		// 1 of 40 is below 1 %; 300 for 300 and for 4000 are between, for 100 above.
		if q := of("items=" + itoa(int64(items[2]))); len(q.Targets) != 2 || q.Targets[0].Target != 2 ||
			q.Targets[1].Target != 1 {
			t.Errorf("%+v", q)
		}
		c.post("/api/upgrade/play", play).want(w, protocol.OK)
		quote(one).want(w, protocol.CodeItemState)
	})
}
