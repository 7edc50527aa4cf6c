package beacon

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

const (
	settingKey = "beacon.local"
	// periodMS is a round of the local chain.
	periodMS = 1000
	// chainRounds is the length of a chain: 388 days of seconds, the most that a proof can count (fairness.LocalChain).
	chainRounds = 1 << 25
)

// Local is the house's own hash chain for an installation without a network. It is committed by its anchor, a leaf of the
// public log, before its first round.
//
// One process has one chain: two would have to agree on the time to the second, and a link tells all values before it.
type Local struct {
	chain    atomic.Pointer[fairness.LocalChain]
	schedule secret
	clock    store.Clock // never jumps: a value that is out stays out

	mu    sync.Mutex
	cache map[uint64]fairness.Beacon
}

// secret is what makes the chain; it is kept in a setting and never leaves the process.
type secret struct {
	Seed      string `json:"seed"`
	Rounds    uint64 `json:"rounds"`
	GenesisMS int64  `json:"genesisMs"`
}

// Store is what the local beacon keeps itself in.
type Store interface {
	store.Ledger
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// OpenLocal loads the chain, or makes one from random and publishes its anchor. The links are computed in the background
// (about three seconds for a year); until then every round is ErrWait. From now on the chain goes by the monotonic clock.
func OpenLocal(ctx context.Context, s Store, random io.Reader, now time.Time) (*Local, error) {
	opened := time.Now()
	steady := func() time.Time { return now.Add(time.Since(opened)) }
	return openLocal(ctx, s, random, steady, chainRounds, func(build func()) { go build() })
}

// OpenLocalRounds is OpenLocal with a given clock and a chain of another length, computed before it returns: for tests and
// the simulator.
func OpenLocalRounds(ctx context.Context, s Store, random io.Reader, clock store.Clock, rounds uint64) (*Local, error) {
	return openLocal(ctx, s, random, clock, rounds, func(build func()) { build() })
}

func openLocal(ctx context.Context, s Store, random io.Reader, clock store.Clock, rounds uint64, run func(func())) (*Local, error) {
	sec, err := loadSecret(ctx, s, random, clock(), rounds)
	if err != nil {
		return nil, err
	}
	seed, err := fairness.ParseKey(sec.Seed)
	if err != nil {
		return nil, fmt.Errorf("local beacon: %w", err)
	}
	l := &Local{schedule: sec, clock: clock, cache: map[uint64]fairness.Beacon{}}
	failed := make(chan error, 1)
	run(func() {
		chain, err := fairness.NewLocalChain(seed, sec.Rounds, sec.GenesisMS, periodMS)
		if err == nil {
			err = publishAnchor(context.WithoutCancel(ctx), s, chain, sec)
		}
		if err == nil { // a chain is used only once its anchor is public
			l.chain.Store(chain)
		}
		failed <- err
	})
	select {
	case err := <-failed:
		return l, err
	default:
		return l, nil
	}
}

func loadSecret(ctx context.Context, s Store, random io.Reader, now time.Time, rounds uint64) (secret, error) {
	var sec secret
	b, err := s.Setting(ctx, settingKey)
	switch {
	case err == nil:
		if err := json.Unmarshal(b, &sec); err != nil {
			return sec, fmt.Errorf("local beacon setting: %w", err)
		}
		return sec, nil
	case !errors.Is(err, store.ErrNotFound):
		return sec, fmt.Errorf("local beacon: %w", err)
	}
	seed, err := fairness.NewKey(random)
	if err != nil {
		return sec, err
	}
	sec = secret{Seed: seed.Reveal(), Rounds: rounds, GenesisMS: now.UnixMilli()}
	b, err = json.Marshal(sec)
	if err != nil {
		return sec, err
	}
	return sec, s.PutSetting(ctx, settingKey, b)
}

func publishAnchor(ctx context.Context, s Store, chain *fairness.LocalChain, sec secret) error {
	leaf, err := fairlog.Anchor{Anchor: chain.Anchor(), Length: int64(sec.Rounds), GenesisMS: sec.GenesisMS, PeriodMS: periodMS}.Leaf()
	if err != nil {
		return err
	}
	key := "beacon:local:" + chain.Anchor()[:16]
	_, err = s.Commit(ctx, &store.Op{Key: key, Kind: "beacon.anchor", Request: sha256.Sum256(leaf), At: time.UnixMilli(sec.GenesisMS),
		Leaves: []store.LogLeaf{{Key: key, Data: leaf}}})
	return err
}

// Anchor is the published link of round 0, "" until the chain is ready.
func (l *Local) Anchor() string {
	if chain := l.chain.Load(); chain != nil {
		return chain.Anchor()
	}
	return ""
}

// LastDue is when the chain ends; beacons after that never come and rooms refund.
func (l *Local) LastDue() time.Time { return time.UnixMilli(l.DueMS(l.schedule.Rounds)) }

// Source implements Source.
func (l *Local) Source() string { return fairness.BeaconLocal }

// DueMS implements Source.
func (l *Local) DueMS(round uint64) int64 { return l.schedule.GenesisMS + int64(round)*periodMS }

// RoundAfter implements Source. The caller's clock does not count.
func (l *Local) RoundAfter(int64) uint64 {
	wait := l.clock().UnixMilli() + fairness.BeaconDelayMS - l.schedule.GenesisMS
	return uint64(max(1, (wait+periodMS-1)/periodMS))
}

// cacheMax bounds the values kept; a value costs up to 4,096 hashes to find again.
const cacheMax = 4096

// Beacon implements Source.
func (l *Local) Beacon(round uint64) (fairness.Beacon, error) {
	chain, now := l.chain.Load(), l.clock().UnixMilli()
	if chain == nil || now < l.DueMS(round) {
		return fairness.Beacon{}, ErrWait
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.cache[round]; ok {
		return b, nil
	}
	b, err := chain.Beacon(round, now)
	if err != nil {
		return b, err
	}
	if len(l.cache) >= cacheMax {
		clear(l.cache)
	}
	l.cache[round] = b
	return b, nil
}

var _ Source = (*Local)(nil)
