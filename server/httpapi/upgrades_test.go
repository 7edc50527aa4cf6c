package httpapi

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/settings/rates"
	"jadebox/actors/settings/settingstest"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (c *client) playerID() int64 {
	c.Helper()
	p, err := c.engine.PlayerByName(c.Context(), c.name)
	if err != nil {
		c.Fatal(err)
	}
	return int64(p.ID)
}

// give puts items of these definitions into the backpack.
func (c *client) give(key string, defs ...store.DefID) []call.ID {
	c.Helper()
	prices := map[store.DefID]int64{1: 4000, 2: 300, 3: 100}
	op := &store.Op{Key: key + c.name, Kind: "test.give", At: clockAhead()}
	for _, def := range defs {
		op.NewItems = append(op.NewItems, store.NewItem{Owner: store.PlayerID(c.playerID()), Def: def,
			ValueCents: prices[def], Source: store.FromReward})
	}
	rec, err := c.engine.Commit(c.Context(), op)
	if err != nil {
		c.Fatal(err)
	}
	if _, err := c.directory.Request(c.Context(), player.Kind, player.ID(store.PlayerID(c.playerID())),
		player.Changed{}); err != nil {
		c.Fatal(err)
	}
	ids := make([]call.ID, len(defs))
	for i := range ids {
		ids[i] = call.ID(rec.ItemID(i))
	}
	return ids
}

// upgradeOf upgrades something of any value to item 1 with 2000 cents; the rate is right for an item of 100 cents only.
func upgradeOf(item call.ID) map[string]any {
	return map[string]any{"items": []call.ID{item}, "gemsCents": 1900, "target": 1, "targetCents": 4000,
		"rateE8": 46_000_000, "startE8": 0}
}

func TestUpgradesStandInTheirRecords(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		w.visitor().get("/api/upgrade/recent").want(w, protocol.OK) // the ranking begins to listen
		won := 0
		var last upgraded
		for i := range 14 {
			item := c.give("g"+itoa(int64(i)), 3)[0]
			key := "up" + itoa(int64(i))
			a := c.keyed("/api/upgrade/play", key, upgradeOf(item))
			a.want(w, protocol.OK)
			last = into[upgraded](w, a)
			if (last.ItemID != "") != last.Won || last.Result.EndSection != 0.46 || last.Result.Terms == "" ||
				last.Rewards == nil {
				t.Errorf("%+v", last)
			}
			if last.Won {
				won++
			}
			c.unchanged(func() { // twice is once; another body under the key is refused
				again := c.keyed("/api/upgrade/play", key, upgradeOf(item))
				if again.want(w, protocol.OK); into[upgraded](w, again).OpID != last.OpID {
					t.Errorf("the repetition answers %s", again.Data)
				}
				other := upgradeOf(item)
				other["startE8"] = 10_000
				c.keyed("/api/upgrade/play", key, other).want(w, protocol.CodeKeyReused)
				c.post("/api/upgrade/play", upgradeOf(item)).want(w, protocol.CodeItemState)
			})
		}
		first := into[upgradePage](w, c.get("/api/upgrade/order/record"))
		second := into[upgradePage](w, c.get("/api/upgrade/order/record?current=2"))
		if first.Total != 14 || len(first.Records) != 12 || len(second.Records) != 2 || second.Current != 2 {
			t.Fatalf("%d of %d, then %d", len(first.Records), first.Total, len(second.Records))
		}
		r := first.Records[0]
		if r.ResultID != last.Result.ResultID || (r.Result == 0) != last.Won || r.LeftAmount != 2000 ||
			r.SuccessRate != 46 || r.LeftLevelName != "common" ||
			r.RightLevelName != "ancient" || r.LeftStuffName != "Pin|Tin" || r.RightStuffImage != "/art/items/1.webp" ||
			r.UpgradeResult.EndSection != 0.46 ||
			r.UpgradeResult.ServerSeed == "" || r.UpgradeResult.UserSeed == "" || r.UpgradeResult.ServerHash == "" ||
			r.UpgradeResult.ResultHash == "" {
			t.Errorf("%+v", r)
		}
		if _, err := time.Parse(time.RFC3339, r.CreatedTime); err != nil {
			t.Error(err)
		}
		var fields map[string]json.RawMessage
		raw, _ := json.Marshal(r)
		_ = json.Unmarshal(raw, &fields)
		for _, name := range []string{"createdTime", "result", "leftStuffName", "leftStuffImage", "leftAmount",
			"leftLevelName", "rightStuffName",
			"rightStuffImage", "rightLevelName", "successRate", "upgradeResult"} { // spec §3
			if fields[name] == nil {
				t.Errorf("the record lacks %s", name)
			}
		}
		var seeds map[string]json.RawMessage
		_ = json.Unmarshal(fields["upgradeResult"], &seeds)
		// spec §3
		for _, name := range []string{"serverHash", "serverSeed", "userSeed", "resultHash", "startSection",
			"endSection"} {
			if seeds[name] == nil {
				t.Errorf("upgradeResult lacks %s", name)
			}
		}
		u := into[upgradeUser](w, w.visitor().get("/api/upgrade/user/"+itoa(c.playerID())))
		if u.Name != "alice01" || u.Total != 14 || u.Won != won || (u.Best != nil) != (won > 0) {
			t.Errorf("%+v, won %d", u, won)
		}
		w.visitor().get("/api/upgrade/user/999").want(w, protocol.CodeNotFound)
		w.visitor().get("/api/upgrade/user/999/record").want(w, protocol.CodeNotFound)
		time.Sleep(10 * time.Second)
		if f := into[upgradeFeed](w, w.visitor().get("/api/upgrade/recent")); len(f.Upgrades) != 14 ||
			f.Upgrades[0].ID != last.Result.ResultID {
			t.Errorf("%+v", f)
		}
		bundle, err := fairness.ParseBundle(w.visitor().get("/api/fair/result/" + last.Result.ResultID).Data)
		if err != nil || bundle.Kind != fairness.KindUpgrade || !fairness.Verify(bundle).OK ||
			bundle.Upgrade.Won != last.Won {
			t.Errorf("bundle: %v", err)
		}
	})
}

func TestUpgradesThatAreRefusedChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, thief := w.newPlayer("alice01"), w.newPlayer("mallory1")
		thief.open()
		items := c.give("g", 3, 3, 1)
		good := func(change map[string]any) map[string]any {
			m := upgradeOf(items[0])
			for k, v := range change {
				m[k] = v
			}
			return m
		}
		refuse := func(who *client, name string, body any, want protocol.Code) {
			who.unchanged(func() {
				if a := who.post("/api/upgrade/play", body); a.Code != want {
					t.Errorf("%s: %d %s, want %d", name, a.Code, a.ErrMsg, want)
				}
			})
		}
		refuse(c, "odds of the client's own", good(map[string]any{"rateE8": 100_000_000}), protocol.CodePriceChanged)
		refuse(c, "price of the client's own", good(map[string]any{"targetCents": 1}), protocol.CodePriceChanged)
		refuse(c, "below 1 %", good(map[string]any{"gemsCents": 0, "rateE8": 500_000}), protocol.CodeUpgradeLow)
		refuse(c, "above 100 %", good(map[string]any{"items": items[2:], "target": 3, "targetCents": 100,
			"rateE8": 100_000_000}), protocol.CodeUpgradeHigh)
		refuse(c, "no items", good(map[string]any{"items": []string{}}), protocol.CodeUpgradeItems)
		refuse(c, "an item twice", good(map[string]any{"items": []call.ID{items[0], items[0]}}),
			protocol.CodeUpgradeItems)
		refuse(c, "unknown target", good(map[string]any{"target": 77}), protocol.CodeUpgradeTarget)
		refuse(c, "negative gems", good(map[string]any{"gemsCents": -1}), protocol.CodeUpgradeGems)
		refuse(c, "section off the circle", good(map[string]any{"startE8": 100_000_000}), protocol.CodeUpgradeSection)
		refuse(c, "won by its own word", good(map[string]any{"won": true}), protocol.CodeBadRequest)
		refuse(thief, "another player's item", upgradeOf(items[0]), protocol.CodeItemForeign)
		c.post("/api/bag/sell", map[string]any{"items": items[:1]}).want(w, protocol.OK)
		refuse(c, "sold item", upgradeOf(items[0]), protocol.CodeItemState)
		c.unchanged(func() {
			c.do("POST", "/api/upgrade/play", upgradeOf(items[1]), nil).want(w, protocol.CodeKeyMissing)
		})
	})
}

