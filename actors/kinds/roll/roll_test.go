package roll_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// world is a rig with a streamer who owns three items.
type world struct {
	*rig.Rig
	host  store.PlayerID
	items []store.ItemID
	n     int
}

const purse = 100_000

func inWorld(t *testing.T, f func(w *world)) {
	t.Helper()
	rig.Run(t, func(_ *testing.T, r *rig.Rig) {
		w := &world{Rig: r, host: r.Player(purse + 3*rig.BoxCents)}
		time.Sleep(5 * time.Second) // the first seed epoch waits for its beacon
		opened := rig.Do[player.Opened](r, player.Kind, player.ID(w.host), player.Open{Key: "stock", Box: 1, Count: 3,
			PriceCents: rig.BoxCents})
		for _, o := range opened.Results {
			w.items = append(w.items, o.Item)
		}
		f(w)
		w.sound()
	})
}

// guest is a player with one cent: an account without any is not possible.
func (w *world) guest() store.PlayerID { return w.Player(1) }

func (w *world) key() string { w.n++; return "key" + strconv.Itoa(w.n) }

// setup gives away two items and 50 gems, in ten minutes.
func (w *world) setup() roll.Setup {
	return roll.Setup{Name: "Friday", JoinType: protocol.RollJoinOpen,
		OpenAtMS: time.Now().Add(10 * time.Minute).UnixMilli(),
		Items:    w.items[:2], GemsCents: []int64{5000}}
}

func (w *world) create(s roll.Setup) store.RoomID {
	w.Helper()
	c, err := roll.Open(w.Context(), w.Engine, w.Dir, roll.Create{Key: w.key(), Host: w.host, Setup: s})
	if err != nil {
		w.Fatal(err)
	}
	return c.ID
}

func (w *world) refusedSetup(s roll.Setup, want protocol.Code) {
	w.Helper()
	before := w.books()
	_, err := roll.Open(w.Context(), w.Engine, w.Dir, roll.Create{Key: w.key(), Host: w.host, Setup: s})
	w.Refused(err, want)
	w.same(before)
}

func (w *world) do(id store.RoomID, msg any) (protocol.RollSnapshot, error) {
	return rig.Ask[protocol.RollSnapshot](w.Rig, roll.Kind, room.ID(id), msg)
}

func (w *world) must(id store.RoomID, msg any) protocol.RollSnapshot {
	w.Helper()
	return rig.Do[protocol.RollSnapshot](w.Rig, roll.Kind, room.ID(id), msg)
}

// refused asserts a number and that nothing changed.
func (w *world) refused(id store.RoomID, msg any, want protocol.Code) {
	w.Helper()
	before := w.books()
	_, err := w.do(id, msg)
	w.Refused(err, want)
	w.Settle()
	w.same(before)
}

func (w *world) open(s roll.Setup) store.RoomID {
	w.Helper()
	id := w.create(s)
	w.must(id, roll.Publish{Key: w.key(), Host: w.host})
	return id
}

func (w *world) join(id store.RoomID, p store.PlayerID) protocol.RollSnapshot {
	w.Helper()
	return w.must(id, roll.Join{Key: w.key(), Player: p})
}

func (w *world) view(id store.RoomID) protocol.RollSnapshot {
	w.Helper()
	return w.must(id, roll.View{Viewer: w.host})
}

func (w *world) until(id store.RoomID) {
	w.Helper()
	time.Sleep(time.Until(time.UnixMilli(w.view(id).Summary.OpenAtMS)))
	w.Settle()
}

func (w *world) owner(item store.ItemID) store.PlayerID {
	w.Helper()
	list, err := w.Engine.ItemsByID(w.Context(), []store.ItemID{item})
	if err != nil || len(list) != 1 || list[0].Status != store.ItemInBackpack {
		w.Fatalf("item %d: %+v %v", item, list, err)
	}
	return list[0].Owner
}

