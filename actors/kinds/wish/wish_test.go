package wish_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

const (
	bottleCents    = 50
	startCents     = 10_000
	startWishCards = 20
)

var (
	forGems = wish.Setup{Name: "test", Def: 3, PrizeCents: 400, Bottles: 10, BottleCents: bottleCents,
		Life: time.Hour}
	forWishCards = wish.Setup{Name: "test", Def: 3, PrizeCents: 400, Bottles: 10, CardNum: 2, Life: time.Hour}
)

func open(r *rig.Rig, s wish.Setup) store.RoomID {
	r.Helper()
	c, err := wish.Open(r.Context(), r.Engine, r.Dir, s)
	if err != nil {
		r.Fatal(err)
	}
	return c.ID
}

// guest has gems and wish cards.
func guest(r *rig.Rig) store.PlayerID {
	r.Helper()
	p := r.Player(startCents)
	_, err := r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: "test:cards", Kind: "test.cards", At: time.Now(),
		Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(p),
			AmountCents: startWishCards}}})
	if err != nil {
		r.Fatal(err)
	}
	return p
}

func guests(r *rig.Rig, n int) []store.PlayerID {
	list := make([]store.PlayerID, n)
	for i := range list {
		list[i] = guest(r)
	}
	return list
}

func view(r *rig.Rig, id store.RoomID) protocol.WishSnapshot {
	r.Helper()
	return rig.Do[protocol.WishSnapshot](r, wish.Kind, room.ID(id), wish.View{})
}

// taking is a request for bottles under a setup; numbers are named, or count of them by chance.
func taking(s wish.Setup, p store.PlayerID, key string, count int, numbers ...int32) wish.Take {
	pay := wish.PayGems
	if s.CardNum > 0 {
		pay = wish.PayWishCards
	}
	return wish.Take{Key: key, Player: p, Bottles: numbers, Count: count, Pay: pay, CardNum: s.CardNum,
		BottleCents: s.BottleCents}
}

func ask(r *rig.Rig, id store.RoomID, t wish.Take) (wish.Taken, error) {
	return rig.Ask[wish.Taken](r, wish.Kind, room.ID(id), t)
}

// fill takes every bottle, as evenly as the players can.
func fill(r *rig.Rig, id store.RoomID, s wish.Setup, players []store.PlayerID) {
	r.Helper()
	for i := range s.Bottles {
		if _, err := ask(r, id, taking(s, players[i%len(players)], fmt.Sprint("fill-", i), 0, int32(i+1))); err != nil {
			r.Fatalf("bottle %d: %v", i+1, err)
		}
	}
}

func wishCards(r *rig.Rig, p store.PlayerID) int64 {
	r.Helper()
	n, err := r.Engine.Balance(r.Context(), store.PlayerWishCards(p))
	if err != nil {
		r.Fatal(err)
	}
	return n
}

func stored(r *rig.Rig, id store.RoomID) store.Room {
	r.Helper()
	rec, err := r.Engine.Room(r.Context(), id)
	if err != nil {
		r.Fatal(err)
	}
	return rec
}

// escrowed asserts that a room holds what its record says, and says what that is.
func escrowed(r *rig.Rig, id store.RoomID) (gems, wishCards int64) {
	r.Helper()
	stake, err := wish.Spec.Stake(stored(r, id))
	if err != nil {
		r.Fatal(err)
	}
	for _, e := range []struct {
		account store.AccountID
		want    int64
		into    *int64
	}{{store.RoomEscrow(id), stake.Cents, &gems}, {store.RoomWishCards(id), stake.WishCards, &wishCards}} {
		if *e.into, err = r.Engine.Balance(r.Context(), e.account); err != nil || *e.into != e.want {
			r.Errorf("account %d holds %d, its record says %d, %v", e.account, *e.into, e.want, err)
		}
	}
	return gems, wishCards
}

