package battle_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

var duel = battle.Setup{Boxes: []store.BoxID{1, 2}, Seats: 2, Mode: protocol.ModeNormal}

const duelCents = rig.BoxCents + rig.TieBoxCents

func create(r *rig.Rig, host store.PlayerID, key string, setup battle.Setup, cents int64) battle.Created {
	r.Helper()
	c, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: key, Host: host, Setup: setup,
		PriceCents: cents})
	if err != nil {
		r.Fatal(err)
	}
	return c
}

func join(r *rig.Rig, id store.RoomID, p store.PlayerID, key string) protocol.BattleSnapshot {
	r.Helper()
	return rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(id), battle.Join{Key: key, Player: p, Seat: -1,
		PriceCents: duelCents})
}

func view(r *rig.Rig, id store.RoomID) protocol.BattleSnapshot {
	r.Helper()
	return rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(id), battle.View{})
}

// types of the events of a topic, in the order published; offsets must have no gap.
func types(r *rig.Rig, id store.RoomID) []uint16 {
	r.Helper()
	var list []uint16
	offsets := map[uint32]uint64{}
	for _, e := range r.Hub.Events(protocol.BattleTopic(room.ID(id))) {
		if offsets[e.Epoch]++; e.Offset != offsets[e.Epoch] {
			r.Fatalf("event %d of epoch %d is number %d", e.Offset, e.Epoch, offsets[e.Epoch])
		}
		list = append(list, e.Type)
	}
	return list
}

func TestAWholeBattleIsPlayedToItsEnd(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		if r.Balance(a) != 1000-duelCents {
			t.Fatalf("the host has %d", r.Balance(a))
		}
		start := time.Now()
		if s := join(r, c.ID, b, "j"); s.Summary.Seats[1].PlayerID != player.ID(b) || s.Code != "" {
			t.Fatalf("%+v", s)
		}
		r.Settle()
		locked := view(r, c.ID)
		if locked.Summary.Status != protocol.BattleCountdown || locked.BeaconRound == 0 || locked.Beacon != "" ||
			len(locked.Rounds) != 0 {
			t.Fatalf("after the last seat: %+v", locked)
		}
		time.Sleep(4 * time.Second)
		r.Settle()
		running := view(r, c.ID)
		if running.Summary.Status != protocol.BattleRunning || len(running.Rounds) != 1 {
			t.Fatalf("after the beacon: %+v", running)
		}
		if wait := running.StartedAtMS - start.UnixMilli(); wait < 3000 {
			t.Errorf("the beacon came %d ms after the lock", wait)
		}
		time.Sleep(5 * time.Second)
		r.Settle()
		if v := view(r, c.ID); len(v.Rounds) != 2 || v.Result != nil {
			t.Fatalf("second round: %+v", v)
		}
		time.Sleep(5 * time.Second)
		r.Settle()
		end := view(r, c.ID)
		if end.Summary.Status != protocol.BattleFinished || end.Result == nil || end.Result.Key == "" {
			t.Fatalf("end: %+v", end)
		}
		checkPaid(r, end)
		want := []uint16{protocol.EventBattleSeat, protocol.EventBattleLocked, protocol.EventBattleStarted,
			protocol.EventBattleRound, protocol.EventBattleRound, protocol.EventBattleSettled}
		if got := types(r, c.ID); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("events %v, want %v", got, want)
		}
		bundle, _, err := battle.Spec.Bundle(r.Context(), r.Engine, r.Catalog, room.ID(c.ID))
		if err != nil {
			t.Fatal(err)
		}
		if report := fairness.VerifyWith(bundle, fairness.Trust{Anchors: r.Beacon.Anchors()}); !report.OK {
			t.Errorf("%+v", report)
		}
	})
}

