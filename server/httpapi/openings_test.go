package httpapi

import (
	"encoding/json"
	"maps"
	"math"
	"strings"
	"testing"

	"jadebox/fairness"
	"jadebox/protocol"
)

func TestAnOpeningIsAnsweredWhole(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		a := c.keyed("/api/box/1/open", "first", map[string]any{"count": 3, "priceCents": priceCents})
		a.want(w, protocol.OK)
		o := into[opened](w, a)
		if len(o.Results) != 3 || o.BalanceCents != welcomeCents-3*priceCents || o.BagCount != 3 || o.Next.Nonce != 3 ||
			o.Next.ServerHash == "" {
			t.Errorf("%+v", o)
		}
		for i, r := range o.Results {
			if r.N != uint64(i) || r.Number < r.StartSection || r.Number > r.EndSection || r.EndSection > 1 ||
				r.ServerSeed == "" ||
				r.ResultHash == "" || r.OddsHash == "" {
				t.Errorf("%+v", r)
			}
		}
		c.unchanged(func() { // the same key is the same answer
			again := c.keyed("/api/box/1/open", "first", map[string]any{"count": 3, "priceCents": priceCents})
			again.want(w, protocol.OK)
			var first, second map[string]any
			_, _ = json.Unmarshal(a.Data, &first), json.Unmarshal(again.Data, &second)
			if got := into[opened](w, again); got.OpID != o.OpID || got.Results[2] != o.Results[2] {
				t.Errorf("the repetition answers %+v", got)
			}
			c.keyed("/api/box/1/open", "first", map[string]any{"count": 2, "priceCents": priceCents}).want(w,
				protocol.CodeKeyReused)
			c.keyed("/api/box/3/open", "first", map[string]any{"count": 3, "priceCents": 3 * priceCents}).want(w,
				protocol.CodeKeyReused)
		})
		h := into[openingPage](w, c.get("/api/box/history"))
		if h.Total != 1 || len(h.Records) != 3 || h.Records[0].OpID != o.OpID || h.Records[0].BoxID != openID ||
			h.Records[0].PriceCents != priceCents {
			t.Errorf("%+v", h)
		}
	})
}

// The device's seed draws, stands in the answer and in the history, and belongs to the key.
func TestADeviceSendsASeedOfItsOwnWithItsRequest(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		body := func(seed string) map[string]any {
			return map[string]any{"count": 2, "priceCents": priceCents, "userSeed": seed}
		}
		first := c.keyed("/api/box/1/open", "first", body("device1"))
		first.want(w, protocol.OK)
		second := c.keyed("/api/box/1/open", "second", body("Device2"))
		second.want(w, protocol.OK)
		for seed, a := range map[string]reply{"device1": first, "Device2": second} {
			for _, r := range into[opened](w, a).Results {
				out, err := fairness.Roll(seed, r.ServerSeed)
				if err != nil || r.UserSeed != seed || r.ResultHash != out.ResultHash || r.V != out.V {
					t.Errorf("with seed %q: %+v", seed, r)
				}
			}
		}
		c.unchanged(func() {
			c.keyed("/api/box/1/open", "first", body("Device2")).want(w, protocol.CodeKeyReused)
			c.keyed("/api/box/1/open", "third", body("not-one")).want(w, protocol.CodeSeedFormat)
			again := c.keyed("/api/box/1/open", "first", body("device1"))
			if got := into[opened](w, again); got.OpID != into[opened](w, first).OpID {
				t.Errorf("the repetition answers %+v", got)
			}
		})
		if h := into[openingPage](w, c.get("/api/box/history")); h.Records[0].UserSeed != "Device2" {
			t.Errorf("%+v", h.Records[0])
		}
	})
}

// What the page showed is what is drawn and paid, or 630 and nothing: another price, another table, another commitment.
func TestAnOpeningIsWhatThePageHasShown(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		box, commit := into[boxView](w, c.get("/api/box/1")), into[seeds](w, c.get("/api/fair/seed")).Commit
		body := func(changes map[string]any) map[string]any {
			b := map[string]any{"count": 1, "priceCents": priceCents, "oddsHash": box.OddsHash, "commit": commit,
				"userSeed": "device1"}
			maps.Copy(b, changes)
			return b
		}
		refused := func(name, field string, a reply) {
			t.Helper()
			a.want(w, protocol.CodePriceChanged)
			if got := into[invalid](w, a).Field; got != field {
				t.Errorf("%s: the refusal names %q, want %q", name, got, field)
			}
		}
		c.keyed("/api/box/1/open", "shown", body(nil)).want(w, protocol.OK)
		c.unchanged(func() {
			c.keyed("/api/box/1/open", "shown", body(map[string]any{"userSeed": "device2"})).want(w,
				protocol.CodeKeyReused)
			refused("price", "priceCents", c.post("/api/box/1/open", body(map[string]any{"priceCents": 1})))
			refused("commitment of nobody", "commit",
				c.post("/api/box/1/open", body(map[string]any{"commit": strings.Repeat("0", 64)})))
		})
		w.moreOfTheFirst()
		c.unchanged(func() { refused("odds of before", "oddsHash", c.post("/api/box/1/open", body(nil))) })
		c.post("/api/fair/rotate", map[string]any{}).want(w, protocol.OK)
		now := map[string]any{"oddsHash": into[boxView](w, c.get("/api/box/1")).OddsHash}
		c.unchanged(func() { refused("epoch of before", "commit", c.post("/api/box/1/open", body(now))) })
		now["commit"] = into[seeds](w, c.get("/api/fair/seed")).Commit
		c.post("/api/box/1/open", body(now)).want(w, protocol.OK)
	})
}

