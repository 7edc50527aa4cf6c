package fairness

import (
	"fmt"

	"jadebox/fairness/internal/strict"
)

const (
	// Format is the first field of every bundle.
	Format = "BOX1"
	// bundleMax bounds a bundle, in bytes; 60 draws from 15 tables need about 200 KB.
	bundleMax = 1 << 20
)

// Bundle is everything needed to verify one result offline.
type Bundle struct {
	Format   string        `json:"format"`
	Kind     string        `json:"kind"`
	ResultID string        `json:"resultID"`
	Scope    string        `json:"scope"`
	Epoch    uint32        `json:"epoch"` // 0 for rooms
	Commit   string        `json:"commit"`
	Key      string        `json:"key"` // hex when revealed, else ""
	Beacon   Beacon        `json:"beacon"`
	Context  ContextProof  `json:"context"`
	Log      *LogProof     `json:"log"` // null until the leaf is in the log
	Odds     []OddsProof   `json:"odds"`
	Results  []ResultProof `json:"results"`
	Parts
}

// ContextProof is a context leaf with its hash.
type ContextProof struct {
	Leaf string `json:"leaf"`
	Hash string `json:"hash"`
}

// LogProof places a leaf in the public log: for a box its result leaf, for a
// battle and a roll its roster leaf.
type LogProof struct {
	Leaf       string   `json:"leaf"`
	Index      int64    `json:"index"`
	TreeSize   int64    `json:"treeSize"`
	Proof      []string `json:"proof"`
	Checkpoint string   `json:"checkpoint"`
	PublicKey  string   `json:"publicKey"`
}

// OddsProof is a table as published.
type OddsProof struct {
	BoxID   int64            `json:"boxID"`
	Version uint32           `json:"version"`
	Entries []OddsProofEntry `json:"entries"`
	Hash    string           `json:"hash"`
}

// OddsProofEntry is a line of a table. Name only helps the reader: the item's id
// is what the hash commits.
type OddsProofEntry struct {
	Item       int64  `json:"item"`
	Name       string `json:"name"`
	Weight     uint32 `json:"weight"`
	ValueCents int64  `json:"valueCents"`
}

// ResultProof is one draw with the six fields the product shows (product-spec §3,
// upgrade record) and what they were made from.
type ResultProof struct {
	N            uint64 `json:"n"`
	Seat         int    `json:"seat"`
	Player       int64  `json:"player"`
	UserSeed     string `json:"userSeed"`
	ServerSeed   string `json:"serverSeed"`
	ServerHash   string `json:"serverHash"`
	ResultHash   string `json:"resultHash"`
	V            uint32 `json:"v"`
	Number       string `json:"number"` // V / 16777215, shortest decimal
	OddsHash     string `json:"oddsHash"`
	Item         int64  `json:"item"`
	StartSection uint32 `json:"startSection"` // its first place: of a box in v of 16777215, of an upgrade in 10^8
	EndSection   uint32 `json:"endSection"`   // its last one
}

// BattleProof is the end of a battle.
type BattleProof struct {
	Mode    BattleMode `json:"mode"`
	Seats   int        `json:"seats"`
	Rounds  int        `json:"rounds"`
	Totals  []int64    `json:"totals"`
	Winners []int      `json:"winners"`
	Tie     *TieProof  `json:"tie"` // null unless one winner was needed of several
}

// TieProof names the seats that were level and the one the stream picked.
type TieProof struct {
	Seats  []int `json:"seats"`
	Winner int   `json:"winner"`
}

// RollProof is the end of a roll: winner i took prize i by value descending, then id.
type RollProof struct {
	Prizes   int       `json:"prizes"`
	Entrants int       `json:"entrants"`
	Winners  []RollWin `json:"winners"`
}

// Encode writes a bundle as JSON.
func (b *Bundle) Encode() ([]byte, error) {
	data, err := strict.Encode(b)
	if err != nil {
		return nil, fmt.Errorf("encode bundle: %w", err)
	}
	return data, nil
}

// ParseBundle reads a bundle of at most 1 MiB. A field that is missing, unknown, misspelt or there twice is refused,
// and so is anything after the end: nothing takes a default.
func ParseBundle(data []byte) (*Bundle, error) {
	if len(data) > bundleMax {
		return nil, fmt.Errorf("%w: bundle of %d bytes", ErrInput, len(data))
	}
	b := new(Bundle)
	if err := strict.Decode(data, b, strict.WithNull); err != nil {
		return nil, fmt.Errorf("%w: bundle: %w", ErrInput, err)
	}
	return b, nil
}
