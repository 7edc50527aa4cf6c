package log

import (
	"fmt"
	"strings"

	"jadebox/fairness/internal/canon"
)

// Titles of the leaves; the first line of the bytes. Four more leaves are
// written by package fairness: BOX1/epoch-open, BOX1/roster, BOX1/odds and BOX1/cycle.
const (
	TitleAnchor = "BOX1/anchor"
	TitleCommit = "BOX1/room-commit"
	TitleTicket = "BOX1/ticket"
	TitleResult = "BOX1/result"
	TitleVoid   = "BOX1/void"
	TitleReveal = "BOX1/reveal"
)

// Anchor publishes a local beacon chain before its first round.
type Anchor struct {
	Anchor    string `json:"anchor"`
	Length    int64  `json:"length"`
	GenesisMS int64  `json:"genesisMS"`
	PeriodMS  int64  `json:"periodMS"`
}

// Commit publishes the commitment to a room's key when the room opens. A player's
// epoch has its epoch-open leaf instead.
type Commit struct {
	Scope  string `json:"scope"`
	Commit string `json:"commit"`
	AtMS   int64  `json:"atMS"`
}

// Ticket is what was asked under a nonce. It is published by the operation that
// charges the player, beside its Result or its Void, and so does not show that
// it came first (docs/fairness.md, "Odds are committed too").
type Ticket struct {
	Scope      string `json:"scope"`
	N          uint64 `json:"n"`
	Player     int64  `json:"player"`
	UserSeed   string `json:"userSeed"`
	ServerHash string `json:"serverHash"`
	OddsHash   string `json:"oddsHash"`
	StakeCents int64  `json:"stakeCents"`
	AtMS       int64  `json:"atMS"`
}

// Result is one draw with all that verifies it, and one line of the export that
// an auditor's statistics read. For a battle every (round, seat) is one.
type Result struct {
	Scope      string `json:"scope"`
	N          uint64 `json:"n"`
	Seat       int    `json:"seat"`
	Player     int64  `json:"player"`
	Bot        bool   `json:"bot"`
	Box        int64  `json:"box"`
	OddsHash   string `json:"oddsHash"`
	StakeCents int64  `json:"stakeCents"` // 0 for a free box and for a bot
	Item       int64  `json:"item"`
	ValueCents int64  `json:"valueCents"`
	UserSeed   string `json:"userSeed"`
	ServerSeed string `json:"serverSeed"`
	ServerHash string `json:"serverHash"`
	ResultHash string `json:"resultHash"`
	V          uint32 `json:"v"`
	Ctx        string `json:"ctx"`
	Beacon     string `json:"beacon"`
	AtMS       int64  `json:"atMS"`
}

// Void ends a ticket without a result; the stake went back.
type Void struct {
	Scope  string `json:"scope"`
	N      uint64 `json:"n"`
	Reason string `json:"reason"` // one word, e.g. "beacon-timeout"
	AtMS   int64  `json:"atMS"`
}

// Reveal opens the key of a closed epoch or room.
type Reveal struct {
	Scope string `json:"scope"`
	Key   string `json:"key"`
	AtMS  int64  `json:"atMS"`
}

func (a *Anchor) Visit(f *canon.Fields) {
	f.Hash("anchor", &a.Anchor)
	canon.Number(f, "length", &a.Length, 1)
	canon.Number(f, "genesis-ms", &a.GenesisMS, 1)
	canon.Number(f, "period-ms", &a.PeriodMS, 1)
}

func (c *Commit) Visit(f *canon.Fields) {
	f.Line("scope", &c.Scope)
	f.Hash("commit", &c.Commit)
	canon.Number(f, "at-ms", &c.AtMS, 1)
}

func (t *Ticket) Visit(f *canon.Fields) {
	f.Line("scope", &t.Scope)
	canon.Number(f, "n", &t.N, 0)
	canon.Number(f, "player", &t.Player, 1)
	f.Line("user-seed", &t.UserSeed)
	f.Hash("server-hash", &t.ServerHash)
	f.Hash("odds", &t.OddsHash)
	canon.Number(f, "stake-cents", &t.StakeCents, 0)
	canon.Number(f, "at-ms", &t.AtMS, 1)
}

