package player_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/mall"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// give puts items of these definitions into a backpack.
func give(r *rig.Rig, p store.PlayerID, key string, defs ...store.DefID) []store.ItemID {
	r.Helper()
	op := &store.Op{Key: key, Kind: "test.give", At: time.Now()}
	for _, def := range defs {
		d, _ := r.Catalog.Item(def)
		op.NewItems = append(op.NewItems, store.NewItem{Owner: p, Def: def, ValueCents: d.PriceCents,
			Source: store.FromReward})
	}
	rec, err := r.Engine.Commit(r.Context(), op)
	if err != nil {
		r.Fatal(err)
	}
	ids := make([]store.ItemID, len(defs))
	for i := range ids {
		ids[i] = rec.ItemID(i)
	}
	return ids
}

func itemOf(r *rig.Rig, id store.ItemID) store.Item {
	r.Helper()
	found, err := r.Engine.ItemsByID(r.Context(), []store.ItemID{id})
	if err != nil || len(found) != 1 {
		r.Fatalf("item %d: %v", id, err)
	}
	return found[0]
}

// upgradeTo fills in what a client shows: price and rate of today.
func upgradeTo(r *rig.Rig, key string, target store.DefID, gems int64, items ...store.ItemID) player.Upgrade {
	r.Helper()
	d, _ := r.Catalog.Item(target)
	stake := gems
	for _, id := range items {
		stake += itemOf(r, id).ValueCents
	}
	held, err := rates.Setting.Read(r.Context(), r.Engine)
	if err != nil {
		r.Fatal(err)
	}
	rate, err := held.Upgrade.RateE8(stake, d.PriceCents)
	if err != nil {
		r.Fatal(err)
	}
	return player.Upgrade{Key: key, Items: items, GemsCents: gems, Target: target, TargetCents: d.PriceCents,
		RateE8: rate}
}

func TestUpgradesAreWonAndLostAtTheirRate(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		won, lost := 0, 0
		for i := 0; won == 0 || lost == 0 || i < 12; i++ {
			balance := r.Balance(p)
			in := give(r, p, fmt.Sprintf("give-%d", i), 4, 1) // 50 and 10
			m := upgradeTo(r, fmt.Sprintf("up-%d", i), 2, 7, in...)
			m.StartE8 = int64(i%4) * 25_000_000
			u := rig.Do[player.Upgraded](r, player.Kind, id, m)
			if u.RateE8 != 77_050_000 || r.Balance(p) != balance-7 || u.BalanceCents != balance-7 { // 0.92 × 67/80
				t.Fatalf("%+v, balance %d", u, r.Balance(p))
			}
			again := rig.Do[player.Upgraded](r, player.Kind, id, m)
			again.BagCount = u.BagCount // the actor learns of what was given behind its back
			if !reflect.DeepEqual(again, u) {
				t.Fatalf("%+v, and to the same key %+v", u, again)
			}
			for _, used := range in {
				if got := itemOf(r, used); got.Status != store.ItemUpgraded || got.Owner != p {
					t.Errorf("what went in is %+v", got)
				}
			}
			switch {
			case u.Won:
				won++
				if got := itemOf(r, u.Item); got.Def != 2 || got.ValueCents != 80 || got.Source != store.FromUpgrade ||
					got.Owner != p || got.Status != store.ItemInBackpack {
					t.Errorf("won %+v", got)
				}
			default:
				lost++
				if u.Item != 0 {
					t.Errorf("lost and has item %d", u.Item)
				}
			}
			if wins, err := fairness.UpgradeWins(u.Result.V, u.RateE8, u.StartE8); err != nil || wins != u.Won {
				t.Errorf("v %d from %d: won %t, %v", u.Result.V, u.StartE8, u.Won, err)
			}
			if b, err := player.Bundle(r.Context(), r.Engine, r.Catalog, u.Op, 0); err != nil ||
				!fairness.Verify(b).OK || b.Upgrade.Won != u.Won {
				t.Errorf("bundle: %v", err)
			}
			if _, err := player.Bundle(r.Context(), r.Engine, r.Catalog, u.Op,
				1); apierr.Code(err) != protocol.CodeNotFound {
				t.Errorf("a second result: %v", err)
			}
		}
		_, bag, err := r.Engine.Items(t.Context(),
			store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack}, Page: store.Page{Limit: 1}})
		if err != nil || bag != won {
			t.Errorf("%d items in the backpack after %d wins, %v", bag, won, err)
		}
		drops, done := 0, 0
		for _, op := range r.Ops(player.KindUpgrade) {
			leaves := []string{op.Leaves[0].Key, op.Leaves[1].Key}
			if len(op.Leaves) != 2 || !strings.HasPrefix(leaves[0], "ticket:solo:") ||
				!strings.HasPrefix(leaves[1], "result:solo:") {
				t.Errorf("leaves %v", leaves)
			}
			for i, e := range op.Events {
				if e.Type == publish.OutboxDrop && i == 0 {
					drops++
				}
				if e.Type == publish.OutboxUpgrade {
					done++
				}
			}
		}
		if drops != won || done != won+lost {
			t.Errorf("%d drops and %d upgrades told of %d won and %d lost", drops, done, won, lost)
		}
	})
}