// books is everything of value.
func (w *world) books() string {
	w.Helper()
	snap, err := w.Engine.Snapshot(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	defer snap.Close()
	text := ""
	for _, err := range []error{
		snap.Accounts(w.Context(), nil, func(a store.AccountState) error {
			text += fmt.Sprintln(a.Account,
				a.Cents)
			return nil
		}),
		snap.Items(w.Context(), nil, func(i store.Item) error { text += fmt.Sprintln(i); return nil }),
		snap.Rooms(w.Context(), nil, func(r store.Room) error {
			text += fmt.Sprintln(r.ID, r.Version,
				r.Status)
			return nil
		}),
	} {
		if err != nil {
			w.Fatal(err)
		}
	}
	return text
}

func (w *world) same(before string) {
	w.Helper()
	if after := w.books(); after != before {
		w.Fatalf("something changed:\n%s\nto\n%s", before, after)
	}
}

// sound asserts that escrow and held items belong to rooms that are not over, and that each room ended at most once.
func (w *world) sound() {
	w.Helper()
	snap, err := w.Engine.Snapshot(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	defer snap.Close()
	final, stake := map[store.RoomID]bool{}, map[store.AccountID]int64{}
	_ = snap.Rooms(w.Context(), nil, func(r store.Room) error {
		held, err := roll.Spec.Stake(r)
		final[r.ID], stake[store.RoomEscrow(r.ID)] = r.Status.Final(), held.Cents
		return err
	})
	_ = snap.Items(w.Context(), nil, func(i store.Item) error {
		if i.Owner < 0 && final[store.RoomID(-i.Owner)] {
			w.Errorf("item %d is left in room %d", i.ID, -i.Owner)
		}
		return nil
	})
	_ = snap.Accounts(w.Context(), nil, func(a store.AccountState) error {
		if a.Account.Class() == store.ClassRoomEscrow && a.Cents != stake[a.Account] {
			w.Errorf("escrow of room %d holds %d, its prizes are worth %d", a.Account.Owner(), a.Cents,
				stake[a.Account])
		}
		return nil
	})
	ended := map[store.RoomID]int{}
	for _, op := range w.Ops("roll.settle", "roll.void") {
		if ended[op.Room.Room]++; ended[op.Room.Room] > 1 {
			w.Errorf("room %d ended twice", op.Room.Room)
		}
	}
}

func TestAWholeRollRoomIsDrawnAndPaid(t *testing.T) {
	inWorld(t, func(w *world) {
		id := w.create(w.setup())
		if w.Balance(w.host) != purse-5000 || w.owner(w.items[0]) != store.RoomHolder(id) ||
			w.owner(w.items[2]) != w.host {
			t.Fatal("the prizes are not in escrow")
		}
		a, b := w.guest(), w.guest()
		frame := "gold"
		if err := w.Engine.SetProfile(w.Context(), b, store.ProfileChange{HeadFrame: &frame}); err != nil {
			t.Fatal(err)
		}
		w.refused(id, roll.Join{Key: "early", Player: a}, protocol.CodeRollGone) // a draft is visible to its host only
		w.refused(id, roll.View{Viewer: a}, protocol.CodeRollGone)
		w.must(id, roll.Publish{Key: w.key(), Host: w.host})
		w.join(id, a)
		if s := w.must(id, roll.Join{Key: w.key(), Player: b, Sharer: a}); s.Me == nil || s.Me.Place != 1 ||
			s.TotalWeight != 3 || s.Summary.Joined != 2 || s.Token != "" {
			t.Fatalf("%+v", s)
		}
		if s := w.view(id); s.Recent[0].Frame != frame || s.Recent[1].Frame != "" {
			t.Errorf("head frames of %+v", s.Recent)
		}
		if s := w.must(id, roll.View{Viewer: a}); s.Me.Weight != 2 || s.Assists != 1 {
			t.Errorf("the assist does not count: %+v", s)
		}
		w.until(id)
		if s := w.view(id); s.Summary.Status != protocol.RollStatusLocked || s.Drawn != nil || s.BeaconRound == 0 ||
			s.ContextHash == "" {
			t.Fatalf("%+v", s)
		}
		w.refused(id, roll.Join{Key: "late", Player: w.guest()}, protocol.CodeRollClosed)
		w.refused(id, roll.Cancel{Key: "late", Host: w.host}, protocol.CodeRollState)
		time.Sleep(5 * time.Second)
		w.Settle()
		s := w.view(id)
		if s.Drawn == nil || len(s.Drawn.Winners) != 2 || s.Drawn.DrawnAtMS-s.LockedAtMS < 3000 {
			t.Fatalf("%+v", s)
		}
		w.paid(s)
		var types []uint16
		for _, e := range w.Hub.Events("roll:" + room.ID(id)) {
			types = append(types, e.Type)
		}
		want := []uint16{protocol.EventRollSnapshot, protocol.EventRollJoined, protocol.EventRollJoined,
			protocol.EventRollLocked, protocol.EventRollDrawn}
		if fmt.Sprint(types) != fmt.Sprint(want) {
			t.Errorf("events %v", types)
		}
		bundle, _, err := roll.Spec.Bundle(w.Context(), w.Engine, w.Catalog, room.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		if r := fairness.VerifyWith(bundle, fairness.Trust{Anchors: w.Beacon.Anchors()}); !r.OK {
			t.Errorf("%+v", r)
		}
		w.refused(id, roll.Cancel{Key: "after", Host: w.host}, protocol.CodeRollState)
	})
}

// paid compares what a drawn room shows with what the store holds; prizes without a winner go back to the host.
func (w *world) paid(s protocol.RollSnapshot) {
	w.Helper()
	to := map[int32]string{}
	for _, win := range s.Drawn.Winners {
		to[win.Prize] = win.Entrant.PlayerID
	}
	for _, p := range s.Prizes {
		winner := to[p.ID]
		if winner == "" {
			winner = s.Summary.HostID
		}
		if p.ItemID == "" {
			continue
		}
		item, _ := strconv.ParseInt(p.ItemID, 10, 64)
		if got := player.ID(w.owner(store.ItemID(item))); got != winner {
			w.Errorf("item %s of prize %d is with %s, the room says %s", p.ItemID, p.ID, got, winner)
		}
	}
	for _, p := range s.Prizes {
		if winner := to[p.ID]; p.Def == 0 && winner != "" {
			id, _ := strconv.ParseInt(winner, 10, 64)
			if got := w.Balance(store.PlayerID(id)); got != p.ValueCents+1 {
				w.Errorf("winner %s has %d cents of %d", winner, got, p.ValueCents)
			}
		}
	}
}

func TestRefundsExactlyOnce(t *testing.T) {
	for name, end := range map[string]func(w *world, id store.RoomID){
		"cancelled draft": func(w *world, id store.RoomID) { w.must(id, roll.Cancel{Key: "c", Host: w.host}) },
		"cancelled with entrants": func(w *world, id store.RoomID) {
			w.must(id, roll.Publish{Key: "p", Host: w.host})
			w.join(id, w.guest())
			w.must(id, roll.Cancel{Key: "c", Host: w.host})
		},
		"unjoined": func(w *world,
			id store.RoomID) {
			w.must(id, roll.Publish{Key: "p", Host: w.host})
			w.until(id)
		},
		"unpublished": func(w *world, id store.RoomID) { w.until(id) },
		"cancelled, and the process dies": func(w *world, id store.RoomID) {
			w.must(id, roll.Cancel{Key: "c", Host: w.host})
			w.Crash()
			w.must(id, roll.Cancel{Key: "c", Host: w.host}) // the answer was lost
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				id := w.create(w.setup())
				end(w, id)
				w.Settle()
				s := w.view(id)
				if s.Summary.Status != protocol.RollStatusVoid || s.VoidReason == "" {
					t.Fatalf("%+v", s)
				}
				if w.Balance(w.host) != purse || w.owner(w.items[0]) != w.host || w.owner(w.items[1]) != w.host {
					t.Errorf("not given back: %d cents, items with %d and %d", w.Balance(w.host), w.owner(w.items[0]),
						w.owner(w.items[1]))
				}
				if wallet := rig.Do[protocol.Wallet](w.Rig, player.Kind, player.ID(w.host),
					player.Wallet{}); wallet.BagCount != 3 || wallet.GemsCents != purse {
					t.Errorf("the host is shown %+v", wallet)
				}
			})
		})
	}
}