// drawn asserts everything that must be when a room is drawn, and gives the winner.
func drawn(r *rig.Rig, id store.RoomID, s wish.Setup, players []store.PlayerID) store.PlayerID {
	r.Helper()
	v := view(r, id)
	if v.Summary.Status != protocol.WishOver || v.Drawn == nil || v.Summary.WinnerName != v.Drawn.Bottle.Name {
		r.Fatalf("room %+v", v)
	}
	bundle, _, err := wish.Spec.Bundle(r.Context(), r.Engine, r.Catalog, room.ID(id))
	if err != nil {
		r.Fatal(err)
	}
	if report := fairness.VerifyWith(bundle, fairness.Trust{Anchors: r.Beacon.Anchors()}); !report.OK {
		r.Errorf("proof %+v", report)
	}
	if int32(bundle.Wish.Bottle) != v.Drawn.Bottle.Number || bundle.Wish.ServerSeed != v.Drawn.Server ||
		bundle.Wish.Hash != v.Drawn.Hash || bundle.Key != v.Drawn.Key {
		r.Errorf("proof %+v, room %+v", bundle.Wish, v.Drawn)
	}
	winner := store.PlayerID(bundle.Wish.Player)
	prizes := 0
	for _, p := range players {
		items, _, err := r.Engine.Items(r.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 9}})
		if err != nil {
			r.Fatal(err)
		}
		for _, it := range items {
			prizes++
			if p != winner || it.Def != s.Def || it.ValueCents != s.PrizeCents || it.Source != store.FromWish ||
				it.Status != store.ItemInBackpack {
				r.Errorf("player %d has %+v, player %d won", p, it, winner)
			}
		}
	}
	if prizes != 1 {
		r.Errorf("%d prizes", prizes)
	}
	if gems, held := escrowed(r, id); gems != 0 || held != 0 {
		r.Errorf("%d cents and %d cards are left in the room", gems, held)
	}
	return winner
}

func TestRoomIsDrawnAndProven(t *testing.T) {
	for _, s := range []wish.Setup{forGems, forWishCards} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			players := guests(r, 4)
			id := open(r, s)
			if v := view(r, id); v.Summary.Most != 3 || v.Summary.Taken != 0 || v.Commit == "" || v.Drawn != nil {
				t.Fatalf("new room %+v", v)
			}
			house := rig.Do[[]protocol.WishSummary](r, wish.LobbyKind, lobby.ID, lobby.List{})
			fill(r, id, s, players)
			r.Settle()
			locked := view(r, id)
			if locked.Summary.Status != protocol.WishLock || locked.BeaconRound == 0 ||
				locked.DrawsAtMS < time.Now().Add(3*time.Second).UnixMilli() || locked.Drawn != nil ||
				len(locked.ContextHash) != 64 {
				t.Fatalf("full room %+v", locked)
			}
			if gems, held := escrowed(r, id); gems != 10*s.BottleCents || held != 10*s.CardNum {
				t.Errorf("full room holds %d cents, %d cards", gems, held)
			}
			if _, _, err := wish.Spec.Bundle(r.Context(), r.Engine, r.Catalog, room.ID(id)); err == nil {
				t.Error("there is a proof before the draw")
			}
			time.Sleep(20 * time.Second)
			r.Settle()
			winner := drawn(r, id, s, players)
			for _, p := range players {
				row, err := wish.RecordOf(stored(r, id), p)
				if err != nil || row.Won != (p == winner) || row.Refunded ||
					int64(len(row.Bottles))*s.BottleCents != row.SpentCents ||
					int64(len(row.Bottles))*s.CardNum != row.SpentWishCards {
					t.Errorf("record of %d: %+v, %v", p, row, err)
				}
				if r.Balance(p) != startCents-row.SpentCents || wishCards(r, p) != startWishCards-row.SpentWishCards {
					t.Errorf("player %d: %d cents, %d cards", p, r.Balance(p), wishCards(r, p))
				}
			}
			kinds := map[uint16]int{}
			for i, e := range r.Hub.Events(protocol.TopicWish + ":" + room.ID(id)) {
				kinds[e.Type]++
				if e.Offset != uint64(i+1) {
					t.Errorf("event %d has offset %d", i, e.Offset)
				}
			}
			if kinds[protocol.EventWishTaken] != 10 || kinds[protocol.EventWishLocked] != 1 ||
				kinds[protocol.EventWishDrawn] != 1 {
				t.Errorf("events %v", kinds)
			}
			drops, _, err := r.Engine.Events(t.Context(), nil, 100)
			if err != nil || len(drops) != 1 {
				t.Fatalf("%d drops, %v", len(drops), err)
			}
			row, _ := wish.RecordOf(stored(r, id), winner)
			d, err := publish.ReadDrop(drops[0])
			if err != nil || d.Source != uint8(store.FromWish) || d.Def != 3 ||
				int(d.OddsPPM) != len(row.Bottles)*100_000 || d.AtMS < view(r, id).Drawn.DrawnAtMS+protocol.WishDrawMS {
				t.Errorf("drop %+v, %v", d, err)
			}
			if len(house) == 0 {
				t.Error("the lobby is empty")
			}
			for _, kind := range []string{"wish.lock", "wish.draw"} {
				if n := len(r.Ops(kind)); n != 1 {
					t.Errorf("%d ops %s", n, kind)
				}
			}
		})
	}
}