// The ticker is told who won what, from which box, and how likely that item was in it: one drop for a battle.
func TestTheBestItemOfABattleIsADropWithItsOdds(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(10_000), r.Player(10_000)
		const battles = 8 // so that it is not the first item of the box each time
		rooms := map[string]bool{}
		for i := range battles {
			c := create(r, a, fmt.Sprint("c", i), duel, duelCents)
			join(r, c.ID, b, fmt.Sprint("j", i))
			rooms[room.ID(c.ID)] = true
		}
		time.Sleep(30 * time.Second)
		events, _, err := r.Engine.Events(t.Context(), nil, 1000)
		if err != nil {
			t.Fatal(err)
		}
		drops := 0
		for _, e := range events {
			if e.Type != publish.OutboxDrop {
				continue
			}
			d, err := publish.ReadDrop(e)
			if err != nil {
				t.Fatal(err)
			}
			drops++
			box, _ := r.Catalog.Box(store.BoxID(d.BoxID))
			want := int32(0)
			for i := range box.Odds.Len() {
				if item := box.Odds.Entry(i); int32(item.Item) == d.Def {
					want = int32(item.Weight / 100)
				}
			}
			// the ends of an item's part are whole numbers
			if d.Source != uint8(store.FromBattle) || max(d.OddsPPM-want, want-d.OddsPPM) > 1 || want == 0 ||
				!rooms[d.BattleID] {
				t.Errorf("%+v, odds of %d in a million", d, want)
			}
		}
		if drops != battles {
			t.Errorf("%d drops of %d battles", drops, battles)
		}
	})
}

// Reading a battle that is over changes nothing, however often its actor has left.
func TestLookingAtAFinishedBattleWritesNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		join(r, c.ID, b, "j")
		time.Sleep(30 * time.Second)
		stored := func() store.Room {
			rec, err := r.Engine.Room(t.Context(), c.ID)
			if err != nil || rec.Status != store.RoomSettled {
				t.Fatal(rec, err)
			}
			return rec
		}
		before := stored()
		for range 3 {
			r.Crash()
			if v := view(r, c.ID); v.Summary.Status != protocol.BattleFinished || v.Result == nil {
				t.Fatalf("%+v", v)
			}
			if after := stored(); after.Epoch != before.Epoch || !after.Updated.Equal(before.Updated) {
				t.Errorf("epoch %d became %d", before.Epoch, after.Epoch)
			}
		}
	})
}

// checkPaid compares what the room shows with what the store holds.
func checkPaid(r *rig.Rig, end protocol.BattleSnapshot) {
	r.Helper()
	for _, won := range end.Result.Won {
		p, _ := strconv.ParseInt(end.Summary.Seats[won.Seat].PlayerID, 10, 64)
		if got := r.Balance(store.PlayerID(p)); got != 1000-duelCents+won.PaidCents {
			r.Errorf("player %d has %d, paid %d", p, got, won.PaidCents)
		}
		items, total, _ := r.Engine.Items(r.Context(), store.ItemQuery{Owner: store.PlayerID(p),
			Page: store.Page{Limit: 50}})
		shown := map[string]int32{}
		for i, id := range won.Items {
			shown[id] = won.Defs[i]
		}
		if total != len(won.Items) || len(shown) != len(won.Items) {
			r.Errorf("player %d has %d items, %d are shown", p, total, len(won.Items))
		}
		for _, it := range items {
			if shown[strconv.FormatInt(int64(it.ID), 10)] != int32(it.Def) || it.Source != store.FromBattle {
				r.Errorf("item %+v is not as shown", it)
			}
		}
		w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(store.PlayerID(p)), player.Wallet{})
		if w.GemsCents != r.Balance(store.PlayerID(p)) || int(w.BagCount) != total {
			r.Errorf("the wallet of player %d was not told: %+v", p, w)
		}
	}
}

// A voucher is in no backpack: one that pays an entry leaves the wallet's count of items as it was.
func TestAVoucherThatPaysAnEntryIsNotCountedAsAnItem(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a := r.Player(1000)
		bag := func() int32 {
			return rig.Do[protocol.Wallet](r, player.Kind, player.ID(a), player.Wallet{}).BagCount
		}
		voucher := r.Gift(a, prize.Prize{Kind: prize.Competition, Num: 1})[0]
		before := bag()
		if _, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "c", Host: a, Setup: duel,
			PriceCents: duelCents, Voucher: voucher}); err != nil {
			t.Fatal(err)
		}
		if now := bag(); now != before {
			t.Errorf("the wallet counts %d items, before the card was staked %d", now, before)
		}
	})
}

