package log

import "jadebox/fairness/internal/canon"

// Titles of the leaves of a red-packet rain, in the order in which they appear. Before them stands the BOX1/rain of
// package fairness, which fixes pool and number before the beacon value exists.
const (
	TitleRainRoot  = "BOX1/rain-root"
	TitleRainClaim = "BOX1/rain-claim"
	TitleRainEnd   = "BOX1/rain-end"
)

// RainRoot publishes the root of the salted amounts before the first packet falls.
type RainRoot struct {
	Scope   string `json:"scope"`
	Ctx     string `json:"ctx"`
	Beacon  string `json:"beacon"`
	Root    string `json:"root"`
	Packets int    `json:"packets"`
	AtMS    int64  `json:"atMS"`
}

// RainClaim says who got which packet of which root.
type RainClaim struct {
	Scope      string `json:"scope"`
	Ctx        string `json:"ctx"`
	Beacon     string `json:"beacon"`
	Root       string `json:"root"`
	N          uint64 `json:"n"` // place in the committed list
	Player     int64  `json:"player"`
	Bot        bool   `json:"bot"`
	ValueCents int64  `json:"valueCents"`
	AtMS       int64  `json:"atMS"`
}

// RainEnd closes a rain; Claims is the hash of the list of who got what.
type RainEnd struct {
	Scope     string `json:"scope"`
	Ctx       string `json:"ctx"`
	Beacon    string `json:"beacon"`
	Root      string `json:"root"`
	Claimed   int    `json:"claimed"`
	PaidCents int64  `json:"paidCents"`
	Claims    string `json:"claims"`
	AtMS      int64  `json:"atMS"`
}

func (r *RainRoot) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("root", &r.Root)
	canon.Number(f, "packets", &r.Packets, 1)
	canon.Number(f, "at-ms", &r.AtMS, 1)
}

func (r *RainClaim) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("root", &r.Root)
	canon.Number(f, "n", &r.N, 0)
	canon.Number(f, "player", &r.Player, 1)
	f.Bool("bot", &r.Bot)
	canon.Number(f, "value-cents", &r.ValueCents, 1)
	canon.Number(f, "at-ms", &r.AtMS, 1)
}

func (r *RainEnd) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("root", &r.Root)
	canon.Number(f, "claimed", &r.Claimed, 0)
	canon.Number(f, "paid-cents", &r.PaidCents, 0)
	f.Hash("claims", &r.Claims)
	canon.Number(f, "at-ms", &r.AtMS, 1)
}

// Leaf is the canonical text of the root.
func (r RainRoot) Leaf() ([]byte, error) { return encode(TitleRainRoot, &r) }

// Leaf is the canonical text of the claim.
func (r RainClaim) Leaf() ([]byte, error) { return encode(TitleRainClaim, &r) }

// Leaf is the canonical text of the end.
func (r RainEnd) Leaf() ([]byte, error) { return encode(TitleRainEnd, &r) }

// ParseRainClaim reads a claim leaf.
func ParseRainClaim(leaf string) (RainClaim, error) {
	r := new(RainClaim)
	_, err := decode(TitleRainClaim, []byte(leaf), r)
	return *r, err
}

// ParseRainEnd reads the leaf that closes a rain.
func ParseRainEnd(leaf string) (RainEnd, error) {
	r := new(RainEnd)
	_, err := decode(TitleRainEnd, []byte(leaf), r)
	return *r, err
}
