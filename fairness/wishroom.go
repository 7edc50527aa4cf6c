package fairness

import (
	"fmt"

	"jadebox/fairness/internal/canon"
)

// WishBottlesMax bounds a wish room; WishBottlesMin is the least of which 30 % is one bottle.
const (
	WishBottlesMin = 4
	WishBottlesMax = 200
)

const wishTitle = "BOX1/wish"

// WishBottle is one bottle of a full room, in bottle order.
type WishBottle struct {
	Player   int64
	UserSeed string
	Bot      bool
}

// WishContext is everything a wish room is drawn from, fixed when its last bottle is taken. BeaconRound must lie after
// that moment, so that no player who takes the last bottle knows who wins.
type WishContext struct {
	Room         int64
	PrizeDef     int64
	PrizeCents   int64
	BottleCards  int64 // wish cards for a bottle, or 0
	BottleCents  int64 // gems for a bottle, or 0
	Bottles      []WishBottle
	Commit       string
	BeaconSource string
	BeaconRound  uint64
}

// Leaf is the canonical text, or an error naming the field that is wrong.
func (c WishContext) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(wishTitle)
	w.Int("room", c.Room)
	w.Int("prize-def", c.PrizeDef)
	w.Int("prize-cents", c.PrizeCents)
	w.Int("bottle-cards", c.BottleCards)
	w.Int("bottle-cents", c.BottleCents)
	w.Int("bottles", int64(len(c.Bottles)))
	for _, b := range c.Bottles {
		w.Int("player", b.Player)
		w.Text("user-seed", b.UserSeed)
		w.Bool("bot", b.Bot)
	}
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c WishContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseWishContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseWishContext(leaf string) (WishContext, error) {
	r := canon.NewReader(wishTitle, leaf)
	c := WishContext{Room: r.Int("room"), PrizeDef: r.Int("prize-def"), PrizeCents: r.Int("prize-cents"),
		BottleCards: r.Int("bottle-cards"),
		BottleCents: r.Int("bottle-cents")}
	for range r.Count("bottles", WishBottlesMax) {
		c.Bottles = append(c.Bottles, WishBottle{Player: r.Int("player"), UserSeed: r.Text("user-seed"),
			Bot: r.Bool("bot")})
	}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	if err := r.Close(); err != nil {
		return WishContext{}, fmt.Errorf("%w: wish leaf: %w", ErrInput, err)
	}
	return c, c.check()
}

func (c WishContext) check() error {
	switch {
	case !isID(c.Room) || !isID(c.PrizeDef) || !isID(c.PrizeCents):
		return fmt.Errorf("%w: wish without room or prize", ErrInput)
	case len(c.Bottles) < WishBottlesMin || len(c.Bottles) > WishBottlesMax:
		return fmt.Errorf("%w: wish room of %d bottles", ErrInput, len(c.Bottles))
	case !(c.BottleCards == 0 && isID(c.BottleCents)) && !(c.BottleCents == 0 && isID(c.BottleCards)):
		return fmt.Errorf("%w: a bottle is for cards or for gems", ErrInput)
	}
	of := map[int64]int{}
	for i, b := range c.Bottles {
		of[b.Player]++
		if !isID(b.Player) || of[b.Player] > WishBottlesOf(len(c.Bottles)) {
			return fmt.Errorf("%w: player of bottle %d", ErrInput, i+1)
		}
		if err := ValidUserSeed(b.UserSeed); err != nil {
			return fmt.Errorf("bottle %d: %w", i+1, err)
		}
	}
	return checkPromise(c.Commit, c.BeaconSource, c.BeaconRound)
}

// WishBottlesOf is how many of the bottles one player may take: 30 % (docs/rules.md, "Wish").
func WishBottlesOf(bottles int) int { return bottles * 3 / 10 }

// WishProof is the end of a wish room.
type WishProof struct {
	Bottles    int    `json:"bottles"`
	ServerSeed string `json:"serverSeed"`
	ServerHash string `json:"serverHash"`
	Hash       string `json:"hash"` // that decided
	Window     int    `json:"window"`
	Rehashes   int    `json:"rehashes"`
	Bottle     int    `json:"bottle"` // that won, from 1
	Player     int64  `json:"player"`
}

// DrawWish draws the bottle that wins.
func DrawWish(k Key, c WishContext, b Beacon) (WishProof, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return WishProof{}, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return WishProof{}, err
	}
	return c.draw(k, b.Value, ctx)
}

func (c WishContext) draw(k Key, beacon, ctx string) (WishProof, error) {
	seed, err := ServerSeed(k, WishScope(c.Room), beacon, ctx, 0, 0)
	if err != nil {
		return WishProof{}, err
	}
	return c.won(seed)
}

// won finds the bottle that a server seed makes win.
func (c WishContext) won(serverSeed string) (WishProof, error) {
	seeds := make([]string, len(c.Bottles))
	for i, b := range c.Bottles {
		seeds[i] = b.UserSeed
	}
	w, err := WishWinner(seeds, serverSeed)
	if err != nil {
		return WishProof{}, err
	}
	return WishProof{Bottles: len(seeds), ServerSeed: serverSeed, ServerHash: ServerHash(serverSeed), Hash: w.Hash,
		Window: w.Window, Rehashes: w.Rehashes,
		Bottle: w.Bottle, Player: c.Bottles[w.Bottle-1].Player}, nil
}

// NewWishBundle assembles the proof of a wish room.
func NewWishBundle(c WishContext, key string, b Beacon, p WishProof) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	scope := WishScope(c.Room)
	bundle := newBundle(KindWish, scope, scope, c.Commit, key, b, leaf)
	bundle.Wish = &p
	return bundle, nil
}