// TestEveryPhaseOutlivesKill9 ends the process in each phase; the room goes on from its record and pays once.
func TestEveryPhaseOutlivesKill9(t *testing.T) {
	for _, phase := range []string{"draft", "published", "joined", "locked", "drawn"} {
		t.Run(phase, func(t *testing.T) {
			inWorld(t, func(w *world) {
				id := w.create(w.setup())
				crash := func(at string) {
					if at == phase {
						w.Crash()
						w.Settle()
					}
				}
				crash("draft")
				w.must(id, roll.Publish{Key: "p", Host: w.host})
				crash("published")
				a := w.guest()
				w.must(id, roll.Join{Key: "j", Player: a})
				crash("joined")
				if s := w.must(id, roll.Join{Key: "j", Player: a}); s.Summary.Joined != 1 {
					t.Errorf("the repeated key entered again: %+v", s.Summary)
				}
				w.until(id)
				crash("locked")
				time.Sleep(6 * time.Second)
				w.Settle()
				crash("drawn")
				s := w.view(id)
				if s.Drawn == nil || len(s.Drawn.Winners) != 1 || s.Drawn.Winners[0].Entrant.PlayerID != player.ID(a) {
					t.Fatalf("%+v", s)
				}
				w.paid(s)
				if w.Balance(w.host)+w.Balance(a) != purse+1 {
					t.Errorf("%d and %d cents", w.Balance(w.host), w.Balance(a))
				}
			})
		})
	}
}

