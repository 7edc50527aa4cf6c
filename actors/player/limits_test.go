package player_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// promise sets one limit.
func promise(r *rig.Rig, p store.PlayerID, key, kind, span string, cents int64) player.LimitsSet {
	r.Helper()
	return rig.Do[player.LimitsSet](r, player.Kind, player.ID(p),
		player.SetLimits{Key: key, Change: limits.Change{Limits: []limits.Set{{Kind: kind, Span: span, Cents: cents}}}})
}

func limitsReport(r *rig.Rig, p store.PlayerID) player.LimitsReport {
	r.Helper()
	return rig.Do[player.LimitsReport](r, player.Kind, player.ID(p), player.Limits{Since: time.Now()})
}

// day1 begins a day, so that a test does not come to its end.
func day1(r *rig.Rig, p store.PlayerID) {
	rig.Do[player.Seeds](r, player.Kind, player.ID(p), player.Seed{})
	time.Sleep(time.Until(limits.Start(limits.Day, time.Now().UTC()).AddDate(0, 0, 1).Add(time.Hour)))
}

// Two hundred openings at once at the edge of a limit: as many pass as it allows, each repeats its answer, and nothing
// else has changed.
func TestParallelSpendsStayBelowTheLimit(t *testing.T) {
	for _, kind := range []string{limits.Spend, limits.Loss} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(100_000)
			id := player.ID(p)
			day1(r, p)
			promise(r, p, "limit", kind, limits.Day, 750)
			codes := parallel(r, id, 200, func(i int) any { return open(fmt.Sprint("o", i), 1) })
			opened := len(r.Ops(player.KindOpen))
			sum := limitsReport(r, p).Spans[limits.Day]
			refused := map[string]protocol.Code{limits.Spend: protocol.CodeOwnSpend,
				limits.Loss: protocol.CodeOwnLoss}[kind]
			if codes[protocol.OK] != opened || codes[refused] != 200-opened ||
				sum.SpentCents != int64(opened)*rig.BoxCents || r.Balance(p) != 100_000-sum.SpentCents {
				t.Fatalf("%v, %d opened, %+v, %d left", codes, opened, sum, r.Balance(p))
			}
			switch kind {
			case limits.Spend:
				if opened != 7 {
					t.Errorf("%d opened of 7", opened)
				}
			case limits.Loss:
				if sum.LossCents() > 750 || sum.LossCents()+rig.BoxCents <= 750 {
					t.Errorf("lost %d of 750", sum.LossCents())
				}
			}
			if n := len(r.Ops("box.void")); n != 0 {
				t.Errorf("%d draws were thrown away", n)
			}
			_, err := rig.Ask[player.Opened](r, player.Kind, id, open("late", 1))
			r.Refused(err, refused)
			r.Crash() // kill -9: the journal knows
			_, err = rig.Ask[player.Opened](r, player.Kind, id, open("later", 1))
			r.Refused(err, refused)
			if again := limitsReport(r, p).Spans[limits.Day]; again != sum {
				t.Errorf("after a crash %+v, before it %+v", again, sum)
			}
		})
	}
}