func TestARepeatedKeyOfABattleHasOneEffect(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b, c := r.Player(1000), r.Player(1000), r.Player(1000)
		first := create(r, a, "c", duel, duelCents)
		if again := create(r, a, "c", duel, duelCents); again != first || r.Balance(a) != 1000-duelCents {
			t.Fatalf("%+v and then %+v, balance %d", first, again, r.Balance(a))
		}
		_, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "c", Host: a,
			Setup: battle.Setup{Boxes: duel.Boxes, Seats: 3, Mode: duel.Mode}, PriceCents: duelCents})
		r.Refused(err, protocol.CodeKeyReused)
		join(r, first.ID, b, "j")
		join(r, first.ID, b, "j")
		_, err = rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(first.ID), battle.Join{Key: "j2", Player: b,
			Seat: -1, PriceCents: duelCents})
		r.Refused(err, protocol.CodeBattleJoined)
		_, err = rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(first.ID), battle.Join{Key: "j3", Player: c,
			Seat: -1, PriceCents: duelCents})
		r.Refused(err, protocol.CodeBattleStarted)
		if r.Balance(b) != 1000-duelCents || r.Balance(c) != 1000 {
			t.Errorf("%d and %d cents", r.Balance(b), r.Balance(c))
		}
		second := create(r, a, "c2", duel, duelCents)
		_, err = rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(second.ID), battle.Join{Key: "j", Player: b,
			Seat: -1, PriceCents: duelCents})
		r.Refused(err, protocol.CodeKeyReused) // the key was for another room
		time.Sleep(time.Minute)
		if v := join(r, first.ID, b, "j"); v.Summary.Status != protocol.BattleFinished {
			t.Errorf("the key after the end: %+v", v.Summary)
		}
	})
}

func TestParallelJoinsFillEachSeatOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := r.Player(1000)
		setup := battle.Setup{Boxes: []store.BoxID{1}, Seats: 4, Mode: protocol.ModeShare}
		c := create(r, host, "c", setup, rig.BoxCents)
		var players []store.PlayerID
		for range 20 {
			players = append(players, r.Player(150))
		}
		codes := map[protocol.Code]int{}
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range 60 { // each player three times with the same key
			wg.Go(func() {
				p := players[i%len(players)]
				_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID),
					battle.Join{Key: "j", Player: p, Seat: -1, PriceCents: rig.BoxCents})
				mu.Lock()
				defer mu.Unlock()
				codes[apierr.Code(err)]++
			})
		}
		wg.Wait()
		charged := 0
		for _, p := range players {
			switch r.Balance(p) {
			case 50:
				charged++
			case 150:
			default:
				t.Errorf("player %d has %d", p, r.Balance(p))
			}
		}
		if charged != 3 || codes[protocol.OK] != 9 {
			t.Errorf("%d players charged, codes %v", charged, codes)
		}
		if escrow, _ := r.Engine.Balance(r.Context(), store.RoomEscrow(c.ID)); escrow != 4*rig.BoxCents {
			t.Errorf("escrow holds %d", escrow)
		}
	})
}

func TestWhoCannotPayGetsNoSeat(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, poor := r.Player(1000), r.Player(10)
		c := create(r, a, "c", duel, duelCents)
		_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), battle.Join{Key: "j", Player: poor,
			Seat: -1, PriceCents: duelCents})
		r.Refused(err, protocol.CodeFunds)
		_, err = battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "c", Host: poor, Setup: duel,
			PriceCents: duelCents})
		r.Refused(err, protocol.CodeFunds)
		if v := view(r, c.ID); v.Summary.Seats[1].PlayerID != "" || len(types(r, c.ID)) != 0 || r.Balance(poor) != 10 {
			t.Errorf("a refused join was seen: %+v", v)
		}
		for name, setup := range map[string]battle.Setup{
			"disabled box": {Boxes: []store.BoxID{3}, Seats: 2, Mode: protocol.ModeNormal},
			"unknown box":  {Boxes: []store.BoxID{77}, Seats: 2, Mode: protocol.ModeNormal},
			"one seat":     {Boxes: []store.BoxID{1}, Seats: 1, Mode: protocol.ModeNormal},
		} {
			if _, err := battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "x", Host: a, Setup: setup,
				PriceCents: 100}); apierr.Code(err) == protocol.OK {
				t.Errorf("%s was accepted", name)
			}
		}
	})
}

