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

// Ticket exists before the player is charged, so that a result withheld shows as
// a gap: every ticket ends as a Result or a Void.
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

func (a *Anchor) visit(f *fields) {
	f.hash("anchor", &a.Anchor)
	number(f, "length", &a.Length, 1)
	number(f, "genesis-ms", &a.GenesisMS, 1)
	number(f, "period-ms", &a.PeriodMS, 1)
}

func (c *Commit) visit(f *fields) {
	f.line("scope", &c.Scope)
	f.hash("commit", &c.Commit)
	number(f, "at-ms", &c.AtMS, 1)
}

func (t *Ticket) visit(f *fields) {
	f.line("scope", &t.Scope)
	number(f, "n", &t.N, 0)
	number(f, "player", &t.Player, 1)
	f.line("user-seed", &t.UserSeed)
	f.hash("server-hash", &t.ServerHash)
	f.hash("odds", &t.OddsHash)
	number(f, "stake-cents", &t.StakeCents, 0)
	number(f, "at-ms", &t.AtMS, 1)
}

func (r *Result) visit(f *fields) {
	f.line("scope", &r.Scope)
	number(f, "n", &r.N, 0)
	number(f, "seat", &r.Seat, 0)
	number(f, "player", &r.Player, 1)
	f.bool("bot", &r.Bot)
	number(f, "box", &r.Box, 1)
	f.hash("odds", &r.OddsHash)
	number(f, "stake-cents", &r.StakeCents, 0)
	number(f, "item", &r.Item, 1)
	number(f, "value-cents", &r.ValueCents, 1)
	f.line("user-seed", &r.UserSeed)
	f.line("server-seed", &r.ServerSeed)
	f.hash("server-hash", &r.ServerHash)
	f.hash("result-hash", &r.ResultHash)
	number(f, "v", &r.V, 0)
	f.hash("ctx", &r.Ctx)
	f.hash("beacon", &r.Beacon)
	number(f, "at-ms", &r.AtMS, 1)
}

func (v *Void) visit(f *fields) {
	f.line("scope", &v.Scope)
	number(f, "n", &v.N, 0)
	f.line("reason", &v.Reason)
	number(f, "at-ms", &v.AtMS, 1)
}

func (r *Reveal) visit(f *fields) {
	f.line("scope", &r.Scope)
	f.hash("key", &r.Key)
	number(f, "at-ms", &r.AtMS, 1)
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

// A record names its fields once, in order; fields then either writes or reads.
type record interface{ visit(f *fields) }

type fields struct {
	w   *canon.Writer // set when writing
	r   *canon.Reader // set when reading
	err error
}

func encode(title string, rec record) ([]byte, error) {
	f := &fields{w: canon.NewWriter(title)}
	if rec.visit(f); f.err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrLeaf, title, f.err)
	}
	return f.w.Bytes(), nil
}

func decode[T record](title string, leaf []byte, rec T) (T, error) {
	f := &fields{r: canon.NewReader(title, string(leaf))}
	rec.visit(f)
	if err := f.r.Close(); err != nil {
		return rec, fmt.Errorf("%w: %s: %w", ErrLeaf, title, err)
	}
	if f.err != nil {
		return rec, fmt.Errorf("%w: %s: %w", ErrLeaf, title, f.err)
	}
	return rec, nil
}

func (f *fields) fail(name string) {
	if f.err == nil {
		f.err = fmt.Errorf("field %s", name)
	}
}

func (f *fields) line(name string, p *string) {
	if f.r != nil {
		*p = f.r.Text(name)
	}
	if !canon.IsLine(*p) {
		f.fail(name)
	}
	if f.w != nil {
		f.w.Text(name, *p)
	}
}

func (f *fields) hash(name string, p *string) {
	if f.line(name, p); !canon.IsHex(*p, canon.HashLen) {
		f.fail(name)
	}
}

func (f *fields) bool(name string, p *bool) {
	if f.r != nil {
		*p = f.r.Bool(name)
		return
	}
	f.w.Bool(name, *p)
}

func number[T int | int64 | uint32 | uint64](f *fields, name string, p *T, least int64) {
	if f.r != nil {
		n := f.r.Int(name)
		*p = T(n)
		if int64(*p) != n {
			f.fail(name)
		}
	}
	if int64(*p) < least || int64(*p) > canon.MaxSafe {
		f.fail(name)
	}
	if f.w != nil {
		f.w.Int(name, int64(*p))
	}
}
