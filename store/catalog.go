package store

import "time"

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

type BoxEntry struct {
	Def    DefID
	Weight uint32 // 1e-8 units
}

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

type Stats struct {
	Players, BoxesOpened int64
}