// Whatever a client sends that is not so: a number, and nothing has changed.
func TestRefusedUpgradesChangeNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, other := r.Player(50), r.Player(50)
		id := player.ID(p)
		in := give(r, p, "mine", 4, 1, 3, 4, 4, 4, 4, 4, 4, 4, 4) // 50, 10, 400, …
		foreign := give(r, other, "theirs", 4)
		sold := give(r, p, "to sell", 4)
		rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "sell", Items: sold})
		balance := r.Balance(p)
		ok := func(key string) player.Upgrade { return upgradeTo(r, key, 2, 0, in[0]) }
		change := func(key string, f func(*player.Upgrade)) player.Upgrade {
			m := ok(key)
			f(&m)
			return m
		}
		for name, c := range map[string]struct {
			msg  player.Upgrade
			want protocol.Code
		}{
			"sold item":    {upgradeTo(r, "a", 2, 0, sold...), protocol.CodeItemState},
			"foreign item": {upgradeTo(r, "b", 2, 0, foreign...), protocol.CodeItemForeign},
			"unknown item": {change("c", func(m *player.Upgrade) { m.Items = []store.ItemID{99} }),
				protocol.CodeItemForeign},
			"mine and a foreign": {change("d",
				func(m *player.Upgrade) { m.Items = []store.ItemID{in[0], foreign[0]} }), protocol.CodeItemForeign},
			"below 1 %":   {upgradeTo(r, "e", 3, 0, in[1]), protocol.CodeUpgradeLow},
			"above 100 %": {upgradeTo(r, "f", 1, 0, in[0]), protocol.CodeUpgradeHigh},
			"another rate": {change("g", func(m *player.Upgrade) { m.RateE8 += fairness.RateStep }),
				protocol.CodePriceChanged},
			"certainty": {change("h", func(m *player.Upgrade) { m.RateE8 = fairness.RateUnit }),
				protocol.CodePriceChanged},
			"another price": {change("i", func(m *player.Upgrade) { m.TargetCents = 1 }),
				protocol.CodePriceChanged},
			"unknown target": {change("j", func(m *player.Upgrade) { m.Target = 99 }),
				protocol.CodeUpgradeTarget},
			"no item": {change("k", func(m *player.Upgrade) { m.Items = nil }), protocol.CodeUpgradeItems},
			"an item twice": {change("l", func(m *player.Upgrade) { m.Items = []store.ItemID{in[0], in[0]} }),
				protocol.CodeUpgradeItems},
			"eleven items": {change("m", func(m *player.Upgrade) { m.Items = in }), protocol.CodeUpgradeItems},
			"negative gems": {change("n", func(m *player.Upgrade) { m.GemsCents = -1 }),
				protocol.CodeUpgradeGems},
			"gems beyond number": {change("o", func(m *player.Upgrade) { m.GemsCents = 1 << 60 }),
				protocol.CodeUpgradeGems},
			"more gems than there": {upgradeTo(r, "p", 3, balance+1, in[0]), protocol.CodeFunds},
			"section off circle": {change("q", func(m *player.Upgrade) { m.StartE8 = fairness.RateUnit }),
				protocol.CodeUpgradeSection},
			"section before it": {change("r", func(m *player.Upgrade) { m.StartE8 = -fairness.RateStep }),
				protocol.CodeUpgradeSection},
			"section in between": {change("s", func(m *player.Upgrade) { m.StartE8 = 1 }),
				protocol.CodeUpgradeSection},
			"no key": {ok(""), protocol.CodeKeyMissing},
		} {
			if _, err := rig.Ask[player.Upgraded](r, player.Kind, id, c.msg); apierr.Code(err) != c.want {
				t.Errorf("%s: %v, want %d", name, err, c.want)
			}
		}
		if ops := r.Ops(player.KindUpgrade, "box.void"); len(ops) != 0 || r.Balance(p) != balance ||
			r.Balance(other) != 50 {
			t.Errorf("refusals left %d ops and %d cents", len(ops), r.Balance(p))
		}
		for _, it := range append(slices.Clone(in), foreign...) {
			if got := itemOf(r, it); got.Status != store.ItemInBackpack {
				t.Errorf("a refusal moved item %+v", got)
			}
		}
	})
}

