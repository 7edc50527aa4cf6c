package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"jadebox/fairness/internal/canon"
)

// Battle sizes of docs/rules.md.
const (
	BattleSeatsMin  = 2
	BattleSeatsMax  = 4
	BattleRoundsMax = 15
)

const (
	soloTitle   = "BOX1/epoch-open"
	battleTitle = "BOX1/roster"
)

// SoloContext is what a player's epoch is opened with. Its hash goes into every
// server seed of the epoch, its leaf into the public log before the beacon round.
type SoloContext struct {
	Player       int64
	Epoch        uint32
	Commit       string
	BeaconSource string
	BeaconRound  uint64
	OpenedAtMS   int64
}

// Leaf is the canonical text, or an error naming the field that is missing.
func (c SoloContext) Leaf() ([]byte, error) {
	switch {
	case !isID(c.Player):
		return nil, fmt.Errorf("%w: epoch-open without player", ErrInput)
	case c.Epoch == 0:
		return nil, fmt.Errorf("%w: epoch-open without epoch", ErrInput)
	case c.OpenedAtMS <= 0 || c.OpenedAtMS > canon.MaxSafe:
		return nil, fmt.Errorf("%w: epoch-open without time", ErrInput)
	}
	if err := checkPromise(c.Commit, c.BeaconSource, c.BeaconRound); err != nil {
		return nil, err
	}
	w := canon.NewWriter(soloTitle)
	w.Int("player", c.Player)
	w.Uint("epoch", uint64(c.Epoch))
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	w.Int("opened-at-ms", c.OpenedAtMS)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c SoloContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseSoloContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseSoloContext(leaf string) (SoloContext, error) {
	r := canon.NewReader(soloTitle, leaf)
	c := SoloContext{Player: r.Int("player"), Epoch: uint32(r.Count("epoch", 1<<32-1))}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	c.OpenedAtMS = r.Int("opened-at-ms")
	if err := r.Close(); err != nil {
		return SoloContext{}, fmt.Errorf("%w: epoch-open leaf: %w", ErrInput, err)
	}
	if _, err := c.Leaf(); err != nil {
		return SoloContext{}, err
	}
	return c, nil
}

// BotIDs is the number from which seats without account count as players: seat s is player BotIDs + s + 1, above every
// account and below 2^53.
const BotIDs = 1 << 48

// BotSeed is the user seed of such a seat. It is not chosen: the house cannot try seeds against a value that it
// knows.
func BotSeed(seat int) string { return "bot" + strconv.Itoa(seat) }

// Seat is one place of a locked roster. Bots are flagged before the draw.
type Seat struct {
	Seat     int
	Player   int64
	UserSeed string
	Bot      bool
}

// BattleContext is everything a battle is drawn from, fixed when the roster
// locks. BeaconRound must lie after the lock, so that no player who joins last can
// choose a user seed against a known beacon.
type BattleContext struct {
	Room         int64
	Mode         BattleMode
	Seats        []Seat
	OddsHashes   []string // one per round
	Commit       string
	BeaconSource string
	BeaconRound  uint64
}

// Leaf is the canonical text, or an error naming the field that is wrong.
func (c BattleContext) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(battleTitle)
	w.Int("room", c.Room)
	w.Text("mode", string(c.Mode))
	w.Int("seats", int64(len(c.Seats)))
	for _, s := range c.Seats {
		w.Int("seat", int64(s.Seat))
		w.Int("player", s.Player)
		w.Text("user-seed", s.UserSeed)
		w.Bool("bot", s.Bot)
	}
	w.Int("rounds", int64(len(c.OddsHashes)))
	for _, h := range c.OddsHashes {
		w.Text("odds", h)
	}
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c BattleContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseBattleContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseBattleContext(leaf string) (BattleContext, error) {
	r := canon.NewReader(battleTitle, leaf)
	c := BattleContext{Room: r.Int("room"), Mode: BattleMode(r.Text("mode"))}
	for range r.Count("seats", BattleSeatsMax) {
		c.Seats = append(c.Seats, Seat{
			Seat:     r.Count("seat", SeatMax),
			Player:   r.Int("player"),
			UserSeed: r.Text("user-seed"),
			Bot:      r.Bool("bot"),
		})
	}
	for range r.Count("rounds", BattleRoundsMax) {
		c.OddsHashes = append(c.OddsHashes, r.Hash("odds"))
	}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	if err := r.Close(); err != nil {
		return BattleContext{}, fmt.Errorf("%w: roster leaf: %w", ErrInput, err)
	}
	if err := c.check(); err != nil {
		return BattleContext{}, err
	}
	return c, nil
}

func (c BattleContext) check() error {
	if !isID(c.Room) {
		return fmt.Errorf("%w: roster without room", ErrInput)
	}
	if err := c.Mode.check(len(c.Seats)); err != nil {
		return err
	}
	players := make(map[int64]bool, len(c.Seats))
	for i, s := range c.Seats {
		if s.Seat != i {
			return fmt.Errorf("%w: roster place %d holds seat %d", ErrInput, i, s.Seat)
		}
		if !isID(s.Player) || players[s.Player] {
			return fmt.Errorf("%w: roster seat %d: player missing or seated twice", ErrInput, i)
		}
		players[s.Player] = true
		if err := ValidUserSeed(s.UserSeed); err != nil {
			return fmt.Errorf("roster seat %d: %w", i, err)
		}
	}
	if len(c.OddsHashes) == 0 || len(c.OddsHashes) > BattleRoundsMax {
		return fmt.Errorf("%w: roster of %d rounds", ErrInput, len(c.OddsHashes))
	}
	for i, h := range c.OddsHashes {
		if !isHash(h) {
			return fmt.Errorf("%w: roster round %d: odds hash", ErrInput, i)
		}
	}
	return checkPromise(c.Commit, c.BeaconSource, c.BeaconRound)
}

func checkPromise(commit, source string, round uint64) error {
	switch {
	case !isHash(commit):
		return fmt.Errorf("%w: commit is not 64 hex characters", ErrInput)
	case source != BeaconLocal && source != BeaconDrand:
		return fmt.Errorf("%w: beacon source %q", ErrInput, source)
	case round == 0 || round > canon.MaxSafe:
		return fmt.Errorf("%w: beacon round %d", ErrInput, round)
	}
	return nil
}

func writePromise(w *canon.Writer, commit, source string, round uint64) {
	w.Text("commit", commit)
	w.Text("beacon-source", source)
	w.Uint("beacon-round", round)
}

func readPromise(r *canon.Reader) (commit, source string, round uint64) {
	return r.Hash("commit"), r.Text("beacon-source"), uint64(r.Int("beacon-round"))
}

func hashLeaf(leaf []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(leaf)
	return hex.EncodeToString(sum[:]), nil
}

func isID(id int64) bool { return id > 0 && id <= canon.MaxSafe }
