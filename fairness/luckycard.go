package fairness

import (
	"fmt"
	"strconv"
	"strings"

	"jadebox/fairness/internal/canon"
)

const luckycardTitle = "BOX1/luckycard"

// DeckCard is one card of a lucky-card room: an item of the catalogue at the value it has in this room.
type DeckCard struct {
	ID         int64 // 1, 2, 3 … in the order of the published list
	Def        int64
	ValueCents int64
}

// LuckycardContext is everything the order of a deck is drawn from, fixed before the beacon value exists. A flip costs
// what FlipCents says; decks that were opened before it have one price for every flip instead.
type LuckycardContext struct {
	Room         int64
	PriceCents   int64 // of every flip; 0: by ReturnPPM
	ReturnPPM    int64 // of every flip, in millionths of its price at most; 0: by PriceCents
	Cards        []DeckCard
	Commit       string
	BeaconSource string
	BeaconRound  uint64
}

// Leaf is the canonical text, or an error naming the field that is wrong.
func (c LuckycardContext) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(luckycardTitle)
	w.Int("room", c.Room)
	if c.ReturnPPM > 0 {
		w.Int(returnField, c.ReturnPPM)
	} else {
		w.Int("price-cents", c.PriceCents)
	}
	w.Int("cards", int64(len(c.Cards)))
	for _, card := range c.Cards {
		w.Int("card", card.ID)
		w.Int("def", card.Def)
		w.Int("value-cents", card.ValueCents)
	}
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c LuckycardContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseLuckycardContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseLuckycardContext(leaf string) (LuckycardContext, error) {
	r := canon.NewReader(luckycardTitle, leaf)
	c := LuckycardContext{Room: r.Int("room")}
	if strings.Contains(leaf, "\n"+returnField+"=") {
		c.ReturnPPM = r.Int(returnField)
	} else {
		c.PriceCents = r.Int("price-cents")
	}
	for range r.Count("cards", deckMax) {
		c.Cards = append(c.Cards, DeckCard{ID: r.Int("card"), Def: r.Int("def"), ValueCents: r.Int("value-cents")})
	}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	if err := r.Close(); err != nil {
		return LuckycardContext{}, fmt.Errorf("%w: lucky-card leaf: %w", ErrInput, err)
	}
	return c, c.check()
}

func (c LuckycardContext) check() error {
	priced := isID(c.PriceCents) && c.ReturnPPM == 0 ||
		c.PriceCents == 0 && c.ReturnPPM > 0 && c.ReturnPPM <= returnMaxPPM
	if !isID(c.Room) || !priced || len(c.Cards) < deckMin || len(c.Cards) > deckMax {
		return fmt.Errorf("%w: lucky-card room of %d cards", ErrInput, len(c.Cards))
	}
	sum := int64(0)
	for i, card := range c.Cards {
		// The top prize ends the room, so that there must be one: the first card is worth more than any other.
		if card.ID != int64(i)+1 || !isID(card.Def) || !isID(card.ValueCents) || i > 0 &&
			card.ValueCents >= c.Cards[0].ValueCents {
			return fmt.Errorf("%w: card %d of the deck", ErrInput, i+1)
		}
		if sum += card.ValueCents; c.ReturnPPM > 0 && sum > deckMaxCents {
			return fmt.Errorf("%w: a deck worth %d cents", ErrInput, sum)
		}
	}
	return checkPromise(c.Commit, c.BeaconSource, c.BeaconRound)
}

const (
	returnField  = "return-ppm"
	returnMaxPPM = 1_000_000
	deckMaxCents = 9_000_000_000_000 // a sum of values times a million stays within an int64
)

// FlipCents is what the next flip costs when cards worth so much lie face down: their mean over the return, rounded up,
// so that no flip gives back more than the return at any time, and waiting for others gains nothing.
func FlipCents(leftCents, left, returnPPM int64) int64 {
	per := left * returnPPM
	return (leftCents*1_000_000 + per - 1) / per
}

