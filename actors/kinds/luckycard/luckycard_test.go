package luckycard_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// priceCents is what the first flip of a deck of so many costs: 400 and 80s, over 92 %.
func priceCents(n int) int64 { return (int64(400+80*(n-1))*100 + int64(n)*92 - 1) / (int64(n) * 92) }

func deck(n int) luckycard.Deck {
	d := luckycard.Deck{Name: "test", Cards: []luckycard.Card{{Def: 3, ValueCents: 400}}}
	for len(d.Cards) < n {
		d.Cards = append(d.Cards, luckycard.Card{Def: 2, ValueCents: 80})
	}
	return d
}

func open(r *rig.Rig, n int) store.RoomID {
	r.Helper()
	c, err := luckycard.Open(r.Context(), r.Engine, r.Dir, deck(n))
	if err != nil {
		r.Fatal(err)
	}
	return c.ID
}

func shuffled(r *rig.Rig, n int) store.RoomID {
	id := open(r, n)
	time.Sleep(10 * time.Second)
	return id
}

func view(r *rig.Rig, id store.RoomID) protocol.LuckycardSnapshot {
	r.Helper()
	return rig.Do[protocol.LuckycardSnapshot](r, luckycard.Kind, room.ID(id), luckycard.View{})
}

func flip(r *rig.Rig, id store.RoomID, p store.PlayerID, place int) (luckycard.Flipped, error) {
	v, err := rig.Ask[protocol.LuckycardSnapshot](r, luckycard.Kind, room.ID(id), luckycard.View{})
	if err != nil {
		return luckycard.Flipped{}, err
	}
	return flipFor(r, id, p, place, v.Summary.PriceCents)
}

func flipFor(r *rig.Rig, id store.RoomID, p store.PlayerID, place int, cents int64) (luckycard.Flipped, error) {
	return rig.Ask[luckycard.Flipped](r, luckycard.Kind, room.ID(id),
		luckycard.Flip{Key: fmt.Sprint("flip-", id, "-", place),
			Player: p, Place: place, PriceCents: cents})
}

// TestAWholeDeckIsFlippedAndVerified turns cards until the top prize goes and verifies every proof on the way and
// after.
func TestAWholeDeckIsFlippedAndVerified(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		id := open(r, 9)
		if _, err := flip(r, id, p, 0); err == nil {
			t.Fatal("a card was turned before the beacon")
		} else {
			r.Refused(err, protocol.CodeLuckycardWait)
		}
		time.Sleep(10 * time.Second)
		root := view(r, id).Root
		if len(root) != 64 {
			t.Fatalf("root %q", root)
		}
		flips, won, paid := 0, int64(0), int64(0)
		for place := range 9 {
			paid += view(r, id).Summary.PriceCents
			got, err := flip(r, id, p, place)
			if err != nil {
				t.Fatal(err)
			}
			flips, won = flips+1, won+got.Flip.ValueCents
			if err := fairness.CheckOpening(fairness.LabelDeck, fairness.LuckycardScope(int64(id)), root,
				got.Opening); err != nil {
				t.Fatal(err)
			}
			verify(t, r, luckycard.ResultID(id, place), !got.Over)
			if got.Over {
				break
			}
			if v := view(r, id); v.Key != "" || int(v.Summary.Left) != 9-flips {
				t.Fatalf("after %d flips: %d left, key %q", flips, v.Summary.Left, v.Key)
			}
		}
		v := view(r, id)
		if v.Summary.Status != protocol.LuckycardOver || v.Key == "" || len(v.Flips) != flips || v.Root != root {
			t.Fatalf("end %+v", v.Summary)
		}
		verify(t, r, luckycard.ResultID(id, -1), false)
		rec, err := r.Engine.Room(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, mine, spent, err := luckycard.FlipsOf(rec, p); err != nil || len(mine) != flips || spent != paid {
			t.Errorf("the record says %d flips for %d, made were %d for %d, %v", len(mine), spent, flips, paid, err)
		}
		if got, want := r.Balance(p), 100_000-paid; got != want {
			t.Errorf("balance %d, want %d", got, want)
		}
		items, _, err := r.Engine.Items(t.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 50}})
		if err != nil || len(items) != flips {
			t.Fatalf("%d items, %v", len(items), err)
		}
		for _, it := range items {
			won -= it.ValueCents
			if it.Source != store.FromReward {
				t.Errorf("source %d", it.Source)
			}
		}
		if won != 0 {
			t.Errorf("items and flips differ by %d", won)
		}
		events, _, err := r.Engine.Events(t.Context(), nil, 1000)
		if err != nil || len(events) != flips {
			t.Fatalf("%d flips, %d drops, %v", flips, len(events), err)
		}
		for i, e := range events {
			d, err := publish.ReadDrop(e)
			left := 9 - i // one of them the top prize
			want := int32((left - 1) * 1_000_000 / left)
			if d.ValueCents == 400 {
				want = int32(1_000_000 / left)
			}
			if err != nil || d.OddsPPM != want || d.Source != uint8(store.FromReward) || d.Def == 0 ||
				d.PlayerName == "" {
				t.Errorf("drop %d: %+v, want odds %d, %v", i, d, want, err)
			}
		}
	})
}

