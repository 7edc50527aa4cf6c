package tally_test

import (
	"testing"
	"time"

	"jadebox/actors/luckycard"
	"jadebox/actors/payment"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/actors/tally"
	"jadebox/actors/terms"
	"jadebox/protocol"
	"jadebox/store"
)

var all = []int32{protocol.TaskUpgradeCents, protocol.TaskUpgradeCount, protocol.TaskBattleCents, protocol.TaskBattleCount, protocol.TaskSoldCents,
	protocol.TaskSpentCents, protocol.TaskClassicOpens, protocol.TaskHashOpens, protocol.TaskRecharge}

func count(r *rig.Rig, p store.PlayerID, since time.Time) map[int32]int64 {
	r.Helper()
	list := rig.Do[[]int64](r, tally.Kind, player.ID(p), tally.Count{Player: p, Since: since, Tasks: all})
	done := map[int32]int64{}
	for i, n := range list {
		if n != 0 {
			done[all[i]] = n
		}
	}
	return done
}

// Everything is counted once, for whom did it, and only since the moment.
func TestCounts(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(10_000), r.Player(10_000)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(5 * time.Second)
		before := time.Now()
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 1, Count: 5, PriceCents: rig.BoxCents})
		want := func(since time.Time, want map[int32]int64) {
			t.Helper()
			got := count(r, p, since)
			for _, task := range all {
				if got[task] != want[task] {
					t.Errorf("task %d: %d, want %d", task, got[task], want[task])
				}
			}
		}
		opened := map[int32]int64{protocol.TaskHashOpens: 0, protocol.TaskClassicOpens: 5, protocol.TaskSpentCents: 5 * rig.BoxCents}
		want(before, opened)

		time.Sleep(time.Minute)
		later := time.Now()
		// An upgrade takes an item and gems; both are its stake, the gems alone are spent.
		cheap, other := 0, 1
		for i, res := range o.Results {
			if res.ValueCents < o.Results[cheap].ValueCents {
				cheap, other = i, cheap
			}
		}
		staked := o.Results[cheap].ValueCents + 30
		target, ok := r.Catalog.Item(3)
		rate, err := terms.Standard().Upgrade.RateE8(staked, target.PriceCents)
		if !ok || err != nil {
			t.Fatal(target, err)
		}
		rig.Do[player.Upgraded](r, player.Kind, id, player.Upgrade{Key: "up", Items: []store.ItemID{o.Results[cheap].Item}, GemsCents: 30, Target: 3,
			TargetCents: target.PriceCents, RateE8: rate})
		sold := rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "sell", Items: []store.ItemID{o.Results[other].Item}})
		want(later, map[int32]int64{protocol.TaskUpgradeCount: 1, protocol.TaskUpgradeCents: staked, protocol.TaskSpentCents: 30, protocol.TaskSoldCents: sold.SoldCents})

		deck, err := luckycard.Open(t.Context(), r.Engine, r.Dir, luckycard.Deck{Name: "test", PriceCents: 150, Cards: []luckycard.Card{{Def: 3, ValueCents: 400}, {Def: 2, ValueCents: 80},
			{Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		rig.Do[luckycard.Flipped](r, luckycard.Kind, room.ID(deck.ID), luckycard.Flip{Key: "flip", Player: p, Place: 0, PriceCents: 150})
		want(later, map[int32]int64{protocol.TaskUpgradeCount: 1, protocol.TaskUpgradeCents: staked, protocol.TaskSpentCents: 180, protocol.TaskSoldCents: sold.SoldCents})
		if got := count(r, q, before); len(got) != 0 {
			t.Errorf("somebody else has done %v", got)
		}
	})
}

// A recharge counts what was paid for; an order without a payment counts nothing.
func TestRechargesCount(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		began := time.Now()
		desk := &payment.Desk{Store: r.Engine, Directory: r.Dir, Now: time.Now}
		buy := func(key string, gems int64, paid bool) {
			o, err := desk.Open(t.Context(), p, key, payment.ChannelDesktop, gems, func(string) bool { return true })
			if err == nil {
				o, err = desk.Begin(t.Context(), o, payment.Begun{Reference: key})
			}
			if err == nil && paid {
				_, err = desk.Settle(t.Context(), o.Provider, payment.Told{ID: key, Order: o.Name(), Reference: key, AmountCents: o.PriceCents, Currency: o.Currency, Paid: true})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		buy("first", 1_000, true)
		time.Sleep(time.Minute)
		later := time.Now()
		buy("second", 2_000, true)
		buy("never", 50_000, false)
		for since, want := range map[time.Time]int64{began: 3_000, later: 2_000, time.Now().Add(time.Second): 0} {
			if got := count(r, p, since); got[protocol.TaskRecharge] != want || got[protocol.TaskSpentCents] != 0 {
				t.Errorf("%v: %v, want %d", since, got, want)
			}
		}
	})
}

// What nothing counts cannot be required.
func TestCountable(t *testing.T) {
	for task := int32(-1); task <= 15; task++ {
		want := task >= 0 && task <= protocol.TaskRecharge
		if tally.Countable(task) != want {
			t.Errorf("task %d: %t", task, !want)
		}
	}
}
