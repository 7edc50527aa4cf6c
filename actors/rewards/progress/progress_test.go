package progress_test

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/season"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

var all = []int32{protocol.TaskUpgradeCents, protocol.TaskUpgradeCount, protocol.TaskBattleCents,
	protocol.TaskBattleCount, protocol.TaskSoldCents,
	protocol.TaskSpentCents, protocol.TaskClassicOpens, protocol.TaskHashOpens, protocol.TaskRecharge,
	protocol.TaskUpgradeWins, protocol.TaskWishBottles,
	protocol.TaskFlips, protocol.TaskTrades, protocol.TaskRollJoins, protocol.TaskAssists}

func count(r *rig.Rig, p store.PlayerID, since time.Time) map[int32]int64 {
	r.Helper()
	list := rig.Do[[]int64](r, progress.Kind, player.ID(p), progress.Count{Player: p, Since: since, Tasks: all})
	done := map[int32]int64{}
	for i, n := range list {
		if n != 0 {
			done[all[i]] = n
		}
	}
	return done
}

// Everything is counted once, for the player who did it, and only since the moment.
func TestEverythingIsCountedOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(10_000), r.Player(10_000)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(5 * time.Second)
		before := time.Now()
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 1, Count: 5,
			PriceCents: rig.BoxCents})
		want := func(since time.Time, want map[int32]int64) {
			t.Helper()
			got := count(r, p, since)
			for _, task := range all {
				if got[task] != want[task] {
					t.Errorf("task %d: %d, want %d", task, got[task], want[task])
				}
			}
		}
		opened := map[int32]int64{protocol.TaskHashOpens: 0, protocol.TaskClassicOpens: 5,
			protocol.TaskSpentCents: 5 * rig.BoxCents}
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
		rate, err := rates.Standard().Upgrade.RateE8(staked, target.PriceCents)
		if !ok || err != nil {
			t.Fatal(target, err)
		}
		up := rig.Do[player.Upgraded](r, player.Kind, id,
			player.Upgrade{Key: "up", Items: []store.ItemID{o.Results[cheap].Item}, GemsCents: 30, Target: 3,
				TargetCents: target.PriceCents, RateE8: rate})
		won := int64(0)
		if up.Won {
			won = 1
		}
		sold := rig.Do[player.Sold](r, player.Kind, id,
			player.Sell{Key: "sell", Items: []store.ItemID{o.Results[other].Item}})
		want(later, map[int32]int64{protocol.TaskUpgradeCount: 1, protocol.TaskUpgradeCents: staked,
			protocol.TaskSpentCents: 30, protocol.TaskSoldCents: sold.SoldCents, protocol.TaskUpgradeWins: won})

		deck, err := luckycard.Open(t.Context(), r.Engine, r.Dir, luckycard.Deck{Name: "test",
			Cards: []luckycard.Card{{Def: 3, ValueCents: 400}, {Def: 2, ValueCents: 80},
				{Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80},
				{Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		rig.Do[luckycard.Flipped](r, luckycard.Kind, room.ID(deck.ID), luckycard.Flip{Key: "flip", Player: p, Place: 0,
			PriceCents: 126})
		want(later, map[int32]int64{protocol.TaskUpgradeCount: 1, protocol.TaskUpgradeCents: staked,
			protocol.TaskSpentCents: 156, protocol.TaskSoldCents: sold.SoldCents, protocol.TaskUpgradeWins: won,
			protocol.TaskFlips: 1})
		if got := count(r, q, before); len(got) != 0 {
			t.Errorf("somebody else has done %v", got)
		}
	})
}

// A recharge counts what was paid for; an order without a payment counts nothing.
func TestOnlyPaidRechargesCount(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		began := time.Now()
		service := &payment.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}
		buy := func(key string, gems int64, paid bool) {
			o, err := service.Open(t.Context(), p, key, payment.ChannelDesktop, gems, func(string) bool { return true })
			if err == nil {
				o, err = service.Begin(t.Context(), o, payment.Begun{Reference: key})
			}
			if err == nil && paid {
				_, err = service.Settle(t.Context(), o.Provider, payment.ProviderEvent{ID: key,
					Order: o.Name(), Reference: key,
					AmountCents: o.PriceCents, Currency: o.Currency, Paid: true})
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

// A time has an end: what was done at its first moment counts, what was done at its last no more.
func TestOpeningsAreCountedBetweenTwoMoments(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		rig.Do[player.Seeds](r, player.Kind, player.ID(p), player.Seed{})
		time.Sleep(5 * time.Second)
		var at []time.Time
		for i := range 3 {
			at = append(at, time.Now())
			rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: fmt.Sprint("open-", i), Box: 1,
				Count: 1 + i, PriceCents: rig.BoxCents})
			time.Sleep(time.Second)
		}
		for _, tt := range []struct {
			since, until time.Time
			want         int64
		}{{at[0], at[1], 1}, {at[0], at[2], 3}, {at[1], at[2], 2}, {at[1], time.Time{}, 5}, {at[2], time.Time{}, 3},
			{at[0], at[0], 0}} {
			got := rig.Do[[]int64](r, progress.Kind, player.ID(p), progress.Count{Player: p, Since: tt.since,
				Until: tt.until, Tasks: []int32{protocol.TaskClassicOpens, protocol.TaskSpentCents}})
			if got[0] != tt.want || got[1] != tt.want*rig.BoxCents {
				t.Errorf("%v to %v: %v, want %d", tt.since, tt.until, got, tt.want)
			}
		}
	})
}