func verify(t *testing.T, r *rig.Rig, id string, hidden bool) {
	t.Helper()
	b, _, err := luckycard.Bundle(t.Context(), r.Engine, id)
	if err != nil {
		t.Fatal(err)
	}
	if report := fairness.Verify(b); !report.OK || (b.Key == "") != hidden {
		t.Fatalf("%s: key %q, %+v", id, b.Key, report)
	}
}

// TestWhatIsNotToBeHadIsRefused asks for what is not to be had: nothing changes.
func TestWhatIsNotToBeHadIsRefused(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q, poor := r.Player(1_000), r.Player(1_000), r.Player(priceCents(100)-1)
		id := shuffled(r, 100)
		place := 0
		for {
			got, err := flip(r, id, p, place)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Over {
				break
			}
			id, place = shuffled(r, 100), place+1 // the place names the key
		}
		left, free, now := r.Balance(p), place+1, view(r, id).Summary.PriceCents
		ask := func(want protocol.Code, room string, f luckycard.Flip) {
			t.Helper()
			_, err := rig.Ask[luckycard.Flipped](r, luckycard.Kind, room, f)
			r.Refused(err, want)
		}
		here := room.ID(id)
		ask(protocol.CodeLuckycardTaken, here, luckycard.Flip{Key: "a", Player: p, Place: place,
			PriceCents: now})
		ask(protocol.CodeLuckycardTaken, here, luckycard.Flip{Key: "b", Player: q, Place: place,
			PriceCents: now})
		ask(protocol.CodeLuckycardPlace, here, luckycard.Flip{Key: "c", Player: q, Place: 100, PriceCents: now})
		ask(protocol.CodeLuckycardPlace, here, luckycard.Flip{Key: "d", Player: q, Place: -1, PriceCents: now})
		ask(protocol.CodeLuckycardPrice, here, luckycard.Flip{Key: "e", Player: q, Place: free,
			PriceCents: now - 1})
		ask(protocol.CodeFunds, here, luckycard.Flip{Key: "f", Player: poor, Place: free, PriceCents: now})
		ask(protocol.CodeLuckycardGone, room.ID(id+500), luckycard.Flip{Key: "g", Player: q, Place: free,
			PriceCents: now})
		ask(protocol.CodeKeyMissing, here, luckycard.Flip{Player: q, Place: free, PriceCents: now})
		again, err := flipFor(r, id, p, place, priceCents(100)) // the same key gives the same card and takes nothing
		if err != nil || again.Flip.Place != int32(place) {
			t.Fatalf("repetition: %+v, %v", again, err)
		}
		if r.Balance(p) != left || r.Balance(q) != 1_000 || r.Balance(poor) != priceCents(100)-1 ||
			len(view(r, id).Flips) != 1 {
			t.Error("a refusal changed something")
		}
	})
}

// TestTwoWantOneCard lets two players turn the same card at once: one gets it, the other keeps the money.
func TestTwoWantOneCard(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(1_000), r.Player(1_000)
		id := shuffled(r, 9)
		answers := make(chan error, 2)
		for _, who := range []store.PlayerID{p, q} {
			r.Dir.Post(luckycard.Kind, room.ID(id), luckycard.Flip{Key: "same", Player: who, Place: 4,
				PriceCents: priceCents(9)}, func(_ any, err error) { answers <- err })
		}
		a, b := <-answers, <-answers
		if (a == nil) == (b == nil) {
			t.Fatalf("answers %v and %v", a, b)
		}
		if sum := r.Balance(p) + r.Balance(q); sum != 2_000-priceCents(9) {
			t.Errorf("both together have %d", sum)
		}
	})
}

// TestAKilledProcessChargesOnce ends the process before and after every op of a room; the client repeats with its key
// and is charged once.
func TestAKilledProcessChargesOnce(t *testing.T) {
	for _, kind := range []string{"luckycard.create", "luckycard.root", luckycard.KindFlip} {
		for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownNotApplied, memory.UnknownApplied} {
			t.Run(fmt.Sprint(kind, fault), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					p := r.Player(1_000)
					done := false
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != kind || done {
							return memory.NoFault
						}
						done = true
						return fault
					})
					created, err := luckycard.Open(t.Context(), r.Engine, r.Dir, deck(100))
					id := created.ID
					if err != nil {
						r.Crash()
						rooms, err := r.Engine.OpenRooms(t.Context(), luckycard.Kind)
						if err != nil {
							t.Fatal(err)
						}
						if len(rooms) == 0 {
							id = open(r, 100)
						} else {
							id = rooms[0].ID
						}
					}
					r.Crash()
					time.Sleep(20 * time.Second)
					got, err := flipFor(r, id, p, 7, priceCents(100))
					r.Crash()
					if err != nil {
						got, err = flipFor(r, id, p, 7, priceCents(100))
					}
					if err != nil {
						t.Fatal(err)
					}
					if !done {
						t.Fatal("the fault was not met")
					}
					if r.Balance(p) != 1_000-priceCents(100) || len(view(r, id).Flips) != 1 || got.Flip.Place != 7 {
						t.Errorf("balance %d, flips %d", r.Balance(p), len(view(r, id).Flips))
					}
				})
			})
		}
	}
}