// Many want the same bottle at once: one gets it, the others pay nothing.
func TestOneBottleGoesToOnePlayer(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		players := guests(r, 12)
		id := open(r, forGems)
		var wg sync.WaitGroup
		errs := make([]error, len(players))
		for i, p := range players {
			wg.Go(func() { _, errs[i] = ask(r, id, taking(forGems, p, "one", 0, 7)) })
		}
		wg.Wait()
		got := 0
		for i, err := range errs {
			want := int64(startCents)
			if err == nil {
				got, want = got+1, startCents-bottleCents
			} else {
				r.Refused(err, protocol.CodeWishTaken)
			}
			if b := r.Balance(players[i]); b != want {
				t.Errorf("player %d has %d, want %d", i, b, want)
			}
		}
		if v := view(r, id); got != 1 || v.Summary.Taken != 1 || len(v.Bottles) != 1 || v.Bottles[0].Number != 7 {
			t.Errorf("%d got the bottle: %+v", got, v.Bottles)
		}
		if gems, _ := escrowed(r, id); gems != bottleCents {
			t.Errorf("escrow %d", gems)
		}
	})
}

func TestRefusalsChangeNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, other := guest(r), guest(r)
		gems, held := open(r, forGems), open(r, forWishCards)
		if _, err := ask(r, gems, taking(forGems, other, "first", 0, 1, 2)); err != nil {
			t.Fatal(err)
		}
		dear := forWishCards
		dear.CardNum = startWishCards + 1
		beyond := open(r, dear)
		refused := func(name string, id store.RoomID, c wish.Take, want protocol.Code) {
			t.Helper()
			before := [][]byte{stored(r, gems).State, stored(r, held).State, stored(r, beyond).State}
			_, err := ask(r, id, c)
			r.Refused(err, want)
			for i, id := range []store.RoomID{gems, held, beyond} {
				if !slices.Equal(before[i], stored(r, id).State) {
					t.Errorf("%s changed room %d", name, id)
				}
			}
			if r.Balance(p) != startCents || wishCards(r, p) != startWishCards {
				t.Errorf("%s: %d cents, %d cards", name, r.Balance(p), wishCards(r, p))
			}
		}
		take := func(count int, numbers ...int32) wish.Take { return taking(forGems, p, "refused", count, numbers...) }
		refused("taken", gems, take(0, 3, 2), protocol.CodeWishTaken)
		refused("beyond", gems, take(0, 11), protocol.CodeWishBottles)
		refused("zero", gems, take(0, 0), protocol.CodeWishBottles)
		refused("twice", gems, take(0, 3, 3), protocol.CodeWishBottles)
		refused("none", gems, take(0), protocol.CodeWishBottles)
		refused("cap", gems, take(0, 3, 4, 5, 6), protocol.CodeWishCap)
		refused("cap by chance", gems, take(4), protocol.CodeWishCap)
		refused("cards", gems, taking(forWishCards, p, "refused", 1), protocol.CodeWishPay)
		refused("gems", held, take(1), protocol.CodeWishPay)
		refused("too few cards", beyond, taking(dear, p, "refused", 1), protocol.CodeWishCards)
		old := forGems
		old.BottleCents--
		refused("price", gems, taking(old, p, "refused", 1), protocol.CodePriceChanged)
		refused("no key", gems, taking(forGems, p, "", 1), protocol.CodeKeyMissing)
		refused("no room", 99_999, take(1), protocol.CodeWishGone)
		if _, err := ask(r, gems, taking(forGems, other, "third", 2)); err == nil {
			t.Error("the cap does not count what the player has")
		}
		if _, err := wish.Open(r.Context(), r.Engine, r.Dir, wish.Setup{Name: "both", Def: 3, PrizeCents: 400,
			Bottles: 10, BottleCents: 1, CardNum: 1, Life: time.Hour}); err == nil {
			t.Error("a room is for cards and for gems")
		}
		if _, err := wish.Open(r.Context(), r.Engine, r.Dir, wish.Setup{Name: "small", Def: 3, PrizeCents: 400,
			Bottles: 3, BottleCents: 1, Life: time.Hour}); err == nil {
			t.Error("a room has three bottles")
		}
	})
}