// Trade-ins, roll rooms, wish bottles and invited players count each once, for the player who did it.
func TestCountsTheRest(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(10_000), r.Player(10_000)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(5 * time.Second)
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 2, Count: 3,
			PriceCents: rig.TieBoxCents})
		time.Sleep(time.Second)
		since := time.Now()
		rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "trade", Items: []store.ItemID{o.Results[0].Item,
			o.Results[1].Item}, Target: 2, TargetCents: 80})

		made, err := roll.Open(t.Context(), r.Engine, r.Dir, roll.Create{Key: "roll", Host: q, Publish: true,
			Setup: roll.Setup{Name: "one", JoinType: protocol.RollJoinOpen,
				OpenAtMS: time.Now().Add(10 * time.Minute).UnixMilli(), GemsCents: []int64{100}}})
		if err != nil {
			t.Fatal(err)
		}
		rig.Do[protocol.RollSnapshot](r, roll.Kind, room.ID(made.ID), roll.Join{Key: "join", Player: p})

		bottles, err := wish.Open(t.Context(), r.Engine, r.Dir, wish.Setup{Name: "wish", Def: 3, PrizeCents: 400,
			Bottles: 10, BottleCents: 50, Life: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		take := func(who store.PlayerID, n int) {
			t.Helper()
			rig.Do[wish.Taken](r, wish.Kind, room.ID(bottles.ID), wish.Take{Key: "take", Player: who, Count: n,
				Pay: wish.PayGems, BottleCents: 50})
		}
		take(p, 3)
		take(q, 3)
		take(r.Player(1_000), 2)
		if got := count(r, p, since); got[protocol.TaskWishBottles] != 0 || got[protocol.TaskSpentCents] != 0 {
			t.Errorf("a room that is not drawn counts: %v", got)
		}
		take(r.Player(1_000), 2)
		time.Sleep(time.Minute)

		invite := func(by store.PlayerID, name string) {
			t.Helper()
			if _, err := r.Engine.Register(t.Context(), store.NewPlayer{Name: name, InvitedBy: by, UserSeed: "seed",
				At: time.Now()}, nil); err != nil {
				t.Fatal(err)
			}
		}
		invite(p, "friend1")
		time.Sleep(time.Minute)
		later := time.Now()
		invite(p, "friend2")
		for from, want := range map[time.Time]map[int32]int64{
			since: {protocol.TaskTrades: 1, protocol.TaskRollJoins: 1, protocol.TaskWishBottles: 3,
				protocol.TaskSpentCents: 150, protocol.TaskAssists: 2},
			later: {protocol.TaskAssists: 1},
		} {
			if got := count(r, p, from); !maps.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
		if got := count(r, q, since); !maps.Equal(got, map[int32]int64{protocol.TaskWishBottles: 3,
			protocol.TaskSpentCents: 150}) {
			t.Errorf("somebody else has done %v", got)
		}
	})
}