// A flip is repeated at a process that still waits for the beacon: it answers what the other one has done (found by the
// simulator).
func TestAnEarlierActivationAnswersWhatALaterOneDid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		id := open(r, 100)
		first := r.Dir
		r.Start()
		second := r.Dir
		defer func() {
			r.Dir = first
			r.Drain()
			r.Dir = second
		}()
		r.SetFault(func(op *store.Op) memory.Fault {
			if op.Kind == "luckycard.root" && op.Room.Epoch == 1 {
				return memory.RefuseBefore
			}
			return memory.NoFault
		})
		view(r, id) // at the second process: epoch 2
		time.Sleep(10 * time.Second)
		got, err := flipFor(r, id, p, 5, priceCents(100))
		if err != nil {
			t.Fatal(err)
		}
		r.Dir = first
		if v := view(r, id); v.Summary.Status != protocol.LuckycardShuffling {
			t.Fatalf("the first process knows: %+v", v.Summary)
		}
		again, err := flipFor(r, id, p, 5, priceCents(100))
		r.Dir = second
		if err != nil || again.Flip != got.Flip || again.Item != got.Item || r.Balance(p) != 1_000-priceCents(100) ||
			len(r.Ops(luckycard.KindFlip)) != 1 {
			t.Errorf("%+v and %+v (%v), balance %d", got, again, err, r.Balance(p))
		}
	})
}

// TestARoomThatIsClosedEarlyKeepsItsFlips closes a room before its top prize went: flips stay what they were, and the
// key is opened.
func TestARoomThatIsClosedEarlyKeepsItsFlips(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		id := shuffled(r, 100)
		had := r.Balance(p)
		got, err := flip(r, id, p, 3)
		for err == nil && got.Over { // one deck of a hundred has its top prize there
			id = shuffled(r, 100)
			had = r.Balance(p)
			got, err = flip(r, id, p, 3)
		}
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		r.Dir.Post(luckycard.Kind, room.ID(id), room.Void{Reason: room.ReasonBroken},
			func(_ any, err error) { ended <- err })
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		v := view(r, id)
		if v.Summary.Status != protocol.LuckycardVoid || v.Key == "" || r.Balance(p) != had-priceCents(100) {
			t.Errorf("end %+v", v.Summary)
		}
		verify(t, r, luckycard.ResultID(id, 3), false)
		if _, _, err := luckycard.Bundle(t.Context(), r.Engine, luckycard.ResultID(id, -1)); err == nil {
			t.Error("a deck without its top prize was proven as a whole")
		}
	})
}

// TestWaitingGainsNothing: each flip costs what lies face down is worth on average, over the return; a price that
// another flip has made old is refused with the one that holds, and a top prize that lies alone does not keep the room
// from ending.
func TestWaitingGainsNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		id := shuffled(r, 9)
		worth, left := int64(400+8*80), int64(9)
		for place := 0; left > 1; place++ {
			v := view(r, id).Summary
			if worth*1_000_000 > v.PriceCents*left*luckycard.ReturnPPM ||
				v.ReturnPPM != worth*1_000_000/(left*v.PriceCents) {
				t.Fatalf("%d cards worth %d: a flip costs %d and gives back %d", left, worth, v.PriceCents, v.ReturnPPM)
			}
			got, err := flip(r, id, p, place)
			if err != nil {
				t.Fatal(err)
			}
			if got.Over {
				id, place, worth, left = shuffled(r, 9), -1, 400+8*80, 9
				continue
			}
			worth, left = worth-got.Flip.ValueCents, left-1
			_, err = rig.Ask[luckycard.Flipped](r, luckycard.Kind, room.ID(id), luckycard.Flip{Key: "old", Player: p,
				Place: place + 1, PriceCents: v.PriceCents})
			var refused *apierr.Error
			if now := view(r, id).Summary.PriceCents; !errors.As(err, &refused) ||
				refused.Code != protocol.CodeLuckycardPrice || refused.Now == nil || *refused.Now != now {
				t.Fatalf("at the old price: %v, it is %d now", err, now)
			}
		}
		if v := view(r, id).Summary; v.PriceCents*92 < 400*100 {
			t.Errorf("the top prize alone costs %d", v.PriceCents)
		}
		time.Sleep(2 * time.Hour)
		if v := view(r, id).Summary; v.Status != protocol.LuckycardVoid {
			t.Errorf("two hours later it is %s", v.Status)
		}
	})
}

// A subscriber receives the shuffle of a deck as an event and need not poll.
func TestWhoWatchesADeckIsToldThatItIsShuffled(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id := open(r, 9)
		topic := protocol.TopicLuckycard + ":" + room.ID(id)
		before := len(r.Hub.Events(topic))
		time.Sleep(10 * time.Second)
		told := r.Hub.Events(topic)[before:]
		if len(told) != 1 || told[0].Type != protocol.EventLuckycardSnapshot || view(r, id).Root == "" {
			t.Errorf("told %+v", told)
		}
	})
}
