package taskbox_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

const (
	daily   = 1 // props: 10 cents
	weekly  = 2 // props: 7 fragments
	monthly = 3 // props: a reset voucher
	drawn   = 4 // a daily box of items
	welcome = 21
	charged = 22
)

var name = store.Text{Zh: "箱", En: "box", Pt: "caixa"}

func boxSettings() taskbox.Settings {
	return taskbox.Settings{
		Boxes: []taskbox.Box{
			{ID: daily, Type: 4, Name: name, Task: protocol.TaskClassicOpens, Target: 2,
				Prize: &prize.Prize{Kind: prize.Diamond, Num: 10}},
			{ID: weekly, Type: 5, Name: name, Task: protocol.TaskClassicOpens, Target: 2,
				Prize: &prize.Prize{Kind: prize.Debris, Num: 7}},
			{ID: monthly, Type: 6, Name: name, Task: protocol.TaskSpentCents, Target: 3 * rig.BoxCents,
				Prize: &prize.Prize{Kind: prize.Reset, Num: 1}},
			{ID: drawn, Type: 0, Name: name, Task: protocol.TaskClassicOpens, Target: 1, Box: 3},
		},
		Welcome: taskbox.Welcome{Free: []taskbox.Gift{{ID: welcome, Name: name, Box: 3}},
			Recharge: []taskbox.Gift{{ID: charged, Name: name, Box: 1}}},
	}
}

// put sets a setting and waits until every reader has it.
func put(r *rig.Rig, s settings.Any, value any) {
	r.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = settingstest.Put(r.Context(), r.Engine, s, text)
	}
	if err == nil {
		err = r.Settings.Refresh(r.Context())
	}
	if err != nil {
		r.Fatal(err)
	}
}

func opened(r *rig.Rig, p store.PlayerID, count int) {
	r.Helper()
	rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: fmt.Sprint("open-", time.Now().UnixNano()),
		Box: 1, Count: count, PriceCents: rig.BoxCents})
}

func look(r *rig.Rig, p store.PlayerID) map[int32]taskbox.State {
	r.Helper()
	states := map[int32]taskbox.State{}
	for _, s := range rig.Do[taskbox.View](r, taskbox.ActorKind, player.ID(p), taskbox.Look{Player: p}).Boxes {
		states[s.ID] = s
	}
	return states
}

func claim(r *rig.Rig, p store.PlayerID, box int32) (player.Granted, error) {
	return rig.Ask[player.Granted](r, taskbox.ActorKind, player.ID(p), taskbox.Open{Player: p, Box: box,
		Props: box != drawn})
}

// until sleeps until a moment.
func until(t *testing.T, text string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Before(time.Now()) {
		t.Fatal(text, err)
	}
	time.Sleep(time.Until(at))
}