func (r *Result) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	canon.Number(f, "n", &r.N, 0)
	canon.Number(f, "seat", &r.Seat, 0)
	canon.Number(f, "player", &r.Player, 1)
	f.Bool("bot", &r.Bot)
	canon.Number(f, "box", &r.Box, 1)
	f.Hash("odds", &r.OddsHash)
	canon.Number(f, "stake-cents", &r.StakeCents, 0)
	canon.Number(f, "item", &r.Item, 1)
	canon.Number(f, "value-cents", &r.ValueCents, 1)
	f.Line("user-seed", &r.UserSeed)
	f.Line("server-seed", &r.ServerSeed)
	f.Hash("server-hash", &r.ServerHash)
	f.Hash("result-hash", &r.ResultHash)
	canon.Number(f, "v", &r.V, 0)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	canon.Number(f, "at-ms", &r.AtMS, 1)
}

func (v *Void) Visit(f *canon.Fields) {
	f.Line("scope", &v.Scope)
	canon.Number(f, "n", &v.N, 0)
	f.Line("reason", &v.Reason)
	canon.Number(f, "at-ms", &v.AtMS, 1)
}

func (r *Reveal) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("key", &r.Key)
	canon.Number(f, "at-ms", &r.AtMS, 1)
}

// Leaf is the canonical text of the anchor.
func (a Anchor) Leaf() ([]byte, error) { return encode(TitleAnchor, &a) }

// Leaf is the canonical text of the commit.
func (c Commit) Leaf() ([]byte, error) { return encode(TitleCommit, &c) }

// Leaf is the canonical text of the ticket.
func (t Ticket) Leaf() ([]byte, error) { return encode(TitleTicket, &t) }

// Leaf is the canonical text of the result.
func (r Result) Leaf() ([]byte, error) { return encode(TitleResult, &r) }

// Leaf is the canonical text of the void.
func (v Void) Leaf() ([]byte, error) { return encode(TitleVoid, &v) }

// Leaf is the canonical text of the reveal.
func (r Reveal) Leaf() ([]byte, error) { return encode(TitleReveal, &r) }

// Title is the first line of a leaf.
func Title(leaf []byte) string {
	title, _, _ := strings.Cut(string(leaf), "\n")
	return title
}

// Parse reads one of this package's leaves back, as a pointer to its record. It
// accepts only the bytes that Leaf would write.
func Parse(leaf []byte) (any, error) {
	switch title := Title(leaf); title {
	case TitleAnchor:
		return decode(title, leaf, new(Anchor))
	case TitleCommit:
		return decode(title, leaf, new(Commit))
	case TitleTicket:
		return decode(title, leaf, new(Ticket))
	case TitleResult:
		return decode(title, leaf, new(Result))
	case TitleVoid:
		return decode(title, leaf, new(Void))
	case TitleReveal:
		return decode(title, leaf, new(Reveal))
	case TitleUpgrade:
		return decode(title, leaf, new(Upgrade))
	case TitleRainRoot:
		return decode(title, leaf, new(RainRoot))
	case TitleRainClaim:
		return decode(title, leaf, new(RainClaim))
	case TitleDeckRoot:
		return decode(title, leaf, new(DeckRoot))
	case TitleFlip:
		return decode(title, leaf, new(Flip))
	case TitleDeckEnd:
		return decode(title, leaf, new(DeckEnd))
	case TitleRainEnd:
		return decode(title, leaf, new(RainEnd))
	case TitleHeads:
		return decode(title, leaf, new(Heads))
	case TitleRestored:
		return decode(title, leaf, new(Restored))
	default:
		return nil, fmt.Errorf("%w: title %.40q", ErrLeaf, title)
	}
}

// ParseResult reads a result leaf.
func ParseResult(leaf string) (Result, error) {
	r := new(Result)
	if _, err := decode(TitleResult, []byte(leaf), r); err != nil {
		return Result{}, err
	}
	return *r, nil
}

func encode(title string, rec canon.Record) ([]byte, error) {
	text, err := canon.Encode(title, rec)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrLeaf, title, err)
	}
	return text, nil
}

func decode[T canon.Record](title string, leaf []byte, rec T) (T, error) {
	if err := canon.Decode(title, leaf, rec); err != nil {
		return rec, fmt.Errorf("%w: %s: %w", ErrLeaf, title, err)
	}
	return rec, nil
}