// A lock or a draw whose outcome is not known is found out, not repeated blindly.
func TestARollRoomFindsOutUnknownOutcomes(t *testing.T) {
	for _, kind := range []string{"roll.create", "roll.lock", "roll.settle"} {
		for _, f := range []memory.Fault{memory.UnknownApplied, memory.UnknownNotApplied} {
			t.Run(fmt.Sprint(kind, f), func(t *testing.T) {
				inWorld(t, func(w *world) {
					hit := false
					w.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == kind && !hit {
							hit = true
							return f
						}
						return memory.NoFault
					})
					c := roll.Create{Key: "once", Host: w.host, Setup: w.setup(), Publish: true}
					made, err := roll.Open(w.Context(), w.Engine, w.Dir, c)
					for range 5 {
						if err == nil {
							break
						}
						made, err = roll.Open(w.Context(), w.Engine, w.Dir, c)
					}
					if err != nil {
						t.Fatal(err)
					}
					w.join(made.ID, w.guest())
					w.until(made.ID)
					time.Sleep(20 * time.Second)
					w.Settle()
					if s := w.view(made.ID); s.Drawn == nil || !hit {
						t.Errorf("hit %t: %+v", hit, s)
					}
					if len(w.Ops("roll.create")) != 1 {
						t.Error("created twice")
					}
				})
			})
		}
	}
}

func TestWrongEntriesAreRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		s := w.setup()
		s.JoinMax, s.JoinType, s.Password = 2, protocol.RollJoinPassword, "open sesame"
		id := w.open(s)
		a, b, c := w.guest(), w.guest(), w.guest()
		w.refused(id, roll.Join{Key: "1", Player: a}, protocol.CodeRollPassword)
		w.refused(id, roll.Join{Key: "2", Player: a, Password: "open Sesame"}, protocol.CodeRollPassword)
		w.refused(id, roll.Join{Key: "3", Player: w.host, Password: "open sesame"}, protocol.CodeRollHost)
		w.must(id, roll.Join{Key: "4", Player: a, Password: "open sesame"})
		w.refused(id, roll.Join{Key: "5", Player: a, Password: "open sesame"}, protocol.CodeRollJoined)
		// bringing oneself counts nothing
		w.must(id, roll.Join{Key: "6", Player: b, Password: "open sesame", Sharer: b})
		w.refused(id, roll.Join{Key: "7", Player: c, Password: "open sesame"}, protocol.CodeRollFull)
		if v := w.view(id); v.TotalWeight != 2 {
			t.Errorf("%+v", v)
		}
		w.refused(id, roll.Join{Key: "", Player: c}, protocol.CodeKeyMissing)
		w.refused(id+999, roll.Join{Key: "8", Player: c}, protocol.CodeRollGone)
	})
}

func TestAOneTimePasswordLetsOneIn(t *testing.T) {
	inWorld(t, func(w *world) {
		s := w.setup()
		s.JoinType = protocol.RollJoinOncePassword
		id := w.create(s)
		w.refused(id, roll.Publish{Key: "p0", Host: w.host}, protocol.CodeRollState) // no player could meet it
		ask := func(key string, n int) roll.Passwords {
			return rig.Do[roll.Passwords](w.Rig, roll.Kind, room.ID(id), roll.MakePasswords{Key: key, Host: w.host,
				Count: n})
		}
		list := ask("m", 3).List
		if len(list) != 3 || list[0] == list[1] || len(list[0]) != 16 {
			t.Fatalf("%v", list)
		}
		if again := ask("m", 3).List; len(again) != 0 {
			t.Errorf("a repeated key shows passwords: %v", again)
		}
		w.must(id, roll.Publish{Key: "p", Host: w.host})
		a, b := w.guest(), w.guest()
		w.must(id, roll.Join{Key: "a", Player: a, Password: list[1]})
		w.refused(id, roll.Join{Key: "b", Player: b, Password: list[1]}, protocol.CodeRollPassword)
		w.refused(id, roll.Join{Key: "b2", Player: b, Password: "AAAAAAAAAAAAAAAA"}, protocol.CodeRollPassword)
		if v := w.view(id); v.Passwords != 2 {
			t.Errorf("%d passwords left", v.Passwords)
		}
		fresh := ask("m2", 1).List
		w.refused(id, roll.Join{Key: "b3", Player: b, Password: list[0]}, protocol.CodeRollPassword) // replaced
		w.must(id, roll.Join{Key: "b4", Player: b, Password: " " + fresh[0] + " "})
		rec, err := w.Engine.Room(w.Context(), id)
		if err != nil || contains(rec.State, list[1]) || contains(rec.State, fresh[0]) {
			t.Error("a password is stored as it is")
		}
		w.refused(id, roll.MakePasswords{Key: "m3", Host: w.host, Count: protocol.RollPasswordsMax},
			protocol.CodeRollSetup)
		w.refused(id, roll.MakePasswords{Key: "m4", Host: a, Count: 1}, protocol.CodeRollHost)
	})
}

func contains(b []byte, s string) bool {
	for i := 0; i+len(s) <= len(b); i++ {
		if string(b[i:i+len(s)]) == s {
			return true
		}
	}
	return false
}

