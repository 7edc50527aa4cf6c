package beacon_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// shelf is just enough of a store: what is kept and the ops committed, none of a time to come.
type shelf struct {
	store.Ledger
	clock  store.Clock // nil: any time is taken
	kept   map[string][]byte
	ops    []*store.Op
	refuse error
}

func (s *shelf) Kept(_ context.Context, key string) ([]byte, error) {
	if v, ok := s.kept[key]; ok {
		return v, nil
	}
	return nil, store.ErrNotFound
}

func (s *shelf) KeepFirst(_ context.Context, key string, value []byte) ([]byte, error) {
	if _, ok := s.kept[key]; !ok {
		s.kept[key] = value
	}
	return s.kept[key], nil
}

func (s *shelf) Commit(_ context.Context, op *store.Op) (store.Receipt, error) {
	if s.refuse != nil {
		return store.Receipt{}, s.refuse
	}
	if s.clock != nil && op.At.Sub(s.clock()) > time.Minute {
		return store.Receipt{}, store.ErrInvalid
	}
	s.ops = append(s.ops, op)
	return store.Receipt{}, nil
}

func TestLocalKeepsItsChain(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	first, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	round := first.RoundAfter(now.UnixMilli())
	if wait := first.DueMS(round) - now.UnixMilli(); wait < fairness.BeaconDelayMS || wait > fairness.BeaconDelayMS+
		1000 {
		t.Errorf("round %d falls due in %d ms", round, wait)
	}
	if _, err := first.Beacon(round); !errors.Is(err, beacon.ErrWait) {
		t.Errorf("before its time: %v", err)
	}
	now = now.Add(4 * time.Second)
	b, err := first.Beacon(round)
	if err != nil {
		t.Fatal(err)
	}
	anchor, at := anchorOf(first, round)
	if err := fairness.CheckLocalBeaconFrom(b, at, anchor); err != nil || at != 0 {
		t.Errorf("from the anchor of round %d: %v", at, err)
	}
	again, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := again.Beacon(round); err != nil || c != b {
		t.Errorf("after a restart: %+v %v, before %+v", c, err, b)
	}
	leaf, err := fairlog.Parse(s.ops[0].Leaves[0].Data)
	if a, ok := leaf.(*fairlog.Anchor); err != nil || !ok || a.Anchor != anchor || a.Length != 100 {
		t.Errorf("anchor leaf %+v %v", leaf, err)
	}
	if s.ops[0].Key != s.ops[1].Key || s.ops[0].Request != s.ops[1].Request {
		t.Error("the anchor is published twice")
	}
}

// The segments are one chain: every value leads back to the published anchor, across their boundaries and after a
// restart.
func TestSegmentsAreOneChain(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	genesis := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := genesis
	const rounds = 3*65536 + 5
	first, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, func() time.Time { return now }, rounds)
	if err != nil {
		t.Fatal(err)
	}
	now = genesis.Add(rounds * time.Second)
	later, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, func() time.Time { return now }, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, round := range []uint64{1, 4096, 4097, 65535, 65536, 65537, 131072, 131073, rounds - 1, rounds} {
		b, err := first.Beacon(round)
		if err != nil || b.Round != round {
			t.Fatalf("round %d: %+v %v", round, b, err)
		}
		if err := fairness.CheckLocalBeacon(b); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		anchor, _ := anchorOf(first, round)
		if err := fairness.CheckLocalBeaconFrom(b, 0, anchor); err != nil {
			t.Errorf("round %d does not lead to the anchor: %v", round, err)
		}
		if c, err := later.Beacon(round); err != nil || c != b {
			t.Errorf("round %d after a restart: %+v %v", round, c, err)
		}
	}
	for _, round := range []uint64{0, rounds + 1} {
		now = genesis.Add((rounds + 2) * time.Second)
		if _, err := first.Beacon(round); !errors.Is(err, fairness.ErrInput) {
			t.Errorf("round %d: %v", round, err)
		}
	}
}

// A caller whose clock is wrong can neither see a value early nor commit to one that is out.
func TestCallersClockDoesNotCount(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, func() time.Time { return now }, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	right := l.RoundAfter(now.UnixMilli())
	for _, skew := range []time.Duration{-30 * 24 * time.Hour, 30 * 24 * time.Hour} {
		if got := l.RoundAfter(now.Add(skew).UnixMilli()); got != right {
			t.Errorf("a clock %s off gets round %d, not %d", skew, got, right)
		}
	}
}