// A quick pick takes free bottles only, each once, and its key takes them once.
func TestAQuickPickTakesFreeBottlesOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		players := guests(r, 4)
		id := open(r, forGems)
		seen := map[int32]bool{}
		for i, count := range []int{3, 3, 3, 1} {
			got, err := ask(r, id, taking(forGems, players[i], "quick", count))
			if err != nil || len(got.Bottles) != count {
				t.Fatalf("pick %d: %+v, %v", i, got.Bottles, err)
			}
			again, err := ask(r, id, taking(forGems, players[i], "quick", count))
			if err != nil || !slices.Equal(again.Bottles, got.Bottles) {
				t.Errorf("the key again: %+v, %v", again.Bottles, err)
			}
			for _, b := range got.Bottles {
				if seen[b.Number] || b.Number < 1 || b.Number > 10 {
					t.Errorf("bottle %d", b.Number)
				}
				seen[b.Number] = true
			}
			if want := startCents - int64(count)*bottleCents; r.Balance(players[i]) != want {
				t.Errorf("player %d has %d, want %d", i, r.Balance(players[i]), want)
			}
		}
		_, err := ask(r, id, taking(forGems, players[3], "quick", 2))
		r.Refused(err, protocol.CodeKeyReused)
	})
}

// Two bottles are left and three are wanted: none is taken.
func TestQuickPickOfMoreThanAreLeft(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		players := guests(r, 4)
		id := open(r, forGems)
		for i, count := range []int{3, 3, 2} {
			if _, err := ask(r, id, taking(forGems, players[i], "quick", count)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := ask(r, id, taking(forGems, players[3], "quick", 3))
		r.Refused(err, protocol.CodeWishTaken)
		if r.Balance(players[3]) != startCents || view(r, id).Summary.Taken != 8 {
			t.Errorf("%d cents, %d bottles", r.Balance(players[3]), view(r, id).Summary.Taken)
		}
	})
}

func TestRoomThatIsNotFullGivesEverythingBackOnce(t *testing.T) {
	for _, s := range []wish.Setup{forGems, forWishCards} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			players := guests(r, 3)
			id := open(r, s)
			for i, p := range players {
				if _, err := ask(r, id, taking(s, p, "take", i+1)); err != nil {
					t.Fatal(err)
				}
			}
			// the same player twice is one refund
			if _, err := ask(r, id, taking(s, players[0], "more", 2)); err != nil {
				t.Fatal(err)
			}
			if gems, held := escrowed(r, id); gems+held == 0 {
				t.Fatal("nothing is in escrow")
			}
			time.Sleep(time.Hour + time.Minute)
			r.Settle()
			v := view(r, id)
			if v.Summary.Status != protocol.WishVoided || v.VoidReason != "expired" || v.Drawn != nil {
				t.Fatalf("room %+v", v)
			}
			r.Crash()
			time.Sleep(time.Minute)
			for _, p := range players {
				if r.Balance(p) != startCents || wishCards(r, p) != startWishCards {
					t.Errorf("player %d: %d cents, %d cards", p, r.Balance(p), wishCards(r, p))
				}
			}
			if gems, held := escrowed(r, id); gems != 0 || held != 0 || len(r.Ops("wish.void")) != 1 {
				t.Errorf("%d cents, %d cards, %d refunds", gems, held, len(r.Ops("wish.void")))
			}
			_, err := ask(r, id, taking(s, players[0], "late", 1))
			r.Refused(err, protocol.CodeWishClosed)
			if _, _, err := wish.Spec.Bundle(r.Context(), r.Engine, r.Catalog, room.ID(id)); err == nil {
				t.Error("a void room has a proof")
			}
		})
	}
}

