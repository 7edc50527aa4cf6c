package log

import "jadebox/fairness/internal/canon"

// Titles of the leaves of a lucky-card room, in the order in which they appear. Before them stands the BOX1/luckycard
// of package fairness, which fixes price and cards before the beacon value exists.
const (
	TitleDeckRoot = "BOX1/luckycard-root"
	TitleFlip     = "BOX1/luckycard-flip"
	TitleDeckEnd  = "BOX1/luckycard-end"
)

// DeckRoot publishes the root of the salted order before the first flip.
type DeckRoot struct {
	Scope  string `json:"scope"`
	Ctx    string `json:"ctx"`
	Beacon string `json:"beacon"`
	Root   string `json:"root"`
	Cards  int    `json:"cards"`
	AtMS   int64  `json:"atMS"`
}

// Flip says who turned which place of which root and what lay there.
type Flip struct {
	Scope      string `json:"scope"`
	Ctx        string `json:"ctx"`
	Beacon     string `json:"beacon"`
	Root       string `json:"root"`
	N          uint64 `json:"n"` // place in the committed order
	Player     int64  `json:"player"`
	Bot        bool   `json:"bot"`
	Card       int64  `json:"card"`
	PriceCents int64  `json:"priceCents"`
	AtMS       int64  `json:"atMS"`
}

// DeckEnd closes a room; Flips is the hash of the list of who turned what.
type DeckEnd struct {
	Scope   string `json:"scope"`
	Ctx     string `json:"ctx"`
	Beacon  string `json:"beacon"`
	Root    string `json:"root"`
	Flipped int    `json:"flipped"`
	Flips   string `json:"flips"`
	AtMS    int64  `json:"atMS"`
}

func (d *DeckRoot) Visit(f *canon.Fields) {
	f.Line("scope", &d.Scope)
	f.Hash("ctx", &d.Ctx)
	f.Hash("beacon", &d.Beacon)
	f.Hash("root", &d.Root)
	canon.Number(f, "cards", &d.Cards, 1)
	canon.Number(f, "at-ms", &d.AtMS, 1)
}

func (d *Flip) Visit(f *canon.Fields) {
	f.Line("scope", &d.Scope)
	f.Hash("ctx", &d.Ctx)
	f.Hash("beacon", &d.Beacon)
	f.Hash("root", &d.Root)
	canon.Number(f, "n", &d.N, 0)
	canon.Number(f, "player", &d.Player, 1)
	f.Bool("bot", &d.Bot)
	canon.Number(f, "card", &d.Card, 1)
	canon.Number(f, "price-cents", &d.PriceCents, 1)
	canon.Number(f, "at-ms", &d.AtMS, 1)
}

func (d *DeckEnd) Visit(f *canon.Fields) {
	f.Line("scope", &d.Scope)
	f.Hash("ctx", &d.Ctx)
	f.Hash("beacon", &d.Beacon)
	f.Hash("root", &d.Root)
	canon.Number(f, "flipped", &d.Flipped, 1)
	f.Hash("flips", &d.Flips)
	canon.Number(f, "at-ms", &d.AtMS, 1)
}

// Leaf is the canonical text of the root.
func (d DeckRoot) Leaf() ([]byte, error) { return encode(TitleDeckRoot, &d) }

// Leaf is the canonical text of the flip.
func (d Flip) Leaf() ([]byte, error) { return encode(TitleFlip, &d) }

// Leaf is the canonical text of the end.
func (d DeckEnd) Leaf() ([]byte, error) { return encode(TitleDeckEnd, &d) }

// ParseFlip reads a flip's leaf.
func ParseFlip(leaf string) (Flip, error) {
	d := new(Flip)
	_, err := decode(TitleFlip, []byte(leaf), d)
	return *d, err
}

// ParseDeckEnd reads the leaf that closes a deck.
func ParseDeckEnd(leaf string) (DeckEnd, error) {
	d := new(DeckEnd)
	_, err := decode(TitleDeckEnd, []byte(leaf), d)
	return *d, err
}