// A trade-in gives back what is over, and what it makes is sold at its value: nothing was spent, however large the sum
// that went in and however often.
func TestATradeInSpendsNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		r.Named(p)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(5 * time.Second)
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 2, Count: 1,
			PriceCents: rig.TieBoxCents})
		time.Sleep(time.Second)
		since, before := time.Now(), r.Balance(p)
		item := o.Results[0].Item
		const times = 5
		for i := range times { // 50 cents and 5,000 for 50 cents and 5,000
			item = rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: fmt.Sprint("trade-", i),
				Items: []store.ItemID{item}, GemsCents: 5_000, Target: 4, TargetCents: 50,
				PriceCents: 52}).Item
		}
		if got := count(r, p, since); r.Balance(p) != before ||
			!maps.Equal(got, map[int32]int64{protocol.TaskTrades: times}) {
			t.Errorf("for nothing the player has done %v", got)
		}
		item = rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "dear", Items: []store.ItemID{item},
			GemsCents: 500, Target: 3, TargetCents: 400, PriceCents: 412}).Item
		rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "sell", Items: []store.ItemID{item}})
		const markup = 11 // 350 of 400 at a price of 412 are 360.5
		if got := count(r, p, since); r.Balance(p) != before+50-markup || got[protocol.TaskSpentCents] != 0 ||
			got[protocol.TaskSoldCents] != 0 {
			t.Errorf("the player has sold all there was and counts as having spent or sold: %v", got)
		}
	})
}

// fight is a battle of so many boxes that p makes with a voucher and q joins without one, played to its end.
func fight(r *rig.Rig, p, q store.PlayerID, voucher store.ItemID, boxes ...store.BoxID) {
	r.Helper()
	price := int64(0)
	for _, b := range boxes {
		box, _ := r.Catalog.Box(b)
		price += box.PriceCents
	}
	made, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: fmt.Sprint("fight-", voucher), Host: p,
		PriceCents: price, Voucher: voucher,
		Setup: battle.Setup{Boxes: boxes, Seats: 2, Mode: protocol.ModeNormal}})
	if err != nil {
		r.Fatal(err)
	}
	rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(made.ID), battle.Join{Key: fmt.Sprint("join-", made.ID),
		Player: q, Seat: -1, PriceCents: price})
	time.Sleep(2 * time.Minute)
}

// What a voucher paid of a battle's entry the house has paid: the entry is the battle's amount, and only the rest was
// spent.
func TestAVoucherOfABattleIsNotSpent(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(10_000), r.Player(10_000)
		time.Sleep(5 * time.Second)
		vouchers := r.Gift(p, prize.Prize{Kind: prize.Competition, Num: 2, Voucher: 3}) // each is worth 1,000
		for _, boxes := range [][]store.BoxID{{1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}} {
			entry, since := int64(len(boxes)*rig.BoxCents), time.Now()
			fight(r, p, q, vouchers[0], boxes...)
			vouchers = vouchers[1:]
			if got, want := count(r, p, since), max(0, entry-1_000); got[protocol.TaskSpentCents] != want ||
				got[protocol.TaskBattleCents] != entry || got[protocol.TaskBattleCount] != 1 {
				t.Errorf("an entry of %d with a card: %v, want %d spent", entry, got, want)
			}
			if got := count(r, q, since); got[protocol.TaskSpentCents] != entry ||
				got[protocol.TaskBattleCents] != entry {
				t.Errorf("an entry of %d without a card: %v", entry, got)
			}
		}
	})
}

