package beacon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// segment is how many rounds lie between two links that are kept: a value needs only the segment around it, some
// milliseconds, and not the whole chain.
const segment = 1 << 16

// KindAnchor is the kind of the op that publishes the anchor of a local chain.
const KindAnchor = "beacon.anchor"

// chain gives the rounds after From. It is kept in the store and never leaves the process.
type chain struct {
	Seed      string `json:"seed"`
	From      uint64 `json:"from"`
	Rounds    uint64 `json:"rounds"`
	GenesisMS int64  `json:"genesisMs"` // when round From falls due
	Anchor    string `json:"anchor"`    // link of round From
	Links     []byte `json:"links"`     // of every segment's last round

	segments map[uint64]*fairness.LocalChain
}

// newChain draws a seed and computes all links, about 0.2 µs a round.
func newChain(random io.Reader, from, rounds uint64, genesisMS int64) (*chain, error) {
	seed, err := fairness.NewKey(random)
	if err != nil {
		return nil, err
	}
	all, err := fairness.NewLocalChain(seed, rounds, genesisMS, periodMS)
	if err != nil {
		return nil, err
	}
	c := &chain{Seed: seed.Reveal(), From: from, Rounds: rounds, GenesisMS: genesisMS, Anchor: all.Anchor()}
	for last := uint64(0); last < rounds; {
		last = min(last+segment, rounds)
		b, err := all.Beacon(last, all.DueMS(last))
		if err != nil {
			return nil, err
		}
		link, err := hex.DecodeString(b.Proof.Link)
		if err != nil {
			return nil, err
		}
		c.Links = append(c.Links, link...)
	}
	return c, nil
}

func (c *chain) last() uint64 { return c.From + c.Rounds }

func (c *chain) holds(round uint64) bool { return c.From < round && round <= c.last() }

// beacon returns the value of a round that the chain holds.
func (c *chain) beacon(round uint64, nowMS int64) (fairness.Beacon, error) {
	number := (round - c.From - 1) / segment
	part, err := c.part(number)
	if err != nil {
		return fairness.Beacon{}, err
	}
	before := c.From + number*segment
	b, err := part.Beacon(round-before, nowMS)
	if err != nil {
		return b, err
	}
	b.Round += before // a segment counts from its own start; its links are the chain's
	b.Proof.AnchorRound += before
	return b, nil
}

// segmentsMax bounds the segments kept; two are in use around a boundary.
const segmentsMax = 4

// part is the chain of one segment, made from its last link.
func (c *chain) part(number uint64) (*fairness.LocalChain, error) {
	if part, ok := c.segments[number]; ok {
		return part, nil
	}
	at := number * sha256.Size
	if at+sha256.Size > uint64(len(c.Links)) {
		return nil, fmt.Errorf("%w: local beacon has no segment %d", fairness.ErrInput, number)
	}
	before := number * segment
	part, err := fairness.NewLocalChain(fairness.Key(c.Links[at:at+sha256.Size]), min(segment, c.Rounds-before),
		c.GenesisMS+int64(before)*periodMS, periodMS)
	if err != nil {
		return nil, err
	}
	if c.segments == nil || len(c.segments) >= segmentsMax {
		c.segments = map[uint64]*fairness.LocalChain{}
	}
	c.segments[number] = part
	return part, nil
}

// keptKey names where the n-th chain is kept.
func keptKey(n int) string {
	if n == 0 {
		return "beacon.local"
	}
	return fmt.Sprintf("beacon.local.%d", n)
}

// load reads the n-th chain, or fails with store.ErrNotFound.
func load(ctx context.Context, s Store, n int) (*chain, error) {
	b, err := s.Kept(ctx, keptKey(n))
	if err != nil {
		return nil, fmt.Errorf("local beacon: %w", err)
	}
	return parse(b, n)
}

func parse(b []byte, n int) (*chain, error) {
	c := new(chain)
	if err := json.Unmarshal(b, c); err != nil {
		return nil, fmt.Errorf("kept under %s: %w", keptKey(n), err)
	}
	return c, nil
}

// keep returns the n-th chain of the site: c, unless another process kept its own before.
func (c *chain) keep(ctx context.Context, s Store, n int) (*chain, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	if b, err = s.KeepFirst(ctx, keptKey(n), b); err != nil {
		return nil, fmt.Errorf("local beacon: %w", err)
	}
	return parse(b, n)
}

// publish puts the anchor into the public log, once. It is of the present, whenever the chain begins: the store takes
// nothing of a time to come.
func (c *chain) publish(ctx context.Context, s Store, at time.Time) error {
	leaf, err := fairlog.Anchor{Anchor: c.Anchor, Length: int64(c.Rounds), GenesisMS: c.GenesisMS,
		PeriodMS: periodMS}.Leaf()
	if err != nil {
		return err
	}
	key := "beacon:local:" + c.Anchor[:16]
	_, err = s.Commit(ctx, &store.Op{Key: key, Kind: KindAnchor, Request: sha256.Sum256(leaf),
		At: at, Leaves: []store.LogLeaf{{Key: key, Data: leaf}}})
	return err
}
