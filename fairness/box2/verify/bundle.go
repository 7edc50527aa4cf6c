package verify

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/internal/strict"
)

const (
	// Format is the first field of every bundle.
	Format = "BOX2"
	// bundleMax bounds a bundle, in bytes.
	bundleMax = 1 << 20
)

// Bundle is everything that is needed to verify one result offline. What follows from something else in it stands
// nowhere.
type Bundle struct {
	Format  string   `json:"format"`
	Kind    string   `json:"kind"`
	ID      string   `json:"id"`      // "<scope>:n<n>" of a solo draw, the scope of a room
	Context string   `json:"context"` // text of the leaf whose hash is the context
	Opened  string   `json:"opened"`  // tlog-proof of the leaf that names the round, cosigned before it
	Beacon  Beacon   `json:"beacon"`
	Slot    []Slot   `json:"slot"`
	Key     string   `json:"key"` // K in hex when the scope is closed, else ""
	Tickets []string `json:"tickets"`
	Results []string `json:"results"`
	Logged  string   `json:"logged"` // tlog-proof of the leaf that ends it; "" until it is in the log
	Odds    []Odds   `json:"odds"`
	Parts
}

// Beacon is the value of a round with its proof: Signature with drand, the other three with a local chain. What is not
// of the source is empty.
type Beacon struct {
	Source      string `json:"source"`
	Round       uint64 `json:"round"`
	Signature   string `json:"signature"`
	Link        string `json:"link"`
	AnchorRound uint64 `json:"anchorRound"`
	Anchor      string `json:"anchor"`
}

// Slot is an opened slot: the path from its key to the commitment, lowest hash first, in hex.
type Slot struct {
	N    uint64   `json:"n"`
	Path []string `json:"path"`
}

// Odds is a table. An entry is item, weight in 10⁻⁸, value in cents.
type Odds struct {
	Box     int64      `json:"box"`
	Version uint32     `json:"version"`
	Entries [][3]int64 `json:"entries"`
}

// Parts are what only one kind has: the part of its kind is there and no other.
type Parts struct {
	Upgrade   *Upgrade   `json:"upgrade,omitempty"`
	Battle    *Battle    `json:"battle,omitempty"`
	Roll      *Roll      `json:"roll,omitempty"`
	Luckycard *Luckycard `json:"luckycard,omitempty"`
	Rain      *Rain      `json:"rain,omitempty"`
}

// Upgrade is what an upgrade was played for: the text of its terms.
type Upgrade struct {
	Terms string `json:"terms"`
}

// Battle is the end of a battle. Totals are those of the seats, in cents.
type Battle struct {
	Close   string  `json:"close"` // text of the leaf that closes the scope
	Totals  []int64 `json:"totals"`
	Winners []int   `json:"winners"`
	Tied    []int   `json:"tied"`    // seats that were level where one winner was needed, else empty
	TieSeat int     `json:"tieSeat"` // that the stream picked of them, -1 without a tie
}

// Roll has the entrants of a roll: the texts of its parts.
type Roll struct {
	Parts []string `json:"parts"`
}

// Luckycard has what ended the flips of a room before this one, in their order.
type Luckycard struct {
	Before []Ended `json:"before"`
}

// Rain is what a window of a rain builds on: the amounts, which a round of their own made, and the windows before.
type Rain struct {
	Opened  string   `json:"opened"` // tlog-proof of the context, cosigned before that round
	Beacon  Beacon   `json:"beacon"` // of that round
	Amounts Ended    `json:"amounts"`
	Windows []Window `json:"windows"` // from the first to the one before this, each of them
}

// Window is one that is paid: the texts of its claims, and for each of these what they came to.
type Window struct {
	Claims []string `json:"claims"`
	Paid   []Ended  `json:"paid"`
}

// Ended is a leaf that ended something, as text, and its tlog-proof.
type Ended struct {
	Leaf   string `json:"leaf"`
	Logged string `json:"logged"`
}

// Encode writes a bundle as JSON that Parse takes.
func (b *Bundle) Encode() ([]byte, error) {
	data, err := strict.Encode(b)
	if err != nil {
		return nil, fmt.Errorf("encode bundle: %w", err)
	}
	if _, err := Parse(data); err != nil {
		return nil, err
	}
	return data, nil
}

// Parse reads a bundle of at most 1 MiB. A field that is missing, unknown, misspelt, null or there twice is refused,
// and so is anything after the end: nothing takes a default. Errors wrap fairness.ErrInput.
func Parse(data []byte) (*Bundle, error) {
	if len(data) > bundleMax {
		return nil, fmt.Errorf("%w: bundle of %d bytes, at most %d", fairness.ErrInput, len(data), bundleMax)
	}
	b := new(Bundle)
	if err := strict.Decode(data, b, strict.WithoutNull); err != nil {
		return nil, fmt.Errorf("%w: bundle: %w", fairness.ErrInput, err)
	}
	return b, nil
}
