package beacon_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"jadebox/actors/beacon"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// shelf is just enough of a store: settings and the ops committed.
type shelf struct {
	store.Ledger
	settings map[string][]byte
	ops      []*store.Op
}

func (s *shelf) Setting(_ context.Context, key string) ([]byte, error) {
	if v, ok := s.settings[key]; ok {
		return v, nil
	}
	return nil, store.ErrNotFound
}

func (s *shelf) PutSetting(_ context.Context, key string, value []byte) error {
	s.settings[key] = value
	return nil
}

func (s *shelf) Commit(_ context.Context, op *store.Op) (store.Receipt, error) {
	s.ops = append(s.ops, op)
	return store.Receipt{}, nil
}

func TestLocalKeepsItsChain(t *testing.T) {
	s := &shelf{settings: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	first, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	round := first.RoundAfter(now.UnixMilli())
	if wait := first.DueMS(round) - now.UnixMilli(); wait < fairness.BeaconDelayMS || wait > fairness.BeaconDelayMS+1000 {
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
	if err := fairness.CheckLocalBeaconFrom(b, 0, first.Anchor()); err != nil {
		t.Error(err)
	}
	again, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, clock, 100)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := again.Beacon(round); err != nil || c != b || again.Anchor() != first.Anchor() {
		t.Errorf("after a restart: %+v %v, before %+v", c, err, b)
	}
	leaf, err := fairlog.Parse(s.ops[0].Leaves[0].Data)
	if a, ok := leaf.(*fairlog.Anchor); err != nil || !ok || a.Anchor != first.Anchor() || a.Length != 100 {
		t.Errorf("anchor leaf %+v %v", leaf, err)
	}
	if s.ops[0].Key != s.ops[1].Key || s.ops[0].Request != s.ops[1].Request {
		t.Error("the anchor is published twice")
	}
	now = first.LastDue()
	if _, err := first.Beacon(101); err == nil || errors.Is(err, fairness.ErrMismatch) {
		t.Errorf("beyond the end: %v", err)
	}
}

// The segments are one chain: every value leads back to the published anchor, across their boundaries and after a restart.
func TestSegmentsAreOneChain(t *testing.T) {
	s := &shelf{settings: map[string][]byte{}}
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
		if err := fairness.CheckLocalBeaconFrom(b, 0, first.Anchor()); err != nil {
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
	s := &shelf{settings: map[string][]byte{}}
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

func TestOpenLocalInTheBackground(t *testing.T) {
	s := &shelf{settings: map[string][]byte{}}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l, err := beacon.OpenLocal(t.Context(), s, rand.Reader, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Beacon(1); !errors.Is(err, beacon.ErrWait) {
		t.Errorf("before its time: %v", err)
	}
}