func TestATradeInIsAnsweredWhole(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.verified("alice01")
		items := c.give("g", 2, 3, 3)
		body := map[string]any{"items": items[1:], "gemsCents": 150, "target": 2, "targetCents": 300,
			"priceCents": bowCents}
		before := c.worth()
		a := c.keyed("/api/bag/trade", "k", body)
		a.want(w, protocol.OK)
		got := into[traded](w, a)
		if got.RefundCents != 47 || got.BalanceCents != before.GemsCents-103 || got.BagCount != 2 || got.ItemID == 0 {
			t.Errorf("%+v", got)
		}
		c.unchanged(func() {
			c.keyed("/api/bag/trade", "k", body).want(w, protocol.OK)
			c.post("/api/bag/trade", body).want(w, protocol.CodeItemState)
			c.post("/api/bag/trade", map[string]any{"items": items[:1], "gemsCents": 0, "target": 3,
				"targetCents": 100}).want(w, protocol.CodeTradeItems)
			c.post("/api/bag/trade", map[string]any{"items": items[:1], "gemsCents": 1, "target": 2,
				"targetCents": 300, "priceCents": bowCents}).want(w, protocol.CodeTradeTarget)
			c.post("/api/bag/trade", map[string]any{"items": items[:1], "gemsCents": 500, "target": 2,
				"targetCents": 3}).want(w, protocol.CodePriceChanged)
		})
		p := into[tradePage](w, c.get("/api/replace/order/record"))
		if p.Total != 1 || len(p.Records[0].GivenDefs) != 2 || p.Records[0].ItemsCents != 200 ||
			p.Records[0].RefundCents != 47 || p.Records[0].OpID != got.OpID {
			t.Errorf("%+v", p)
		}
	})
}

func TestTheTopTenAreListed(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		if err := settingstest.Put(w.Context(), w.engine, eligibility.Setting, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		w.visitor().get("/api/newActivity/openBoxTop10").want(w, protocol.OK) // the ranking begins
		o := c.open()
		time.Sleep(11 * time.Minute)
		top := into[top10](w, w.visitor().get("/api/newActivity/openBoxTop10"))
		if len(top.Today) != 1 || top.Today[0].Name != "alice01" ||
			top.Today[0].Magnification != float64(o.Results[0].ValueCents*100/priceCents)/100 ||
			top.Today[0].AwardAmount != 250 || len(top.AwardsCents) != 10 || top.Yesterday == nil ||
			top.NextMS <= top.MadeMS || top.LeastCents != 100 || top.SpentCents != 500_00 || !top.Identity {
			t.Errorf("%+v", top)
		}
		raw := string(w.visitor().get("/api/newActivity/upgradeTop10").Data)
		if !strings.Contains(raw, `"yesterday":[]`) {
			t.Errorf("%s", raw)
		}
		rule := into[upgradeRule](w, w.visitor().get("/api/upgrade/rule"))
		// spec §9
		if rule.DrawProportion != 0.08 || rule.MinimumPumpingRatio != 0.02 ||
			rule.DrawPPM != rates.Standard().Upgrade.DrawPPM {
			t.Errorf("%+v", rule)
		}
		if err := settingstest.Put(w.Context(), w.engine, rates.Setting,
			[]byte(`{"upgrade":{"drawPpm":100000,"leastPpm":30000}}`)); err != nil {
			t.Fatal(err)
		}
		if rule = into[upgradeRule](w, w.visitor().get("/api/upgrade/rule")); rule.DrawProportion != 0.1 ||
			rule.LeastPPM != 30_000 {
			t.Errorf("the terms that hold now are not shown: %+v", rule)
		}
	})
}
