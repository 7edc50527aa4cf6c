package benefit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// KindClaim is the op kind of a claim.
const KindClaim = player.GrantKinds + "week"

// Refusals of a claim, with the texts of product-spec §5.
var (
	ErrTaken = apierr.New(protocol.CodeWeekTaken)
	ErrNone  = apierr.New(protocol.CodeWeekNone)
)

// Store is what the service reads.
type Store interface {
	store.Ledger
	settings.Source
}

// Service reads weeks and takes claims. It keeps nothing in memory.
type Service struct {
	Store     Store
	Directory directory.Directory // of players and of progress
	Settings  *settings.Watch     // the zone whose weeks count; nil: UTC
	Now       store.Clock
}

// PlayerWeek is a player's week.
type PlayerWeek struct {
	Settings
	Week       period.Span
	SpentCents int64
	Taken      bool
	TakenCents int64
}

// note is what a claim's op keeps.
type note struct {
	Week       string `json:"week"`
	SpentCents int64  `json:"spentCents"` // at the claim
	Step       Step   `json:"step"`
}

// key is what makes a claim one for its player and week.
func key(week string) string { return "week:" + week }

// Of reads this week of a player.
func (d *Service) Of(ctx context.Context, who store.PlayerID) (PlayerWeek, error) {
	return d.weekOf(ctx, who, period.Week(period.In(d.Settings, d.Now())))
}

func (d *Service) weekOf(ctx context.Context, who store.PlayerID, week period.Span) (s PlayerWeek, err error) {
	s.Week = week
	if s.Settings, err = Setting.Read(ctx, d.Store); err != nil {
		return s, err
	}
	rec, err := d.Store.Lookup(ctx, who, key(week.Name))
	switch {
	case err == nil:
		n, err := readNote(rec.Op, rec.Result)
		if err != nil {
			return s, err
		}
		s.Taken, s.TakenCents = true, n.Step.RewardCents
	case !errors.Is(err, store.ErrNotFound):
		return s, apierr.FromStore(err)
	}
	done, err := directory.Ask[[]int64](ctx, d.Directory, progress.Kind, player.ID(who),
		progress.Count{Player: who, Since: week.Start, Tasks: []int32{protocol.TaskSpentCents}})
	if err != nil {
		return s, err
	}
	s.SpentCents = done[0]
	return s, nil
}

func readNote(op store.OpID, result []byte) (note, error) {
	g, err := player.ReadGranted(op, result)
	if err != nil {
		return note{}, err
	}
	return noteOf(g)
}

func noteOf(g player.Granted) (n note, err error) {
	if err = json.Unmarshal(g.Note, &n); err != nil {
		err = fmt.Errorf("benefit: note of op %d: %w", g.Op, err)
	}
	return n, err
}

// Claimed is what a claim paid.
type Claimed struct {
	Cents    int64
	Repeated bool // by the same request, before
}

// Claim takes the week's benefit under a client's key, whose repetition is answered again.
func (d *Service) Claim(ctx context.Context, who store.PlayerID, client string) (Claimed, error) {
	week := period.Week(period.In(d.Settings, d.Now()))
	s, err := d.weekOf(ctx, who, week)
	if err != nil {
		return Claimed{}, err
	}
	step, reached := s.Reached(s.SpentCents)
	if !s.Taken && !reached { // one that is taken goes to the store, which knows whether it was this request
		return Claimed{}, ErrNone
	}
	text, err := json.Marshal(note{week.Name, s.SpentCents, step})
	if err != nil {
		return Claimed{}, err
	}
	g, err := directory.Ask[player.Granted](ctx, d.Directory, player.Kind, player.ID(who),
		player.Grant{Kind: KindClaim, Key: key(week.Name), Request: client,
			Taken: protocol.CodeWeekTaken, Prizes: []prize.Prize{{Kind: prize.Diamond, Num: step.RewardCents}},
			Note: text})
	if err != nil {
		return Claimed{}, err
	}
	n, err := noteOf(g)
	return Claimed{n.Step.RewardCents, g.Repeated}, err
}

// Right reports whether an op pays what its result says, under the key of the week in which it was made. For
// auditors.
func Right(op *store.Op) bool {
	g, err := player.ReadGranted(0, op.Result)
	if err != nil || !player.RightGrant(op) || len(g.Prizes) != 1 || g.Opened != nil {
		return false
	}
	n, err := noteOf(g)
	return err == nil && period.NearWeek(n.Week, op.At) && op.Key == key(n.Week) &&
		n.Step.SpentCents <= n.SpentCents &&
		g.Prizes[0] == prize.Prize{Kind: prize.Diamond, Num: n.Step.RewardCents}
}