// PriceAfter is what a flip costs once these cards were turned.
func (c LuckycardContext) PriceAfter(turned []int64) (int64, error) {
	if c.ReturnPPM == 0 {
		return c.PriceCents, nil
	}
	gone := map[int64]bool{}
	for _, id := range turned {
		if id <= TopCard || id > int64(len(c.Cards)) || gone[id] {
			return 0, fmt.Errorf("%w: card %d cannot have been turned before", ErrMismatch, id)
		}
		gone[id] = true
	}
	sum := int64(0)
	for _, card := range c.Cards {
		if !gone[card.ID] {
			sum += card.ValueCents
		}
	}
	return FlipCents(sum, int64(len(c.Cards)-len(gone)), c.ReturnPPM), nil
}

// TopCard is the id of the card that ends a room.
const TopCard = 1

// DeckDraw is the committed order of a deck: Order[place] is the id of the card that lies there.
type DeckDraw struct {
	Order      []int64
	Commitment *Commitment
}

// DrawDeck shuffles the deck and hides its order behind a root.
func DrawDeck(k Key, c LuckycardContext, b Beacon) (DeckDraw, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return DeckDraw{}, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return DeckDraw{}, err
	}
	return c.draw(k, b.Value, ctx)
}

func (c LuckycardContext) draw(k Key, beacon, ctx string) (DeckDraw, error) {
	scope := LuckycardScope(c.Room)
	stream, err := NewStream(k, LabelDeck, scope, beacon, ctx)
	if err != nil {
		return DeckDraw{}, err
	}
	ids := make([]int64, len(c.Cards))
	for i, card := range c.Cards {
		ids[i] = card.ID
	}
	order, err := Deck(stream, ids)
	if err != nil {
		return DeckDraw{}, err
	}
	list, err := commitTo(k, LabelDeck, scope, beacon, ctx, order)
	return DeckDraw{order, list}, err
}

// DeckFlip is a card that was turned.
type DeckFlip struct {
	Place  int   `json:"place"` // in the committed order
	Player int64 `json:"player"`
	Card   int64 `json:"card"`
}

// DeckFlipsHash is hex SHA-256 over the flips in the order in which they were made, as the end of a room publishes it.
func DeckFlipsHash(flips []DeckFlip) (string, error) {
	w := canon.NewWriter("BOX1/luckycard-flips")
	for _, f := range flips {
		w.Text("flip", strconv.Itoa(f.Place)+":"+PlayerText(f.Player)+":"+strconv.FormatInt(f.Card, 10))
	}
	return hashLeaf(w.Bytes(), nil)
}

// LuckycardProof is one flip with its opening, or all flips of a room whose top prize went, which need none.
type LuckycardProof struct {
	Root    string     `json:"root"`
	Flips   []DeckFlip `json:"flips"`   // in the order in which they were made
	Opening *Opening   `json:"opening"` // null for the whole deck
	// Before are the cards that lay face up when the one flip was made, which its price follows from; none for the
	// whole deck.
	Before []int64 `json:"before,omitempty"`
}

// NewFlipBundle assembles the proof of the last of these flips; the key is hidden as long as the room is open.
func NewFlipBundle(c LuckycardContext, key string, b Beacon, root string, flips []DeckFlip, o Opening) (*Bundle,
	error) {
	if len(flips) == 0 {
		return nil, fmt.Errorf("%w: no flip to prove", ErrInput)
	}
	before, flip := flips[:len(flips)-1], flips[len(flips)-1]
	bundle, err := newLuckycardBundle(c, key, b, ResultID(LuckycardScope(c.Room), uint64(flip.Place)))
	if err == nil {
		bundle.Luckycard = &LuckycardProof{Root: root, Flips: []DeckFlip{flip}, Opening: &o}
		for _, f := range before {
			if c.ReturnPPM > 0 {
				bundle.Luckycard.Before = append(bundle.Luckycard.Before, f.Card)
			}
		}
	}
	return bundle, err
}

// NewDeckBundle assembles the proof of a whole room after its end.
func NewDeckBundle(c LuckycardContext, key string, b Beacon, root string, flips []DeckFlip) (*Bundle, error) {
	bundle, err := newLuckycardBundle(c, key, b, LuckycardScope(c.Room))
	if err == nil {
		bundle.Luckycard = &LuckycardProof{Root: root, Flips: append([]DeckFlip{}, flips...)}
	}
	return bundle, err
}

func newLuckycardBundle(c LuckycardContext, key string, b Beacon, id string) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	bundle := newBundle(KindLuckycard, id, LuckycardScope(c.Room), c.Commit, key, b, leaf)
	return bundle, nil
}
