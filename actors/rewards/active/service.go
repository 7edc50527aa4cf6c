package active

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/season"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// KindClaim is the op kind of tokens that a step brings.
const KindClaim = "active.claim"

// Errors of the activity.
var (
	ErrOver = apierr.New(protocol.CodeSeasonOver)
	ErrGoal = apierr.New(protocol.CodeSeasonGoal)
	errType = apierr.Invalid(protocol.CodeBadRequest, "type", "no such goal")
)

// Store is what the service needs of an engine.
type Store interface {
	store.Ledger
	limits.Store
	settings.Source
	PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
	SumOps(ctx context.Context, q store.SumQuery) ([]int64, error)
	SumResults(ctx context.Context, p store.PlayerID, prefix, field string, most int) (sum int64, n int, err error)
	PlayerBySpreadCode(ctx context.Context, code string) (store.Player, error)
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	PublicProfiles(ctx context.Context, ids []store.PlayerID) ([]store.PublicProfile, error)
}

// Service answers for the activity. It keeps nothing in memory.
type Service struct {
	Store    Store
	Kinds    room.Specs // that count
	Catalog  *catalog.Catalog
	Settings *settings.Watch // the zone of the days; nil: UTC
	Now      store.Clock
}

// Day is the day of the site that claims and help are of now.
func (d *Service) Day() period.Span { return period.Day(period.In(d.Settings, d.Now())) }

// Goal is one type of play today.
type Goal struct {
	season.Goal
	Done    int64  // in the unit of the steps' counts
	Claimed []bool // by step
}

// Season is the settings of the activity that is running; ErrOver without one.
func (d *Service) Season(ctx context.Context) (season.Settings, error) {
	t, err := season.Setting.Read(ctx, d.Store)
	if err == nil && !t.Running(d.Now()) {
		err = ErrOver
	}
	return t, err
}

// Tokens that a player has.
func (d *Service) Tokens(ctx context.Context, who store.PlayerID) (int64, error) {
	return d.Store.Balance(ctx, store.PlayerTokens(who))
}

// Today lists what every goal of the settings has come to; for a visitor (0) nothing is done.
func (d *Service) Today(ctx context.Context, who store.PlayerID, held season.Settings) ([]Goal, error) {
	day := d.Day()
	list := make([]Goal, len(held.Goals))
	var done map[season.Type]int64
	claimed := map[string]bool{}
	if who != 0 {
		var err error
		if done, err = d.progress(ctx, who, day, held.LeastCents); err != nil {
			return nil, err
		}
		ops, _, err := d.Store.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindClaim},
			Page: store.Page{Limit: claimsMost, Since: day.Start}})
		if err != nil {
			return nil, apierr.FromStore(err)
		}
		for _, op := range ops {
			claimed[op.Key] = true
		}
	}
	for i, g := range held.Goals {
		list[i] = Goal{Goal: g, Done: done[g.Type], Claimed: make([]bool, len(g.Steps))}
		for n := range g.Steps {
			list[i].Claimed[n] = claimed[stepResult{Season: held.Season, Day: day.Name, Type: g.Type, Step: n}.key()]
		}
	}
	return list, nil
}

// claimsMost is more than there are steps.
const claimsMost = 200

// Claimed is what a type of play has brought today.
type Claimed struct {
	Type   season.Type
	Steps  int   // that were reached, all of them claimed now
	Tokens int64 // of these steps
	Fresh  int64 // of them, what this claim brought
	Held   int64 // that the player has
}

// stepResult is the stored result of a claim.
type stepResult struct {
	Season string      `json:"season"`
	Day    string      `json:"day"` // 2006-01-02
	Type   season.Type `json:"type"`
	Step   int         `json:"step"` // from 0
	Tokens int64       `json:"tokens"`
}

// Claim gives the tokens of every step that was reached today and not claimed yet, each in one op under the key of its
// season, day, type and step. Asked again it answers the same.
func (d *Service) Claim(ctx context.Context, who store.PlayerID, of season.Type) (Claimed, error) {
	c := Claimed{Type: of}
	if of < season.SignIn || of > season.Streak {
		return c, errType
	}
	held, err := d.Season(ctx)
	if err != nil {
		return c, err
	}
	goal, known := held.Goal(of)
	if !known {
		return c, ErrGoal
	}
	if err := limits.Gift(ctx, d.Store, who, d.Now()); err != nil {
		return c, err
	}
	day := d.Day()
	done, err := d.progress(ctx, who, day, held.LeastCents)
	if err != nil {
		return c, err
	}
	if c.Steps = goal.Reached(done[of]); c.Steps == 0 {
		return c, ErrGoal
	}
	for n := range c.Steps {
		got, fresh, err := d.give(ctx, who, stepResult{held.Season, day.Name, of, n, goal.Steps[n].Tokens})
		if err != nil {
			return c, err
		}
		c.Tokens += got.Tokens
		if fresh {
			c.Fresh += got.Tokens
		}
	}
	c.Held, err = d.Tokens(ctx, who)
	return c, err
}

// give gives a step's tokens; fresh says that they were not had before.
func (d *Service) give(ctx context.Context, who store.PlayerID, s stepResult) (got stepResult, fresh bool, err error) {
	result, err := json.Marshal(s)
	if err != nil {
		return s, false, err
	}
	key := s.key()
	rec, err := d.Store.Commit(ctx, &store.Op{Player: who, Key: key, Kind: KindClaim,
		Request: sha256.Sum256([]byte(key)), At: d.Now(), Result: result,
		Postings: []store.Posting{{Debit: store.HouseTokens, Credit: store.PlayerTokens(who), AmountCents: s.Tokens}}})
	if err != nil {
		return s, false, apierr.FromStore(err)
	}
	if err := json.Unmarshal(rec.Result, &s); err != nil {
		return s, false, fmt.Errorf("active: result of op %d: %w", rec.Op, err)
	}
	return s, !rec.Replayed, nil
}

// key is what makes a step's tokens come once; no client's key holds a colon.
func (s stepResult) key() string {
	return "active:claim:" + s.Season + ":" + s.Day + ":" + strconv.Itoa(int(s.Type)) + ":" + strconv.Itoa(s.Step)
}

// Right reports whether an op of the activity is what its own result says: tokens of the house for its player, of the
// day in which it was made, under the key that its result names. For auditors.
func Right(op *store.Op) bool {
	var key, day string
	var tokens int64
	switch op.Kind {
	case KindClaim:
		var s stepResult
		if json.Unmarshal(op.Result, &s) != nil || s.Type < season.SignIn || s.Type > season.Streak || s.Step < 0 {
			return false
		}
		key, day, tokens = s.key(), s.Day, s.Tokens
	case KindAssist:
		var h help
		if json.Unmarshal(op.Result, &h) != nil || h.Friend == op.Player || h.Friend < 1 || h.Place < 0 {
			return false
		}
		key, day, tokens = h.key(), h.Day, h.Tokens
	}
	return key == op.Key && period.Near(day, op.At) && len(op.Postings) == 1 &&
		op.Postings[0] == store.Posting{Debit: store.HouseTokens, Credit: store.PlayerTokens(op.Player),
			AmountCents: tokens}
}
