package vip

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// KindClaim is the op kind of a level's bonus.
const KindClaim = "vip.claim"

var (
	ErrLevel = apierr.New(protocol.CodeVIPLevel)
	ErrOrder = apierr.New(protocol.CodeVIPOrder)
)

// Store is what the service needs of an engine.
type Store interface {
	store.Ledger
	settings.Source
	limits.Store
}

// Service reads statuses and pays bonuses. It keeps nothing in memory.
type Service struct {
	Store     Store
	Directory directory.Directory
	Settings  *settings.Watch // of the months; nil: UTC
	Now       store.Clock
}

// Status is where a player is. A level that was reached in a month holds to the end of the month after it.
type Status struct {
	Settings   Settings
	Level      int
	LastMonth  int   // level by what was recharged last month
	MonthCents int64 // R$ recharged this month: the experience
	Claimed    int   // highest level whose bonus was claimed
	Recharged  bool  // ever, and it was not taken back
	Until      time.Time
}

// Rate is what is on top of a recharge now.
func (s Status) Rate() int64 { return s.Settings.Of(s.Level).RatePPM }

// Of reads a player's status.
func (d *Service) Of(ctx context.Context, who store.PlayerID) (Status, error) {
	s, err := d.Level(ctx, who)
	if err != nil {
		return s, err
	}
	s.Claimed, err = d.claimed(ctx, who, s.Settings)
	return s, err
}

// Level reads a status without its claims.
func (d *Service) Level(ctx context.Context, who store.PlayerID) (Status, error) {
	held, err := Setting.Read(ctx, d.Store)
	if err != nil {
		return Status{}, err
	}
	now := d.Now()
	month := period.Month(period.In(d.Settings, now))
	s := Status{Settings: held, Until: month.End}
	this, last, lastCents := month.Start, period.Month(month.Start.Add(-time.Nanosecond)).Start, int64(0)
	for credit, err := range payment.Credits(ctx, d.Store, who, time.Time{}, time.Time{}) {
		if err != nil {
			return s, fmt.Errorf("vip: %w", err)
		}
		s.Recharged = true
		if credit.Op.At.Before(last) {
			break
		}
		if credit.Op.At.Before(this) {
			lastCents += credit.PriceCents
		} else {
			s.MonthCents += credit.PriceCents
		}
	}
	s.LastMonth = held.Reached(lastCents)
	s.Level = max(held.Reached(s.MonthCents), s.LastMonth)
	return s, nil
}

// Badge is the level for a seat or a header, and until when it is good at the least.
func (d *Service) Badge(ctx context.Context, who store.PlayerID) (level int, until time.Time, err error) {
	s, err := d.Level(ctx, who)
	return s.Level, s.Until, err
}

// Rate is what a player gets on top of a recharge now, in millionths of the gems bought.
func (d *Service) Rate(ctx context.Context, who store.PlayerID) (ppm int64, err error) {
	if who == 0 {
		return 0, nil
	}
	s, err := d.Level(ctx, who)
	return s.Rate(), err
}

// claimed looks the claims up by their keys: they were made in order.
func (d *Service) claimed(ctx context.Context, who store.PlayerID, t Settings) (int, error) {
	for level := 1; level <= LevelMax; level++ {
		_, err := d.Store.Lookup(ctx, who, claimKey(level))
		if errors.Is(err, store.ErrNotFound) {
			return level - 1, nil
		}
		if err != nil {
			return 0, apierr.FromStore(err)
		}
	}
	return LevelMax, nil
}

// Claimed is the stored result of a claim.
type Claimed struct {
	Level      int   `json:"level"`
	BonusCents int64 `json:"bonusCents"`
	Repeated   bool  `json:"-"` // it was claimed before
}

// Claim pays a level's bonus once for ever. Levels are claimed in order (product-spec §4): the next one after the
// highest that was claimed, and none above the player's level. A claim that was made is answered again.
func (d *Service) Claim(ctx context.Context, who store.PlayerID, level int) (Claimed, error) {
	if level < 1 || level > LevelMax {
		return Claimed{}, ErrLevel
	}
	key := claimKey(level)
	if rec, err := d.Store.Lookup(ctx, who, key); err == nil {
		return readClaim(rec)
	} else if !errors.Is(err, store.ErrNotFound) {
		return Claimed{}, apierr.FromStore(err)
	}
	if err := limits.Gift(ctx, d.Store, who, d.Now()); err != nil {
		return Claimed{}, err
	}
	s, err := d.Of(ctx, who)
	switch {
	case err != nil:
		return Claimed{}, err
	case level > s.Level:
		return Claimed{}, ErrLevel
	case level > s.Claimed+1:
		return Claimed{}, ErrOrder
	}
	c := Claimed{Level: level, BonusCents: s.Settings.Of(level).BonusCents}
	result, err := json.Marshal(c)
	if err != nil {
		return c, err
	}
	rec, err := d.Store.Commit(ctx, &store.Op{Player: who, Key: key, Kind: KindClaim,
		Request: sha256.Sum256([]byte(key)), At: d.Now(), Result: result,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: c.BonusCents}}})
	if err != nil {
		return c, apierr.FromStore(err)
	}
	d.Directory.Post(player.Kind, player.ID(who), player.Credited{}, nil)
	return readClaim(rec)
}

func readClaim(rec store.Receipt) (c Claimed, err error) {
	if err = json.Unmarshal(rec.Result, &c); err != nil {
		err = fmt.Errorf("vip: result of op %d: %w", rec.Op, err)
	}
	c.Repeated = rec.Replayed
	return c, err
}

// claimKey has a sign that no client's key may have.
func claimKey(level int) string { return "vip:" + strconv.Itoa(level) }

// Right reports whether an op is what its own result says: a level's bonus from the bonus account to its player,
// under that level's key. For auditors.
func Right(op *store.Op) bool {
	var c Claimed
	if json.Unmarshal(op.Result, &c) != nil || c.Level < 1 || c.Level > LevelMax || op.Key != claimKey(c.Level) {
		return false
	}
	return len(op.Postings) == 1 && op.Postings[0] == store.Posting{Debit: store.Bonus,
		Credit: store.PlayerGems(op.Player), AmountCents: c.BonusCents}
}