// Every way to pay or to stake is refused under a pause and under an exclusion, and changes nothing.
func TestEveryWayToSpendIsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		change limits.Change
		want   protocol.Code
	}{
		"pause":     {limits.Change{CoolOffHours: 24}, protocol.CodeCoolOff},
		"exclusion": {limits.Change{ExclusionMonths: 6}, protocol.CodeExcluded},
	} {
		t.Run(name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(100_000)
				id := player.ID(p)
				o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "before", Box: 2, Count: 3,
					PriceCents: rig.TieBoxCents})
				rig.Do[player.Granted](r, player.Kind, id, player.Grant{Kind: "grant.test", Key: "test:1",
					Prizes: []prize.Prize{{Kind: prize.Debris, Num: 100_000}}})
				deck, err := luckycard.Open(t.Context(), r.Engine, r.Dir, luckycard.Deck{Name: "test",
					Cards: []luckycard.Card{{Def: 3, ValueCents: 400}, {Def: 2, ValueCents: 80},
						{Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80},
						{Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80}, {Def: 2, ValueCents: 80},
						{Def: 2, ValueCents: 80}}})
				if err != nil {
					t.Fatal(err)
				}
				bottles, err := wish.Open(t.Context(), r.Engine, r.Dir, wish.Setup{Name: "wish", Def: 3,
					PrizeCents: 400, Bottles: 10, BottleCents: 50, Life: time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				lobby, err := battle.Open(t.Context(), r.Engine, r.Dir,
					battle.Create{Key: "lobby", Host: r.Player(1_000), PriceCents: rig.BoxCents,
						Setup: battle.Setup{Boxes: []store.BoxID{1}, Seats: 2, Mode: protocol.ModeNormal}})
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second)
				rig.Do[player.LimitsSet](r, player.Kind, id, player.SetLimits{Key: "stop", Change: tt.change})
				gems, items, ops := r.Balance(p), bag(r, p), total(r, p)
				item := o.Results[0].Item
				target, _ := r.Catalog.Item(1)
				for what, ask := range map[string]func() error{
					"box": func() error {
						_, err := rig.Ask[player.Opened](r, player.Kind, id,
							open("a", 1))
						return err
					},
					"upgrade": func() error { return upgradeAt(r, id, item) },
					"trade-in": func() error {
						_, err := rig.Ask[player.Traded](r, player.Kind, id,
							player.Trade{Key: "c", Items: []store.ItemID{item, o.Results[1].Item}, Target: 1,
								TargetCents: target.PriceCents})
						return err
					},
					"exchange": func() error {
						_, err := rig.Ask[player.Exchanged](r, player.Kind, id, player.Exchange{Key: "d", Def: 1,
							Fragments: prize.Standard().Fragments(target.PriceCents)})
						return err
					},
					"free box": func() error {
						_, err := rig.Ask[player.Granted](r, player.Kind, id, player.Grant{Kind: "grant.test",
							Key: "test:2", Box: 1, Source: store.FromWelfare})
						return err
					},
					"new battle": func() error {
						_, err := battle.Open(t.Context(), r.Engine, r.Dir, battle.Create{Key: "e", Host: p,
							PriceCents: rig.BoxCents, Setup: battle.Setup{Boxes: []store.BoxID{1}, Seats: 2,
								Mode: protocol.ModeNormal}})
						return err
					},
					"battle": func() error {
						_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(lobby.ID),
							battle.Join{Key: "f", Player: p, Seat: -1, PriceCents: rig.BoxCents})
						return err
					},
					"lucky card": func() error {
						_, err := rig.Ask[luckycard.Flipped](r, luckycard.Kind, room.ID(deck.ID),
							luckycard.Flip{Key: "g", Player: p, Place: 0, PriceCents: 126})
						return err
					},
					"wish": func() error {
						_, err := rig.Ask[wish.Taken](r, wish.Kind, room.ID(bottles.ID), wish.Take{Key: "h", Player: p,
							Bottles: []int32{1}, Pay: wish.PayGems, BottleCents: 50})
						return err
					},
					"recharge": func() error {
						service := &payment.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}
						_, err := service.Open(t.Context(), p, "i", payment.ChannelDesktop, 1_000,
							func(string) bool { return true })
						return err
					},
				} {
					if code := apierr.Code(ask()); code != tt.want {
						t.Errorf("%s: %d, want %d", what, code, tt.want)
					}
				}
				if r.Balance(p) != gems || bag(r, p) != items || total(r, p) != ops {
					t.Errorf("%d gems, %d items, %d ops; before %d, %d, %d", r.Balance(p), bag(r, p), total(r, p), gems,
						items, ops)
				}
				// What one has can still be sold, and what was done is answered again.
				rig.Do[player.Sold](r, player.Kind, id, player.Sell{Key: "sell", Items: []store.ItemID{item}})
				if again := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "before", Box: 2, Count: 3,
					PriceCents: rig.TieBoxCents}); again.Op != o.Op {
					t.Error("a repetition was played anew")
				}
				r.Crash()
				_, err = rig.Ask[player.Opened](r, player.Kind, id, open("z", 1))
				r.Refused(err, tt.want)
			})
		})
	}
}

