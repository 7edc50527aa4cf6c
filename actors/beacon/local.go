package beacon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
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
	// segment is how many rounds lie between two links that are kept: a start needs only the segment of today, some
	// milliseconds, and not the year.
	segment = 1 << 16
)

// Local is the house's own hash chain for an installation without a network. It is committed by its anchor, a leaf of the
// public log, before its first round.
//
// One process has one chain: two would have to agree on the time to the second, and a link tells all values before it.
type Local struct {
	schedule secret
	clock    store.Clock // never jumps: a value that is out stays out

	mu       sync.Mutex
	links    []byte // of every segment's last round; nil until they are known and the anchor is public
	anchor   string
	segments map[uint64]*fairness.LocalChain
	cache    map[uint64]fairness.Beacon
}

// secret is what makes the chain; it is kept in a setting and never leaves the process.
type secret struct {
	Seed      string `json:"seed"`
	Rounds    uint64 `json:"rounds"`
	GenesisMS int64  `json:"genesisMs"`
	Anchor    string `json:"anchor,omitempty"`
	Links     []byte `json:"links,omitempty"` // empty until they were computed, once
}

// Store is what the local beacon keeps itself in.
type Store interface {
	store.Ledger
	Setting(ctx context.Context, key string) ([]byte, error)
	PutSetting(ctx context.Context, key string, value []byte) error
}

// OpenLocal loads the chain, or makes one from random and publishes its anchor. Only the first start computes all links, in
// the background (about three seconds for a year); until then every round is ErrWait. From now on the chain goes by the
// monotonic clock.
func OpenLocal(ctx context.Context, s Store, random io.Reader, now time.Time) (*Local, error) {
	opened := time.Now()
	steady := func() time.Time { return now.Add(time.Since(opened)) }
	return openLocal(ctx, s, random, steady, chainRounds, func(build func() error) error {
		go retry(ctx, build)
		return nil
	})
}

// OpenLocalRounds is OpenLocal with a given clock and a chain of another length, computed before it returns: for tests and
// the simulator.
func OpenLocalRounds(ctx context.Context, s Store, random io.Reader, clock store.Clock, rounds uint64) (*Local, error) {
	return openLocal(ctx, s, random, clock, rounds, func(build func() error) error { return build() })
}

func openLocal(ctx context.Context, s Store, random io.Reader, clock store.Clock, rounds uint64, run func(build func() error) error) (*Local, error) {
	sec, err := loadSecret(ctx, s, random, clock(), rounds)
	if err != nil {
		return nil, err
	}
	l := &Local{schedule: sec, clock: clock, segments: map[uint64]*fairness.LocalChain{}, cache: map[uint64]fairness.Beacon{}}
	if len(sec.Links) > 0 {
		l.ready(sec)
		return l, publishAnchor(ctx, s, sec)
	}
	return l, run(func() error { return l.build(context.WithoutCancel(ctx), s, sec) })
}

// retry repeats what the store may refuse for a while; until it succeeds every round is ErrWait and rooms refund.
func retry(ctx context.Context, build func() error) {
	for build() != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// build computes the whole chain once, publishes its anchor, and keeps a link of every segment.
func (l *Local) build(ctx context.Context, s Store, sec secret) error {
	seed, err := fairness.ParseKey(sec.Seed)
	if err != nil {
		return fmt.Errorf("local beacon: %w", err)
	}
	chain, err := fairness.NewLocalChain(seed, sec.Rounds, sec.GenesisMS, periodMS)
	if err != nil {
		return err
	}
	sec.Anchor = chain.Anchor()
	for last := min(segment, sec.Rounds); ; last = min(last+segment, sec.Rounds) {
		b, err := chain.Beacon(last, chain.DueMS(last))
		if err != nil {
			return err
		}
		link, err := hex.DecodeString(b.Proof.Link)
		if err != nil {
			return err
		}
		sec.Links = append(sec.Links, link...)
		if last == sec.Rounds {
			break
		}
	}
	if err := putSecret(ctx, s, sec); err != nil {
		return err
	}
	if err := publishAnchor(ctx, s, sec); err != nil {
		return err
	}
	l.ready(sec) // a chain is used only once its anchor is public
	return nil
}

func (l *Local) ready(sec secret) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.links, l.anchor = sec.Links, sec.Anchor
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
	return sec, putSecret(ctx, s, sec)
}

func putSecret(ctx context.Context, s Store, sec secret) error {
	b, err := json.Marshal(sec)
	if err != nil {
		return err
	}
	return s.PutSetting(ctx, settingKey, b)
}

func publishAnchor(ctx context.Context, s Store, sec secret) error {
	leaf, err := fairlog.Anchor{Anchor: sec.Anchor, Length: int64(sec.Rounds), GenesisMS: sec.GenesisMS, PeriodMS: periodMS}.Leaf()
	if err != nil {
		return err
	}
	key := "beacon:local:" + sec.Anchor[:16]
	_, err = s.Commit(ctx, &store.Op{Key: key, Kind: "beacon.anchor", Request: sha256.Sum256(leaf), At: time.UnixMilli(sec.GenesisMS),
		Leaves: []store.LogLeaf{{Key: key, Data: leaf}}})
	return err
}

// Anchor is the published link of round 0, "" until the chain is ready.
func (l *Local) Anchor() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.anchor
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
	now := l.clock().UnixMilli()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.links == nil || now < l.DueMS(round) {
		return fairness.Beacon{}, ErrWait
	}
	if b, ok := l.cache[round]; ok {
		return b, nil
	}
	if round == 0 || round > l.schedule.Rounds {
		return fairness.Beacon{}, fmt.Errorf("%w: round %d of a chain of %d", fairness.ErrInput, round, l.schedule.Rounds)
	}
	number := (round - 1) / segment
	part, err := l.part(number)
	if err != nil {
		return fairness.Beacon{}, err
	}
	before := number * segment
	b, err := part.Beacon(round-before, now)
	if err != nil {
		return b, err
	}
	b.Round += before // a segment counts from its own start; its links are the chain's
	b.Proof.AnchorRound += before
	if len(l.cache) >= cacheMax {
		clear(l.cache)
	}
	l.cache[round] = b
	return b, nil
}

// segmentsMax bounds the segments kept; two are in use around a boundary.
const segmentsMax = 4

// part is the chain of one segment, made from its last link.
func (l *Local) part(number uint64) (*fairness.LocalChain, error) {
	if part, ok := l.segments[number]; ok {
		return part, nil
	}
	at := number * sha256.Size
	if at+sha256.Size > uint64(len(l.links)) {
		return nil, fmt.Errorf("%w: local beacon has no segment %d", fairness.ErrInput, number)
	}
	before := number * segment
	part, err := fairness.NewLocalChain(fairness.Key(l.links[at:at+sha256.Size]), min(segment, l.schedule.Rounds-before), l.DueMS(before), periodMS)
	if err != nil {
		return nil, err
	}
	if len(l.segments) >= segmentsMax {
		clear(l.segments)
	}
	l.segments[number] = part
	return part, nil
}

var _ Source = (*Local)(nil)