// Days, weeks and months begin where the site's clocks say so: in Shanghai at 16:00 UTC. The bubble begins on Saturday
// 2000-01-01.
func TestBoxesBeginAnewOnTheSitesClock(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, period.Setting, "Asia/Shanghai")
		put(r, taskbox.Setting, boxSettings())
		p := r.Player(100_000)
		rig.Do[player.Seeds](r, player.Kind, player.ID(p), player.Seed{}) // the rig's beacon ends before the day does
		want := func(when string, done map[int32]int64, claimed ...int32) {
			t.Helper()
			got := look(r, p)
			for box, n := range done {
				is := false
				for _, c := range claimed {
					is = is || c == box
				}
				if got[box].Done != n || got[box].Claimed != is || got[box].Claimable() != (!is &&
					n >= got[box].Target) {
					t.Errorf("%s: box %d: done %d, claimed %t, claimable %t; want %d, %t", when, box, got[box].Done,
						got[box].Claimed, got[box].Claimable(), n, is)
				}
			}
		}
		until(t, "2000-01-01T15:00:00Z")
		want("first", map[int32]int64{daily: 0, weekly: 0, monthly: 0})
		opened(r, p, 2)
		want("opened", map[int32]int64{daily: 2, weekly: 2, monthly: 200})
		until(t, "2000-01-01T15:59:59Z")
		if _, err := claim(r, p, daily); err != nil {
			t.Fatal(err)
		}
		want("last second", map[int32]int64{daily: 2, weekly: 2, monthly: 200}, daily)
		if s := look(r, p); !s[daily].Span.End.Equal(time.Date(2000, 1, 1, 16, 0, 0, 0, time.UTC)) {
			t.Errorf("the day ends at %s", s[daily].Span.End)
		}
		until(t, "2000-01-01T16:00:00Z") // Sunday
		want("next day", map[int32]int64{daily: 0, weekly: 2, monthly: 200})
		_, err := claim(r, p, daily)
		r.Refused(err, protocol.CodeTaskNotDone)
		opened(r, p, 1)
		want("next day", map[int32]int64{daily: 1, weekly: 3, monthly: 300})
		until(t, "2000-01-02T15:59:59Z")
		if _, err := claim(r, p, weekly); err != nil {
			t.Fatal(err)
		}
		until(t, "2000-01-02T16:00:00Z") // Monday
		want("Monday", map[int32]int64{daily: 0, weekly: 0, monthly: 300})
		opened(r, p, 2)
		want("Monday", map[int32]int64{daily: 2, weekly: 2, monthly: 500})
		if _, err := claim(r, p, weekly); err != nil {
			t.Fatal(err)
		}
		if _, err := claim(r, p, monthly); err != nil {
			t.Fatal(err)
		}
		until(t, "2000-01-31T15:59:59Z")
		want("last of the month", map[int32]int64{daily: 0, weekly: 0, monthly: 500}, monthly)
		until(t, "2000-01-31T16:00:00Z") // February, in the middle of a week
		want("February", map[int32]int64{daily: 0, weekly: 0, monthly: 0})
		if n := len(r.Ops(taskbox.KindClaim)); n != 4 {
			t.Errorf("%d claims, want 4", n)
		}
	})
}

// What was counted before is not counted again, and nothing between two questions is lost: asked often or once, it is
// the same.
func TestProgressIsTheSameHoweverOftenItIsAsked(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, taskbox.Setting, boxSettings())
		p, q := r.Player(100_000), r.Player(100_000)
		time.Sleep(10 * time.Second)
		for i := range 40 {
			opened(r, p, 1)
			opened(r, q, 1)
			if got := look(r, p)[daily].Done; got != int64(i+1) {
				t.Fatalf("after %d openings %d are counted", i+1, got)
			}
			time.Sleep(37 * time.Second)
		}
		for box, s := range look(r, q) {
			if mine := look(r, p)[box]; mine.Done != s.Done || s.Done == 0 {
				t.Errorf("box %d: %d asked often, %d asked once", box, mine.Done, s.Done)
			}
		}

		// A battle that fills when it has waited 59:50 is over after its hour, and long after what was before is
		// settled.
		before := look(r, p)[monthly].Done
		const entry = 15 * rig.BoxCents // the longest: 75 seconds of rounds
		made, err := battle.Open(t.Context(), r.Engine, r.Dir, battle.Create{Key: "late", Host: p, PriceCents: entry,
			Setup: battle.Setup{Boxes: slices.Repeat([]store.BoxID{1}, 15), Seats: 2, Mode: protocol.ModeNormal}})
		if err != nil {
			t.Fatal(err)
		}
		fills := time.Now().Add(battle.WaitMax - 10*time.Second)
		for time.Now().Before(fills) {
			time.Sleep(min(time.Minute, time.Until(fills)))
			if got := look(r, p)[monthly].Done; got != before {
				t.Fatalf("a battle that waits counts %d", got-before)
			}
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(made.ID), battle.Join{Key: "late", Player: q, Seat: -1,
			PriceCents: entry})
		time.Sleep(2 * time.Minute)
		for minute := range 10 {
			if got := look(r, p)[monthly].Done; got != before+entry {
				t.Fatalf("%d minutes after the battle it counts %d, want %d", minute, got-before, entry)
			}
			time.Sleep(time.Minute)
		}
		if mine, once := look(r, p)[monthly].Done, look(r, q)[monthly].Done; mine != once {
			t.Errorf("with a battle: %d asked often, %d asked once", mine, once)
		}
	})
}