func TestRequirementsAreShownWithWhatIsMissing(t *testing.T) {
	inWorld(t, func(w *world) {
		s := w.setup()
		s.Tasks = []protocol.RollTask{{Kind: protocol.TaskClassicOpens, Target: 2},
			{Kind: protocol.TaskAssists, Target: 1}}
		id := w.open(s)
		a := w.Player(10_000)
		_, err := w.do(id, roll.Join{Key: "1", Player: a})
		w.Refused(err, protocol.CodeRollTask)
		unmet := new(roll.Unmet)
		if !errors.As(err, &unmet) || len(unmet.Tasks) != 2 || unmet.Tasks[0].Done != 0 || unmet.Tasks[1].Done != 0 {
			t.Fatalf("%v %+v", err, unmet)
		}
		rig.Ask[player.Seeds](w.Rig, player.Kind, player.ID(a), player.Seed{})
		time.Sleep(5 * time.Second)
		rig.Do[player.Opened](w.Rig, player.Kind, player.ID(a), player.Open{Key: "o", Box: 1, Count: 2,
			PriceCents: rig.BoxCents})
		_, err = w.do(id, roll.Join{Key: "2", Player: a})
		if !errors.As(err, &unmet) || unmet.Tasks[0].Done != 2 || unmet.Tasks[1].Done != 0 {
			t.Fatalf("%v %+v", err, unmet)
		}
		// An assist for a player who is not in yet counts for the requirement, and later for the weight.
		open := w.open(roll.Setup{Name: "third", JoinType: protocol.RollJoinOpen, OpenAtMS: s.OpenAtMS,
			GemsCents: []int64{1}})
		w.must(open, roll.Join{Key: "3", Player: w.guest(), Sharer: a})
		if v := w.must(open, roll.View{Viewer: a}); v.Assists != 1 || v.Me != nil {
			t.Errorf("%+v", v)
		}
		if v := w.join(open, a); v.Me == nil || v.Me.Weight != 2 {
			t.Errorf("%+v", v)
		}
	})
}

func TestWrongSetupsAreRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		stranger := w.Player(1000)
		theirs := w.itemOf(stranger)
		for name, c := range map[string]struct {
			spoil func(*roll.Setup)
			want  protocol.Code
		}{
			"no name":       {func(s *roll.Setup) { s.Name = "" }, protocol.CodeRollSetup},
			"spaces around": {func(s *roll.Setup) { s.Name = " x" }, protocol.CodeRollSetup},
			"no prize":      {func(s *roll.Setup) { s.Items, s.GemsCents = nil, nil }, protocol.CodeRollSetup},
			"too many prizes": {func(s *roll.Setup) { s.GemsCents = make([]int64, protocol.RollPrizesMax+1) },
				protocol.CodeRollSetup},
			"worthless": {func(s *roll.Setup) { s.GemsCents = []int64{0} }, protocol.CodeRollSetup},
			"negative":  {func(s *roll.Setup) { s.GemsCents = []int64{-5} }, protocol.CodeRollSetup},
			"item twice": {func(s *roll.Setup) { s.Items = []store.ItemID{w.items[0], w.items[0]} },
				protocol.CodeRollSetup},
			"house item": {func(s *roll.Setup) { s.House = []roll.HousePrize{{Def: 1, ValueCents: 1}} },
				protocol.CodeRollSetup},
			"in the past": {func(s *roll.Setup) { s.OpenAtMS = time.Now().UnixMilli() },
				protocol.CodeRollSetup},
			"next year": {func(s *roll.Setup) { s.OpenAtMS = time.Now().AddDate(1, 0, 0).UnixMilli() },
				protocol.CodeRollSetup},
			"join type": {func(s *roll.Setup) { s.JoinType = "anyhow" }, protocol.CodeRollSetup},
			"password missing": {func(s *roll.Setup) { s.JoinType = protocol.RollJoinPassword },
				protocol.CodeRollSetup},
			"password for none": {func(s *roll.Setup) { s.Password = "abcd" }, protocol.CodeRollSetup},
			"task unknown": {func(s *roll.Setup) { s.Tasks = []protocol.RollTask{{Kind: 99, Target: 1}} },
				protocol.CodeRollSetup},
			"VIP 11": {func(s *roll.Setup) {
				s.Tasks = []protocol.RollTask{{Kind: protocol.TaskVIP,
					Target: 11}}
			}, protocol.CodeRollSetup},
			"VIP 0": {func(s *roll.Setup) {
				s.Tasks = []protocol.RollTask{{Kind: protocol.TaskVIP,
					Target: 0}}
			}, protocol.CodeRollSetup},
			"too many entrants": {func(s *roll.Setup) { s.JoinMax = roll.EntrantsMax + 1 }, protocol.CodeRollSetup},
			"somebody else's":   {func(s *roll.Setup) { s.Items = []store.ItemID{theirs} }, protocol.CodeItemForeign},
			"no such item": {func(s *roll.Setup) { s.Items = []store.ItemID{1 << 50} },
				protocol.CodeItemForeign},
			"more than the purse": {func(s *roll.Setup) { s.GemsCents = []int64{purse + 1} }, protocol.CodeFunds},
		} {
			t.Run(name, func(*testing.T) {
				s := w.setup()
				c.spoil(&s)
				w.refusedSetup(s, c.want)
			})
		}
		rig.Do[player.Sold](w.Rig, player.Kind, player.ID(w.host), player.Sell{Key: "s", Items: w.items[:1]})
		w.refusedSetup(w.setup(), protocol.CodeItemState)
	})
}

