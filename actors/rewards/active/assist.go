package active

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/season"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// KindAssist is the op kind of a friend's help. It belongs to the player who is helped.
const KindAssist = "active.assist"

// Errors of helping.
var (
	ErrSelf   = apierr.New(protocol.CodeAssistSelf)
	ErrFull   = apierr.New(protocol.CodeAssistFull)
	ErrNobody = apierr.New(protocol.CodeAssistGone)
)

// help is the stored result of one friend's help.
type help struct {
	Season string         `json:"season"`
	Day    string         `json:"day"`
	Place  int            `json:"place"` // among the friends of the day, from 0
	Friend store.PlayerID `json:"friend"`
	Tokens int64          `json:"tokens"`
}

// helpersMost bounds what is added up of a season: more than half a year of days with as many friends as can be.
const helpersMost = 200 * season.FriendsMax

func (h help) key() string { return dayPrefix(h.Season, h.Day) + strconv.Itoa(h.Place) }

func seasonPrefix(name string) string   { return "active:assist:" + name + ":" }
func dayPrefix(name, day string) string { return seasonPrefix(name) + day + ":" }

// Asker is who asks for help by a link.
type Asker struct {
	Player store.PlayerID
	Name   string
	Avatar string
	Today  int  // friends who have helped today
	Full   bool // no more of them today
	Self   bool // the caller, or an account on the same device
	Helped bool // by the one who looks, today
	// Repeated says of an answer to Help that the friend had helped before.
	Repeated bool
}

// Asker reads a link for a player, 0 for a visitor. ErrNobody when no account has this code.
func (d *Service) Asker(ctx context.Context, code string, by store.PlayerID) (Asker, error) {
	held, err := d.Season(ctx)
	if err != nil {
		return Asker{}, err
	}
	who, err := d.Store.PlayerBySpreadCode(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return Asker{}, ErrNobody
	}
	if err != nil {
		return Asker{}, apierr.FromStore(err)
	}
	if out, err := limits.ShutOut(ctx, d.Store, who.ID, d.Now()); err != nil {
		return Asker{}, apierr.FromStore(err)
	} else if out { // docs/rules.md: a player who is shut out gets nothing, and no other one is shown why
		return Asker{}, ErrNobody
	}
	a := Asker{Player: who.ID, Name: who.Name, Avatar: who.Avatar}
	if by != 0 {
		if a.Self, err = d.same(ctx, who, by); err != nil {
			return a, err
		}
	}
	helps, err := d.helpsOf(ctx, who.ID, held.Season, d.Day().Name)
	for _, h := range helps {
		a.Helped = a.Helped || h.Friend == by
	}
	a.Today, a.Full = len(helps), len(helps) >= held.Assist.DayMax
	return a, err
}

// same reports whether two accounts are one player's, as far as the store shows.
func (d *Service) same(ctx context.Context, who store.Player, by store.PlayerID) (bool, error) {
	if who.ID == by {
		return true, nil
	}
	friend, err := d.Store.LoadPlayer(ctx, by)
	return err == nil && friend.Fingerprint != "" && friend.Fingerprint == who.Fingerprint, apierr.FromStore(err)
}

// Help brings the player of a link a friend's tokens: once for each friend and day, and from so many friends a day. The
// places of a day are taken in order, each by one op, so that neither two hundred requests at once nor two servers
// bring more. Asked again by the same friend it answers the same.
func (d *Service) Help(ctx context.Context, friend store.PlayerID, code string) (Asker, error) {
	asker, err := d.Asker(ctx, code, friend)
	switch {
	case err != nil:
		return asker, err
	case asker.Self:
		return asker, ErrSelf
	case asker.Helped:
		asker.Repeated = true
		return asker, nil
	}
	held, err := d.Season(ctx)
	if err != nil {
		return asker, err
	}
	day := d.Day().Name
	for place := asker.Today; place < held.Assist.DayMax; place++ {
		h := help{held.Season, day, place, friend, held.Assist.Tokens}
		taken, repeated, err := d.take(ctx, asker.Player, h)
		if err != nil {
			return asker, err
		}
		if taken {
			helped, err := d.Asker(ctx, code, friend)
			helped.Repeated = repeated
			return helped, err
		}
		again, err := d.Asker(ctx, code, friend) // another request was committed first, perhaps by this friend
		if err != nil || again.Helped {
			again.Repeated = again.Helped
			return again, err
		}
	}
	return asker, ErrFull
}

// take puts a friend at a place of the day; not taken when another friend has it, repeated when this one had it.
func (d *Service) take(ctx context.Context, who store.PlayerID, h help) (taken, repeated bool, err error) {
	result, err := json.Marshal(h)
	if err != nil {
		return false, false, err
	}
	rec, err := d.Store.Commit(ctx, &store.Op{Player: who, Key: h.key(), Kind: KindAssist, At: d.Now(), Result: result,
		Request:  sha256.Sum256([]byte(strconv.FormatInt(int64(h.Friend), 10))),
		Postings: []store.Posting{{Debit: store.HouseTokens, Credit: store.PlayerTokens(who), AmountCents: h.Tokens}}})
	if errors.Is(err, store.ErrKeyReused) {
		return false, false, nil
	}
	return err == nil, rec.Replayed, apierr.FromStore(err)
}

// helpsOf lists the help of a day by place. Places are taken in order: the first that is free ends the list.
func (d *Service) helpsOf(ctx context.Context, who store.PlayerID, name, day string) ([]help, error) {
	var list []help
	for place := range season.FriendsMax {
		rec, err := d.Store.Lookup(ctx, who, help{Season: name, Day: day, Place: place}.key())
		if errors.Is(err, store.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, apierr.FromStore(err)
		}
		var h help
		if err := json.Unmarshal(rec.Result, &h); err != nil {
			return nil, fmt.Errorf("active: result of op %d: %w", rec.Op, err)
		}
		list = append(list, h)
	}
	return list, nil
}

// Helpers is the help that a player has had.
type Helpers struct {
	Code    string // of the player's link
	Today   []store.PublicProfile
	DayMax  int
	Each    int64 // tokens
	Total   int   // in the season
	Brought int64 // tokens
}

// Helpers lists who has helped a player.
func (d *Service) Helpers(ctx context.Context, who store.PlayerID) (Helpers, error) {
	held, err := d.Season(ctx)
	if err != nil {
		return Helpers{}, err
	}
	me, err := d.Store.LoadPlayer(ctx, who)
	if err != nil {
		return Helpers{}, apierr.FromStore(err)
	}
	v := Helpers{Code: me.SpreadCode, DayMax: held.Assist.DayMax, Each: held.Assist.Tokens}
	v.Brought, v.Total, err = d.Store.SumResults(ctx, who, seasonPrefix(held.Season), "tokens", helpersMost)
	if err != nil {
		return v, apierr.FromStore(err)
	}
	helps, err := d.helpsOf(ctx, who, held.Season, d.Day().Name)
	if err != nil || len(helps) == 0 {
		return v, err
	}
	ids := make([]store.PlayerID, len(helps))
	for i, h := range helps {
		ids[i] = h.Friend
	}
	v.Today, err = d.Store.PublicProfiles(ctx, ids)
	return v, apierr.FromStore(err)
}
