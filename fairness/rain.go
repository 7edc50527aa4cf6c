package fairness

import (
	"fmt"
	"strconv"

	"jadebox/fairness/internal/canon"
)

const (
	// RainPacketsMax bounds the packets of a rain: a whole round's bundle stays below its 1 MiB.
	RainPacketsMax = 10_000
	// RainClaimsMax bounds what one player may claim.
	RainClaimsMax = 100
)

const rainTitle = "BOX1/rain"

// RainContext is everything the amounts of a rain are drawn from, fixed before the beacon value exists.
type RainContext struct {
	Room         int64
	PoolCents    int64
	Packets      int
	LeastCents   int64 // no packet holds less
	ClaimsMax    int   // packets one player may claim
	CapCents     int64 // what one player may get of the pool
	Commit       string
	BeaconSource string
	BeaconRound  uint64
}

// Leaf is the canonical text, or an error naming what is wrong.
func (c RainContext) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(rainTitle)
	w.Int("room", c.Room)
	w.Int("pool-cents", c.PoolCents)
	w.Int("packets", int64(c.Packets))
	w.Int("least-cents", c.LeastCents)
	w.Int("claims-max", int64(c.ClaimsMax))
	w.Int("cap-cents", c.CapCents)
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c RainContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseRainContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseRainContext(leaf string) (RainContext, error) {
	r := canon.NewReader(rainTitle, leaf)
	c := RainContext{Room: r.Int("room"), PoolCents: r.Int("pool-cents"), Packets: r.Count("packets", RainPacketsMax),
		LeastCents: r.Int("least-cents"), ClaimsMax: r.Count("claims-max", RainClaimsMax), CapCents: r.Int("cap-cents")}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	if err := r.Close(); err != nil {
		return RainContext{}, fmt.Errorf("%w: rain leaf: %w", ErrInput, err)
	}
	return c, c.check()
}

func (c RainContext) check() error {
	switch {
	case !isID(c.Room):
		return fmt.Errorf("%w: rain without room", ErrInput)
	case c.Packets < 1 || c.Packets > RainPacketsMax || !isID(c.LeastCents) || !isID(c.PoolCents) ||
		c.PoolCents/int64(c.Packets) < c.LeastCents:
		return fmt.Errorf("%w: rain of %d cents in %d packets of %d", ErrInput, c.PoolCents, c.Packets, c.LeastCents)
	case c.ClaimsMax < 1 || c.ClaimsMax > RainClaimsMax || c.CapCents < c.LeastCents || c.CapCents > c.PoolCents:
		return fmt.Errorf("%w: rain of %d claims and %d cents a player", ErrInput, c.ClaimsMax, c.CapCents)
	}
	return checkPromise(c.Commit, c.BeaconSource, c.BeaconRound)
}

// RainDraw is the committed list of a rain.
type RainDraw struct {
	Amounts    []int64
	Commitment *Commitment
}

// DrawRain draws the amounts and hides them behind their root.
func DrawRain(k Key, c RainContext, b Beacon) (RainDraw, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return RainDraw{}, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return RainDraw{}, err
	}
	return c.draw(k, b.Value, ctx)
}

func (c RainContext) draw(k Key, beacon, ctx string) (RainDraw, error) {
	scope := RainScope(c.Room)
	stream, err := NewStream(k, LabelRain, scope, beacon, ctx)
	if err != nil {
		return RainDraw{}, err
	}
	amounts, err := RedPacket(stream, c.PoolCents, c.Packets, c.LeastCents)
	if err != nil {
		return RainDraw{}, err
	}
	list, err := commitTo(k, LabelRain, scope, beacon, ctx, amounts)
	return RainDraw{amounts, list}, err
}

// RainClaim is a packet that was paid.
type RainClaim struct {
	Place      int   `json:"place"` // in the committed list
	Player     int64 `json:"player"`
	ValueCents int64 `json:"valueCents"`
}

// RainClaimsHash is hex SHA-256 over the claims in the order of their places, as the end of a rain publishes it.
func RainClaimsHash(claims []RainClaim) (string, error) {
	w := canon.NewWriter("BOX1/rain-claims")
	for _, c := range claims {
		w.Text("claim", strconv.Itoa(c.Place)+":"+PlayerText(c.Player)+":"+strconv.FormatInt(c.ValueCents, 10))
	}
	return hashLeaf(w.Bytes(), nil)
}

// RainProof is one claim with its opening, or all claims of a rain that is over and needs none.
type RainProof struct {
	Root    string      `json:"root"`
	Claims  []RainClaim `json:"claims"`  // by place
	Opening *Opening    `json:"opening"` // null for the whole round
}

// NewRainClaimBundle assembles the proof of one claim; the key may be hidden as long as it rains.
func NewRainClaimBundle(c RainContext, key string, b Beacon, root string, claim RainClaim, o Opening) (*Bundle, error) {
	bundle, err := newRainBundle(c, key, b, ResultID(RainScope(c.Room), uint64(claim.Place)))
	if err == nil {
		bundle.Rain = &RainProof{Root: root, Claims: []RainClaim{claim}, Opening: &o}
	}
	return bundle, err
}

// NewRainBundle assembles the proof of a whole rain after its end.
func NewRainBundle(c RainContext, key string, b Beacon, root string, claims []RainClaim) (*Bundle, error) {
	bundle, err := newRainBundle(c, key, b, RainScope(c.Room))
	if err == nil {
		bundle.Rain = &RainProof{Root: root, Claims: append([]RainClaim{}, claims...)}
	}
	return bundle, err
}

func newRainBundle(c RainContext, key string, b Beacon, id string) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	bundle := newBundle(KindRain, id, RainScope(c.Room), c.Commit, key, b, leaf)
	return bundle, nil
}