func (w *world) itemOf(p store.PlayerID) store.ItemID {
	rig.Ask[player.Seeds](w.Rig, player.Kind, player.ID(p), player.Seed{})
	time.Sleep(5 * time.Second)
	return rig.Do[player.Opened](w.Rig, player.Kind, player.ID(p), player.Open{Key: "one", Box: 1, Count: 1,
		PriceCents: rig.BoxCents}).Results[0].Item
}

// An item that leaves the backpack between Prepare's look and the op refuses the whole room; one in escrow cannot be
// sold.
func TestAnItemThatHasLeftRefusesTheRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		done := false
		w.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == "roll.create" && !done {
				done = true
				_, err := w.Engine.Commit(w.Context(), &store.Op{Player: w.host, Key: "gone", Kind: "test",
					At: time.Now(), Moves: []store.ItemMove{
						{Item: w.items[1], From: store.ItemPlace{Owner: w.host}, To: store.ItemPlace{Owner: w.host,
							Status: store.ItemSold}}}})
				if err != nil {
					t.Error(err)
				}
			}
		})
		_, err := roll.Open(w.Context(), w.Engine, w.Dir, roll.Create{Key: "c", Host: w.host, Setup: w.setup()})
		w.Refused(err, protocol.CodeItemState)
		if w.Balance(w.host) != purse || w.owner(w.items[0]) != w.host {
			t.Error("a refused room keeps prizes")
		}
		s := w.setup()
		s.Items = w.items[:1]
		w.create(s)
		_, err = rig.Ask[player.Sold](w.Rig, player.Kind, player.ID(w.host), player.Sell{Key: "s", Items: w.items[:1]})
		w.Refused(err, protocol.CodeItemForeign)
	})
}

func TestEditMovesOnlyTheDifference(t *testing.T) {
	inWorld(t, func(w *world) {
		id := w.create(w.setup())
		s := w.setup()
		s.Items, s.GemsCents, s.Name = w.items[1:], []int64{1000, 500}, "Saturday"
		w.refused(id, roll.Edit{Key: "x", Host: w.guest(), Setup: s}, protocol.CodeRollGone)
		v := w.must(id, roll.Edit{Key: "e", Host: w.host, Setup: s})
		if v.Summary.Name != "Saturday" || v.Summary.PrizeCount != 4 || w.Balance(w.host) != purse-1500 {
			t.Errorf("%+v, %d cents", v.Summary, w.Balance(w.host))
		}
		if w.owner(w.items[0]) != w.host || w.owner(w.items[2]) != store.RoomHolder(id) {
			t.Error("items did not move")
		}
		s.GemsCents = []int64{purse * 2}
		w.refused(id, roll.Edit{Key: "e2", Host: w.host, Setup: s}, protocol.CodeFunds)
		w.must(id, roll.Publish{Key: "p", Host: w.host})
		s.GemsCents = []int64{1}
		w.refused(id, roll.Edit{Key: "e3", Host: w.host, Setup: s}, protocol.CodeRollState)
		w.refused(id, roll.Edit{Key: "e4", Host: w.guest(), Setup: s}, protocol.CodeRollHost)
		w.refused(id, roll.Publish{Key: "p2", Host: w.host}, protocol.CodeRollState)
		w.refused(id, roll.Cancel{Key: "c", Host: w.guest()}, protocol.CodeRollHost)
	})
}