func bag(r *rig.Rig, p store.PlayerID) int {
	rec, err := r.Engine.LoadPlayer(r.Context(), p)
	if err != nil {
		r.Fatal(err)
	}
	return rec.BagCount
}

func total(r *rig.Rig, p store.PlayerID) int {
	_, n, err := r.Engine.Ops(r.Context(), store.OpQuery{Player: p})
	if err != nil {
		r.Fatal(err)
	}
	return n
}

func upgradeAt(r *rig.Rig, id string, item store.ItemID) error {
	items, err := r.Engine.ItemsByID(r.Context(), []store.ItemID{item})
	if err != nil {
		return err
	}
	target, _ := r.Catalog.Item(3)
	rate, err := rates.Standard().Upgrade.RateE8(items[0].ValueCents, target.PriceCents)
	if err != nil {
		return err
	}
	_, err = rig.Ask[player.Upgraded](r, player.Kind, id, player.Upgrade{Key: "b", Items: []store.ItemID{item},
		Target: 3, TargetCents: target.PriceCents, RateE8: rate})
	return err
}

// A battle counts as lost while it is open, as what it brought when it is over, and not at all when it was refunded.
func TestRoomsCountForLimits(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(10_000), r.Player(10_000)
		promise(r, p, "limit", limits.Spend, limits.Day, 3*rig.BoxCents)
		setup := battle.Setup{Boxes: []store.BoxID{1}, Seats: 2, Mode: protocol.ModeNormal}
		create := func(key string) (battle.Created, error) {
			return battle.Open(t.Context(), r.Engine, r.Dir, battle.Create{Key: key, Host: p, Setup: setup,
				PriceCents: rig.BoxCents})
		}
		played, err := create("one")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = create("two"); err != nil { // no player joins
			t.Fatal(err)
		}
		third, err := create("three")
		if err != nil {
			t.Fatal(err)
		}
		_, err = create("four")
		r.Refused(err, protocol.CodeOwnSpend)
		if n := len(r.Ops("battle.create")); n != 3 {
			t.Fatalf("%d battles", n)
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(third.ID), battle.Leave{Key: "leave", Player: p})
		if sum := limitsReport(r, p).Spans[limits.Day]; sum.SpentCents != 2*rig.BoxCents ||
			sum.LossCents() != 2*rig.BoxCents {
			t.Errorf("after leaving: %+v", sum)
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(played.ID), battle.Join{Key: "join", Player: q,
			Seat: -1, PriceCents: rig.BoxCents})
		time.Sleep(2 * time.Minute)
		won := int64(0)
		for _, op := range r.Ops("battle.settle") {
			for _, it := range op.NewItems {
				if it.Owner == p {
					won += it.ValueCents
				}
			}
			for _, posting := range op.Postings {
				if posting.Credit == store.PlayerGems(p) {
					won += posting.AmountCents
				}
			}
		}
		time.Sleep(battle.WaitMax)
		sum := limitsReport(r, p).Spans[limits.Day]
		if sum.SpentCents != rig.BoxCents || sum.WonCents != won || won == 0 {
			t.Errorf("%+v, won %d", sum, won)
		}
	})
}

// readings counts what players ask of ops and rooms.
type readings struct {
	player.Store
	ops, rooms *atomic.Int64
}

func (s readings) Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	s.ops.Add(1)
	return s.Store.Ops(ctx, q)
}

func (s readings) Room(ctx context.Context, id store.RoomID) (store.Room, error) {
	s.rooms.Add(1)
	return s.Store.Room(ctx, id)
}

