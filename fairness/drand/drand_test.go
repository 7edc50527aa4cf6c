package drand

import (
	"errors"
	"strings"
	"testing"

	"jadebox/fairness"
)

// Round 1000 as the network published it.
const (
	round1000     = 1000
	signature1000 = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
	value1000     = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
)

func quicknet(t *testing.T) *Quicknet {
	t.Helper()
	q, err := NewQuicknet(QuicknetKey)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestARoundOfQuicknetVerifies(t *testing.T) {
	q := quicknet(t)
	b, err := q.Beacon(round1000, signature1000)
	if err != nil || b.Value != value1000 {
		t.Fatalf("%+v err %v", b, err)
	}
	if _, err := q.Beacon(round1000+1, signature1000); !errors.Is(err, fairness.ErrMismatch) {
		t.Errorf("the signature of another round: err %v", err)
	}
	for name, signature := range map[string]string{
		"none":        "",
		"short":       signature1000[2:],
		"no point":    strings.Repeat("00", 48),
		"infinity":    "c0" + strings.Repeat("00", 47),
		"upper case":  strings.ToUpper(signature1000),
		"other point": "a" + signature1000[1:],
	} {
		if b, err := q.Beacon(round1000, signature); err == nil {
			t.Errorf("%s: %+v passes", name, b)
		}
	}
	b.Value = strings.Repeat("0", 64)
	if err := q.Check(b); !errors.Is(err, fairness.ErrMismatch) {
		t.Errorf("another value: err %v", err)
	}
	b.Source = fairness.BeaconLocal
	if err := q.Check(b); err == nil {
		t.Error("a local beacon passes as drand")
	}
	if _, err := NewQuicknet(strings.Repeat("00", 96)); err == nil {
		t.Error("a key that is no point")
	}
}

func TestTheScheduleWaitsForARoundAhead(t *testing.T) {
	q := quicknet(t)
	for _, ms := range []int64{1, fairness.QuicknetGenesisMS - 1, fairness.QuicknetGenesisMS, 1_790_000_000_000,
		1_790_000_000_001,
		1_790_000_002_999} {
		r := q.RoundAfter(ms)
		if q.DueMS(r) < ms+fairness.BeaconDelayMS {
			t.Errorf("round %d falls due %d ms after", r, q.DueMS(r)-ms)
		}
		if r > 1 && q.DueMS(r-1) >= ms+fairness.BeaconDelayMS {
			t.Errorf("round %d would have done for %d", r-1, ms)
		}
	}
}
