package taskbox

import (
	"context"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// WelcomeFor is how long a new account is new (product-spec §4, "Welfare step").
const WelcomeFor = 24 * time.Hour

// Errors of the welcome.
var (
	ErrWelcomeOver     = apierr.New(protocol.CodeWelfareOver)
	ErrWelcomeRecharge = apierr.New(protocol.CodeWelfareRecharge)
)

// Steps of a new player (product-spec §4, "Welfare step").
const (
	StepNone     = 0
	StepFree     = 1 // the free box waits
	StepRecharge = 2 // the first recharge is waited for
	StepGift     = 3 // the first-recharge box waits
	StepRoll     = 4 // the welfare roll waits
	StepGuide    = 5
	StepOver     = 6
)

// Service welcomes new players. It keeps nothing: what was taken stands in the journal.
type Service struct {
	Store     Store
	Directory directory.Directory
	Kinds     room.Specs
	Settings  *settings.Watch
	Now       store.Clock
}

// Store is what the welcome reads.
type Store interface {
	store.Ledger
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
	PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
}

// Progress is how far a new player has come, as the server sees it.
type Progress struct {
	Ends                      time.Time
	Opened, Recharged, Gifted bool // the free box, gems bought, the first-recharge box
	Rolled                    bool // has entered an official roll room
	Over                      bool // the window is
}

// Of reads a player's progress.
func (d *Service) Of(ctx context.Context, who store.PlayerID) (s Progress, err error) {
	p, err := d.Store.LoadPlayer(ctx, who)
	if err != nil {
		return s, apierr.FromStore(err)
	}
	s.Ends = p.At.Add(WelcomeFor)
	if s.Opened, err = kept(ctx, d.Store, who, keyFree); err != nil {
		return s, apierr.FromStore(err)
	}
	if s.Gifted, err = kept(ctx, d.Store, who, keyRecharge); err != nil {
		return s, apierr.FromStore(err)
	}
	if s.Recharged, err = payment.Recharged(ctx, d.Store, who); err != nil {
		return s, err
	}
	if s.Rolled, err = d.entered(ctx, who); err != nil {
		return s, err
	}
	s.Over = !d.Now().Before(s.Ends)
	return s, nil
}

const roomsMax = 50

// entered looks for a room that the last step asks for.
func (d *Service) entered(ctx context.Context, who store.PlayerID) (bool, error) {
	for _, k := range d.Kinds {
		if k.Welcome == nil {
			continue
		}
		rooms, _, err := d.Store.PlayerRooms(ctx, k.Kind, who, store.Page{Limit: roomsMax})
		if err != nil {
			return false, apierr.FromStore(err)
		}
		for _, r := range rooms {
			if ok, err := k.Welcome(r); ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

// May reports whether a player may go from one step to the next, because the server has seen what the step asks for.
func (s Progress) May(from, to int) bool {
	switch {
	case from == StepNone && to == StepFree:
		return !s.Over
	case from == StepFree && to == StepRecharge:
		return s.Opened
	case from == StepRecharge && to == StepGift:
		return s.Recharged
	case from == StepGift && to == StepRoll:
		return s.Gifted
	case from == StepRoll && to == StepGuide:
		return s.Rolled
	}
	return from == StepGuide && to == StepOver
}

// Open opens a gift: within the window, each of the two kinds once, the second after the first recharge. A gift that
// was taken is answered again; to another seed of the player's device than it was drawn by, CodeKeyReused. "" is none:
// it is drawn by the profile's.
func (d *Service) Open(ctx context.Context, who store.PlayerID, id int32, by player.Asked) (player.Granted, error) {
	g, recharge, ok := Setting.Cached(d.Settings).Gift(id)
	if !ok {
		return player.Granted{}, ErrGone
	}
	s, err := d.Of(ctx, who)
	switch {
	case err != nil:
		return player.Granted{}, err
	case s.Over:
		return player.Granted{}, ErrWelcomeOver
	}
	key := keyFree
	if recharge {
		key = keyRecharge
		if !s.Recharged {
			return player.Granted{}, ErrWelcomeRecharge
		}
	}
	return grant(ctx, d.Directory, who, key, Claim{Box: id}, g.Box, nil, by)
}