func TestSeatsAreLeftAndRoomsTimeOut(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		setup := battle.Setup{Boxes: duel.Boxes, Seats: 3, Mode: protocol.ModeNormal}
		c := create(r, a, "c", setup, duelCents)
		join(r, c.ID, b, "j")
		v := rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), battle.Leave{Key: "l", Player: b})
		if v.Summary.Seats[1].PlayerID != "" || r.Balance(b) != 1000 {
			t.Fatalf("%+v, %d cents", v.Summary, r.Balance(b))
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), battle.Leave{Key: "l", Player: b})
		join(r, c.ID, b, "j2")
		time.Sleep(battle.WaitMax)
		r.Settle()
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleVoid || v.VoidReason != "timeout" {
			t.Errorf("after an hour: %+v", v)
		}
		if r.Balance(a) != 1000 || r.Balance(b) != 1000 {
			t.Errorf("refunds: %d and %d", r.Balance(a), r.Balance(b))
		}
	})
}

// From every phase a kill -9 leads to the same end: the battle goes on in the right second.
func TestEveryPhaseOutlivesACrash(t *testing.T) {
	for _, at := range []time.Duration{0, 2 * time.Second, 4500 * time.Millisecond, 10 * time.Second, 13 * time.Second,
		15 * time.Second} {
		t.Run(at.String(), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				a, b := r.Player(1000), r.Player(1000)
				c := create(r, a, "c", duel, duelCents)
				join(r, c.ID, b, "j")
				start := time.Now()
				time.Sleep(at)
				r.Settle()
				r.Crash()
				time.Sleep(time.Minute - time.Since(start))
				r.Settle()
				end := view(r, c.ID)
				if end.Summary.Status != protocol.BattleFinished {
					t.Fatalf("%+v", end.Summary)
				}
				if late := end.Result.SettledAtMS - end.StartedAtMS - 2*protocol.RoundMS; late < 0 || late > 6000 {
					t.Errorf("settled %d ms after its last round", late)
				}
				checkPaid(r, end)
				if n := len(r.Ops("battle.settle")); n != 1 {
					t.Errorf("%d settlements", n)
				}
			})
		})
	}
}

func TestABattleFindsOutUnknownOutcomes(t *testing.T) {
	for _, f := range []memory.Fault{memory.UnknownApplied, memory.UnknownNotApplied, memory.RefuseBefore} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			a, b := r.Player(1000), r.Player(1000)
			seen := map[string]bool{}
			r.SetFault(func(op *store.Op) memory.Fault { // the first attempt of every op of the room
				if seen[op.Key] || op.Room == nil {
					return memory.NoFault
				}
				seen[op.Key] = true
				return f
			})
			c := create(r, a, "c", duel, duelCents)
			join(r, c.ID, b, "j")
			time.Sleep(time.Minute)
			r.Settle()
			end := view(r, c.ID)
			if end.Summary.Status != protocol.BattleFinished {
				t.Fatalf("fault %d: %+v", f, end.Summary)
			}
			checkPaid(r, end)
			types(r, c.ID)
		})
	}
}

// A room whose rules fail again and again is voided with a full refund.
func TestBrokenRoomIsVoid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		panics := 0
		r.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == "battle.lock" {
				panics++
				panic("planted")
			}
		})
		join(r, c.ID, b, "j")
		time.Sleep(10 * time.Second)
		r.Settle()
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleVoid || v.VoidReason != room.ReasonBroken ||
			panics != 3 {
			t.Errorf("after %d panics: %s %q", panics, v.Summary.Status, v.VoidReason)
		}
		if r.Balance(a) != 1000 || r.Balance(b) != 1000 {
			t.Errorf("refunds: %d and %d", r.Balance(a), r.Balance(b))
		}
	})
}

