package fairness

import (
	"errors"
	"testing"
)

func TestChainKeepsItsTime(t *testing.T) {
	c := testChain()
	for _, ms := range []int64{1, testGenesisMS - 2_000, testGenesisMS - 1_999, testGenesisMS, testGenesisMS + 1,
		testGenesisMS + 999, testGenesisMS + 1_000} {
		r := c.RoundAfter(ms)
		if c.DueMS(r) < ms+BeaconDelayMS {
			t.Errorf("round %d falls due %d ms after", r, c.DueMS(r)-ms)
		}
		if r > 1 && c.DueMS(r-1) >= ms+BeaconDelayMS {
			t.Errorf("round %d would have done for %d", r-1, ms)
		}
	}
	if b, err := c.Beacon(5, c.DueMS(5)-1); !errors.Is(err, ErrBeaconEarly) || b != (Beacon{}) {
		t.Errorf("before its time: %+v err %v", b, err)
	}
	if _, err := c.Beacon(5, c.DueMS(5)); err != nil {
		t.Errorf("at its time: %v", err)
	}
	for _, round := range []uint64{0, c.Length() + 1} {
		if _, err := c.Beacon(round, farFutureMS); !errors.Is(err, ErrInput) {
			t.Errorf("round %d: err %v", round, err)
		}
	}
}

// What is public at round r must not give away round r+1.
func TestChainLinksDoNotForetell(t *testing.T) {
	c := testChain()
	for _, round := range []uint64{1, 7, ChainSpan - 1, ChainSpan, ChainSpan + 1} {
		now, next := must(c.Beacon(round, farFutureMS)), must(c.Beacon(round+1, farFutureMS))
		for _, public := range []string{now.Value, now.Proof.Link, now.Proof.Anchor, c.Anchor()} {
			if next.Value == public {
				t.Errorf("the value of round %d was public in round %d", round+1, round)
			}
		}
		if now.Proof.AnchorRound >= round || round-now.Proof.AnchorRound > ChainSpan {
			t.Errorf("round %d is proven from round %d", round, now.Proof.AnchorRound)
		}
		if err := CheckLocalBeaconFrom(next, round, now.Proof.Link); err != nil {
			t.Errorf("from the link of round %d: %v", round, err)
		}
		if err := CheckLocalBeaconFrom(next, 0, c.Anchor()); err != nil {
			t.Errorf("from the anchor: %v", err)
		}
		if err := CheckLocalBeaconFrom(now, round+1, next.Proof.Link); err == nil {
			t.Error("a chain counted the wrong way passes")
		}
	}
	for name, err := range map[string]error{
		"no seed":   second(NewLocalChain(Key{}, 10, 1, 1)),
		"no rounds": second(NewLocalChain(testKey(1), 0, 1, 1)),
		"too long":  second(NewLocalChain(testKey(1), chainMax+1, 1, 1)),
		"no time":   second(NewLocalChain(testKey(1), 10, 0, 1)),
		"no period": second(NewLocalChain(testKey(1), 10, 1, 0)),
	} {
		if !errors.Is(err, ErrInput) {
			t.Errorf("%s: err %v", name, err)
		}
	}
}

// A link that is its own anchor is fixed by nothing: the house could choose it after the fact.
func TestAProofOfNoStepsIsNone(t *testing.T) {
	b := testBeacon(5)
	b.Proof.Anchor, b.Proof.AnchorRound = b.Proof.Link, b.Round
	if err := CheckLocalBeacon(b); !errors.Is(err, ErrInput) {
		t.Errorf("no steps: err %v", err)
	}
	if err := CheckLocalBeaconFrom(b, b.Round, b.Proof.Link); !errors.Is(err, ErrInput) {
		t.Errorf("no steps from a trusted link: err %v", err)
	}
	bundle := boxBundle(true)
	bundle.Beacon = b
	r := Verify(bundle)
	for _, c := range r.Checks {
		if c.OK == (c.Name == CheckBeaconName) {
			t.Errorf("check %s: %+v", c.Name, c)
		}
	}
	one := must(testChain().Beacon(ChainSpan+1, farFutureMS))
	if one.Round-one.Proof.AnchorRound != 1 || CheckLocalBeacon(one) != nil {
		t.Errorf("one step: %+v", one)
	}
}

// A draw refuses another key or beacon than the context promised.
func TestDrawsKeepThePromise(t *testing.T) {
	k, odds := testKey(0x11), testOdds()
	c := soloContext(k)
	if _, err := drawBox(testKey(0x12), c, testBeacon(5), 0, "66hash", odds); !errors.Is(err, ErrMismatch) {
		t.Errorf("another key: err %v", err)
	}
	if _, err := drawBox(k, c, testBeacon(6), 0, "66hash", odds); !errors.Is(err, ErrMismatch) {
		t.Errorf("another round: err %v", err)
	}
	spoilt := testBeacon(5)
	spoilt.Value = ServerHash("chosen")
	if _, err := drawBox(k, c, spoilt, 0, "66hash", odds); !errors.Is(err, ErrMismatch) {
		t.Errorf("a chosen value: err %v", err)
	}
	if _, err := drawBox(k, c, testBeacon(5), NonceMax, "66hash", odds); !errors.Is(err, ErrInput) {
		t.Errorf("a nonce too many: err %v", err)
	}
	if _, err := drawBox(k, c, testBeacon(5), 0, "66hash", nil); !errors.Is(err, ErrInput) {
		t.Errorf("no odds: err %v", err)
	}
	epoch := must(OpenEpoch(k, c, testBeacon(5)))
	for _, n := range []uint64{0, 17, NonceMax - 1, 3} {
		once := must(drawBox(k, c, testBeacon(5), n, "66hash", odds))
		if again, err := epoch.Draw(n, "66hash", odds); err != nil || again != once {
			t.Errorf("nonce %d: %+v err %v, want %+v", n, again, err, once)
		}
		if shown, err := epoch.ServerHash(n); err != nil || shown != once.ServerHash {
			t.Errorf("nonce %d: shown %q err %v", n, shown, err)
		}
	}
	if _, err := epoch.ServerHash(NonceMax); !errors.Is(err, ErrInput) {
		t.Errorf("the hash of a nonce too many: err %v", err)
	}
	tables := []*Odds{testOdds(), coarseOdds()}
	roster := battleContext(k, 7, ModeNormal, tables)
	if _, err := DrawBattle(k, roster, testBeacon(6), []*Odds{tables[1], tables[0]}); !errors.Is(err, ErrMismatch) {
		t.Errorf("tables in another order: err %v", err)
	}
	if _, err := DrawBattle(k, roster, testBeacon(6), tables[:1]); !errors.Is(err, ErrInput) {
		t.Errorf("a round short: err %v", err)
	}
	if _, err := DrawBattle(k, roster, testBeacon(7), tables); !errors.Is(err, ErrMismatch) {
		t.Errorf("another round's beacon: err %v", err)
	}
}

func second[T any](_ T, err error) error { return err }