// A claim was made, whatever becomes of the count that it was made by: a provider takes a recharge back, or the
// operator asks for more. The box stays claimed, and its claim is answered again.
func TestAClaimStandsWhenItsCountFalls(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		const paid = 5
		now := boxSettings()
		now.Boxes = append(now.Boxes, taskbox.Box{ID: paid, Type: 4, Name: name, Task: protocol.TaskRecharge,
			Target: 1_000, Prize: &prize.Prize{Kind: prize.Debris, Num: 3}})
		put(r, taskbox.Setting, now)
		p := r.Player(10_000)
		time.Sleep(10 * time.Second)
		opened(r, p, 2)
		back := recharge(r, p)
		first := map[int32]player.Granted{}
		for _, box := range []int32{paid, daily, drawn} {
			var err error
			if first[box], err = claim(r, p, box); err != nil {
				t.Fatal(err)
			}
		}
		stands := func(when string, claimed ...int32) {
			t.Helper()
			for range 2 {
				for box, s := range look(r, p) {
					if want := slices.Contains(claimed, box); s.Claimed != want || s.Reset != want || want &&
						s.Claimable() {
						t.Errorf("%s: box %d: done %d of %d, claimed %t", when, box, s.Done, s.Target, s.Claimed)
					}
				}
				for _, box := range claimed {
					if again, err := claim(r, p, box); err != nil || again.Op != first[box].Op {
						t.Errorf("%s: box %d is answered %+v, %v", when, box, again, err)
					}
				}
			}
		}
		stands("at first", paid, daily, drawn)
		back()
		if s := look(r, p)[paid]; s.Done != 0 {
			t.Fatalf("a recharge that was taken back counts: %+v", s)
		}
		stands("taken back", paid, daily, drawn)
		for i, b := range now.Boxes {
			now.Boxes[i].Target = b.Target + 100
		}
		put(r, taskbox.Setting, now)
		stands("with higher targets", paid, daily, drawn)
		r.Crash() // and to an actor that has never seen it done
		stands("after a crash", paid, daily, drawn)
		_, err := claim(r, p, weekly)
		r.Refused(err, protocol.CodeTaskNotDone)
		if n := len(r.Ops(taskbox.KindClaim)); n != 3 {
			t.Errorf("%d claims, want 3", n)
		}
	})
}

// However often a box is claimed, there is one effect and one answer; kill -9 between the commit and the answer
// included.
func TestAClaimIsMadeOnce(t *testing.T) {
	for _, fault := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
		memory.RefuseBefore} {
		for _, box := range []int32{daily, drawn} {
			t.Run(fmt.Sprint("fault ", fault, " box ", box), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					put(r, taskbox.Setting, boxSettings())
					p := r.Player(10_000)
					time.Sleep(10 * time.Second)
					opened(r, p, 2)
					before, bag := r.Balance(p), bagOf(r, p)
					hit := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == taskbox.KindClaim && hit < 2 {
							hit++
							return fault
						}
						return memory.NoFault
					})
					var wg sync.WaitGroup
					for range 200 {
						wg.Go(func() { _, _ = claim(r, p, box) })
					}
					wg.Wait()
					r.Crash()
					answer, err := claim(r, p, box)
					if err != nil || hit == 0 {
						t.Fatal(err, hit)
					}
					ops := r.Ops(taskbox.KindClaim)
					if len(ops) != 1 {
						t.Fatalf("%d ops", len(ops))
					}
					r.Settle()
					wallet := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{})
					if box == daily {
						if answer.Op != ops[0].ID || r.Balance(p) != before+10 || wallet.GemsCents != before+10 ||
							bagOf(r, p) != bag {
							t.Errorf("%+v: balance %d after %d, the actor knows of %d", answer, r.Balance(p), before,
								wallet.GemsCents)
						}
					} else if answer.Op != ops[0].ID || bagOf(r, p) != bag+1 || int(wallet.BagCount) != bag+1 ||
						r.Balance(p) != before || ops[0].NewItems[0].Source != store.FromWelfare {
						t.Errorf("%+v: %d items after %d, the actor knows of %d", answer, bagOf(r, p), bag,
							wallet.BagCount)
					}
					if _, right := taskbox.Right(&ops[0].Op); !right {
						t.Errorf("an auditor does not know %+v", ops[0].Op)
					}
				})
			})
		}
	}
}