// A page asks from the moment on at which it was opened, by a clock that is set anew with each answer: what was played
// from a moment on that was not asked about before is the store's sum, and nothing is read again for it.
func TestAMomentThatWasNotAskedAboutReadsNothingAgain(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		var ops, rooms atomic.Int64
		r.Players = func(s player.Store) player.Store { return readings{s, &ops, &rooms} }
		r.Crash()
		p, q := r.Player(10_000), r.Player(10_000)
		id := player.ID(p)
		ask := func(since time.Time) limits.Sum {
			return rig.Do[player.LimitsReport](r, player.Kind, id, player.Limits{Since: since}).Since
		}
		rig.Do[player.Opened](r, player.Kind, id, open("a", 1))
		time.Sleep(time.Second)
		opened := time.Now()
		time.Sleep(time.Second)
		rig.Do[player.Opened](r, player.Kind, id, open("b", 1))
		rig.Do[player.Opened](r, player.Kind, id, open("c", 1))
		lobby, err := battle.Open(t.Context(), r.Engine, r.Dir, battle.Create{Key: "battle", Host: p,
			PriceCents: rig.BoxCents, Setup: battle.Setup{Boxes: []store.BoxID{1}, Seats: 2,
				Mode: protocol.ModeNormal}})
		if err != nil {
			t.Fatal(err)
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(lobby.ID), battle.Join{Key: "join", Player: q, Seat: -1,
			PriceCents: rig.BoxCents})
		time.Sleep(10 * time.Minute)
		if sum := ask(time.Now()); sum != (limits.Sum{}) || ops.Load() == 0 || rooms.Load() == 0 {
			t.Fatalf("%+v from now on, by %d questions about ops and %d about rooms", sum, ops.Load(), rooms.Load())
		}
		moments := []time.Time{opened, opened.Add(time.Millisecond)}
		var sums []limits.Sum
		ops.Store(0)
		rooms.Store(0)
		for _, since := range moments {
			sums = append(sums, ask(since))
		}
		if ops.Load() != 0 || rooms.Load() != 0 {
			t.Errorf("for moments that were not asked about ops are read %d times, and rooms %d times", ops.Load(),
				rooms.Load())
		}
		// The record is read anew, and the history on from its end.
		if _, err := r.Dir.Request(t.Context(), player.Kind, id, player.Changed{}); err != nil {
			t.Fatal(err)
		}
		moments = append(moments, opened.Add(2*time.Millisecond))
		sums = append(sums, ask(moments[2]))
		if n := rooms.Load(); n != 0 {
			t.Errorf("behind a new record %d rooms that are over are read again", n)
		}
		for i, since := range moments {
			r.Crash()
			if want := ask(since); sums[i] != want || want.Plays != 3 || want.SpentCents != 3*rig.BoxCents {
				t.Errorf("moment %d: %+v, a first reading comes to %+v", i, sums[i], want)
			}
		}
	})
}

// A promise is kept through restarts and lost answers, and a raise waits its day.
func TestPromisesOutliveTheProcess(t *testing.T) {
	for _, f := range []memory.Fault{memory.NoFault, memory.RefuseBefore, memory.UnknownApplied,
		memory.UnknownNotApplied} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(10_000)
			id := player.ID(p)
			day1(r, p)
			times := 0
			r.SetFault(func(op *store.Op) memory.Fault {
				if (op.Kind != limits.KindSet && op.Kind != limits.KindBegin) || times > 3 {
					return memory.NoFault
				}
				times++
				return f
			})
			msg := player.SetLimits{Key: "limit",
				Change: limits.Change{Limits: []limits.Set{{Kind: limits.Spend, Span: limits.Day,
					Cents: rig.BoxCents}}}}
			var first player.LimitsSet
			for first.Op == 0 {
				first, _ = rig.Ask[player.LimitsSet](r, player.Kind, id, msg)
			}
			r.Crash()
			if again := rig.Do[player.LimitsSet](r, player.Kind, id, msg); again.Op != first.Op {
				t.Errorf("fault %d: %d and then %d", f, first.Op, again.Op)
			}
			promise(r, p, "raise", limits.Spend, limits.Day, 5*rig.BoxCents)
			rig.Do[player.Opened](r, player.Kind, id, open("a", 1))
			r.Crash()
			_, err := rig.Ask[player.Opened](r, player.Kind, id, open("b", 1))
			r.Refused(err, protocol.CodeOwnSpend)
			if n := len(r.Ops(limits.KindSet)); n != 2 {
				t.Errorf("fault %d: %d promises", f, n)
			}
			time.Sleep(24*time.Hour + time.Minute)
			rig.Do[player.Opened](r, player.Kind, id, open("c", 4))
			_, err = rig.Ask[player.Opened](r, player.Kind, id, open("d", 2))
			r.Refused(err, protocol.CodeOwnSpend)
			time.Sleep(24 * time.Hour)
			rig.Do[player.Opened](r, player.Kind, id, open("e", 5)) // a new day
		})
	}
}