// A fresh installation draws as soon as the first round is due: nothing is computed in the background.
func TestAFreshBeaconAnswersAtOnce(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	l, err := beacon.OpenLocal(t.Context(), s, rand.Reader, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if l.Left() == 0 || len(s.ops) != 1 {
		t.Errorf("%d rounds, %d anchors published", l.Left(), len(s.ops))
	}
	if _, err := l.Beacon(1); !errors.Is(err, beacon.ErrWait) {
		t.Errorf("before its time: %v", err)
	}
}

// A second passes with each look at the clock: what is left is never less than nothing, which would be very much.
func TestABeaconWithoutAChainMakesOneWhateverTheSecond(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, func() time.Time {
		now = now.Add(time.Second)
		return now
	}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	if left := l.Left(); len(s.ops) != 1 || left == 0 || left > 10_000 {
		t.Errorf("%d anchors published, %d rounds left; want 1 and at most 10,000", len(s.ops), left)
	}
}

// The next chain begins where the one before ends, is announced hours before, and every value leads to its own chain's
// anchor.
func TestChainsFollowOneAnother(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	genesis := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := genesis
	clock := func() time.Time { return now }
	s.clock = clock
	const first = 40_000
	l, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, first)
	if err != nil {
		t.Fatal(err)
	}
	renew := func(published int) {
		t.Helper()
		if err := l.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(s.ops) != published {
			t.Fatalf("%s: %d anchors, want %d", now, len(s.ops), published)
		}
	}
	renew(1)
	now = genesis.Add(2 * time.Hour) // 32,800 rounds are left: not yet
	renew(1)
	now = genesis.Add(3 * time.Hour)
	s.refuse = errors.New("store away")
	if err := l.Renew(t.Context()); !errors.Is(err, s.refuse) || l.Left() > first {
		t.Fatalf("a chain whose anchor is not public is used: %v", err)
	}
	s.refuse = nil
	renew(2)
	renew(2)
	if _, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, first); err != nil {
		t.Errorf("a start before the chain that was made ahead begins: %v", err)
	}
	if len(s.ops) != 3 || s.ops[2].Key != s.ops[1].Key {
		t.Errorf("after that start there are %d anchors", len(s.ops))
	}
	if _, kept := s.kept["beacon.local.2"]; kept {
		t.Error("a second chain was made for the same rounds")
	}
	if due := time.UnixMilli(l.DueMS(first)); !now.Before(due) {
		t.Error("announced after its genesis")
	}
	now = genesis.Add(2 * first * time.Second)
	again, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, first)
	if err != nil {
		t.Fatal(err)
	}
	for _, round := range []uint64{first, first + 1, first + 4097, 2 * first} {
		b, err := l.Beacon(round)
		if err != nil || b.Round != round {
			t.Fatalf("round %d: %+v %v", round, b, err)
		}
		anchor, at := anchorOf(l, round)
		if want := uint64(first); round > first && at != want {
			t.Errorf("round %d counts from round %d, want %d", round, at, want)
		}
		if err := errors.Join(fairness.CheckLocalBeacon(b), fairness.CheckLocalBeaconFrom(b, at, anchor)); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		if r := fairness.CheckLocalBeaconFrom(b, 0, firstAnchor(l)); (r == nil) != (round == first) {
			t.Errorf("round %d leads to the first anchor: %v", round, r)
		}
		if c, err := again.Beacon(round); err != nil || c != b {
			t.Errorf("round %d after a restart: %+v %v", round, c, err)
		}
	}
}

func firstAnchor(l *beacon.Local) string {
	anchor, _ := anchorOf(l, 1)
	return anchor
}

// anchorOf is the anchor of the chain that holds the round, and the round of that anchor.
func anchorOf(l *beacon.Local, round uint64) (link string, at uint64) {
	for _, a := range l.Anchors() {
		if a.Round < round && round <= a.Round+a.Rounds {
			return a.Link, a.Round
		}
	}
	return "", 0
}

// An installation that was off beyond the end of its chains begins a new one at the present, not in the past.
func TestAnEndedBeaconBeginsAgain(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	old, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	round := old.RoundAfter(0)
	if old.Left() != 0 {
		t.Errorf("%d rounds left after the end", old.Left())
	}
	if _, err := old.Beacon(101); !errors.Is(err, fairness.ErrInput) {
		t.Errorf("beyond the end: %v", err)
	}
	l, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	if _, at := anchorOf(l, round); l.Left() != 100 || at != round-1 || l.RoundAfter(0) != round {
		t.Errorf("%d rounds from %d, want 100 from %d", l.Left(), at, round-1)
	}
	now = now.Add(time.Minute)
	b, err := l.Beacon(round)
	if err != nil {
		t.Fatal(err)
	}
	if err := fairness.CheckLocalBeacon(b); err != nil {
		t.Error(err)
	}
	if b, err := l.Beacon(round - 1); !errors.Is(err, fairness.ErrInput) {
		t.Errorf("a round that was out before its chain: %+v %v", b, err)
	}
}

// A site that was made while the clock was ahead would hold every stake until that time comes.
func TestAClockBeforeTheFirstRoundIsRefused(t *testing.T) {
	s := &shelf{kept: map[string][]byte{}}
	genesis := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := genesis
	open := func() error {
		_, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, func() time.Time { return now }, 100)
		return err
	}
	for _, c := range []struct {
		behind time.Duration
		want   error
	}{{0, nil}, {8 * time.Hour, beacon.ErrClock}, {30 * time.Second, nil}, {0, nil}} {
		now = genesis.Add(-c.behind)
		if err := open(); !errors.Is(err, c.want) {
			t.Errorf("%v before the first round: %v, want %v", c.behind, err, c.want)
		}
	}
}