// moreOfTheFirst gives box 1 another table at the same price.
func (w *world) moreOfTheFirst() {
	w.Helper()
	b, err := w.engine.BoxVersion(w.Context(), openID, 1)
	if err != nil {
		w.Fatal(err)
	}
	b.Version, b.At = 2, clockAhead()
	b.Entries[0].Weight, b.Entries[1].Weight = b.Entries[0].Weight+1_000_000, b.Entries[1].Weight-1_000_000
	if err = w.engine.PutBox(w.Context(), b); err == nil {
		err = w.api.Catalog.Load(w.Context())
	}
	if err != nil {
		w.Fatal(err)
	}
}

// Of a live site the device makes the seed of every draw that its player asks for. A site that fell back on the
// profile's would draw by one that it knew beforehand.
func TestALiveSiteDrawsNothingWithoutASeedOfTheDevice(t *testing.T) {
	inWorld(t, options{ownSeeds: true}, func(w *world) {
		w.setTaskBoxes()
		c := w.newPlayer("alice01")
		upgrade := upgradeOf(c.give("given", 3)[0])
		for _, draw := range []struct {
			path string
			body map[string]any
		}{
			{"/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}},
			{"/api/task/open", map[string]any{"boxId": openerBox}}, // for the opening before
			{"/api/upgrade/play", upgrade},
			{"/api/activity/open", map[string]any{"id": openID, "tokens": 4, "count": 1}},
		} {
			path, body := draw.path, draw.body
			c.unchanged(func() {
				a := c.post(path, body)
				if a.Code != protocol.CodeSeedFormat || into[invalid](w, a).Field != "userSeed" {
					t.Errorf("%s without a seed: %d %s", path, a.Code, a.Data)
				}
			})
			body["userSeed"] = "device1"
			if a := c.post(path, body); a.Code == protocol.CodeSeedFormat {
				t.Errorf("%s with a seed: %d %s", path, a.Code, a.ErrMsg)
			}
		}
	})
}

// A server of the release before draws without one, and its answer may be lost in the restart: its repetition is the
// same request. Refused, it would be paid for a second time.
func TestWhatWasDrawnWithoutASeedIsAnsweredAgain(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.setTaskBoxes()
		c := w.newPlayer("alice01")
		for key, draw := range map[string]struct {
			path string
			body map[string]any
		}{
			"lost-1": {"/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}},
			"lost-2": {"/api/upgrade/play", upgradeOf(c.give("given", 3)[0])},
			"lost-3": {"/api/task/open", map[string]any{"boxId": welcomeBox}},
		} {
			path, body := draw.path, draw.body
			first := c.keyed(path, key, body)
			w.api.OwnSeeds = true
			c.unchanged(func() {
				again := c.keyed(path, key, body)
				said := strings.Replace(string(again.Data), `"repeated":true`, `"repeated":false`, 1)
				if first.Code != protocol.OK || said != string(first.Data) {
					t.Errorf("%s: %d %s, again %d %s", path, first.Code, first.Data, again.Code, again.Data)
				}
			})
			w.api.OwnSeeds = false
		}
	})
}

func TestOpeningsThatAreRefusedChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.open() // the seed epoch is there
		for _, tt := range []struct {
			name, path string
			body       map[string]any
			want       protocol.Code
		}{
			{"unknown box", "/api/box/77/open", map[string]any{"count": 1, "priceCents": 500}, protocol.CodeBoxUnknown},
			{"box 0", "/api/box/0/open", map[string]any{"count": 1, "priceCents": 500}, protocol.CodeBoxUnknown},
			{"negative box", "/api/box/-1/open", map[string]any{"count": 1, "priceCents": 500},
				protocol.CodeBoxUnknown},
			{"disabled box", "/api/box/2/open", map[string]any{"count": 1, "priceCents": 1000},
				protocol.CodeBoxDisabled},
			{"changed price", "/api/box/1/open", map[string]any{"count": 1, "priceCents": 499},
				protocol.CodePriceChanged},
			{"no price", "/api/box/1/open", map[string]any{"count": 1}, protocol.CodePriceChanged},
			{"count 0", "/api/box/1/open", map[string]any{"count": 0, "priceCents": 500}, protocol.CodeCount},
			{"count 6", "/api/box/1/open", map[string]any{"count": 6, "priceCents": 500}, protocol.CodeCount},
			{"count -1", "/api/box/1/open", map[string]any{"count": -1, "priceCents": 500}, protocol.CodeCount},
			{"largest count", "/api/box/1/open", map[string]any{"count": int64(math.MaxInt64), "priceCents": 500},
				protocol.CodeCount},
			{"smallest price", "/api/box/1/open", map[string]any{"count": 1, "priceCents": int64(math.MinInt64)},
				protocol.CodePriceChanged},
		} {
			c.unchanged(func() {
				a := c.post(tt.path, tt.body)
				if a.Code != tt.want {
					t.Errorf("%s: %d %s, want %d", tt.name, a.Code, a.ErrMsg, tt.want)
					return
				}
				a.want(w, tt.want)
			})
		}
	})
}

func TestNobodySpendsMoreThanTheBalance(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		spent := int64(0)
		for spent+5*3*priceCents <= welcomeCents {
			c.post("/api/box/3/open", map[string]any{"count": 5, "priceCents": 3 * priceCents}).want(w, protocol.OK)
			spent += 5 * 3 * priceCents
		}
		c.unchanged(func() {
			c.post("/api/box/3/open", map[string]any{"count": 5, "priceCents": 3 * priceCents}).want(w,
				protocol.CodeFunds)
		})
		if got := c.worth().GemsCents; got != welcomeCents-spent {
			t.Errorf("balance %d, want %d", got, welcomeCents-spent)
		}
	})
}