// A double click, one key or two: one upgrade. The same key with another body is refused.
func TestADoubleClickUpgradesOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(500)
		id := player.ID(p)
		in := give(r, p, "mine", 4, 4)
		m := upgradeTo(r, "k", 2, 3, in[0])
		var both [2]player.Upgraded
		var wait sync.WaitGroup
		for i := range both {
			wait.Go(func() { both[i] = rig.Do[player.Upgraded](r, player.Kind, id, m) })
		}
		wait.Wait()
		if both[0].Op != both[1].Op || both[0].Result != both[1].Result || r.Balance(p) != 497 ||
			len(r.Ops(player.KindUpgrade)) != 1 {
			t.Errorf("%+v and then %+v, balance %d", both[0], both[1], r.Balance(p))
		}
		other := m
		other.StartE8 = 10_000
		_, err := rig.Ask[player.Upgraded](r, player.Kind, id, other)
		r.Refused(err, protocol.CodeKeyReused)
		again := m
		again.Key = "k2" // the item is gone
		_, err = rig.Ask[player.Upgraded](r, player.Kind, id, again)
		r.Refused(err, protocol.CodeItemState)
		r.Crash()
		if after := rig.Do[player.Upgraded](r, player.Kind, id, m); after.Op != both[0].Op ||
			after.Won != both[0].Won || r.Balance(p) != 497 {
			t.Errorf("after a crash %+v", after)
		}
	})
}

// What the store refuses after the draw is a published void with its ticket, and nothing is taken.
func TestRefusedUpgradeIsVoid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(500)
		id := player.ID(p)
		in := give(r, p, "mine", 4)
		back := store.ItemPlace{Owner: p, Status: store.ItemInBackpack}
		r.SetBeforeSubmit(func(op *store.Op) { // another process sells the item meanwhile
			if op.Kind != player.KindUpgrade {
				return
			}
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: "elsewhere", Kind: "test.sell", At: op.At,
				Moves: []store.ItemMove{{Item: in[0], From: back,
					To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}}); err != nil {
				t.Error(err)
			}
		})
		_, err := rig.Ask[player.Upgraded](r, player.Kind, id, upgradeTo(r, "k", 2, 3, in[0]))
		r.Refused(err, protocol.CodeItemState)
		voids := r.Ops("box.void")
		if len(voids) != 1 || len(voids[0].Leaves) != 2 || !strings.HasPrefix(voids[0].Leaves[0].Key, "ticket:") ||
			!strings.HasPrefix(voids[0].Leaves[1].Key, "void:") {
			t.Fatalf("%d voids: %+v", len(voids), voids)
		}
		if r.Balance(p) != 500 || itemOf(r, in[0]).Status != store.ItemSold || len(r.Ops(player.KindUpgrade)) != 0 {
			t.Errorf("balance %d, item %+v", r.Balance(p), itemOf(r, in[0]))
		}
	})
}

