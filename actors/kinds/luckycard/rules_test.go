package luckycard

import (
	"errors"
	"slices"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

var genesis = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// running is a deck of twenty that can be flipped.
func running(t *testing.T) Record {
	t.Helper()
	chain, err := fairness.NewLocalChain(fairness.Key{1}, 8, genesis.UnixMilli(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	value, err := chain.Beacon(5, chain.DueMS(5))
	if err != nil {
		t.Fatal(err)
	}
	deck := Deck{Name: "test", Cards: []Card{{Def: 3, ValueCents: 400}}}
	for len(deck.Cards) < 20 {
		deck.Cards = append(deck.Cards, Card{Def: 2, ValueCents: 80})
	}
	made, err := Record{Room: 7}.Apply(createPrepared{Create: Create{Key: "k", Deck: deck}, key: fairness.Key{2},
		awaits: room.Awaited{BeaconSource: fairness.BeaconLocal, BeaconRound: 5, BeaconDueMS: chain.DueMS(5)}}, genesis)
	if err != nil {
		t.Fatal(err)
	}
	begun, err := made.State.Apply(room.Begin{Value: value}, genesis.Add(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return begun.State
}

// plain are the places of a deck but that of its top prize.
func plain(r Record) (places []int) {
	for place := range r.Cards {
		if id, _ := r.card(place); id != fairness.TopCard {
			places = append(places, place)
		}
	}
	return places
}

func flipOf(r Record, place int, who player.Profile) flipPrepared {
	return flipPrepared{Flip: Flip{Key: "flip", Player: 9, Place: place, PriceCents: r.flipCents(len(r.Flips))},
		who: who}
}

// Rules are pure: what one flip makes of a state does not change with what another makes of the same one.
func TestAFlipChangesNoOtherStepOfItsState(t *testing.T) {
	r := running(t)
	places := plain(r)
	for n, place := range places[:len(places)-1] {
		before := slices.Clone(r.Flips)
		one, err := r.Apply(flipOf(r, place, player.Profile{Name: "one"}), genesis.Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		other := flipOf(r, places[n+1], player.Profile{Name: "other"})
		if _, err := r.Apply(other, genesis.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if last := one.State.Flips[n]; last.Place != place || last.Name != "one" || !slices.Equal(r.Flips, before) {
			t.Fatalf("flip %d is %+v after another of the same state", n, last)
		}
		r = one.State
	}
}

// The public log says of a flip whose it was, at what price, and whether a bot made it.
func TestTheLeafOfAFlipSaysWhoMadeIt(t *testing.T) {
	r := running(t)
	place := plain(r)[0]
	for _, bot := range []bool{false, true} {
		made, err := r.Apply(flipOf(r, place, player.Profile{Name: "one", Bot: bot}), genesis.Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := fairlog.ParseFlip(string(made.Op.Leaves[0].Data))
		id, _ := r.card(place)
		if err != nil || leaf.Bot != bot || leaf.Player != 9 || leaf.N != uint64(place) || leaf.Card != id ||
			leaf.PriceCents != r.flipCents(0) || leaf.Root != r.root() {
			t.Errorf("%+v, %v", leaf, err)
		}
		drop := made.State.Flips[0]
		if drop.Bot != bot || made.Op.Postings[0] != (store.Posting{Debit: store.PlayerGems(9), Credit: store.House,
			AmountCents: r.flipCents(0)}) {
			t.Errorf("%+v, %+v", drop, made.Op.Postings)
		}
	}
}

// A room of before, with one price for all its flips, is closed: waiting for the last cards would pay.
func TestARoomOfOnePriceIsFlippedNoMore(t *testing.T) {
	r := running(t)
	c := flipOf(r, plain(r)[0], player.Profile{})
	r.ReturnPPM, r.PriceCents = 0, c.PriceCents
	if _, err := r.Apply(c, genesis.Add(time.Minute)); !errors.Is(err, ErrOver) {
		t.Errorf("%v, want ErrOver", err)
	}
	void, err := r.Apply(room.Tick{}, genesis.Add(time.Minute))
	if err != nil || void.State.State != store.RoomVoid || void.Op == nil || len(void.Op.Postings) != 0 {
		t.Errorf("its next tick leaves it in state %d, %v", void.State.State, err)
	}
}
