package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"jadebox/fairness/internal/canon"
)

// Beacon sources. A result always names the one it used; there is no silent
// fall-back from one to the other.
const (
	BeaconLocal = "local"
	BeaconDrand = "drand"
)

// BeaconDelayMS is how long after the publication of a commit its beacon round
// may appear at the earliest.
const BeaconDelayMS = 3000

// Beacon is one public random value.
type Beacon struct {
	Source string      `json:"source"`
	Round  uint64      `json:"round"`
	Value  string      `json:"value"` // hex SHA-256 of Proof.Link or Proof.Signature
	Proof  BeaconProof `json:"proof"`
}

// BeaconProof carries what Value was hashed from: a link of the local chain with
// an earlier published link to count from, or a drand signature. Unused fields
// are empty.
type BeaconProof struct {
	Link        string `json:"link"`
	AnchorRound uint64 `json:"anchorRound"`
	Anchor      string `json:"anchor"`
	Signature   string `json:"signature"`
}

// BeaconSchedule tells when rounds fall due. LocalChain and drand.Quicknet have it.
type BeaconSchedule interface {
	Source() string
	// RoundAfter is the first round at least BeaconDelayMS after ms.
	RoundAfter(ms int64) uint64
	// DueMS is when a round's value appears.
	DueMS(round uint64) int64
}

// Quicknet is the only network of drand's that BOX1 knows. Its schedule, as its info document states it: round 1 is the
// genesis. Package drand verifies its signatures.
const (
	QuicknetGenesisMS = 1_692_803_367_000
	QuicknetPeriodMS  = 3_000
)

// QuicknetRoundAfter is the first round of quicknet at least BeaconDelayMS after ms.
func QuicknetRoundAfter(ms int64) uint64 {
	wait := ms + BeaconDelayMS - QuicknetGenesisMS
	if wait <= 0 {
		return 1
	}
	return 1 + uint64((wait+QuicknetPeriodMS-1)/QuicknetPeriodMS)
}

// CheckBeacon checks the form of a beacon and that its value is the hash of its
// link or signature. It does not check the link or the signature itself.
func CheckBeacon(b Beacon) error {
	if b.Round == 0 || b.Round > canon.MaxSafe || !isHash(b.Value) {
		return fmt.Errorf("%w: beacon round %d value %q", ErrInput, b.Round, b.Value)
	}
	var origin string
	switch b.Source {
	case BeaconLocal:
		if !isHash(b.Proof.Link) || !isHash(b.Proof.Anchor) || b.Proof.Signature != "" {
			return fmt.Errorf("%w: local beacon proof", ErrInput)
		}
		origin = b.Proof.Link
	case BeaconDrand:
		if !canon.IsHex(b.Proof.Signature, drandSignatureLen) || b.Proof.Link != "" || b.Proof.Anchor != "" ||
			b.Proof.AnchorRound != 0 {
			return fmt.Errorf("%w: drand beacon proof", ErrInput)
		}
		origin = b.Proof.Signature
	default:
		return fmt.Errorf("%w: beacon source %q", ErrInput, b.Source)
	}
	raw, err := hex.DecodeString(origin)
	if err != nil {
		return fmt.Errorf("%w: beacon proof: %w", ErrInput, err)
	}
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != b.Value {
		return fmt.Errorf("%w: beacon value is not the hash of its proof", ErrMismatch)
	}
	return nil
}

// drandSignatureLen is a compressed BLS12-381 G1 point in hex.
const drandSignatureLen = 96

const (
	// ChainSpan is the number of rounds between links that serve as anchors; a
	// proof never needs more steps than this.
	ChainSpan = 4096
	// chainMax bounds a chain: at one second a round, 388 days. Chains follow one
	// another and count their rounds on.
	chainMax = 1 << 25
)

// LocalChain is the house's own beacon for installations without a network: a
// hash chain committed by its anchor (link 0) before the first round.
// link r-1 = SHA-256("BOX1/chain\n" ‖ link r); value r = SHA-256(link r). The two
// hashes differ, so that a published link tells nothing about the next value.
//
// It proves that values were fixed before play, not that the house did not know
// them; that is what drand adds, and why every result names its source.
type LocalChain struct {
	genesisMS int64
	periodMS  int64
	length    uint64
	anchors   []chainLink // link of every ChainSpan-th round, from 0
	last      chainLink   // link of round length
}

type chainLink [sha256.Size]byte