// Tasks, the activity of a season and a player's own limits have one measure of what was spent on play. Limits know,
// besides, what became an item without any chance, in the mall or by a trade-in.
func TestAllAgreeOnWhatWasSpent(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(100_000), r.Player(100_000)
		r.Named(p)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(10 * time.Second)
		since := time.Now()
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 2, Count: 5,
			PriceCents: rig.TieBoxCents})
		target, _ := r.Catalog.Item(3)
		rate, err := rates.Standard().Upgrade.RateE8(o.Results[0].ValueCents+70, target.PriceCents)
		if err != nil {
			t.Fatal(err)
		}
		rig.Do[player.Upgraded](r, player.Kind, id, player.Upgrade{Key: "up", Items: []store.ItemID{o.Results[0].Item},
			GemsCents: 70, Target: 3, TargetCents: target.PriceCents, RateE8: rate})
		rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "trade", Items: []store.ItemID{o.Results[1].Item},
			GemsCents: 5_000, Target: 3, TargetCents: 400, PriceCents: 412})
		vouchers := r.Gift(p, prize.Prize{Kind: prize.Competition, Num: 1, Voucher: 3})
		fight(r, p, q, vouchers[0], 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) // 1,100
		fight(r, p, q, 0, 1)
		bottles, err := wish.Open(t.Context(), r.Engine, r.Dir, wish.Setup{Name: "wish", Def: 3, PrizeCents: 400,
			Bottles: 10, BottleCents: 50, Life: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		for who, n := range map[store.PlayerID]int{p: 3, q: 3, r.Player(1_000): 2, r.Player(1_000): 2} {
			rig.Do[wish.Taken](r, wish.Kind, room.ID(bottles.ID), wish.Take{Key: "take", Player: who, Count: n,
				Pay: wish.PayGems, BottleCents: 50})
		}
		time.Sleep(time.Minute)

		const want = 5*rig.TieBoxCents + 70 + 100 + rig.BoxCents + 150
		if got := count(r, p, since)[protocol.TaskSpentCents]; got != want {
			t.Errorf("tasks count %d, want %d", got, want)
		}
		service := &active.Service{Store: r.Engine, Kinds: kinds.All, Catalog: r.Catalog, Now: time.Now}
		goals, err := service.Today(t.Context(), p, season.Settings{Goals: []season.Goal{{Type: season.Consumption}}})
		if err != nil || goals[0].Done != want {
			t.Errorf("the activity counts %+v, want %d: %v", goals, want, err)
		}
		ops, _, err := r.Engine.Ops(t.Context(), store.OpQuery{Player: p, Page: store.Page{Limit: 100, Since: since}})
		if err != nil {
			t.Fatal(err)
		}
		limited := int64(0)
		for _, op := range ops {
			if e, plays := player.Played(&op.Op); plays && op.Kind != player.KindTrade {
				limited += e.SpendCents
			}
		}
		if limited != want {
			t.Errorf("limits count %d, want %d", limited, want)
		}
	})
}

// No amount is so large that more of it does not count, and an opening counts for what its box is now.
func TestEverythingCountsHoweverMuchThereIs(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		since := time.Now()
		const ops = 10_100
		for i := range ops {
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Player: p, Key: fmt.Sprint("trade-", i),
				Kind: player.KindTrade, At: time.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		if got := count(r, p, since); !maps.Equal(got, map[int32]int64{protocol.TaskTrades: ops}) {
			t.Errorf("of %d trade-ins there count %v", ops, got)
		}
		rig.Do[player.Seeds](r, player.Kind, player.ID(p), player.Seed{})
		time.Sleep(5 * time.Second)
		since = time.Now()
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 3,
			PriceCents: rig.BoxCents})
		for kind, task := range map[string]int32{"csgo": protocol.TaskClassicOpens, "hash": protocol.TaskHashOpens} {
			box, _ := r.Catalog.Box(1)
			changed := box.Box
			changed.Type = kind
			if err := r.Engine.PutBox(t.Context(), changed); err != nil {
				t.Fatal(err)
			}
			if err := r.Catalog.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := count(r, p, since); !maps.Equal(got, map[int32]int64{task: 3,
				protocol.TaskSpentCents: 3 * rig.BoxCents}) {
				t.Errorf("openings of a box of type %s count for %v", kind, got)
			}
		}
	})
}