func TestATradeInGivesTheRestBack(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		id := player.ID(p)
		in := give(r, p, "mine", 4, 5, 4) // 50 each
		m := player.Trade{Key: "k", Items: in[:2], Target: 2, TargetCents: 80}
		done := rig.Do[player.Traded](r, player.Kind, id, m)
		again := rig.Do[player.Traded](r, player.Kind, id, m)
		if done.RefundCents != 20 || r.Balance(p) != 1_020 || done.BalanceCents != 1_020 || done.BagCount != 2 ||
			!reflect.DeepEqual(again, done) {
			t.Errorf("%+v and then %+v, balance %d", done, again, r.Balance(p))
		}
		for _, used := range in[:2] {
			if got := itemOf(r, used); got.Status != store.ItemReplaced {
				t.Errorf("given %+v", got)
			}
		}
		if got := itemOf(r, done.Item); got.Def != 2 || got.ValueCents != 80 || got.Source != store.FromReplacement ||
			got.Owner != p {
			t.Errorf("got %+v", got)
		}
		// 83 × 0.97 = 80.51; 30 of 80 at a price of 83 are 31.125
		r.Named(p)
		one := rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "g", Items: in[2:], GemsCents: 33, Target: 2,
			TargetCents: 80, PriceCents: 83})
		if one.RefundCents != 1 || r.Balance(p) != 1_020-33+1 {
			t.Errorf("with gems %+v, balance %d", one, r.Balance(p))
		}
	})
}

// Gems that are put in buy no more than in the mall, and nothing that it does not sell.
func TestGemsOfATradeInBuyAsInTheMall(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		id := player.ID(p)
		in := give(r, p, "mine", 1, 1, 1, 1) // 10 each
		trade := func(key string, gems, price int64) (player.Traded, error) {
			return rig.Ask[player.Traded](r, player.Kind, id, player.Trade{Key: key, Items: in[:1], GemsCents: gems,
				Target: 3, TargetCents: 400, PriceCents: price})
		}
		_, err := trade("nobody", 420, 412)
		r.Refused(err, protocol.CodeRealName)
		r.Named(p)
		_, err = trade("unseen", 420, 0)
		r.Refused(err, protocol.CodePriceChanged)
		// 390 of 400 at a price of 412 are 401.7; 411 × 0.97 = 398.67, 412 are enough for that.
		_, err = trade("a cent less", 401, 412)
		r.Refused(err, protocol.CodeTradeTarget)
		done, err := trade("enough", 403, 412)
		if err != nil || done.RefundCents != 1 || r.Balance(p) != 100_000-402 {
			t.Errorf("%+v, %v, balance %d", done, err, r.Balance(p))
		}
		e, _ := player.Played(&r.Ops(player.KindTrade)[0].Op)
		if e.SpendCents != 402 || e.RiskCents != 12 || e.WonCents != 0 {
			t.Errorf("as play it is %+v", e)
		}
		in = in[1:]
		dearer := func(t mall.Settings) (mall.Settings, error) {
			t.MarkupPPM = 100_000
			return t, nil
		}
		if err := settings.Change(t.Context(), r.Engine, mall.Setting, settings.Who{Author: "operator",
			At: time.Now()}, dearer); err != nil {
			t.Fatal(err)
		}
		_, err = trade("as before", 500, 412)
		r.Refused(err, protocol.CodePriceChanged)
		done, err = trade("dearer", 500, 440)
		if err != nil || done.RefundCents != 71 { // 390 of 400 at 440
			t.Errorf("%+v, %v", done, err)
		}
		in = in[1:]
		hide := func(t mall.Settings) (mall.Settings, error) {
			t.Own = map[store.DefID]mall.Own{3: {Hidden: true}}
			return t, nil
		}
		if err := settings.Change(t.Context(), r.Engine, mall.Setting, settings.Who{Author: "operator",
			At: time.Now()}, hide); err != nil {
			t.Fatal(err)
		}
		_, err = trade("hidden", 500, 440)
		r.Refused(err, protocol.CodeMallGone)
		if got := len(r.Ops(player.KindTrade)); got != 2 {
			t.Errorf("%d trade-ins", got)
		}
	})
}

