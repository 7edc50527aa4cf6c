package taskbox

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// ActorKind is the name of a player's boxes in the directory; the id is the decimal player id.
const ActorKind = "taskbox"

// Errors of the boxes.
var (
	ErrGone    = apierr.New(protocol.CodeTaskGone)
	ErrNotDone = apierr.New(protocol.CodeTaskNotDone)
)

// Look asks for a player's boxes; the answer is a View.
type Look struct{ Player store.PlayerID }

// View is every box in the order of the settings, at a moment on the site's clock.
type View struct {
	Boxes []State
	At    time.Time
}

// State is a box as it stands for a player.
type State struct {
	Box
	Span    period.Span
	Done    int64
	Claimed bool
	Reset   bool // a reset voucher could open it once more
}

// Claimable reports whether its task is done and the box not taken (product-spec §4, "Task box").
func (s State) Claimable() bool { return !s.Claimed && s.Done >= s.Target }

// Open claims a box: of items, or of props. A claim that was made is answered again, and refused with CodeKeyReused
// when it asks for a draw by another user seed. The answer is a player.Granted with a draw or a prize.
type Open struct {
	Player store.PlayerID
	Box    int32
	Props  bool
	Asked  player.Asked // of a draw
}

// Ports of the boxes.
type Ports struct {
	Store     store.Ledger
	Directory directory.Directory // of players and of progress
	Settings  *settings.Watch     // the boxes and the zone
	Now       store.Clock
}

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: ActorKind, New: func(_ string, activation directory.Activation) directory.Handler {
		return &boxes{Ports: p, activation: activation, idle: directory.NewIdle(activation, idle, nil)}
	}}
}

// boxes keeps what was counted and which claims were found, and nothing else: what was claimed stands in the journal.
type boxes struct {
	Ports
	activation directory.Activation
	idle       *directory.Idle
	counted    counted
	claims     claims
}

const (
	idle   = 3 * time.Minute // longer than the pause between two polls (product-spec §9)
	within = 20 * time.Second
)

// Receive implements directory.Handler.
func (b *boxes) Receive(r directory.Request) {
	b.idle.Touch()
	switch m := r.Msg.(type) {
	case Look:
		b.look(r, m)
	case Open:
		b.open(r, m)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (b *boxes) Stop() { b.idle.Stop() }

// count reads what was done, outside of the mailbox, and keeps what is settled.
func (b *boxes) count(r directory.Request, who store.PlayerID, then func(ctx context.Context, t Settings, now counted,
	found claims, at time.Time) func()) {
	old, found, held, at := b.counted, b.claims.clone(), Setting.Cached(b.Settings), period.In(b.Settings, b.Now())
	b.activation.Go(func() func() {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		now, kept, err := done(ctx, b.Directory, who, held, at, old)
		if err != nil {
			return func() { r.Reply(nil, apierr.FromStore(err)) }
		}
		if !slices.Equal(kept.starts[:], old.starts[:]) {
			clear(found) // those of a span that is over
		}
		end := then(ctx, held, now, found, at)
		return func() {
			b.counted, b.claims = kept, found
			end()
		}
	})
}

func (b *boxes) look(r directory.Request, m Look) {
	b.count(r, m.Player, func(ctx context.Context, t Settings, now counted, found claims, at time.Time) func() {
		v := View{At: at}
		for _, box := range t.Boxes {
			s, _, err := b.state(ctx, m.Player, box, now, found, at)
			if err != nil {
				return func() { r.Reply(nil, apierr.FromStore(err)) }
			}
			v.Boxes = append(v.Boxes, s)
		}
		return func() { r.Reply(v, nil) }
	})
}

// state reads a box, and the key of its claim: the next one, or the one that it was claimed with. What was claimed
// stays so, whatever becomes of the count: a recharge may be taken back, and the operator may ask for more.
func (b *boxes) state(ctx context.Context, who store.PlayerID, box Box, now counted, found claims, at time.Time) (State,
	string, error) {
	s := State{Box: box, Span: box.Kind().Span(at), Done: now.sums[box.Kind()][box.Task]}
	key := claimKey(box.ID, s.Span.Name)
	var err error
	if s.Claimed, err = found.kept(ctx, b.Store, who, key); err != nil || !s.Claimed {
		return s, key, err
	}
	reset, err := found.kept(ctx, b.Store, who, player.ResetKey(key))
	if err != nil || !reset {
		s.Reset = err == nil
		return s, key, err
	}
	key = again(key)
	s.Claimed, err = found.kept(ctx, b.Store, who, key)
	return s, key, err
}

// claims are keys that were found. An op stays, so that it is looked for until it is there and never again: a poll
// costs one question by the unique key for each box that is not claimed, or was claimed and not reset, and none for the
// rest.
type claims map[string]bool

func (c claims) clone() claims {
	if c == nil {
		return claims{}
	}
	return maps.Clone(c)
}

func (c claims) kept(ctx context.Context, from store.Ledger, who store.PlayerID, key string) (bool, error) {
	if c[key] {
		return true, nil
	}
	is, err := kept(ctx, from, who, key)
	if is {
		c[key] = true
	}
	return is, err
}

func kept(ctx context.Context, from store.Ledger, who store.PlayerID, key string) (bool, error) {
	_, err := from.Lookup(ctx, who, key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (b *boxes) open(r directory.Request, m Open) {
	box, known := Setting.Cached(b.Settings).Box(m.Box)
	if !known || box.Props() != m.Props {
		r.Reply(nil, ErrGone)
		return
	}
	b.count(r, m.Player, func(ctx context.Context, _ Settings, now counted, found claims, at time.Time) func() {
		s, key, err := b.state(ctx, m.Player, box, now, found, at)
		if err != nil {
			return func() { r.Reply(nil, apierr.FromStore(err)) }
		}
		if !s.Claimed && s.Done < s.Target {
			return func() { r.Reply(nil, ErrNotDone) }
		}
		claim := Claim{Box: box.ID, Kind: box.Kind(), Zone: at.Location().String(), Period: s.Span.Name, Done: s.Done,
			Target: s.Target}
		given, err := grant(ctx, b.Directory, m.Player, key, claim, box.Box, box.Prize, m.Asked)
		return func() { r.Reply(given, err) }
	})
}

// grant lets the player's actor give what was earned. A box of items is drawn, by the seed of the request where it has
// one; a prop box has its prize.
func grant(ctx context.Context, d directory.Directory, who store.PlayerID, key string, of Claim, box store.BoxID,
	p *prize.Prize, by player.Asked) (player.Granted, error) {
	note, err := json.Marshal(of)
	if err != nil {
		return player.Granted{}, err
	}
	g := player.Grant{Kind: KindClaim, Key: key, Note: note, Box: box, Source: store.FromWelfare,
		Taken: protocol.CodeKeyReused, Asked: by}
	if p != nil {
		g.Prizes = []prize.Prize{*p}
	}
	return directory.Ask[player.Granted](ctx, d, player.Kind, player.ID(who), g)
}
