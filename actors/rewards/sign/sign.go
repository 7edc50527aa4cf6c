package sign

import (
	"context"
	"encoding/json"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/lane"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name under which the directory knows sign-ins; the id is the decimal player id.
const Kind = "sign"

// KindClaim is the op kind of a claim.
const KindClaim = player.GrantKinds + "sign"

// Look asks for a player's board; the answer is a Board.
type Look struct {
	Player store.PlayerID
	Done   bool // with what was done today, which costs a look at the day's ops
}

// Board is the settings and how far the player has come.
type Board struct {
	Settings
	Progress
	Done Done
}

// Claim takes a day of the row, or a milestone of the month. A day can be taken when exactly the days before it are
// signed and today is not; its repetition under the same key is answered again. The answer is a Given.
type Claim struct {
	Player store.PlayerID
	Key    string // the client's
	Type   string // Every or Accumulate
	Number int    // day of the row, or days of the milestone
}

// Refusals of a claim.
var (
	ErrClosed = apierr.New(protocol.CodeSignClosed)
	ErrToday  = apierr.New(protocol.CodeSignToday)
	ErrOrder  = apierr.New(protocol.CodeSignOrder)
	ErrLimit  = apierr.New(protocol.CodeSignLimit)
	ErrDays   = apierr.New(protocol.CodeSignDays)
	ErrTaken  = apierr.New(protocol.CodeSignTaken)
)

// Store is what sign-ins read.
type Store interface {
	settings.Source
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Ports of the sign-ins.
type Ports struct {
	Store     Store
	Directory directory.Directory // of players and of progress
	Catalog   *catalog.Catalog
	Settings  *settings.Watch // the zone whose days count; nil: UTC
	Now       store.Clock
}

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		d := &service{Ports: p, activation: activation, lane: lane.New(laneMax)}
		d.idle = directory.NewIdle(activation, idle, func() bool { return !d.lane.Idle() })
		return d
	}}
}

const (
	laneMax = 256 // claims that wait for one player
	idle    = 10 * time.Second
)

// service keeps nothing of its player; its lane puts the claims in order.
type service struct {
	Ports
	activation directory.Activation
	lane       *lane.Lane
	idle       *directory.Idle
}