func bagOf(r *rig.Rig, p store.PlayerID) int {
	r.Helper()
	_, n, err := r.Engine.Items(r.Context(),
		store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack}, Page: store.Page{Limit: 1}})
	if err != nil {
		r.Fatal(err)
	}
	return n
}

// A box of items is drawn like every other box: its bundle verifies, and its price was nothing.
func TestAFreeBoxIsProven(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, taskbox.Setting, boxSettings())
		p := r.Player(10_000)
		time.Sleep(10 * time.Second)
		opened(r, p, 1)
		answer := rig.Do[player.Granted](r, taskbox.ActorKind, player.ID(p), taskbox.Open{Player: p, Box: drawn,
			Asked: player.Asked{UserSeed: "device"}})
		bundle, err := player.Bundle(r.Context(), r.Engine, r.Catalog, answer.Op, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(bundle.Results) != 1 || bundle.Results[0].Item != int64(answer.Opened.Results[0].Def) ||
			answer.Opened.PriceCents != 0 || bundle.Results[0].UserSeed != "device" {
			t.Errorf("%+v", bundle.Results)
		}
		if list, _, err := r.Engine.Ops(r.Context(), store.OpQuery{Player: p, Kinds: []string{player.KindOpen},
			Page: store.Page{Limit: 10}}); err != nil || len(list) != 1 {
			t.Errorf("a box that costs nothing counts as one that was paid for: %d %v", len(list), err)
		}
	})
}

func TestATaskBoxThatIsNotThereOrNotEarnedIsRefused(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, taskbox.Setting, boxSettings())
		p, q := r.Player(10_000), r.Player(10_000)
		time.Sleep(10 * time.Second)
		opened(r, p, 1)
		refused := func(who store.PlayerID, box int32, props bool, want protocol.Code) {
			t.Helper()
			_, err := rig.Ask[player.Granted](r, taskbox.ActorKind, player.ID(who), taskbox.Open{Player: who, Box: box,
				Props: props})
			r.Refused(err, want)
		}
		refused(p, 99, true, protocol.CodeTaskGone)
		refused(p, 0, false, protocol.CodeTaskGone)
		refused(p, welcome, false, protocol.CodeTaskGone)
		refused(p, daily, false, protocol.CodeTaskGone)
		refused(p, drawn, true, protocol.CodeTaskGone)
		refused(p, daily, true, protocol.CodeTaskNotDone)  // half
		refused(q, drawn, false, protocol.CodeTaskNotDone) // done by another player
		if n := len(r.Ops(taskbox.KindClaim)); n != 0 {
			t.Errorf("%d boxes were opened", n)
		}
	})
}

// A reset voucher opens a box that was claimed once more, in the same day, and no second time.
func TestAResetVoucherOpensABoxOnceMore(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, taskbox.Setting, boxSettings())
		p := r.Player(10_000)
		time.Sleep(10 * time.Second)
		use := func(voucher store.ItemID, target string) error {
			_, err := rig.Ask[player.VoucherUsed](r, player.Kind, player.ID(p),
				player.UseVoucher{Key: fmt.Sprint("use-", time.Now().UnixNano()), Voucher: voucher, Target: target})
			return err
		}
		vouchers := r.Gift(p, prize.Prize{Kind: prize.Reset, Num: 2})
		opened(r, p, 2)
		r.Refused(use(vouchers[0], "task:1"), protocol.CodeVoucherTarget) // not claimed yet
		if _, err := claim(r, p, daily); err != nil {
			t.Fatal(err)
		}
		if s := look(r, p)[daily]; !s.Claimed || !s.Reset {
			t.Fatalf("%+v", s)
		}
		for _, target := range []string{"task:2", "task:99", "task:01", "task:", "task:x"} {
			r.Refused(use(vouchers[0], target), protocol.CodeVoucherTarget)
		}
		if err := use(vouchers[0], "task:1"); err != nil {
			t.Fatal(err)
		}
		if s := look(r, p)[daily]; s.Claimed || !s.Claimable() {
			t.Fatalf("%+v", s)
		}
		for range 3 {
			if _, err := claim(r, p, daily); err != nil {
				t.Fatal(err)
			}
		}
		if s := look(r, p)[daily]; !s.Claimed || s.Reset {
			t.Errorf("%+v", s)
		}
		r.Refused(use(vouchers[1], "task:1"), protocol.CodeVoucherTarget)
		ops := r.Ops(taskbox.KindClaim)
		if len(ops) != 2 || r.Balance(p) != 10_000-2*rig.BoxCents+2*10 {
			t.Fatalf("%d ops, balance %d", len(ops), r.Balance(p))
		}
		for i, want := range []string{"", player.ResetKey(ops[0].Key)} {
			if reset, right := taskbox.Right(&ops[i].Op); !right || reset != want {
				t.Errorf("op %d: %q, %t", i, reset, right)
			}
		}
	})
}