func TestTokenOpensTheOverlayAndNothingElse(t *testing.T) {
	inWorld(t, func(w *world) {
		id := w.create(w.setup())
		token := w.view(id).Token
		if s := w.must(id, roll.View{Token: token}); s.Token != "" || s.Summary.Status != protocol.RollStatusDraft {
			t.Errorf("%+v", s)
		}
		w.refused(id, roll.View{Token: token + "A"}, protocol.CodeRollToken)
		w.must(id, roll.Publish{Key: "p", Host: w.host})
		if s := w.must(id, roll.View{}); s.Token != "" || s.Passwords != 0 {
			t.Errorf("%+v", s)
		}
		w.refused(id, roll.View{Token: "wrong"}, protocol.CodeRollToken)
	})
}

// The house's rooms make their items for winners; none is made without a winner.
func TestTheHousesRoomMakesItemsForWinnersOnly(t *testing.T) {
	inWorld(t, func(w *world) {
		s := roll.Setup{Name: "Official", JoinType: protocol.RollJoinOpen,
			OpenAtMS: time.Now().Add(time.Minute).UnixMilli(), GemsCents: []int64{700, 300},
			House: []roll.HousePrize{{Def: 3, ValueCents: 400}, {Def: 1, ValueCents: 10}}}
		c := roll.Create{Key: "house-roll-1", Setup: s, Publish: true}
		made, err := roll.Open(w.Context(), w.Engine, w.Dir, c)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := roll.Open(w.Context(), w.Engine, w.Dir, c); err != nil || again != made {
			t.Fatalf("%+v %v", again, err)
		}
		a, b := w.guest(), w.guest()
		w.join(made.ID, a)
		w.join(made.ID, b)
		w.until(made.ID)
		time.Sleep(5 * time.Second)
		w.Settle()
		// 700 gems' worth first, then the item of 400: the rest is not paid out.
		items, _, _ := w.Engine.Items(w.Context(), store.ItemQuery{Owner: a, Page: store.Page{Limit: 9}})
		more, _, _ := w.Engine.Items(w.Context(), store.ItemQuery{Owner: b, Page: store.Page{Limit: 9}})
		items = append(items, more...)
		if len(items) != 1 || items[0].Def != 3 || items[0].Source != store.FromRoll || w.Balance(a)+
			w.Balance(b) != 702 {
			t.Errorf("%+v, %d and %d cents", items, w.Balance(a), w.Balance(b))
		}
		if bonus, _ := w.Engine.Balance(w.Context(), store.RoomEscrow(made.ID)); bonus != 0 {
			t.Errorf("escrow %d", bonus)
		}
	})
}

// A room that is published as it is made stands in the list at once, before any player joins.
func TestARoomThatIsPublishedAsItIsMadeIsListed(t *testing.T) {
	inWorld(t, func(w *world) {
		listed := func() []protocol.RollSummary {
			return rig.Do[[]protocol.RollSummary](w.Rig, roll.LobbyKind, lobby.ID, lobby.List{})
		}
		if got := listed(); len(got) != 0 {
			t.Fatalf("listed before there is a room: %+v", got)
		}
		c, err := roll.Open(w.Context(), w.Engine, w.Dir, roll.Create{Key: w.key(), Host: w.host, Publish: true,
			Setup: w.setup()})
		if err != nil {
			t.Fatal(err)
		}
		w.Settle()
		if got := listed(); len(got) != 1 || got[0].ID != room.ID(c.ID) {
			t.Errorf("of room %d the list says %+v", c.ID, got)
		}
	})
}