// Of two players who want the last one of a lot by a trade-in, one gets it.
func TestATradeInTakesOfTheLot(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		if err := mall.PutUp(t.Context(), r.Engine, 900, time.Now(), 3, 1); err != nil {
			t.Fatal(err)
		}
		if err := settings.Change(t.Context(), r.Engine, mall.Setting, settings.Who{Author: "operator",
			At: time.Now()}, func(t mall.Settings) (mall.Settings, error) {
			t.Own = map[store.DefID]mall.Own{3: {Lot: 900}}
			return t, nil
		}); err != nil {
			t.Fatal(err)
		}
		errs := make(chan error, 2)
		for range 2 {
			p := r.Player(1_000)
			r.Named(p)
			item := give(r, p, fmt.Sprint("mine", p), 1)
			go func() {
				_, err := rig.Ask[player.Traded](r, player.Kind, player.ID(p), player.Trade{Key: "k", Items: item,
					GemsCents: 420, Target: 3, TargetCents: 400, PriceCents: 412})
				errs <- err
			}()
		}
		one, two := <-errs, <-errs
		if one != nil {
			one, two = two, one
		}
		if one != nil || apierr.Code(two) != protocol.CodeMallSoldOut {
			t.Errorf("%v and %v", one, two)
		}
	})
}

// What a trade-in made counts nowhere as sold: the same gems would count again and again.
func TestWhatATradeInMadeIsNotCountedAsSold(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		id := player.ID(p)
		in := give(r, p, "mine", 4, 4, 4) // 50 each
		made := rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "t", Items: in[:2], Target: 2,
			TargetCents: 80})
		sold := rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "s", Items: []store.ItemID{made.Item, in[2]}})
		if sold.SoldCents != 130 || sold.TradedCents != 80 {
			t.Errorf("%+v", sold)
		}
	})
}

func TestRefusedTradesChangeNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, other := r.Player(40), r.Player(50)
		r.Named(p)
		id := player.ID(p)
		in := give(r, p, "mine", 4, 4, 1)
		foreign := give(r, other, "theirs", 4)
		sold := give(r, p, "to sell", 1)
		rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "sell", Items: sold})
		balance := r.Balance(p)
		good := player.Trade{Key: "k", Items: in[:2], Target: 2, TargetCents: 80}
		change := func(f func(*player.Trade)) player.Trade {
			m := good
			f(&m)
			return m
		}
		for name, c := range map[string]struct {
			msg  player.Trade
			want protocol.Code
		}{
			"one item alone": {change(func(m *player.Trade) { m.Items, m.Target, m.TargetCents = in[:1], 1, 10 }),
				protocol.CodeTradeItems},
			"target too dear": {change(func(m *player.Trade) { m.Items = []store.ItemID{in[0], in[2]} }),
				protocol.CodeTradeTarget},
			// 82 × 0.97 = 79.54
			"97.6 % of it": {change(func(m *player.Trade) { m.Items, m.GemsCents, m.PriceCents = in[:1], 32, 83 }),
				protocol.CodeTradeTarget},
			"another price":  {change(func(m *player.Trade) { m.TargetCents = 1 }), protocol.CodePriceChanged},
			"unknown target": {change(func(m *player.Trade) { m.Target = 99 }), protocol.CodeUpgradeTarget},
			"sold item": {change(func(m *player.Trade) { m.Items = []store.ItemID{in[0], in[1], sold[0]} }),
				protocol.CodeItemState},
			"foreign item": {change(func(m *player.Trade) { m.Items = []store.ItemID{in[0], foreign[0]} }),
				protocol.CodeItemForeign},
			"an item twice": {change(func(m *player.Trade) { m.Items = []store.ItemID{in[0], in[0]} }),
				protocol.CodeItemCount},
			"none":          {change(func(m *player.Trade) { m.Items = nil }), protocol.CodeItemCount},
			"negative gems": {change(func(m *player.Trade) { m.GemsCents = -1 }), protocol.CodeUpgradeGems},
			"more gems than there": {change(func(m *player.Trade) { m.GemsCents, m.PriceCents = balance+1, 83 }),
				protocol.CodeFunds},
		} {
			if _, err := rig.Ask[player.Traded](r, player.Kind, id, c.msg); apierr.Code(err) != c.want {
				t.Errorf("%s: %v, want %d", name, err, c.want)
			}
		}
		if ops := r.Ops(player.KindTrade); len(ops) != 0 || r.Balance(p) != balance {
			t.Errorf("refusals left %d ops and %d cents", len(ops), r.Balance(p))
		}
	})
}