// NewLocalChain computes a chain of length rounds from its secret seed. It takes
// about 60 ns a round; keep the chain, not only the seed.
func NewLocalChain(seed Key, length uint64, genesisMS, periodMS int64) (*LocalChain, error) {
	switch {
	case seed.missing():
		return nil, fmt.Errorf("%w: chain seed is missing", ErrInput)
	case length == 0 || length > chainMax:
		return nil, fmt.Errorf("%w: chain of %d rounds", ErrInput, length)
	case genesisMS <= 0 || periodMS <= 0:
		return nil, fmt.Errorf("%w: chain genesis %d ms, period %d ms", ErrInput, genesisMS, periodMS)
	}
	c := &LocalChain{genesisMS: genesisMS, periodMS: periodMS, length: length, last: chainLink(seed)}
	c.anchors = make([]chainLink, length/ChainSpan+1)
	link := c.last
	for round := length; ; round-- {
		if round%ChainSpan == 0 {
			c.anchors[round/ChainSpan] = link
		}
		if round == 0 {
			return c, nil
		}
		link = link.previous()
	}
}

// Anchor is link 0 in hex; publish it before the genesis.
func (c *LocalChain) Anchor() string { return hex.EncodeToString(c.anchors[0][:]) }

// Source is BeaconLocal.
func (c *LocalChain) Source() string { return BeaconLocal }

// Length is the number of rounds; after the last one a new chain is needed.
func (c *LocalChain) Length() uint64 { return c.length }

// DueMS is when a round's value may be published; round 1 falls due one period
// after the genesis.
func (c *LocalChain) DueMS(round uint64) int64 { return c.genesisMS + int64(round)*c.periodMS }

// RoundAfter is the first round at least BeaconDelayMS after ms.
func (c *LocalChain) RoundAfter(ms int64) uint64 {
	wait := ms + BeaconDelayMS - c.genesisMS
	if wait <= c.periodMS {
		return 1
	}
	return uint64((wait + c.periodMS - 1) / c.periodMS)
}

// Beacon returns a round's value with its proof, and ErrBeaconEarly before it is due.
func (c *LocalChain) Beacon(round uint64, nowMS int64) (Beacon, error) {
	if round == 0 || round > c.length {
		return Beacon{}, fmt.Errorf("%w: round %d of a chain of %d", ErrInput, round, c.length)
	}
	if nowMS < c.DueMS(round) {
		return Beacon{}, fmt.Errorf("%w: round %d", ErrBeaconEarly, round)
	}
	from := (round - 1) / ChainSpan
	link, at := c.last, c.length
	if next := (from + 1) * ChainSpan; next <= c.length {
		link, at = c.anchors[from+1], next
	}
	for ; at > round; at-- {
		link = link.previous()
	}
	value := sha256.Sum256(link[:])
	return Beacon{
		Source: BeaconLocal, Round: round, Value: hex.EncodeToString(value[:]),
		Proof: BeaconProof{
			Link:        hex.EncodeToString(link[:]),
			AnchorRound: from * ChainSpan,
			Anchor:      hex.EncodeToString(c.anchors[from][:]),
		},
	}, nil
}

// CheckLocalBeacon counts from the link of a beacon back to the anchor it names,
// which must lie 1 to ChainSpan rounds before it.
func CheckLocalBeacon(b Beacon) error {
	if b.Proof.AnchorRound >= b.Round || b.Round-b.Proof.AnchorRound > ChainSpan {
		return fmt.Errorf("%w: anchor of round %d for round %d", ErrInput, b.Proof.AnchorRound, b.Round)
	}
	return CheckLocalBeaconFrom(b, b.Proof.AnchorRound, b.Proof.Anchor)
}

// CheckLocalBeaconFrom counts from the link of a beacon back to a link that the caller already trusts: its chain's
// published anchor with the round before the chain's first (0 for the first chain), or an earlier link. At least one
// step is counted: a link that is its own anchor proves nothing.
func CheckLocalBeaconFrom(b Beacon, round uint64, trusted string) error {
	if err := CheckBeacon(b); err != nil {
		return err
	}
	if b.Source != BeaconLocal || round >= b.Round || b.Round-round > chainMax || !isHash(trusted) {
		return fmt.Errorf("%w: local beacon round %d from round %d", ErrInput, b.Round, round)
	}
	raw, err := hex.DecodeString(b.Proof.Link)
	if err != nil {
		return fmt.Errorf("%w: chain link: %w", ErrInput, err)
	}
	link := chainLink(raw)
	for at := b.Round; at > round; at-- {
		link = link.previous()
	}
	if hex.EncodeToString(link[:]) != trusted {
		return fmt.Errorf("%w: the link of round %d does not lead to the link of round %d", ErrMismatch, b.Round, round)
	}
	return nil
}

const chainTag = "BOX1/chain\n"

func (l chainLink) previous() chainLink {
	var buf [len(chainTag) + sha256.Size]byte
	copy(buf[:], chainTag)
	copy(buf[len(chainTag):], l[:])
	return sha256.Sum256(buf[:])
}

var _ BeaconSchedule = (*LocalChain)(nil)