// Two vouchers for one box, and then the box once more, 200 requests at once each: one voucher goes, and the box comes
// once more, whatever the store says and if the process is killed between the commit and the answer.
func TestAResetIsMadeOnceAndItsClaimOnceMore(t *testing.T) {
	for _, dies := range []bool{false, true} {
		for _, f := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
			memory.RefuseBefore} {
			for _, box := range []int32{daily, drawn} {
				if dies && (f == memory.NoFault || f == memory.RefuseBefore) {
					continue // all of them are answered before it is killed
				}
				t.Run(fmt.Sprint("fault ", f, " dies ", dies, " box ", box), func(t *testing.T) {
					rig.Run(t, func(t *testing.T, r *rig.Rig) { resetOnce(t, r, f, dies, box) })
				})
			}
		}
	}
}

func resetOnce(t *testing.T, r *rig.Rig, f memory.Fault, dies bool, box int32) {
	put(r, taskbox.Setting, boxSettings())
	p := r.Player(10_000)
	time.Sleep(10 * time.Second)
	opened(r, p, 2)
	first, err := claim(r, p, box)
	if err != nil {
		t.Fatal(err)
	}
	vouchers, target := r.Gift(p, prize.Prize{Kind: prize.Reset, Num: 2}), fmt.Sprint("task:", box)
	used := r.UseReset(p, vouchers, target, f, dies)

	before, bag := r.Balance(p), bagOf(r, p)
	again := func(_ int, dir directory.Directory) {
		_, _ = directory.Ask[player.Granted](t.Context(), dir, taskbox.ActorKind, player.ID(p),
			taskbox.Open{Player: p, Box: box, Props: box != drawn})
	}
	if hits := r.Storm(taskbox.KindClaim, f, dies, again); hits == 0 {
		t.Fatal("nothing was claimed once more")
	}
	answer, err := claim(r, p, box)
	ops := r.Ops(taskbox.KindClaim)
	if err != nil || len(ops) != 2 || answer.Op != ops[1].ID || answer.Op == first.Op {
		t.Fatalf("%d claims, the last is answered %+v, %v", len(ops), answer, err)
	}
	if reset, right := taskbox.Right(&ops[1].Op); !right || reset != used.Key {
		t.Errorf("an auditor does not know %+v", ops[1].Op)
	}
	r.Settle()
	wallet := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{})
	cents, items := int64(10), 0
	if box == drawn {
		cents, items = 0, 1
		if bundle, err := player.Bundle(t.Context(), r.Engine, r.Catalog, answer.Op, 0); err != nil ||
			len(bundle.Results) != 1 {
			t.Errorf("the second draw has no proof: %v", err)
		}
	}
	if r.Balance(p) != before+cents || wallet.GemsCents != before+cents || bagOf(r, p) != bag+items ||
		int(wallet.BagCount) != bag+items {
		t.Errorf("balance %d after %d, %d items after %d; the actor knows of %+v", r.Balance(p), before, bagOf(r, p),
			bag, wallet)
	}
	if s := look(r, p)[box]; !s.Claimed || s.Reset {
		t.Errorf("%+v", s)
	}
}