func TestAPrivateRoomIsPlayedAgain(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		setup := duel
		setup.Private = true
		c := create(r, a, "c", setup, duelCents)
		if len(c.Code) < 8 {
			t.Fatalf("code %q", c.Code)
		}
		id := room.ID(c.ID)
		for _, msg := range []any{battle.View{Viewer: b}, publish.SnapshotRequest{Viewer: b},
			battle.View{Viewer: b, Code: "x"},
			battle.Join{Key: "j", Player: b, Seat: -1, PriceCents: duelCents}} {
			_, err := r.Dir.Request(r.Context(), battle.Kind, id, msg)
			r.Refused(err, protocol.CodeBattleCode)
		}
		seen := rig.Do[protocol.BattleSnapshot](r, battle.Kind, id, battle.View{Viewer: b, Code: c.Code})
		if seen.Code != "" {
			t.Error("a guest is shown the code")
		}
		if own := rig.Do[protocol.BattleSnapshot](r, battle.Kind, id, battle.View{Viewer: a}); own.Code != c.Code {
			t.Error("the host is not shown the code")
		}
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, id, battle.Join{Key: "j", Player: b, Seat: -1, Code: c.Code,
			PriceCents: duelCents})
		again, err := battle.Again(r.Context(), r.Engine, r.Dir, func(id store.BoxID) (int64, bool) {
			box, ok := r.Catalog.Box(id)
			return box.PriceCents, ok
		}, c.ID, "again", b)
		if err != nil || again.ID == c.ID || again.Code == c.Code {
			t.Fatalf("%+v %v", again, err)
		}
		if got := rig.Do[battle.Setup](r, battle.Kind, room.ID(again.ID),
			battle.SetupOf{Viewer: b}); fmt.Sprint(got) != fmt.Sprint(setup) {
			t.Errorf("%+v", got)
		}
		if summaries := rig.Do[[]protocol.BattleSummary](r, battle.LobbyKind, lobby.ID,
			lobby.List{}); len(summaries) != 0 {
			t.Errorf("private rooms in the lobby: %+v", summaries)
		}
	})
}

func TestUnknownRoomLeavesMemory(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, "12345", battle.View{})
		r.Refused(err, protocol.CodeBattleGone)
		_, err = rig.Ask[protocol.BattleSnapshot](r, battle.Kind, "x", battle.View{})
		r.Refused(err, protocol.CodeNotFound)
		time.Sleep(2 * time.Second)
		r.Settle()
		if n := r.Dir.Active(); n != 0 {
			t.Errorf("%d actors for rooms that do not exist", n)
		}
	})
}

func TestFinalRoomPassivatesWhenNobodyWatches(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a := r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		id := room.ID(c.ID)
		r.Dir.Post(battle.Kind, id, room.Presence{Count: 2}, nil)
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, id, battle.Leave{Key: "l", Player: a})
		if v := view(r, c.ID); v.Spectators != 2 || v.Summary.Status != protocol.BattleVoid {
			t.Fatalf("%+v", v)
		}
		time.Sleep(20 * time.Minute) // the player and the lobby may be gone
		r.Settle()
		before := r.Dir.Active()
		r.Dir.Post(battle.Kind, id, room.Presence{Count: 0}, nil)
		time.Sleep(2 * time.Minute)
		r.Settle()
		if after := r.Dir.Active(); after != before-1 {
			t.Errorf("%d actors with a watcher, %d without", before, after)
		}
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleVoid || v.VoidReason != "cancelled" {
			t.Errorf("%+v", v)
		}
	})
}

func TestDrainFinishesWhatIsOpen(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		dir := r.Dir
		answered := make(chan error, 1)
		dir.Post(battle.Kind, room.ID(c.ID), battle.Join{Key: "j", Player: b, Seat: -1, PriceCents: duelCents},
			func(_ any, err error) { answered <- err })
		before := time.Now()
		given := r.Drain()
		if given != 0 || time.Since(before) > 10*time.Second {
			t.Errorf("%d requests given up after %s", given, time.Since(before))
		}
		// The join needs the player's actor, which the drain may refuse: then it was refused whole.
		err := <-answered
		if joined := r.Balance(b) == 1000-duelCents; joined != (err == nil) {
			t.Errorf("answer %v, balance %d", err, r.Balance(b))
		}
		_, err = dir.Request(context.WithoutCancel(r.Context()), battle.Kind, room.ID(c.ID), battle.View{})
		r.Refused(err, protocol.CodeBusy)
		r.Start()
		if _, err := battle.Spec.Sweep(r.Context(), r.Engine, r.Dir); err != nil {
			t.Fatal(err)
		}
	})
}