// The process is killed after each op of a room, and before it: the room goes on, and nothing happens twice.
func TestEachStepOutlivesACrash(t *testing.T) {
	for _, kind := range []string{wish.KindTake, "wish.lock", "wish.draw", "wish.void"} {
		for _, fault := range []memory.Fault{memory.UnknownApplied, memory.UnknownNotApplied, memory.RefuseBefore} {
			t.Run(fmt.Sprint(kind, fault), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					players := guests(r, 4)
					id := open(r, forGems)
					hit := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == kind && hit < 2 {
							hit++
							return fault
						}
						return memory.NoFault
					})
					for i := range 10 {
						if kind == "wish.void" && i == 5 {
							break
						}
						c := taking(forGems, players[i%4], fmt.Sprint("t", i), 0, int32(i+1))
						for try := 0; ; try++ {
							if _, err := ask(r, id, c); err == nil {
								break
							} else if try == 5 {
								t.Fatal(err)
							}
							time.Sleep(time.Second)
						}
						if i%3 == 1 {
							r.Crash()
						}
					}
					r.Crash()
					time.Sleep(time.Hour + 2*time.Minute)
					r.Settle()
					if hit == 0 {
						t.Fatal("no fault was met")
					}
					if kind == "wish.void" {
						for _, p := range players {
							if r.Balance(p) != startCents {
								t.Errorf("player %d has %d", p, r.Balance(p))
							}
						}
						return
					}
					drawn(r, id, forGems, players)
					if n := len(r.Ops(wish.KindTake)); n != 10 {
						t.Errorf("%d takings", n)
					}
				})
			})
		}
	}
}

// A panic in the actor that draws does not draw twice.
func TestAPanicAroundTheDrawDrawsOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		players := guests(r, 4)
		id := open(r, forGems)
		panics := 0
		r.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == "wish.draw" && panics < 2 {
				panics++
				panic("planted")
			}
		})
		fill(r, id, forGems, players)
		time.Sleep(time.Minute)
		r.Settle()
		if panics != 2 {
			t.Fatalf("%d panics", panics)
		}
		drawn(r, id, forGems, players)
	})
}

// A room whose rules fail again and again gives everything back.
func TestBrokenRoomIsVoid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		players := guests(r, 4)
		id := open(r, forWishCards)
		r.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == "wish.draw" {
				panic("planted")
			}
		})
		fill(r, id, forWishCards, players)
		time.Sleep(5 * time.Minute)
		r.Settle()
		if v := view(r, id); v.Summary.Status != protocol.WishVoided || v.VoidReason != room.ReasonBroken {
			t.Fatalf("room %+v", v)
		}
		for _, p := range players {
			if wishCards(r, p) != startWishCards {
				t.Errorf("player %d has %d cards", p, wishCards(r, p))
			}
		}
		escrowed(r, id)
	})
}

// The lobby has a room of every template, and a new one when a room is over; a second lobby opens none beside it.
func TestTheLobbyKeepsARoomOfEveryTemplate(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		list := func() []protocol.WishSummary {
			return rig.Do[[]protocol.WishSummary](r, wish.LobbyKind, lobby.ID, lobby.List{})
		}
		list()
		time.Sleep(10 * time.Second)
		first := map[string]string{}
		for _, c := range list() {
			if first[c.Name] != "" {
				t.Errorf("two rooms %s", c.Name)
			}
			first[c.Name] = c.ID
		}
		if len(first) != len(wish.Templates()) {
			t.Fatalf("rooms %v", first)
		}
		r.Crash()
		list()
		time.Sleep(10 * time.Second)
		if again := list(); len(again) != len(first) {
			t.Errorf("after a crash there are %d rooms", len(again))
		}
		time.Sleep(13 * time.Hour) // longer than the shortest life
		names := map[string]bool{}
		renewed := 0
		for _, c := range list() {
			names[c.Name] = true
			if c.ID != first[c.Name] {
				renewed++
			}
		}
		if len(names) != len(first) || renewed != 1 {
			t.Errorf("%d templates, %d rooms are new", len(names), renewed)
		}
		// of the new process: a room is over, another is there
		if n := len(r.Hub.Events(protocol.TopicWishes)); n != 2 {
			t.Errorf("%d events of the lobby", n)
		}
	})
}

func TestARoomThatIsNotThereHasNoSnapshot(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		_, err := directory.Ask[publish.Snapshot](context.Background(), r.Dir, wish.Kind, "4711",
			room.SnapshotRequest{})
		r.Refused(err, protocol.CodeWishGone)
	})
}