// What is bought counts with what it is worth, and a trade-in loses nothing.
func TestALossIsStakesLessWinnings(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		id := player.ID(p)
		day1(r, p)
		o := rig.Do[player.Opened](r, player.Kind, id, player.Open{Key: "o", Box: 2, Count: 2,
			PriceCents: rig.TieBoxCents})
		won := o.Results[0].ValueCents + o.Results[1].ValueCents
		sum := limitsReport(r, p).Spans[limits.Day]
		if want := (limits.Sum{SpentCents: 2 * rig.TieBoxCents, StakedCents: 2 * rig.TieBoxCents, WonCents: won,
			Plays: 1}); sum != want {
			t.Fatalf("%+v, want %+v", sum, want)
		}
		lost := sum.LossCents()
		promise(r, p, "loss", limits.Loss, limits.Day, max(0, lost))
		target, _ := r.Catalog.Item(1)
		rig.Do[player.Traded](r, player.Kind, id, player.Trade{Key: "t", Items: []store.ItemID{o.Results[0].Item,
			o.Results[1].Item}, Target: 1, TargetCents: target.PriceCents})
		if got := limitsReport(r, p).Spans[limits.Day].LossCents(); got != lost {
			t.Errorf("a trade-in lost %d", got-lost)
		}
		_, err := rig.Ask[player.Opened](r, player.Kind, id, open("x", 1))
		r.Refused(err, protocol.CodeOwnLoss)
		if got := bag(r, p); got != 1 {
			t.Errorf("%d items in the backpack", got)
		}
	})
}

// A free box of a player with limits is still what an auditor takes for right, and costs nothing of them.
func TestAGrantTakesTheLockAlong(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		day1(r, p)
		promise(r, p, "limit", limits.Spend, limits.Day, 0)
		rig.Do[player.Granted](r, player.Kind, player.ID(p), player.Grant{Kind: "grant.test", Key: "test:1", Box: 1,
			Source: store.FromWelfare, Prizes: []prize.Prize{{Kind: prize.TrendChart, Num: 1}}})
		op := r.Ops("grant.test")[0].Op
		if _, items := limits.WithoutLock(&op); len(items) != 2 || len(op.NewItems) != 3 || !player.RightGrant(&op) {
			t.Errorf("%+v", op)
		}
		if sum := limitsReport(r, p).Spans[limits.Day]; sum != (limits.Sum{}) {
			t.Errorf("a gift counts: %+v", sum)
		}
	})
}

// What moves an item of its player gives more than it says, or takes something.
func TestAGrantThatMovesAnItemIsNotRight(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		rig.Do[player.Granted](r, player.Kind, player.ID(p), player.Grant{Kind: "grant.test", Key: "test:1",
			Source: store.FromWelfare, Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 5}}})
		op := r.Ops("grant.test")[0].Op
		if !player.RightGrant(&op) {
			t.Fatalf("%+v", op)
		}
		op.Moves = []store.ItemMove{{Item: 9, From: store.ItemPlace{Owner: p}, To: store.ItemPlace{Owner: p + 1}}}
		if player.RightGrant(&op) {
			t.Error("an item goes with it to somebody else")
		}
	})
}

// The ticker shows who has won by name and picture.
func TestADropSaysWhoHasWon(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		avatar := "/art/avatars/07.svg"
		if err := r.Engine.SetProfile(r.Context(), p, store.ProfileChange{Avatar: &avatar}); err != nil {
			t.Fatal(err)
		}
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "one", Box: 1, Count: 1,
			PriceCents: rig.BoxCents})
		rec, err := r.Engine.LoadPlayer(r.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		events, _, err := r.Engine.Events(r.Context(), nil, 10)
		if err != nil || len(events) != 1 {
			t.Fatalf("%d events, %v", len(events), err)
		}
		if d, err := publish.ReadDrop(events[0]); err != nil || d.PlayerName != rec.Name || d.Avatar != avatar ||
			d.BoxID != 1 || d.Bot {
			t.Errorf("%+v, %v", d, err)
		}
	})
}