// Receive implements directory.Handler.
func (d *service) Receive(r directory.Request) {
	d.idle.Touch()
	switch m := r.Msg.(type) {
	case Look:
		d.look(r, m)
	case Claim:
		if !d.lane.Do(func(done func()) { d.claim(r, m, done) }) {
			r.Reply(nil, apierr.New(protocol.CodeBusy))
		}
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (d *service) Stop() { d.idle.Stop() }

func (d *service) now() time.Time { return period.In(d.Settings, d.Now()) }

func (d *service) look(r directory.Request, m Look) {
	now := d.now()
	d.read(m.Player, now, func(b Board, err error) {
		if err != nil || !m.Done {
			r.Reply(b, err)
			return
		}
		d.done(m.Player, now, func(done Done, err error) {
			b.Done = done
			r.Reply(b, err)
		})
	})
}

// claimsRead covers a month with all its milestones and a row that began in the month before.
const claimsRead = 128

// read gives settings and progress. Of the claims the newest are enough: what is older is in no row and in no month.
func (d *service) read(p store.PlayerID, now time.Time, then func(Board, error)) {
	d.activation.Go(func() func() {
		b, err := func() (b Board, err error) {
			ctx := context.Background()
			if b.Settings, err = Setting.Read(ctx, d.Store); err != nil {
				return b, err
			}
			ops, _, err := d.Store.Ops(ctx, store.OpQuery{Player: p, Kinds: []string{KindClaim},
				Page: store.Page{Limit: claimsRead}})
			if err != nil {
				return b, err
			}
			claims := make([]Given, len(ops))
			for i, op := range ops {
				if claims[i], err = readGiven(op.ID, op.Result); err != nil {
					return b, err
				}
			}
			b.Progress = progressOf(claims, now, b.Settings)
			return b, nil
		}()
		return func() { then(b, apierr.FromStore(err)) }
	})
}

func readGiven(op store.OpID, result []byte) (g Given, err error) {
	if g.Granted, err = player.ReadGranted(op, result); err == nil {
		g.Note, err = ReadNote(g.Granted)
	}
	return g, err
}

var counted = []int32{protocol.TaskUpgradeCount, protocol.TaskClassicOpens, protocol.TaskHashOpens,
	protocol.TaskSoldCents, protocol.TaskSpentCents}

// done counts what the player has done today.
func (d *service) done(p store.PlayerID, now time.Time, then func(Done, error)) {
	count := progress.Count{Player: p, Since: period.Day(now).Start, Tasks: counted}
	d.Directory.Post(progress.Kind, player.ID(p), count, func(v any, err error) {
		n, ok := v.([]int64)
		if err == nil && (!ok || len(n) != len(counted)) {
			err = apierr.New(protocol.CodeInternal)
		}
		var done Done
		if err == nil {
			done = Done{Upgrades: n[0], Opens: n[1] + n[2], ObtainedCents: n[3], SpentCents: n[4]}
		}
		d.activation.Reenter(func() { then(done, err) })
	})
}

func (d *service) claim(r directory.Request, m Claim, next func()) {
	answer := func(v any, err error) {
		r.Reply(v, err)
		next()
	}
	now := d.now()
	d.read(m.Player, now, func(b Board, err error) {
		if err != nil {
			answer(nil, err)
			return
		}
		note, c, made, err := b.claimable(m.Type, m.Number)
		if err != nil {
			answer(nil, err)
			return
		}
		if made || c.Limit.Least == 0 {
			d.give(m, note, c, answer)
			return
		}
		d.done(m.Player, now, func(done Done, err error) {
			if err == nil && !c.Limit.Met(done) {
				err = ErrLimit
			}
			if err != nil {
				answer(nil, err)
				return
			}
			d.give(m, note, c, answer)
		})
	})
}

// claimable reports which claim a player may make now. One that was made today goes on to the store, which knows
// whether it is the same request.
func (b Board) claimable(kind string, number int) (note Note, c Condition, made bool, err error) {
	note = Note{Type: kind, Date: b.Date}
	switch {
	case b.Closed:
		return note, c, false, ErrClosed
	case kind == Every:
		if number < 1 || number > len(b.Days) {
			return note, c, false, apierr.Invalid(protocol.CodeBadRequest, "number", "no such day")
		}
		note.Day, c = number, b.Days[number-1]
		switch {
		case b.Today && number == len(b.Row):
			note.Date = b.Row[number-1].Date
			return note, c, true, nil
		case b.Today:
			return note, c, false, ErrToday
		case number <= len(b.Row):
			return note, c, false, ErrTaken
		case number != b.Next():
			return note, c, false, ErrOrder
		}
		return note, c, false, nil
	case kind == Accumulate:
		c, known := b.Milestone(number)
		if !known {
			return note, c, false, apierr.Invalid(protocol.CodeBadRequest, "number", "no such milestone")
		}
		note.Days = number
		_, made := b.Taken[number]
		if !made && b.MonthDays < number {
			return note, c, false, ErrDays
		}
		return note, c, made, nil
	}
	return note, c, false, apierr.Invalid(protocol.CodeBadRequest, "type", "neither a day nor a milestone")
}

// give has the player's actor make the op.
func (d *service) give(m Claim, note Note, c Condition, answer func(any, error)) {
	text, err := json.Marshal(note)
	if err != nil {
		panic(err) // plain data of this package
	}
	g := player.Grant{Kind: KindClaim, Key: note.key(), Request: m.Key, Taken: protocol.CodeSignToday, Note: text,
		Source: store.FromReward}
	if note.Type == Accumulate {
		g.Taken = protocol.CodeSignTaken
	}
	if c.Reward.Kind == Skins {
		box, known := d.Box(c.Reward)
		if !known {
			answer(nil, player.ErrBoxUnknown)
			return
		}
		g.Box = box.ID
	} else {
		g.Prizes = []prize.Prize{c.Reward.Prize}
	}
	d.Directory.Post(player.Kind, player.ID(m.Player), g, func(v any, err error) {
		d.activation.Reenter(func() {
			granted, ok := v.(player.Granted)
			if err == nil && !ok {
				err = apierr.New(protocol.CodeInternal)
			}
			if err != nil {
				answer(nil, err)
				return
			}
			note, err := ReadNote(granted)
			answer(Given{note, granted}, err)
		})
	})
}

// Box is the box that a reward opens: its own, or the cheapest that there is.
func (p Ports) Box(r Reward) (best *catalog.Box, known bool) {
	if r.Box != 0 {
		return p.Catalog.Box(r.Box)
	}
	return Cheapest(p.Catalog)
}

// Cheapest is the box with the lowest price, of several the first by id.
func Cheapest(c *catalog.Catalog) (best *catalog.Box, known bool) {
	for _, b := range c.Enabled() {
		if best == nil || b.PriceCents < best.PriceCents || b.PriceCents == best.PriceCents && b.ID < best.ID {
			best = b
		}
	}
	return best, best != nil
}