// editions is a store that notes under which version it was asked for sums.
type editions struct {
	progress.Store
	asked *[]string
}

func (e editions) SumOps(ctx context.Context, q store.SumQuery) ([]int64, error) {
	*e.asked = append(*e.asked, q.Version)
	return e.Store.SumOps(ctx, q)
}

// Sums that a store keeps are of one meaning: when a box becomes a hash box, or fewer kinds of rooms count, they are
// others.
func TestKeptSumsAreOfOneMeaning(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		var asked []string
		ask := func(of room.Specs) string {
			t.Helper()
			dir := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
			defer dir.Drain(t.Context())
			dir.Register(progress.Register(progress.Ports{Store: editions{r.Engine, &asked}, Kinds: of,
				Catalog: r.Catalog}))
			if _, err := directory.Ask[[]int64](t.Context(), dir, progress.Kind, player.ID(p), progress.Count{
				Player: p, Tasks: []int32{protocol.TaskSpentCents}}); err != nil {
				t.Fatal(err)
			}
			return asked[len(asked)-1]
		}
		first := ask(kinds.All)
		if again := ask(kinds.All); again != first {
			t.Errorf("the same question has versions %s and %s", first, again)
		}
		if none := ask(nil); none == first {
			t.Errorf("without kinds of rooms it has version %s, too", none)
		}
		box, _ := r.Catalog.Box(1)
		changed := box.Box
		changed.Type = "hash"
		if err := r.Engine.PutBox(t.Context(), changed); err != nil {
			t.Fatal(err)
		}
		if err := r.Catalog.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if hash := ask(kinds.All); hash == first {
			t.Errorf("with another hash box it has version %s, too", hash)
		}
	})
}

// What nothing counts cannot be required.
func TestWhatNothingCountsCannotBeRequired(t *testing.T) {
	for task := int32(-1); task <= 16; task++ {
		want := task >= 0 && task <= 15
		if progress.Countable(task) != want {
			t.Errorf("task %d: %t", task, !want)
		}
	}
}

// slow is a store whose history is read as often as is counted here, and returned a second after it was read.
type slow struct {
	progress.Store
	reads *atomic.Int64
}

func (s slow) SumOps(ctx context.Context, q store.SumQuery) ([]int64, error) {
	s.reads.Add(1)
	sums, err := s.Store.SumOps(ctx, q)
	time.Sleep(time.Second)
	return sums, err
}

// Requests that come during a reading share the next one, which includes what was done before it began.
func TestManyWhoAskAtOnceAreTwoReadings(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		time.Sleep(5 * time.Second)
		before := time.Now()
		var reads atomic.Int64
		dir := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		defer dir.Drain(t.Context())
		dir.Register(progress.Register(progress.Ports{Store: slow{r.Engine, &reads}, Kinds: kinds.All,
			Catalog: r.Catalog}))
		spent := func() int64 {
			n, err := directory.Ask[[]int64](t.Context(), dir, progress.Kind, id, progress.Count{Player: p,
				Since: before, Tasks: []int32{protocol.TaskSpentCents}})
			if err != nil || len(n) != 1 {
				t.Error(n, err)
				return -1
			}
			return n[0]
		}
		var wait sync.WaitGroup
		wait.Go(func() { spent() })
		time.Sleep(time.Millisecond)
		rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "open", Box: 1, Count: 1, PriceCents: rig.BoxCents})
		for range 29 {
			wait.Go(func() {
				if got := spent(); got != rig.BoxCents {
					t.Errorf("%d are counted, %d were spent before", got, rig.BoxCents)
				}
			})
		}
		wait.Wait()
		if n := reads.Load(); n != 2 {
			t.Errorf("30 callers at once are %d readings of the history", n)
		}
		if got := spent(); got != rig.BoxCents || reads.Load() != 3 {
			t.Errorf("later %d are counted, after %d readings", got, reads.Load())
		}
	})
}
