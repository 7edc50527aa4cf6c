package store

import "time"

// ItemDef is a kind of item of the catalogue: every Item is of one, and keeps the value that it was created with when
// PriceCents changes.
type ItemDef struct {
	ID         DefID
	Slug       string
	Brand      Text
	Name       Text
	Rarity     string
	Category   string
	PriceCents int64
	Image      string
	Thumb      string
}

// BoxEntry is one row of a box's odds table.
type BoxEntry struct {
	Def    DefID
	Weight uint32 // 1e-8 units
}

// Box is a box of the catalogue with the odds table that holds (docs/fairness.md, "Odds are committed too").
type Box struct {
	ID         BoxID
	Version    uint32 // of the odds table, from 1; PutBox with other entries or another price must raise it
	Slug       string
	Name       Text
	Tagline    Text
	Type       string // "csgo" classic, "hash"
	Tags       []string
	Accent     string
	Image      string
	PriceCents int64
	Entries    []BoxEntry
	OddsHash   string
	Enabled    bool
	Weight     int // order on the home page, descending
	At         time.Time
}

// Stats are totals, for the counters that every visitor sees.
type Stats struct {
	Players, BoxesOpened int64
}
